// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.athanor.testkit.SharedData;
import org.athanor.tiering.history.AuditLogs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A plan for a day of Facebook's cluster: the paths and input sizes of its 25,428 jobs as an audit
 * log and an image. Prints the curve.
 */
class FacebookDayTest {
  private static final Instant START = Instant.parse("2010-10-01T00:00:00Z");

  @TempDir Path directory;

  @Test
  void oursIsBetterThanLastValueAndLfuOverAllSizes() throws IOException {
    Logs logs = new Logs();
    Map<String, Long> lengths = new HashMap<>();
    Path trace = SharedData.file("swim/FB-2010_samples_24_times_1hr_withInputPaths_0.tsv.gz");
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(trace)), StandardCharsets.UTF_8))) {
      int job = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] fields = line.split("\t", -1);
        String path = "/" + fields[6];
        logs.open(START.plusSeconds(Long.parseLong(fields[1])), path, job++);
        lengths.merge(path, Long.parseLong(fields[3]), Math::max);
      }
    }
    lengths.forEach(
        (path, bytes) -> logs.file(path, 3, START.minusSeconds(86_400), Math.max(1, bytes), 0));
    Namespace namespace = Namespace.read(logs.image(directory.resolve("image")), ZoneOffset.UTC);
    StoragePlan plan;
    try (AuditLogs audit =
        new AuditLogs(List.of(logs.log(directory.resolve("log"))), ZoneOffset.UTC)) {
      plan =
          Planner.plan(
              namespace, audit, new Settings().make(), Decisions.Reserved.NONE, events -> {});
    }
    assertThat(plan.log().accesses()).isEqualTo(25_428);
    assertThat(plan.files().files()).isEqualTo(17_158);
    assertThat(plan.hottest().get(0).path()).isEqualTo("/inputPath21");
    for (CurvePoint point : plan.curve()) {
      System.out.printf(
          Locale.ROOT,
          "%6.2f %% of the bytes: ours %5.2f %%, last value %5.2f %%, LFU %5.2f %%, perfect %5.2f"
              + " %%%n",
          100.0 * point.bytes() / plan.files().bytes(),
          100 * point.accesses().all(),
          100 * point.lastValue().all(),
          100 * point.lfu().all(),
          100 * point.perfect().all());
    }
    double ours = 0;
    double lastValue = 0;
    double lfu = 0;
    for (CurvePoint point : plan.curve()) {
      assertThat(point.accesses().periods()).isEqualTo(23);
      ours += point.accesses().all();
      lastValue += point.lastValue().all();
      lfu += point.lfu().all();
      // One file more or less, of thousands of GB, makes such a difference.
      assertThat(point.accesses().all())
          .isGreaterThan(point.lastValue().all() - 0.002)
          .isGreaterThan(point.lfu().all() - 0.002)
          .isLessThanOrEqualTo(point.perfect().all() + 0.002);
    }
    assertThat(ours).isGreaterThan(lastValue).isGreaterThan(lfu);
  }
}
