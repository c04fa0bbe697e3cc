// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.popularity;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.athanor.testkit.SharedData;
import org.junit.jupiter.api.Test;

/**
 * Real accesses in periods of one hour: at the end of each period the most popular files fill a
 * cache, and the accesses of the next period hit it or not. The cache does not change within a
 * period. Prints tables of hit rates.
 */
class TraceReplayTest {
  private static final long HOUR = 3_600_000;

  /**
   * In Facebook's trace 791 files are accessed more than once up to the middle of the day, 1375 up
   * to its end.
   */
  private static final int ROOM_FOR_ALL_THAT_COME_AGAIN = 800;

  /**
   * Accesses by hour.
   *
   * @param cachedFiles sizes of caches, ascending
   */
  private record Trace(String name, List<List<AccessEvent>> hours, List<Integer> cachedFiles) {
    static Trace of(String name, List<AccessEvent> accesses, Integer... cachedFiles) {
      long first = accesses.get(0).timeMillis() / HOUR;
      int count = (int) (accesses.get(accesses.size() - 1).timeMillis() / HOUR - first) + 1;
      List<List<AccessEvent>> hours = new ArrayList<>();
      for (int hour = 0; hour < count; hour++) {
        hours.add(new ArrayList<>());
      }
      accesses.forEach(access -> hours.get((int) (access.timeMillis() / HOUR - first)).add(access));
      return new Trace(name, hours, List.of(cachedFiles));
    }

    int largest() {
      return cachedFiles.get(cachedFiles.size() - 1);
    }

    /** Hits of the accesses after the first hour, for each size of the cache. */
    double[] hitRates(Predictor predictor) {
      FilePopularity popularity = new FilePopularity(predictor, 100_000);
      long[] hits = new long[cachedFiles.size()];
      long accesses = 0;
      for (int hour = 0; hour + 1 < hours.size(); hour++) {
        hours.get(hour).forEach(popularity::accessed);
        List<AccessEvent> next = hours.get(hour + 1);
        if (predictor instanceof Clairvoyant clairvoyant) {
          foresee(clairvoyant, popularity, next);
        }
        popularity.endOfPeriod((hour + 1) * HOUR);
        List<String> ranked =
            popularity.mostPopular(largest()).stream().map(PredictedFile::path).toList();
        accesses += next.size();
        for (int size = 0; size < cachedFiles.size(); size++) {
          Set<String> cache =
              ranked.stream().limit(cachedFiles.get(size)).collect(Collectors.toSet());
          hits[size] += next.stream().filter(event -> cache.contains(event.path())).count();
        }
      }
      double[] rates = new double[cachedFiles.size()];
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

    /** Hit rates by name of the predictor; prints them. */
    Map<String, double[]> allHitRates() {
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
      return rates;
    }

    private String table(Map<String, double[]> rates) {
      StringBuilder table = new StringBuilder(name).append(System.lineSeparator());
      table.append(String.format(Locale.ROOT, "%-14s", "files cached"));
      for (int size : cachedFiles) {
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

  private static List<String> lines(String file) throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(SharedData.file(file))),
                StandardCharsets.UTF_8))) {
      return lines.lines().toList();
    }
  }

  private static Trace facebook() throws IOException {
    List<AccessEvent> accesses = new ArrayList<>();
    for (String line : lines("swim/FB-2010_samples_24_times_1hr_withInputPaths_0.tsv.gz")) {
      String[] fields = line.split("\t", -1);
      long millis = Math.min(24 * HOUR - 1, 1000 * Long.parseLong(fields[1]));
      accesses.add(new AccessEvent("/" + fields[6], millis, fields[0]));
    }
    assertThat(accesses).hasSize(25_428);
    return Trace.of("Facebook", accesses, 10, 25, 50, 100, 200, 400, 800, 1600);
  }

  /** Files that NASA's web server sent in the morning of a day. */
  private static Trace nasa() throws IOException {
    List<AccessEvent> accesses = new ArrayList<>();
    for (String line : lines("weblog/nasa_19950801.tsv.gz")) {
      String[] fields = line.split("\t", -1);
      if (fields[5].equals("200") && !fields[4].endsWith("/")) {
        long millis = 1000 * Long.parseLong(fields[2]);
        accesses.add(new AccessEvent(file(fields[4]), millis, fields[0]));
      }
    }
    assertThat(accesses).hasSize(26_317);
    return Trace.of("NASA", accesses, 5, 10, 25, 50, 100, 200, 400, 800);
  }

  /** Files that a private web server sent in four days; its times are those of hours. */
  private static Trace semicomplete() throws IOException {
    Pattern request = Pattern.compile("(\\S+) .*\\[(.*)] \"GET (/[^? ]*[^?/ ])[? ].*?\" 200 .*");
    DateTimeFormatter times = DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT);
    List<AccessEvent> accesses = new ArrayList<>();
    for (String line : lines("weblog/apache_logs.gz")) {
      Matcher parts = request.matcher(line);
      if (parts.matches()) {
        long millis = ZonedDateTime.parse(parts.group(2), times).toInstant().toEpochMilli();
        accesses.add(new AccessEvent(file(parts.group(3)), millis, parts.group(1)));
      }
    }
    accesses.sort(Comparator.comparingLong(AccessEvent::timeMillis));
    assertThat(accesses).hasSize(7_549);
    return Trace.of("semicomplete.com", accesses, 5, 10, 25, 50, 100, 200, 400, 800);
  }

  /** On a web server, unlike in HDFS, a file may have the name of a directory. */
  private static String file(String url) {
    return "/" + url.substring(1).replace('/', '_');
  }

  /**
   * Ours is better than both in each cache that must choose among the files that were accessed more
   * than once. A larger cache has room for nearly all of them, and then files with one access,
   * which LFU and ours rank alike: the last used first.
   */
  @Test
  void ourPredictorIsBetterThanLastValueAndLfuForJobs() throws IOException {
    Trace trace = facebook();
    Map<String, double[]> rates = trace.allHitRates();
    for (int size = 0; size < trace.cachedFiles().size(); size++) {
      int cached = trace.cachedFiles().get(size);
      double ours = rates.get("recurrence")[size];
      assertThat(ours)
          .as("hit rate with %d files", cached)
          .isGreaterThan(rates.get("last-value")[size])
          .isGreaterThanOrEqualTo(rates.get("lfu")[size])
          .isLessThanOrEqualTo(rates.get("clairvoyant")[size]);
      if (cached < ROOM_FOR_ALL_THAT_COME_AGAIN) {
        assertThat(ours).isGreaterThan(rates.get("lfu")[size]);
      }
    }
  }

  /**
   * What a web server's readers want does not change much within days: nothing is better than to
   * count, and ours loses little. Facebook's jobs (above) are where counting is not enough.
   */
  @Test
  void ourPredictorIsAboutAsGoodAsTheBetterOneForWebServers() throws IOException {
    for (Trace trace : List.of(nasa(), semicomplete())) {
      Map<String, double[]> rates = trace.allHitRates();
      for (int size = 0; size < trace.cachedFiles().size(); size++) {
        double lastValue = rates.get("last-value")[size];
        double lfu = rates.get("lfu")[size];
        assertThat(rates.get("recurrence")[size])
            .as("%s, hit rate with %d files", trace.name(), trace.cachedFiles().get(size))
            .isGreaterThan(Math.max(lastValue, lfu) - 0.005)
            .isLessThanOrEqualTo(rates.get("clairvoyant")[size]);
      }
      assertThat(mean(rates.get("recurrence")))
          .as("%s, mean over all sizes", trace.name())
          .isGreaterThan(mean(rates.get("last-value")) + 0.01)
          .isGreaterThan(mean(rates.get("lfu")) - 0.001);
    }
  }

  private static double mean(double[] rates) {
    return Arrays.stream(rates).average().orElseThrow();
  }
}
