// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.keep;

import java.util.List;

/**
 * What a keeper must know after a crash.
 *
 * @param periodMillis begin of the period whose files are looked at, in milliseconds since 1970
 * @param root the directory that it is at
 * @param position in this directory, see {@link RuledHdfs#walk}
 * @param hasEnded whether all files were looked at in this period
 * @param raised files that have more replicas for a while, perhaps
 */
public record Progress(
    long periodMillis, String root, String position, boolean hasEnded, List<Raised> raised) {
  /** Nothing was looked at. */
  static final Progress NONE = new Progress(Long.MIN_VALUE, "", "", true, List.of());

  /**
   * A file whose number of replicas is raised for a while, or was.
   *
   * @param path that it had
   * @param id of the inode
   * @param replicas the number that it had before
   * @param kept that HDFS kept then, at least as many: more if a snapshot has the file with more
   * @param most the highest number that it may have been given yet, above {@code kept}
   * @param since the latest change of the namespace before it was raised, see {@link
   *     RuledHdfs#latestChange}; {@link #UNKNOWN} if it is not known
   */
  public record Raised(String path, long id, int replicas, int kept, int most, long since) {
    /** Stands for a change that is not known. */
    static final long UNKNOWN = -1;
  }

  /** Copies the list. */
  public Progress {
    raised = List.copyOf(raised);
  }

  static Progress begin(long periodMillis) {
    return new Progress(periodMillis, "", "", false, List.of());
  }

  Progress at(String newRoot, String newPosition) {
    return new Progress(periodMillis, newRoot, newPosition, hasEnded, raised);
  }

  Progress ended() {
    return new Progress(periodMillis, "", "", true, raised);
  }

  Progress with(List<Raised> files) {
    return new Progress(periodMillis, root, position, hasEnded, files);
  }
}
