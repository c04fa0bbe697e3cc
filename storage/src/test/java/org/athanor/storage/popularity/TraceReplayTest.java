// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.popularity;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.athanor.testkit.SharedData;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * A day of Facebook's cluster in periods of one hour: at the end of each period the most popular
 * files fill a cache, and the accesses of the next period hit it or not. The cache does not change
 * within a period. Prints a table of hit rates.
 */
class TraceReplayTest {
  private static final long HOUR = 3_600_000;
  private static final int HOURS = 24;

  private static final int[] CACHED_FILES = {10, 25, 50, 100, 200, 400, 800, 1600};

  /** 791 files are accessed more than once up to the middle of the day, 1375 up to its end. */
  private static final int ROOM_FOR_ALL_THAT_COME_AGAIN = 800;

  /** Accesses by hour. */
  private static List<List<AccessEvent>> trace;

  @BeforeAll
  static void readTrace() throws IOException {
    Path file = SharedData.file("swim/FB-2010_samples_24_times_1hr_withInputPaths_0.tsv.gz");
    trace = new ArrayList<>();
    for (int hour = 0; hour < HOURS; hour++) {
      trace.add(new ArrayList<>());
    }
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] fields = line.split("\t", -1);
        long millis = 1000 * Long.parseLong(fields[1]);
        int hour = (int) Math.min(HOURS - 1, millis / HOUR);
        trace.get(hour).add(new AccessEvent("/" + fields[6], millis, fields[0]));
      }
    }
    assertThat(trace.stream().mapToInt(List::size).sum()).isEqualTo(25_428);
  }

  /** Hits of the accesses after the first hour, for each size of the cache. */
  private static double[] hitRates(Predictor predictor) {
    FilePopularity popularity = new FilePopularity(predictor, 100_000);
    long[] hits = new long[CACHED_FILES.length];
    long accesses = 0;
    for (int hour = 0; hour + 1 < HOURS; hour++) {
      trace.get(hour).forEach(popularity::accessed);
      List<AccessEvent> next = trace.get(hour + 1);
      if (predictor instanceof Clairvoyant clairvoyant) {
        foresee(clairvoyant, popularity, next);
      }
      popularity.endOfPeriod((hour + 1) * HOUR);
      List<String> ranked =
          popularity.mostPopular(CACHED_FILES[CACHED_FILES.length - 1]).stream()
              .map(PredictedFile::path)
              .toList();
      accesses += next.size();
      for (int size = 0; size < CACHED_FILES.length; size++) {
        Set<String> cache = ranked.stream().limit(CACHED_FILES[size]).collect(Collectors.toSet());
        hits[size] += next.stream().filter(event -> cache.contains(event.path())).count();
      }
    }
    double[] rates = new double[CACHED_FILES.length];
    for (int size = 0; size < rates.length; size++) {
      rates[size] = (double) hits[size] / accesses;
    }
    return rates;
  }

  private static void foresee(
      Clairvoyant clairvoyant, FilePopularity popularity, List<AccessEvent> next) {
    Map<String, Integer> counts = new HashMap<>();
    next.forEach(event -> counts.merge(event.path(), 1, Integer::sum));
    counts.forEach(
        (path, count) ->
            popularity.number(path).ifPresent(file -> clairvoyant.foresee(file, count)));
  }

  /**
   * Ours is better than both in each cache that must choose among the files that were accessed more
   * than once. A larger cache has room for nearly all of them, and then files with one access,
   * which LFU and ours rank alike: the last used first.
   */
  @Test
  void ourPredictorIsBetterThanLastValueAndLfu() {
    Map<String, double[]> rates = new LinkedHashMap<>();
    for (Predictor predictor :
        List.of(
            new Clairvoyant(),
            new Recurrence(),
            PopularityPrediction.aptStore(AptParameters.of(HOUR)),
            PopularityPrediction.dux(),
            new ConcurrentAccesses(60_000),
            AccessCounts.lastValue(),
            AccessCounts.leastFrequentlyUsed(),
            new LeastRecentlyUsed())) {
      rates.put(predictor.name(), hitRates(predictor));
    }
    System.out.print(table(rates));

    for (int size = 0; size < CACHED_FILES.length; size++) {
      double ours = rates.get("recurrence")[size];
      assertThat(ours)
          .as("hit rate with %d files", CACHED_FILES[size])
          .isGreaterThan(rates.get("last-value")[size])
          .isGreaterThanOrEqualTo(rates.get("lfu")[size])
          .isLessThanOrEqualTo(rates.get("clairvoyant")[size]);
      if (CACHED_FILES[size] < ROOM_FOR_ALL_THAT_COME_AGAIN) {
        assertThat(ours).isGreaterThan(rates.get("lfu")[size]);
      }
    }
  }

  private static String table(Map<String, double[]> rates) {
    StringBuilder table = new StringBuilder(String.format(Locale.ROOT, "%-14s", "files cached"));
    for (int size : CACHED_FILES) {
      table.append(String.format(Locale.ROOT, "%8d", size));
    }
    rates.forEach(
        (name, values) -> {
          table.append(String.format(Locale.ROOT, "%n%-14s", name));
          for (double value : values) {
            table.append(String.format(Locale.ROOT, "%7.2f%%", 100 * value));
          }
        });
    return table.append(System.lineSeparator()).toString();
  }
}
