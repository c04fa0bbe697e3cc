// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import org.athanor.storage.popularity.AccessEvent;

/** Takes what happens to files, from which plans are made, in the order in which it is learnt. */
public interface FileEvents {
  /**
   * A file exists. It may be known already.
   *
   * @param timeMillis when it was created, in milliseconds since 1970
   * @param blocks number of its blocks, from 0; 0 if it is not known
   */
  void created(String path, long timeMillis, int blocks);

  /** A file was read. */
  void accessed(AccessEvent event);

  /** A file, or a directory with all below it, was deleted. */
  void deleted(String path);

  /** A file or a directory was renamed. */
  void renamed(String from, String to);

  /** A period ends, in milliseconds since 1970; what is known of files is for the next one. */
  void endOfPeriod(long endMillis);
}
