// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.athanor.storage.check.Checks;
import org.athanor.storage.decision.StorageConfiguration;

/**
 * What a job asks the daemon for.
 *
 * @param application its name in the catalogue
 * @param job in words, for people
 * @param seconds how long it takes in the configurations in which it may run; with one of them, it
 *     wants that or nothing
 * @param intermediateBytes that it will write for input of this size; empty if nobody knows
 * @param files that it reads
 */
public record JobRequest(
    String application,
    String job,
    Map<StorageConfiguration, Double> seconds,
    OptionalLong intermediateBytes,
    List<InputFile> files) {

  /** The longest name of an application or a job, in characters. */
  public static final int MOST_NAME = 200;

  /** The longest path, in characters: that of HDFS. */
  public static final int MOST_PATH = 8000;

  /** The most files of a request. */
  public static final int MOST_FILES = 10_000;

  /** The most bytes of a request. */
  public static final int MOST_BYTES = 4_000_000;

  /**
   * A file as the job has seen it.
   *
   * @param path absolute
   * @param id of the inode
   * @param bytes length, from 0
   * @param modifiedMillis when its content changed last, in milliseconds since 1970
   */
  public record InputFile(String path, long id, long bytes, long modifiedMillis) {
    public InputFile {
      Checks.absolute("path", path);
      Checks.atLeast(0, "bytes", bytes);
    }
  }

  public JobRequest {
    EnumMap<StorageConfiguration, Double> copy = new EnumMap<>(StorageConfiguration.class);
    copy.putAll(seconds);
    seconds = Collections.unmodifiableMap(copy);
    files = List.copyOf(files);
  }
}
