// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

/** What is known of the use of files, by their numbers in a {@link Namespace}. */
public interface FileHistory {
  /** The predicted popularity by which files are ranked for SSD; NaN if there is none. */
  double predicted(int file);

  /** AptStore's popularity, by which files get replicas; NaN if there is none. */
  double aptPopularity(int file);

  /** How often a file was read. */
  long timesRead(int file);

  /** When a file was read or created last, in milliseconds since 1970; 0 if that is not known. */
  long lastUse(int file);

  /** The time from which this is known, in milliseconds since 1970. */
  long first();

  /** The time up to which this is known, in milliseconds since 1970. */
  long latest();
}
