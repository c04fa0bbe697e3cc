// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.thread;

/** The time by which the engine decides. Tests replace it. Thread-safe. */
public interface Clock {
  /** The time of this machine. */
  Clock SYSTEM =
      new Clock() {
        @Override
        public long nanoTime() {
          return System.nanoTime();
        }

        @Override
        public long currentTimeMillis() {
          return System.currentTimeMillis();
        }
      };

  /** As {@link System#nanoTime}. */
  long nanoTime();

  /** As {@link System#currentTimeMillis}. */
  long currentTimeMillis();
}
