// SPDX-License-Identifier: Apache-2.0
package org.athanor.benchmarks.data;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Writes an image of a namespace and the audit log of its NameNode, with the lines of its rotated
 * files. Of ten lines four are opens, as skewed as those of real clusters; the others ask for files
 * and list directories, and temporary files are created, renamed and deleted. The same seed gives
 * the same bytes.
 */
public final class AuditLogGenerator {
  private static final int DAYS = 14;
  private static final int FILES_OF_DIRECTORY = 500;
  private static final int USERS = 50;
  private static final long BLOCK_BYTES = 128L << 20;
  private static final LocalDateTime START = LocalDateTime.parse("2026-01-01T00:00:00");
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,", Locale.ROOT);

  private final SplittableRandom random;
  private final int files;
  private final long lines;
  private long made;
  private long second = -1;
  private String secondText = "";

  private AuditLogGenerator(int files, long lines, long seed) {
    this.files = files;
    this.lines = lines;
    this.random = new SplittableRandom(seed);
  }

  /**
   * Arguments: directory to create, number of files, number of lines, lines of a log file, seed.
   */
  public static void main(String[] args) throws IOException {
    Path directory = Files.createDirectories(Path.of(args[0]));
    long lines = Long.parseLong(args[2]);
    long linesOfFile = Long.parseLong(args[3]);
    AuditLogGenerator generator =
        new AuditLogGenerator(Integer.parseInt(args[1]), lines, Long.parseLong(args[4]));
    generator.writeImage(directory.resolve("image"));
    for (long older = (lines - 1) / linesOfFile; older >= 0; older--) {
      String name = older == 0 ? "hdfs-audit.log" : "hdfs-audit.log." + older;
      generator.writeLog(directory.resolve(name), linesOfFile);
    }
  }

  private void writeImage(Path image) throws IOException {
    try (Writer out = Files.newBufferedWriter(image, StandardCharsets.UTF_8)) {
      out.write(
          "Path\tReplication\tModificationTime\tAccessTime\tPreferredBlockSize\tBlocksCount\tFileSize"
              + "\tNSQUOTA\tDSQUOTA\tPermission\tUserName\tGroupName\n");
      for (int file = 0; file < files; file++) {
        long blocks = random.nextLong(1, 9);
        out.write(
            String.format(
                Locale.ROOT,
                "%s\t3\t2025-12-01 00:00\t2025-12-01 00:00\t%d\t%d\t%d\t0\t0\t-rw-r--r--\tetl\tetl%n",
                path(file),
                BLOCK_BYTES,
                blocks,
                blocks * BLOCK_BYTES));
      }
    }
  }

  private void writeLog(Path log, long most) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(log, StandardCharsets.UTF_8)) {
      for (long line = 0; line < most && made < lines; line++) {
        writeLine(out);
        made++;
      }
    }
  }

  private void writeLine(BufferedWriter out) throws IOException {
    long millis = (long) (DAYS * 86_400_000.0 * made / lines);
    if (millis / 1000 != second) {
      second = millis / 1000;
      secondText = SECONDS.format(START.plusSeconds(second));
    }
    int user = random.nextInt(USERS);
    int kind = random.nextInt(100);
    out.write(secondText);
    out.write(Integer.toString((int) (1000 + millis % 1000)), 1, 3);
    out.write(" INFO FSNamesystem.audit: allowed=true\tugi=user");
    out.write(Integer.toString(user));
    out.write(" (auth:SIMPLE)\tip=/10.1.");
    out.write(Integer.toString(user % 8));
    out.write('.');
    out.write(Integer.toString(random.nextInt(250)));
    out.write("\tcmd=");
    if (kind < 40) {
      end(out, "open", path(popular()), "null");
    } else if (kind < 80) {
      end(out, "getfileinfo", path(popular()), "null");
    } else if (kind < 88) {
      end(
          out,
          "listStatus",
          "/warehouse/part" + random.nextInt(files / FILES_OF_DIRECTORY + 1),
          "null");
    } else {
      String temporary = "/tmp/job" + made / 300 + "/_temporary/part-" + made / 3 % 100;
      switch ((int) (made % 3)) {
        case 0 -> end(out, "create", temporary, "null");
        case 1 ->
            end(out, "rename", temporary, "/tmp/job" + made / 300 + "/part-" + made / 3 % 100);
        default -> end(out, "delete", "/tmp/job" + made / 300, "null");
      }
    }
  }

  private static void end(BufferedWriter out, String command, String source, String target)
      throws IOException {
    out.write(command);
    out.write("\tsrc=");
    out.write(source);
    out.write("\tdst=");
    out.write(target);
    out.write("\tperm=null\tproto=rpc\n");
  }

  /** The higher its number, the less popular is a file. */
  private int popular() {
    return (int) (files * Math.pow(random.nextDouble(), 4));
  }

  private static String path(int file) {
    return "/warehouse/part" + file / FILES_OF_DIRECTORY + "/file-" + file;
  }
}
