// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.athanor.results.Better;
import org.athanor.results.MeasureInfo;
import org.athanor.results.Reading;
import org.athanor.results.Unit;
import org.junit.jupiter.api.Test;

class MeasureLinesTest {
  private static final List<MeasureInfo> DECLARED =
      List.of(
          MeasureInfo.result("write_rate", "Rate", Unit.BYTES_PER_SECOND, Better.MORE, "a test"),
          MeasureInfo.result("latency_p99", "Latency", Unit.SECONDS, Better.LESS, "a test"),
          MeasureInfo.result("lag", "Lag", Unit.COUNT, Better.LESS, "a test"));

  @Test
  void readsLinesAmongLogMessages() throws Exception {
    assertThat(
            MeasureLines.readings(
                "WARN no native library\nmeasure latency_p99 4.5 s\nmeasured nothing\n"
                    + "measure write_rate 1.048576E8 B/s\n"
                    + "measure lag unavailable the broker has no such group\n",
                DECLARED))
        .isEqualTo(
            Map.of(
                "write_rate", Reading.of(104857600, Unit.BYTES_PER_SECOND),
                "latency_p99", Reading.of(4.5, Unit.SECONDS),
                "lag", Reading.unavailable("the broker has no such group")));
  }

  @Test
  void measuresWithoutALineAreUnavailable() throws Exception {
    assertThat(MeasureLines.readings("measure lag 3 count\n", DECLARED))
        .containsEntry("lag", Reading.of(3, Unit.COUNT))
        .containsEntry("write_rate", Reading.unavailable("the workload did not print it"))
        .hasSize(3);
  }

  @Test
  void refusesWhatIsNotDeclared() {
    assertRefused("measure speed 1 s", "the workload declares no measure speed");
    assertRefused("measure lag 1 s", "its unit must be count");
    assertRefused("measure lag many count", "many must be a number");
    assertRefused("measure lag NaN count", "NaN must be finite");
    assertRefused(
        "measure lag 1", "must be \"measure ID AMOUNT UNIT\" or \"measure ID unavailable REASON\"");
  }

  private static void assertRefused(String line, String why) {
    assertThatThrownBy(() -> MeasureLines.readings(line + "\n", DECLARED))
        .hasMessage("\"" + line + "\": " + why);
  }
}
