// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.athanor.results.Reading;
import org.athanor.results.Total;
import org.athanor.results.Unit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uses a script in place of perf, which runs the given command as perf does. */
class EventsProbeTest {

  @TempDir Path directory;

  private String perf(String script) throws IOException {
    Path perf = directory.resolve("perf");
    Files.writeString(perf, "#!/bin/sh\n" + script);
    Files.setPosixFilePermissions(perf, PosixFilePermissions.fromString("rwxr-xr-x"));
    return perf.toString();
  }

  /** Knows Intel's L2 events and no L3; 1,000 cycles for 1,500 instructions. */
  @Test
  void derivesTheRatios() throws Exception {
    String perf =
        perf(
            """
            case "$5" in
              *l3*|*LLC*|*l2_cache*|*l2d*) echo "event syntax error: '$5'" >&2; exit 129 ;;
            esac
            events=$5
            shift 6
            "$@"
            echo '# started' >&2
            for event in $(echo $events | tr , ' '); do
              case $event in
                cycles) n=1000 ;;
                instructions) n=1500 ;;
                branches) n=400 ;;
                branch-misses) n=10 ;;
                L1-dcache-loads) n=500 ;;
                L1-dcache-load-misses) n=20 ;;
                l2_rqsts.references) n=20 ;;
                l2_rqsts.miss) n=5 ;;
              esac
              echo "$n,,$event,1,100.00,," >&2
            done
            """);
    try (EventsProbe probe = EventsProbe.open(perf, List.of())) {
      for (int trial = 0; trial < 2; trial++) {
        probe.begin();
        assertThat(probe.end())
            .isEqualTo(
                Map.ofEntries(
                    Map.entry(Total.CYCLES, Reading.of(1000, Unit.COUNT)),
                    Map.entry(Total.INSTRUCTIONS, Reading.of(1500, Unit.COUNT)),
                    Map.entry(Total.IPC, Reading.of(1.5, Unit.RATIO)),
                    Map.entry(Total.BRANCH_MISSES, Reading.of(10 / 400.0, Unit.RATIO)),
                    Map.entry(Total.L1_MISSES, Reading.of(20 / 500.0, Unit.RATIO)),
                    Map.entry(Total.L2_MISSES, Reading.of(5 / 20.0, Unit.RATIO)),
                    Map.entry(
                        Total.L3_MISSES,
                        Reading.unavailable(
                            "perf stat: no event for L3 is known for this processor")),
                    Map.entry(Total.BRANCHES, Reading.of(400, Unit.COUNT)),
                    Map.entry(Total.BRANCHES_MISSED, Reading.of(10, Unit.COUNT)),
                    Map.entry(Total.L1_LOADS, Reading.of(500, Unit.COUNT)),
                    Map.entry(Total.L1_LOADS_MISSED, Reading.of(20, Unit.COUNT)),
                    Map.entry(Total.L2_ACCESSES, Reading.of(20, Unit.COUNT)),
                    Map.entry(Total.L2_ACCESSES_MISSED, Reading.of(5, Unit.COUNT)),
                    Map.entry(
                        Total.L3_ACCESSES,
                        Reading.unavailable(
                            "perf stat: no event for L3 is known for this processor")),
                    Map.entry(
                        Total.L3_ACCESSES_MISSED,
                        Reading.unavailable(
                            "perf stat: no event for L3 is known for this processor"))));
      }
    }
  }

  /** Knows no L2 nor L3, and no event {@code unknown}; each event happens 7 times. */
  @Test
  void countsChosenEvents() throws Exception {
    String perf =
        perf(
            """
            case "$5" in
              *l3*|*LLC*|*l2*|*unknown*) echo "event syntax error: '$5'" >&2; exit 129 ;;
            esac
            events=$5
            shift 6
            "$@"
            for event in $(echo $events | tr , ' '); do
              echo "7,,$event,1,100.00,," >&2
              echo $event >> EVENTS
            done
            """
                .replace("EVENTS", directory.resolve("events").toString()));
    List<String> chosen = List.of("dTLB-load-misses", "unknown", "cycles");
    try (EventsProbe probe = EventsProbe.open(perf, chosen)) {
      probe.begin();
      assertThat(probe.counted()).isEmpty();
      Files.delete(directory.resolve("events"));
      assertThat(probe.end()).containsEntry(Total.CYCLES, Reading.of(7, Unit.COUNT));
      assertThat(probe.counted())
          .isEqualTo(
              Map.of(
                  "dTLB-load-misses",
                  Reading.of(7, Unit.COUNT),
                  "unknown",
                  Reading.unavailable("perf stat: cannot count unknown on this processor"),
                  "cycles",
                  Reading.of(7, Unit.COUNT)));
      // Each is counted once.
      assertThat(Files.readAllLines(directory.resolve("events")))
          .doesNotHaveDuplicates()
          .contains("dTLB-load-misses", "cycles");
    }
  }

  @Test
  void saysIfTheHardwareDoesNotCount() throws IOException {
    String perf =
        perf("echo '<not supported>,,cycles,0,100.00,,' >&2; echo '1,,instructions,1,1,,' >&2\n");
    assertThatThrownBy(() -> EventsProbe.open(perf, List.of()))
        .isInstanceOf(UnavailableException.class)
        .hasMessage(
            "perf stat: cycles: <not supported>; needs root, or sysctl"
                + " kernel.perf_event_paranoid=0, and hardware counters that the hypervisor, if"
                + " there is one, lets through");
  }

  @Test
  void saysWhyPerfRefuses() throws IOException {
    String perf =
        perf("echo 'Error:' >&2; echo 'No permission to enable cycles event.' >&2; exit 255\n");
    assertThatThrownBy(() -> EventsProbe.open(perf, List.of()))
        .isInstanceOf(UnavailableException.class)
        .hasMessageStartingWith(
            "perf stat: No permission to enable cycles event.; needs root, or sysctl");
  }

  @Test
  void saysWhatToInstall() {
    String perf = directory.resolve("no-perf").toString();
    assertThatThrownBy(() -> EventsProbe.open(perf, List.of()))
        .isInstanceOf(UnavailableException.class)
        .hasMessage(
            perf
                + ": cannot be started: install package linux-perf (Debian),"
                + " linux-tools-$(uname -r) (Ubuntu) or perf (others)");
  }
}
