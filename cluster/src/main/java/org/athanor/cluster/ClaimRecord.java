// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * The content of a claim's file.
 *
 * @param id random, another for each claim of a mark
 * @param owner the process that claims the mark
 * @param nodes specifications of the nodes on which something of the mark may run
 */
record ClaimRecord(String id, ProcessIdentity owner, List<String> nodes) {
  private static final String VERSION = "version";

  /** Version of the format. Older files had no id, or named the owner's host, not its machine. */
  private static final String CURRENT = "3";

  ClaimRecord {
    nodes = List.copyOf(nodes);
  }

  /** A new claim of this process. */
  static ClaimRecord ofThisProcess(List<String> nodes) throws IOException {
    return new ClaimRecord(RandomId.make(), ProcessIdentity.ofThisProcess(), nodes);
  }

  /** Writes the file completely or not at all. */
  void write(Path file) throws IOException {
    Properties record = new Properties();
    record.setProperty(VERSION, CURRENT);
    record.setProperty("id", id);
    record.setProperty("machine", owner.machine());
    record.setProperty("boot", owner.boot());
    record.setProperty("namespace", owner.namespace());
    record.setProperty("pid", Long.toString(owner.pid()));
    record.setProperty("start", Long.toString(owner.start()));
    record.setProperty("nodes", String.join(" ", nodes));
    StringWriter text = new StringWriter();
    record.store(text, null);
    Path part = Files.createTempFile(file.getParent(), "." + file.getFileName(), ".part");
    try {
      RandomId.writeThrough(part, text.toString());
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  /**
   * Reads a claim; empty if there is no such file.
   *
   * @throws UnreadableClaimException if the file does not name the owner of the mark
   */
  static Optional<ClaimRecord> read(Path file) throws IOException {
    String text;
    try {
      text = Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException none) {
      return Optional.empty();
    }
    Properties record = new Properties();
    try {
      record.load(new StringReader(text));
      String version = record.getProperty(VERSION, "none");
      if (!version.equals(CURRENT)) {
        throw unreadable(
            file,
            text.isBlank()
                ? "is empty"
                : "was written by another release of Athanor (version "
                    + version
                    + ", must be "
                    + CURRENT
                    + ")");
      }
      ProcessIdentity owner =
          new ProcessIdentity(
              get(file, record, "machine"),
              get(file, record, "boot"),
              get(file, record, "namespace"),
              Long.parseLong(get(file, record, "pid")),
              Long.parseLong(get(file, record, "start")));
      List<String> nodes = List.of(get(file, record, "nodes").split(" ", -1));
      for (String specification : nodes) {
        Nodes.of(specification).close();
      }
      return Optional.of(new ClaimRecord(get(file, record, "id"), owner, nodes));
    } catch (IllegalArgumentException e) {
      throw unreadable(file, "is damaged");
    }
  }

  private static String get(Path file, Properties record, String key) throws IOException {
    String value = record.getProperty(key);
    if (value == null) {
      throw unreadable(file, "has no " + key);
    }
    return value;
  }

  private static UnreadableClaimException unreadable(Path file, String what) {
    return new UnreadableClaimException(
        String.format(
            "%s: %s: processes of %s may still run; end those that have %s=%s in their environment,"
                + " then delete the file",
            file, what, file.getFileName(), Mark.VARIABLE, file.getFileName()));
  }
}
