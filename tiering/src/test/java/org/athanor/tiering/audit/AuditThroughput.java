// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.audit;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;

/**
 * Measures how many lines of an audit log a thread reads in a second, in a generated log with the
 * mix of a busy cluster: one line of three becomes an event. Arguments: lines in millions (2),
 * repetitions (7). Not a test: run its {@code main}.
 */
public final class AuditThroughput {
  private static final String[] COMMANDS = {
    "getfileinfo",
    "listStatus",
    "open",
    "getfileinfo",
    "create",
    "mkdirs",
    "open",
    "listStatus",
    "getfileinfo",
    "contentSummary",
    "rename",
    "getAclStatus"
  };
  private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");

  private AuditThroughput() {}

  /** Generates a log, reads it several times in each of two ways, and prints lines a second. */
  public static void main(String[] arguments) throws IOException {
    int lines = 1_000_000 * (arguments.length > 0 ? Integer.parseInt(arguments[0]) : 2);
    int repetitions = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 7;
    Path directory = Files.createTempDirectory("audit-throughput");
    Path log = directory.resolve("hdfs-audit.log");
    try {
      write(log, lines);
      System.out.printf(Locale.ROOT, "%d lines, %d MB%n", lines, Files.size(log) / 1_000_000);
      measure("reader", lines, repetitions, () -> readAll(log));
      measure("tail", lines, repetitions, () -> followAll(log));
    } finally {
      Files.deleteIfExists(log);
      Files.delete(directory);
    }
  }

  private interface Reading {
    AuditCounts read() throws IOException;
  }

  private static void measure(String name, int lines, int repetitions, Reading reading)
      throws IOException {
    double[] rates = new double[repetitions];
    double[] busyRates = new double[repetitions];
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    AuditCounts counts = reading.read();
    for (int i = 0; i < repetitions; i++) {
      long start = System.nanoTime();
      long busy = threads.getCurrentThreadCpuTime();
      counts = reading.read();
      busyRates[i] = lines / ((threads.getCurrentThreadCpuTime() - busy) * 1e-9);
      rates[i] = lines / ((System.nanoTime() - start) * 1e-9);
    }
    Arrays.sort(rates);
    Arrays.sort(busyRates);
    System.out.printf(
        Locale.ROOT,
        "%s: median %.0f lines/s (%.0f to %.0f), %.0f a second of CPU time (%.0f to %.0f);"
            + " %d events, %d skipped, %d malformed%n",
        name,
        rates[repetitions / 2],
        rates[0],
        rates[repetitions - 1],
        busyRates[repetitions / 2],
        busyRates[0],
        busyRates[repetitions - 1],
        counts.events(),
        counts.skipped(),
        counts.malformed());
  }

  private static AuditCounts readAll(Path log) throws IOException {
    long[] length = new long[1];
    try (InputStream in = Files.newInputStream(log)) {
      return AuditReader.read(in, ZONE, event -> length[0] += event.source().length());
    }
  }

  private static AuditCounts followAll(Path log) throws IOException {
    long events = 0;
    long skipped = 0;
    long malformed = 0;
    try (AuditTail tail = new AuditTail(log, ZONE, AuditPosition.START)) {
      while (true) {
        AuditBatch batch = tail.poll(10_000);
        events += batch.counts().events();
        skipped += batch.counts().skipped();
        malformed += batch.counts().malformed();
        if (!batch.hasMore()) {
          return new AuditCounts(events, skipped, malformed);
        }
      }
    }
  }

  private static void write(Path log, int lines) throws IOException {
    Random random = new Random(1);
    try (BufferedWriter out = Files.newBufferedWriter(log)) {
      for (int i = 0; i < lines; i++) {
        String command = COMMANDS[random.nextInt(COMMANDS.length)];
        int second = i / 5000;
        out.write(
            String.format(
                Locale.ROOT,
                "2026-03-%02d %02d:%02d:%02d,%03d INFO FSNamesystem.audit: allowed=true\t"
                    + "ugi=etl%d@EXAMPLE.ORG (auth:KERBEROS)\tip=/10.1.%d.%d\tcmd=%s\t"
                    + "src=/warehouse/db%d.db/events/day=2026-03-%02d/part-%05d-c000.orc\t"
                    + "dst=%s\tperm=null\tproto=rpc\tcallerContext=mr_attempt_1772%d_m_%06d_0%n",
                1 + second / 86_400,
                second / 3600 % 24,
                second / 60 % 60,
                second % 60,
                i / 5 % 1000,
                random.nextInt(20),
                random.nextInt(256),
                random.nextInt(256),
                command,
                random.nextInt(50),
                1 + random.nextInt(28),
                random.nextInt(100_000),
                command.equals("rename") ? "/warehouse/trash/x" : "null",
                random.nextInt(1_000_000),
                random.nextInt(1_000_000)));
      }
    }
  }
}
