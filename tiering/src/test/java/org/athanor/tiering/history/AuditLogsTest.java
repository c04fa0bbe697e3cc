// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.history;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.athanor.tiering.audit.AuditCounts;
import org.athanor.tiering.audit.AuditEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditLogsTest {
  @TempDir Path directory;

  private static String line(String minute, String path) {
    return "2026-01-01 00:"
        + minute
        + ":00,000 INFO FSNamesystem.audit: allowed=true\tugi=u (auth:SIMPLE)\tip=/1.2.3.4\tcmd=open\tsrc="
        + path
        + "\tdst=null\tperm=null\tproto=rpc\n";
  }

  private Path write(String name, String text) throws IOException {
    return Files.write(directory.resolve(name), text.getBytes(UTF_8));
  }

  private static List<String> paths(AuditLogs logs) throws IOException {
    List<String> paths = new ArrayList<>();
    for (Optional<AuditEvent> event = logs.next(); event.isPresent(); event = logs.next()) {
      paths.add(event.get().source());
    }
    return paths;
  }

  @Test
  void mergesLogsByTimeAndReadsHistoryFirst() throws IOException {
    Path one = write("one.log", line("05", "/5") + line("07", "/7"));
    write("one.log.1", line("03", "/3"));
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(directory.resolve("one.log.2.gz")))) {
      out.write(line("01", "/1").getBytes(UTF_8));
    }
    Path two = write("two.log", line("02", "/2") + "nonsense\n" + line("06", "/6"));
    try (AuditLogs logs = new AuditLogs(List.of(one, two), ZoneOffset.UTC)) {
      assertThat(paths(logs)).containsExactly("/1", "/2", "/3", "/5", "/6", "/7");
      assertThat(logs.counts()).isEqualTo(new AuditCounts(6, 0, 1));
      assertThat(logs.next()).isEmpty();
    }
  }

  @Test
  void readsOneCompressedFile() throws IOException {
    Path file = directory.resolve("old.log-20260101.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(line("01", "/1").getBytes(UTF_8));
    }
    try (AuditLogs logs = new AuditLogs(List.of(file), ZoneOffset.UTC)) {
      assertThat(paths(logs)).containsExactly("/1");
    }
  }
}
