// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.audit;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The commands of the audit log that become events: those that read or write a file, that give it
 * another name or none, and that change its replication, its storage policy or its erasure coding.
 * All others, such as {@code listStatus}, {@code getfileinfo} and {@code mkdirs}, say nothing about
 * the use or the place of a file's data and are skipped.
 *
 * <p>Checked with Hadoop 3.3.6, 3.4.2 and 3.5.0.
 */
public enum AuditCommand {
  /** A client asked for block locations; a reader of a large file does so more than once. */
  OPEN("open"),
  /** A file was created, in place of an older one of this name if the client allowed that. */
  CREATE("create"),
  /** A file was opened for writing at its end. */
  APPEND("append"),
  /** A file was shortened. */
  TRUNCATE("truncate"),
  /** Files were moved to the end of another: the source is their list, as "[/a, /b]". */
  CONCAT("concat"),
  /**
   * A file or directory was renamed. The log has the destination that the client named: if that was
   * an existing directory, the older one of HDFS's two calls moved the source into it.
   */
  RENAME("rename"),
  /** A file or directory was deleted, with all below. */
  DELETE("delete"),
  /** The replication of a file was set; the log does not have the number. */
  SET_REPLICATION("setReplication"),
  /** The storage policy of a file or directory was set; the log does not have the policy. */
  SET_STORAGE_POLICY("setStoragePolicy"),
  /** The storage policy of a file or directory was removed. */
  UNSET_STORAGE_POLICY("unsetStoragePolicy"),
  /** HDFS was asked to move blocks to where the storage policy wants them. */
  SATISFY_STORAGE_POLICY("satisfyStoragePolicy"),
  /** The erasure coding policy of a directory was set. */
  SET_ERASURE_CODING_POLICY("setErasureCodingPolicy"),
  /** The erasure coding policy of a directory was removed. */
  UNSET_ERASURE_CODING_POLICY("unsetErasureCodingPolicy");

  private static final List<AuditCommand> ALL = List.of(values());

  /** The names of all, as bytes. */
  private static final byte[][] NAMES =
      ALL.stream()
          .map(command -> command.logged.getBytes(StandardCharsets.US_ASCII))
          .toArray(byte[][]::new);

  private final String logged;

  AuditCommand(String logged) {
    this.logged = logged;
  }

  /** Returns the name that the log has. */
  public String logged() {
    return logged;
  }

  /**
   * Returns the command with the name in a part of a buffer, null if that is none of these.
   *
   * @param from index of the name's first byte
   * @param to index after its last byte
   */
  static AuditCommand of(byte[] buffer, int from, int to) {
    for (int i = 0; i < NAMES.length; i++) {
      if (NAMES[i].length == to - from && Bytes.startsWith(buffer, from, to, NAMES[i])) {
        return ALL.get(i);
      }
    }
    return null;
  }
}
