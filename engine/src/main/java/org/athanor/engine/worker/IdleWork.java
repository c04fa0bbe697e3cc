// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.worker;

/** Work that an operation offers to idle threads. */
record IdleWork(Runnable work, Share share) implements Operation {
  @Override
  public Kind kind() {
    return Kind.IDLE;
  }

  @Override
  public void run(WorkArea unused) {
    work.run();
  }
}
