// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.generate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.athanor.workloads.Generate;
import org.athanor.workloads.testing.PartFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VisitGeneratorTest {
  private static final int VISITS = 50_000;

  @TempDir Path directory;

  private Path generate(String name, String... options) throws InterruptedException {
    String[] arguments = new String[options.length + 2];
    arguments[0] = "visits";
    System.arraycopy(options, 0, arguments, 1, options.length);
    arguments[options.length + 1] = directory.resolve(name).toString();
    assertThat(Generate.run(new Configuration(), arguments)).isZero();
    return directory.resolve(name).resolve("data");
  }

  private static List<String[]> rows(Path table) throws IOException {
    return PartFiles.lines(table).stream().map(line -> line.split("\t", -1)).toList();
  }

  private static long bytes(Path data) throws IOException {
    long sum = 0;
    for (String table : List.of("rankings", "uservisits")) {
      for (Path part : PartFiles.in(data.resolve(table))) {
        sum += Files.size(part);
      }
    }
    return sum;
  }

  @Test
  void theTablesHaveTheRatioOfThoseOfHiBench() throws Exception {
    Path data = generate("a", "--records", Integer.toString(VISITS));

    assertThat(rows(data.resolve("uservisits"))).hasSize(VISITS).allMatch(row -> row.length == 9);
    assertThat(rows(data.resolve("rankings")))
        .as("1.2e8 for 5e9")
        .hasSize(VISITS / 125 * 3)
        .allMatch(row -> row.length == 3);
  }

  @Test
  void everyVisitIsOfAPageAndPagesAreDifferent() throws Exception {
    Path data = generate("a", "--records", Integer.toString(VISITS));

    Set<String> pages = new HashSet<>();
    for (String[] page : rows(data.resolve("rankings"))) {
      assertThat(pages.add(page[0])).as(page[0]).isTrue();
      assertThat(page[0]).hasSize(Pages.URL_LENGTH);
    }
    for (String[] visit : rows(data.resolve("uservisits"))) {
      assertThat(pages).contains(visit[1]);
      assertThat(visit[2]).isBetween("1995-01-01", "2004-12-31");
      assertThat(visit[3]).as("as Java writes it").isEqualTo(Double.valueOf(visit[3]).toString());
    }
  }

  @Test
  void ranksAndVisitsFollowZipfsLaw() throws Exception {
    Path data = generate("a", "--records", Integer.toString(VISITS));

    List<String[]> pages = rows(data.resolve("rankings"));
    assertThat(pages.get(0)[1]).isEqualTo("1000000");
    assertThat(pages.get(9)[1]).isEqualTo("100000");
    double harmonic = 0;
    for (int i = 1; i <= pages.size(); i++) {
      harmonic += 1.0 / i;
    }
    Map<String, Long> visits =
        rows(data.resolve("uservisits")).stream()
            .map(row -> row[1])
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    for (int rank : new int[] {1, 10}) {
      double expected = VISITS / harmonic / rank;
      double found = visits.get(pages.get(rank - 1)[0]);
      assertThat(found)
          .isBetween(expected - 5 * Math.sqrt(expected), expected + 5 * Math.sqrt(expected));
    }
  }

  @Test
  void visitorsComeBackAndAYearHasATenthOfTheVisits() throws Exception {
    Map<String, Integer> visitors = new HashMap<>();
    int year = 0;
    for (String[] visit :
        rows(generate("a", "--records", Integer.toString(VISITS)).resolve("uservisits"))) {
      visitors.merge(visit[0], 1, Integer::sum);
      year += visit[2].startsWith("1999-") ? 1 : 0;
      assertThat(visit[0]).matches("\\d+\\.\\d+\\.\\d+\\.\\d+");
    }
    assertThat(visitors).hasSize(VISITS / 60);
    assertThat(year).isBetween(4_700, 5_300);
  }

  @Test
  void theSizeIsThatOfBothTablesAndContentDependsOnTheSeedOnly() throws Exception {
    Path one = generate("one", "--size", "4m", "--threads", "1");
    Path two = generate("two", "--size", "4m", "--threads", "2");
    Path other = generate("other", "--size", "4m", "--seed", "2");

    assertThat((double) bytes(one)).isBetween(0.99 * (4 << 20), 1.01 * (4 << 20));
    for (String table : List.of("rankings", "uservisits")) {
      assertThat(PartFiles.lines(two.resolve(table)))
          .isEqualTo(PartFiles.lines(one.resolve(table)));
      assertThat(PartFiles.lines(other.resolve(table)))
          .isNotEqualTo(PartFiles.lines(one.resolve(table)));
    }
  }
}
