// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Writes audit logs and delimited images, as a NameNode and its image viewer in UTC do. */
public final class Logs {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final StringBuilder log = new StringBuilder();
  private final StringBuilder image =
      new StringBuilder(
          "Path\tReplication\tModificationTime\tAccessTime\tPreferredBlockSize\tBlocksCount"
              + "\tFileSize\tNSQUOTA\tDSQUOTA\tPermission\tUserName\tGroupName\tStoragePolicyId\n");

  /** Adds a line of the log. */
  public Logs event(Instant time, String command, String source, String destination, String job) {
    log.append(TIME.format(time))
        .append(" INFO FSNamesystem.audit: allowed=true\tugi=u (auth:SIMPLE)\tip=/10.0.0.1\tcmd=")
        .append(command)
        .append("\tsrc=")
        .append(source)
        .append("\tdst=")
        .append(destination)
        .append("\tperm=null\tproto=rpc");
    if (!job.isEmpty()) {
      log.append("\tcallerContext=").append(job);
    }
    log.append('\n');
    return this;
  }

  /** A job reads a file. */
  public Logs open(Instant time, String path, int job) {
    return event(time, "open", path, "null", "mr_job_1_" + job);
  }

  /** Adds a file to the image. */
  public Logs file(String path, int replication, Instant modified, long bytes, int policy) {
    return file(path, replication, modified, Instant.EPOCH, bytes, policy);
  }

  /** Adds a file to the image of an HDFS that keeps times of accesses. */
  public Logs file(
      String path, int replication, Instant modified, Instant accessed, long bytes, int policy) {
    image
        .append(path)
        .append('\t')
        .append(replication)
        .append('\t')
        .append(MINUTE.format(modified))
        .append('\t')
        .append(MINUTE.format(accessed))
        .append("\t134217728\t")
        .append(Math.max(1, (bytes + 134_217_727) / 134_217_728))
        .append('\t')
        .append(bytes)
        .append("\t0\t0\t-rw-r--r--\tu\tg\t")
        .append(policy)
        .append('\n');
    return this;
  }

  /** Adds a directory to the image. */
  public Logs directory(String path, int policy) {
    image
        .append(path)
        .append("\t0\t2026-01-01 00:00\t1970-01-01 00:00\t0\t0\t0\t-1\t-1\tdrwxr-xr-x\tu\tg\t")
        .append(policy)
        .append('\n');
    return this;
  }

  /** Writes the log. */
  public Path log(Path file) throws IOException {
    return Files.write(file, log.toString().getBytes(UTF_8));
  }

  /** Writes the image. */
  public Path image(Path file) throws IOException {
    return Files.write(file, image.toString().getBytes(UTF_8));
  }
}
