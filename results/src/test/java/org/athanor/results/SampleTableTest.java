// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.athanor.results.SampleTable.Column;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleTableTest {

  private static final long SEED = Seeds.seed();

  @TempDir Path directory;

  private Path file(String... lines) throws IOException {
    return Files.writeString(directory.resolve("samples-n1.csv"), String.join("\n", lines) + "\n");
  }

  @Test
  void anEmptyCellIsNotAvailable() throws IOException {
    SampleTable table =
        SampleTable.read(
            file("seconds,cpu_user,disk_read,disk_read[vda]", "1.001,37.5,1048576,", "2,,,-5"));
    assertThat(table.columns())
        .containsExactly(
            Column.of(Metric.CPU_USER),
            Column.of(Metric.DISK_READ),
            Column.of(Metric.DISK_READ, "vda"));
    assertThat(table.seconds()).containsExactly(1.001, 2);
    assertThat(table.values(Metric.CPU_USER).orElseThrow()).containsExactly(37.5, Double.NaN);
    assertThat(table.values(Column.of(Metric.DISK_READ, "vda")).orElseThrow())
        .containsExactly(Double.NaN, -5);
    assertThat(table.values(Metric.JVM_GC)).isEmpty();
    assertThat(table.devices(Metric.DISK_READ)).containsExactly("vda");
  }

  @Test
  void readsOnlyTheRequestedMetrics() throws IOException {
    Path file = file("seconds,cpu_user,disk_read,disk_read[vda]", "1,2,3,4");
    SampleTable table = SampleTable.read(file, Set.of(Metric.DISK_READ));
    assertThat(table.columns()).containsExactly(Column.of(Metric.DISK_READ));
    assertThat(table.values(Metric.DISK_READ).orElseThrow()).containsExactly(3);
  }

  @Test
  void ignoresALastLineWithoutALineBreak() throws IOException {
    Path file = file("seconds,cpu_user,cpu_idle", "1,2,3", "2,4,5");
    String whole = Files.readString(file);
    int secondRow = whole.indexOf("2,4,5");
    for (int length = secondRow; length < whole.length(); length++) {
      Files.writeString(file, whole.substring(0, length));
      assertThat(SampleTable.read(file).rows()).as(whole.substring(0, length)).isEqualTo(1);
    }
  }

  @Test
  void namesTheLineThatIsWrong() throws IOException {
    assertWrong("line 1: the first column must be seconds", "time,cpu_user", "1,2");
    assertWrong(
        "line 1: column \"cpu_usr\": must be a metric, such as cpu_user, or disk_read[vda]",
        "seconds,cpu_usr",
        "1,2");
    assertWrong("line 3: must have 2 cells", "seconds,cpu_user", "1,2", "1");
    assertWrong("line 2: must have 2 cells", "seconds,cpu_user", "1,2,3");
    assertWrong("line 2: \"2x\" must be a number", "seconds,cpu_user", "1,2x");
    assertWrong("line 2: must start with seconds", "seconds,cpu_user", ",2");
  }

  private void assertWrong(String message, String... lines) throws IOException {
    Path file = file(lines);
    assertThatThrownBy(() -> SampleTable.read(file))
        .isInstanceOf(IOException.class)
        .hasMessage(file + ", " + message);
  }

  /** Random tables of finite and missing values are read as written, rounded to thousandths. */
  @Test
  void readsWhatWasWritten() throws IOException {
    Random random = new Random(SEED);
    Path file = directory.resolve("samples-n1.csv");
    for (int round = 0; round < 200; round++) {
      List<Column> columns = new ArrayList<>();
      for (Metric metric : Metric.values()) {
        if (random.nextBoolean()) {
          columns.add(Column.of(metric));
          columns.add(Column.of(metric, "nvme0n1:" + random.nextInt(100)));
        }
      }
      List<double[]> rows = new ArrayList<>();
      for (int row = random.nextInt(150); row > 0; row--) {
        double[] cells = new double[columns.size() + 1];
        for (int i = 0; i < cells.length; i++) {
          cells[i] = i > 0 && random.nextInt(5) == 0 ? Double.NaN : number(random);
        }
        rows.add(cells);
      }
      SampleTable written = SampleTable.of(columns, rows);
      written.write(file);
      SampleTable read = SampleTable.read(file);

      assertThat(read.columns()).isEqualTo(columns);
      assertThat(read.rows()).isEqualTo(rows.size());
      for (int row = 0; row < rows.size(); row++) {
        assertThat(read.seconds(row)).isEqualTo(rounded(rows.get(row)[0]));
        for (int column = 0; column < columns.size(); column++) {
          assertThat(read.value(row, column))
              .as("seed %d, round %d, row %d, column %d", SEED, round, row, column)
              .isEqualTo(Double.valueOf(rounded(rows.get(row)[column + 1])));
        }
      }
    }
  }

  private static double number(Random random) {
    double magnitude = Math.pow(10, random.nextInt(20) - 4);
    double value = random.nextInt(3) == 0 ? random.nextInt(1000) : random.nextDouble() * magnitude;
    return random.nextInt(10) == 0 ? -value : value;
  }

  private static double rounded(double value) {
    if (Double.isNaN(value) || Math.abs(value) >= 9e12) {
      return value;
    }
    double thousandths = Math.round(Math.abs(value) * 1000) / 1000.0;
    return value < 0 && thousandths > 0 ? -thousandths : thousandths;
  }

  @Test
  void refusesWrongValuesAndNames() {
    List<Column> columns = List.of(Column.of(Metric.CPU_USER));
    SampleTable table =
        SampleTable.of(columns, List.of(new double[] {1, Double.POSITIVE_INFINITY}));
    assertThatThrownBy(() -> table.write(directory.resolve("x.csv")))
        .hasMessage("Infinity: must be finite, or NaN for not available");
    assertThatThrownBy(() -> SampleTable.of(columns, List.of(new double[] {1})))
        .hasMessage("row 0 has 1 values: must be 2");
    assertThatThrownBy(() -> Column.of(Metric.DISK_READ, "a,b"))
        .hasMessage("device \"a,b\": must not contain brackets, commas, quotes or controls");
  }
}
