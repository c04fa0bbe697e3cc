// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.jobs;

/** No driver at all. */
public final class NoMain {
  private NoMain() {}
}
