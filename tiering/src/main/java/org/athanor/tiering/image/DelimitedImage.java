// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.image;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Reads what {@code hdfs oiv -p Delimited} writes: a header, then a line for each inode. Lines are
 * read one after the other; memory does not depend on their number.
 *
 * <p>The columns are found by the header; those of {@code -sp} and {@code -ec} may be missing.
 * Hadoop quotes a path with a comma, a quotation mark or a line break, and replaces a line break by
 * {@code %x0A}, but does not mark a delimiter in a path: the other columns have none, so a line is
 * split from its end.
 *
 * <p>The format has no inode numbers, does not say what is under construction or in snapshots, and
 * has times to the minute. Checked with Hadoop 3.3.6, 3.4.2 and 3.5.0.
 */
public final class DelimitedImage {
  /** What Hadoop writes between columns unless it is told otherwise. */
  public static final String TAB = "\t";

  /** More bytes than the longest line that HDFS allows can have. */
  private static final int LONGEST_LINE = 1 << 18;

  private static final String POLICY = "StoragePolicyId";
  private static final String CODING = "ErasureCodingPolicy";
  private static final List<String> COLUMNS =
      List.of(
          "Path",
          "Replication",
          "ModificationTime",
          "AccessTime",
          "PreferredBlockSize",
          "BlocksCount",
          "FileSize",
          "NSQUOTA",
          "DSQUOTA",
          "Permission",
          "UserName",
          "GroupName");

  private final Path file;
  private final String delimiter;
  private final ZoneId zone;

  // What one call of read is at.
  private long line;

  /** Line feeds in the line. */
  private long continued;

  private List<String> header = List.of();
  private String[] values = new String[0];

  /**
   * Reads nothing yet.
   *
   * @param delimiter the one that the viewer was given, or {@link #TAB}
   * @param zone of the viewer's JVM
   * @throws IllegalArgumentException if the delimiter may be a part of a time, a number or a
   *     permission
   */
  public DelimitedImage(Path file, String delimiter, ZoneId zone) {
    this.file = Objects.requireNonNull(file, "file");
    this.delimiter = delimiter;
    this.zone = Objects.requireNonNull(zone, "zone");
    if (delimiter.isEmpty() || delimiter.matches("[0-9A-Za-z :+-]|.*[\r\n\"].*")) {
      throw new IllegalArgumentException(
          "delimiter '" + delimiter + "': must not be empty, nor a part of a time or a number");
    }
  }

  /**
   * Reads the whole file.
   *
   * @throws ImageException if a line is not as it should be; lines before it have been visited
   * @throws IOException if the file cannot be read
   */
  public void read(ImageVisitor visitor) throws IOException {
    line = 0;
    continued = 0;
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
      String first = nextLine(in);
      if (first == null) {
        throw new ImageException(file, 1, "the file is empty");
      }
      readHeader(first);
      for (String text = nextLine(in); text != null; text = nextLine(in)) {
        try {
          split(text);
          visit(visitor);
        } catch (IllegalArgumentException | DateTimeException e) {
          throw new ImageException(file, line, e.getMessage(), e);
        }
      }
    }
  }

  private void readHeader(String text) throws ImageException {
    List<String> names = new ArrayList<>();
    int from = 0;
    for (int to = text.indexOf(delimiter); to >= 0; to = text.indexOf(delimiter, from)) {
      names.add(text.substring(from, to));
      from = to + delimiter.length();
    }
    names.add(text.substring(from));
    if (!names.get(0).equals(COLUMNS.get(0)) || !names.containsAll(COLUMNS)) {
      throw new ImageException(
          file,
          line,
          "not the header of 'oiv -p Delimited' with delimiter '"
              + delimiter.replace("\t", "\\t")
              + "': it must begin with Path, and have "
              + String.join(", ", COLUMNS.subList(1, COLUMNS.size())));
    }
    header = List.copyOf(names);
    values = new String[names.size()];
  }

  /** Splits a line from its end, so that what is left over at its beginning is the path. */
  private void split(String text) {
    int to = text.length();
    for (int i = values.length - 1; i > 0; i--) {
      int at = to < delimiter.length() ? -1 : text.lastIndexOf(delimiter, to - delimiter.length());
      if (at < 0) {
        throw new IllegalArgumentException(
            (values.length - i) + " columns, but the header has " + values.length);
      }
      values[i] = text.substring(at + delimiter.length(), to);
      to = at;
    }
    values[0] = unquote(text.substring(0, to));
  }

  private static String unquote(String path) {
    if (path.length() < 2 || !path.startsWith("\"") || !path.endsWith("\"")) {
      return path;
    }
    return path.substring(1, path.length() - 1)
        .replace("\"\"", "\"")
        .replace("%x0D%x0A", "\r\n")
        .replace("%x0A", "\n");
  }

  private void visit(ImageVisitor visitor) {
    String path = values[0];
    String permission = value("Permission");
    Instant modified = time("ModificationTime");
    int policy = header.contains(POLICY) ? (int) number(POLICY, 0, 255) : FileRecord.NOT_TOLD;
    if (permission.startsWith("d")) {
      visitor.directory(new DirectoryRecord(path, FileRecord.NO_ID, modified, policy));
      return;
    }
    long blockBytes = number("PreferredBlockSize", 0, Long.MAX_VALUE);
    int replication = (int) number("Replication", 0, Short.MAX_VALUE);
    if (!permission.startsWith("-")) {
      throw new IllegalArgumentException("permission '" + permission + "'");
    }
    if (blockBytes == 0 && replication == 0) {
      return; // A symbolic link.
    }
    // An erasure coded file has no replication.
    boolean coded = replication == 0 || isCoded();
    visitor.file(
        new FileRecord(
            path,
            FileRecord.NO_ID,
            number("FileSize", 0, Long.MAX_VALUE),
            (int) number("BlocksCount", 0, Integer.MAX_VALUE),
            blockBytes,
            coded ? 1 : replication,
            modified,
            time("AccessTime"),
            policy,
            coded,
            Knowledge.UNKNOWN,
            SnapshotState.UNKNOWN));
  }

  private boolean isCoded() {
    String policy = header.contains(CODING) ? value(CODING) : "";
    return !policy.isEmpty() && !policy.equals("-");
  }

  private String value(String column) {
    return values[header.indexOf(column)];
  }

  private long number(String column, long least, long most) {
    String text = value(column);
    try {
      long number = Long.parseLong(text);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Falls through to the message, which is the same.
    }
    throw new IllegalArgumentException(
        column + " '" + text + "': must be a number from " + least + " to " + most);
  }

  /** A time as 2015-07-09 13:05. */
  private Instant time(String column) {
    String text = value(column);
    if (text.length() != 16
        || text.charAt(4) != '-'
        || text.charAt(7) != '-'
        || text.charAt(10) != ' '
        || text.charAt(13) != ':') {
      throw new IllegalArgumentException(column + " '" + text + "': must be yyyy-MM-dd HH:mm");
    }
    try {
      return LocalDateTime.of(
              Integer.parseInt(text, 0, 4, 10),
              Integer.parseInt(text, 5, 7, 10),
              Integer.parseInt(text, 8, 10, 10),
              Integer.parseInt(text, 11, 13, 10),
              Integer.parseInt(text, 14, 16, 10))
          .atZone(zone)
          .toInstant();
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(column + " '" + text + "': must be yyyy-MM-dd HH:mm", e);
    }
  }

  /**
   * The next line, which ends with a line feed only; null at the end of the file. Of several line
   * breaks in a path, Hadoop replaces one kind only: within quotation marks, a line goes on.
   */
  private String nextLine(InputStream in) throws IOException {
    line += 1 + continued;
    continued = 0;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
    boolean isQuoted = false;
    boolean isInside = false;
    for (int b = in.read(); b != '\n' || isInside; b = in.read()) {
      if (b < 0) {
        if (bytes.size() == 0) {
          return null;
        }
        break;
      }
      if (bytes.size() == LONGEST_LINE) {
        throw new ImageException(file, line, "longer than " + LONGEST_LINE + " bytes");
      }
      if (b == '"') {
        isQuoted |= bytes.size() == 0;
        isInside ^= isQuoted;
      } else if (b == '\n') {
        continued++;
      }
      bytes.write(b);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
