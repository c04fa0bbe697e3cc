// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.jobs;

/** A class without a main method. */
public final class NoMain {
  private NoMain() {}
}
