// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.carbon;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IntensityFileTest {
  private static final String HEADER = "time,zone,value,unit,source\n";

  @TempDir private Path directory;

  private IntensityFile read(String text) throws IOException {
    return IntensityFile.read(Files.writeString(directory.resolve("carbon.csv"), text));
  }

  private List<String> problems(String rows) throws IOException {
    return read(HEADER + rows).problems().stream()
        .map(problem -> problem.line() + ": " + problem.message())
        .toList();
  }

  private static String row(int hour, String value, String unit) {
    return String.format(
        Locale.ROOT, "2026-11-26T%02d:00:00+01:00,ES,%s,%s,x%n", hour, value, unit);
  }

  /** Two hours of 100 and 300 g: half an hour of each has 200 g on average. */
  @Test
  void valuesHoldUntilTheNextRowAndTheLastAsLong() throws IOException {
    Intensities read =
        read("# c\n" + HEADER + row(1, "100", "gCO2eq/kWh") + row(2, "300", "gCO2eq/kWh"))
            .intensities()
            .orElseThrow();
    Instant start = Instant.parse("2026-11-26T00:00:00Z");
    assertThat(read.mean("ES", start, 0)).hasValue(100);
    assertThat(read.mean("ES", start.plusSeconds(1800), 3600)).hasValue(200);
    assertThat(read.mean("ES", start.plusSeconds(3600), 3600)).hasValue(300);
    assertThat(read.mean("ES", start.plusSeconds(3600), 3601)).as("not known").isEmpty();
    assertThat(read.mean("ES", start.minusSeconds(1), 0)).as("not known").isEmpty();
    assertThat(read.mean("FR", start, 0)).as("another zone").isEmpty();
    assertThat(read.end("ES")).hasValue(start.plusSeconds(7200));
    assertThat(read.unit()).isEqualTo("gCO2eq/kWh");
  }

  @Test
  void pricesArePerKilowattHourAndMayBeNegative() throws IOException {
    Intensities read =
        read(HEADER + row(1, "-5", "EUR/MWh") + row(2, "80", "EUR/MWh"))
            .intensities()
            .orElseThrow();
    assertThat(read.mean("ES", Instant.parse("2026-11-26T00:00:00Z"), 0)).hasValue(-0.005);
    assertThat(read.isCarbon()).isFalse();
  }

  @Test
  void holesAndOverlapsAreNamedByLine() throws IOException {
    String unit = "gCO2eq/kWh";
    String three = row(1, "1", unit) + row(2, "1", unit);
    assertThat(problems(three + row(4, "1", unit)))
        .singleElement()
        .asString()
        .startsWith("4: ")
        .contains("there is no row for 2026-11-26T02:00:00Z");
    assertThat(problems(three + row(2, "1", unit))).singleElement().asString().startsWith("4: ");
    assertThat(problems(three + "2026-11-26T02:30:00+01:00,ES,1," + unit + ",x\n"))
        .singleElement()
        .asString()
        .contains("overlaps");
    assertThat(problems(row(1, "1", unit))).singleElement().asString().contains("one row");
  }

  /** Sums and differences of what is accepted are finite. */
  @Test
  void valuesAndTimesBeyondAllReasonAreRefused() throws IOException {
    assertThat(
            problems(
                row(1, "1e308", "gCO2eq/kWh")
                    + "-999999999-01-01T00:00:00Z,FR,1,gCO2eq/kWh,x\n"
                    + "2026-11-26T00:00:00Z,PL,1,gCO2eq/kWh,x\n"
                    + "2026-11-26T00:00:00.0001Z,PL,1,gCO2eq/kWh,x\n"))
        .satisfiesExactly(
            each -> assertThat(each).startsWith("2: value=1e308"),
            each -> assertThat(each).startsWith("3: time=-999999999"),
            each -> assertThat(each).startsWith("5: zone PL").contains("must be whole seconds"));
  }

  @Test
  void wrongValuesAreNamedByLine() throws IOException {
    assertThat(
            problems(
                row(1, "1", "gCO2eq/kWh")
                    + row(2, "-1", "gCO2eq/kWh")
                    + row(3, "NaN", "gCO2eq/kWh")
                    + row(4, "1", "g")
                    + row(5, "1", "EUR/MWh")
                    + "today,ES,1,gCO2eq/kWh,x\nES,1\n"))
        .satisfiesExactly(
            each -> assertThat(each).startsWith("3: value=-1"),
            each -> assertThat(each).startsWith("4: value=NaN"),
            each -> assertThat(each).startsWith("5: unit=g"),
            each -> assertThat(each).startsWith("6: unit=EUR/MWh"),
            each -> assertThat(each).startsWith("7: time=today"),
            each -> assertThat(each).startsWith("8: has 2 columns"));
    assertThat(read("").problems()).hasSize(1);
    assertThat(IntensityFile.read(directory).problems())
        .singleElement()
        .asString()
        .contains("cannot be read: it is no regular file");
    assertThat(IntensityFile.read(directory.resolve("none.csv")).problems()).hasSize(1);
  }
}
