// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.retrieval;

/**
 * Each order of the replicas is as likely as any other: the comparator of K. Ravindranathan, 2015,
 * section 4.3.
 */
public final class RandomRetrieval implements RetrievalPolicy {
  @Override
  public double weight(int distance, int tierRank, int load) {
    return 1;
  }
}
