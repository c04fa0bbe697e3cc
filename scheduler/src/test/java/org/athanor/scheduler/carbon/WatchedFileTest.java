// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.carbon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchedFileTest {
  private static final Instant NOW = Instant.parse("2026-11-26T10:30:00Z");

  @TempDir private Path directory;
  private final List<String> notices = new ArrayList<>();

  private Path write(int fromHour, int value) throws IOException {
    StringBuilder text = new StringBuilder("time,zone,value,unit,source\n");
    for (int hour = fromHour; hour < fromHour + 2; hour++) {
      text.append("2026-11-26T").append(hour).append(":00:00Z,ES,").append(value);
      text.append(",gCO2eq/kWh,x\n");
    }
    return written(text.toString(), value);
  }

  /** With a time of its own, as clocks of file systems are coarse. */
  private Path written(String text, int time) throws IOException {
    Path file = Files.writeString(directory.resolve("carbon.csv"), text);
    return Files.setLastModifiedTime(file, FileTime.from(NOW.plusSeconds(time)));
  }

  private static double value(WatchedFile file, Instant now) {
    return file.at(now).mean("lab", now, 0).orElse(-1);
  }

  @Test
  void newContentCountsAMinuteLaterAndWrongContentDoesNot() throws IOException {
    WatchedFile file = WatchedFile.open(write(10, 100), Map.of("lab", "ES"), notices::add);
    assertThat(value(file, NOW)).isEqualTo(100);
    write(10, 200);
    assertThat(value(file, NOW.plusSeconds(59))).isEqualTo(100);
    assertThat(value(file, NOW.plusSeconds(60))).isEqualTo(200);
    written("time,zone,value,unit,source\nnonsense\n", 300);
    assertThat(value(file, NOW.plusSeconds(120))).isEqualTo(200);
    assertThat(value(file, NOW.plusSeconds(180))).isEqualTo(200);
    assertThat(notices)
        .singleElement()
        .asString()
        .contains("carbon.csv:2", "has 1 columns")
        .endsWith("; the values that were read before stay in use");
    Files.delete(directory.resolve("carbon.csv"));
    assertThat(value(file, NOW.plusSeconds(240))).isEqualTo(200);
    assertThat(notices).hasSize(2).last().asString().contains("there is no such file");
  }

  @Test
  void contentThatIsPutRightIsReadEvenWithTheTimeOfTheWrongOne() throws IOException {
    WatchedFile file = WatchedFile.open(write(10, 100), Map.of("lab", "ES"), notices::add);
    written("time,zone,value,unit,source\nnonsense\n", 300);
    assertThat(value(file, NOW)).isEqualTo(100);
    Files.setLastModifiedTime(write(10, 200), FileTime.from(NOW.plusSeconds(300)));
    assertThat(value(file, NOW.plusSeconds(60))).isEqualTo(200);
    assertThat(notices).hasSize(1);
  }

  @Test
  void aZoneWithoutValuesIsSaidOnceAndWhenItHasThemAgain() throws IOException {
    WatchedFile file =
        WatchedFile.open(
            write(10, 100), Map.of("lab", "ES", "far", "ES", "here", "FR"), notices::add);
    file.at(NOW);
    assertThat(notices)
        .singleElement()
        .asString()
        .endsWith(
            "carbon.csv: has no zone FR; jobs are placed on here as without the file until it has"
                + " newer ones");
    notices.clear();
    Instant late = Instant.parse("2026-11-26T12:00:00Z");
    file.at(late);
    file.at(late.plusSeconds(1));
    assertThat(notices)
        .singleElement()
        .asString()
        .contains(
            "zone ES has values until 2026-11-26T12:00:00Z only; jobs are placed on far, lab");
    write(12, 150);
    assertThat(value(file, late.plusSeconds(60))).isEqualTo(150);
    assertThat(notices).hasSize(2).last().asString().endsWith("zone ES has values again");
  }

  @Test
  void aFileWithProblemsIsNotOpened() {
    assertThatThrownBy(
            () -> WatchedFile.open(directory.resolve("none.csv"), Map.of(), notices::add))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("there is no such file");
  }
}
