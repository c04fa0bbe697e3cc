// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.worker;

/** What an operation has another thread do, if one is idle. */
record Help(Runnable work, Share share) implements Operation {
  @Override
  public Kind kind() {
    return Kind.HELP;
  }

  @Override
  public void run(WorkArea unused) {
    work.run();
  }
}
