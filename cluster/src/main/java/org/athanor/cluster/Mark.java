// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

/**
 * Marks processes as belonging to one cluster or one experiment: the environment variable {@value
 * #VARIABLE}, which children inherit, so that a whole tree of processes is found again on a node,
 * whoever its parents have become.
 *
 * @param id letters, digits, {@code -}, {@code _} and {@code .}
 */
public record Mark(String id) {

  public static final String VARIABLE = "ATHANOR_MARK";

  public Mark {
    if (!id.matches("[A-Za-z0-9._-]+")) {
      throw new IllegalArgumentException(
          "mark " + id + ": may contain letters, digits, '-', '_' and '.' only");
    }
  }
}
