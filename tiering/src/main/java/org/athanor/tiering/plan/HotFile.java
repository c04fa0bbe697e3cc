// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.athanor.tiering.image.FileRecord;

/**
 * A file that will be read.
 *
 * @param path absolute
 * @param bytes length
 * @param popularity predicted; comparable with that of others in the same plan
 * @param timesRead in the time of the log
 * @param policy that it has
 */
public record HotFile(
    String path, long bytes, double popularity, long timesRead, StoragePolicy policy) {

  /**
   * The files with the highest prediction of those that were read, the first one first.
   *
   * @param most number of files at most, from 0
   */
  public static List<HotFile> hottest(
      Namespace namespace, FileHistory history, Decisions decisions, int most) {
    List<HotFile> files = new ArrayList<>();
    for (int number = 0; number < namespace.files().size(); number++) {
      long times = history.timesRead(number);
      double popularity = history.predicted(number);
      if (times > 0 && !Double.isNaN(popularity)) {
        FileRecord file = namespace.files().get(number);
        files.add(
            new HotFile(file.path(), file.bytes(), popularity, times, decisions.policy(number)));
      }
    }
    files.sort(
        Comparator.comparingDouble(HotFile::popularity).reversed().thenComparing(HotFile::path));
    return List.copyOf(files.subList(0, Math.min(most, files.size())));
  }
}
