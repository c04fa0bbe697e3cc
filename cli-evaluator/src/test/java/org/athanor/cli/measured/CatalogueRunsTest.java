// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.measured;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.athanor.profile.Catalogue;
import org.athanor.profile.CatalogueException;
import org.athanor.profile.CatalogueLocation;
import org.athanor.profile.run.Amount;
import org.athanor.profile.run.Application;
import org.athanor.profile.run.Configuration;
import org.athanor.profile.run.Execution;
import org.athanor.profile.run.Framework;
import org.athanor.profile.run.Input;
import org.athanor.profile.run.NodeKind;
import org.athanor.profile.run.NodeUse;
import org.athanor.profile.run.Origin;
import org.athanor.profile.run.Phase;
import org.athanor.profile.run.Resource;
import org.athanor.profile.run.Run;
import org.athanor.simulator.measured.MeasuredRun;
import org.athanor.simulator.measured.MeasuredRunException;
import org.athanor.simulator.measured.MeasuredRuns.Wanted;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("short")
class CatalogueRunsTest {
  private static final long GB = 1L << 30;

  @TempDir private Path directory;
  private CatalogueLocation location;
  private int minute;

  @BeforeEach
  void prepare() {
    location = CatalogueLocation.of(directory.resolve("profile.db"));
  }

  /** A run on YARN with four cores of "Xeon @ 2.50GHz". */
  private final class Builder {
    private final String id;
    private String framework = "hadoop";
    private Map<String, String> parameters = Map.of();
    private Map<String, String> settings = Map.of();
    private OptionalLong input = OptionalLong.of(GB);
    private OptionalLong shuffled = OptionalLong.of(GB / 2);
    private Amount cpu = Amount.of(80);
    private Amount cycles = Amount.unknown("no perf");
    private List<Phase> phases = List.of(new Phase("map", 2, 12), new Phase("reduce", 8, 17));

    Builder(String id) {
      this.id = id;
    }

    void enter() throws CatalogueException {
      Map<Resource, Amount> amounts =
          Map.of(
              Resource.CPU_OWN_SECONDS,
              cpu,
              Resource.CPU_OTHER_SECONDS,
              Amount.of(20),
              Resource.CYCLES_COUNT,
              cycles);
      NodeKind kind = new NodeKind("x86_64", "Xeon @ 2.50GHz", 4, GB, Optional.empty());
      Run run =
          new Run(
              (id + "0000000000000000").substring(0, 16),
              new Origin("bench", "0.1.0", Optional.empty(), id),
              new Application("terasort", parameters),
              new Configuration(
                  new Framework(framework, "3.5.0", "yarn", "17"), "hdfs", 4, GB, settings),
              new Input("rows", input),
              new Execution(
                  Instant.parse("2026-11-22T03:00:00Z").plusSeconds(60L * minute++),
                  20,
                  Optional.empty(),
                  phases,
                  shuffled),
              List.of(new NodeUse("n1", kind, amounts)));
      try (Catalogue catalogue = Catalogue.open(location)) {
        catalogue.add(run);
      }
    }
  }

  private MeasuredRun find(String run) throws MeasuredRunException {
    return new CatalogueRuns(location)
        .find(
            new Wanted(
                "terasort",
                "hadoop",
                OptionalLong.of(GB),
                Optional.of(run).filter(id -> !id.isEmpty())));
  }

  private void assertRefused(String message) {
    assertThatThrownBy(() -> find(""))
        .isInstanceOf(MeasuredRunException.class)
        .hasMessageStartingWith(message);
  }

  /** A map for each of 8 blocks, a reduce for each core; reduces went on for 5 s after the maps. */
  @Test
  void takesWhatTheJobDidFromTheEntry() throws Exception {
    new Builder("a1").enter();
    assertThat(find(""))
        .isEqualTo(
            new MeasuredRun(
                "run a100000000000000", GB, GB / 2, 4, 80, 12, OptionalDouble.of(2.5e9), 10, 5));
  }

  @Test
  void takesMediansOfLikeRunsOfTheNearestSize() throws Exception {
    for (double cpu : List.of(70.0, 90.0, 72.0)) {
      Builder run = new Builder("b" + (int) cpu);
      run.cpu = Amount.of(cpu);
      run.cycles = Amount.of((cpu + 20) * 3e9);
      run.settings = Map.of("mapreduce.job.reduces", "2", "dfs.blocksize", "256m");
      run.enter();
    }
    Builder large = new Builder("c1");
    large.input = OptionalLong.of(100 * GB);
    large.enter();
    MeasuredRun found = find("");
    assertThat(found.name()).isEqualTo("run b720000000000000 and 2 like it");
    assertThat(found.cpuSeconds()).isEqualTo(72);
    assertThat(found.reduces()).isEqualTo(2);
    assertThat(found.starts()).isEqualTo(6);
    assertThat(found.hertz()).hasValue(3e9);
    assertThat(find("c").inputBytes()).isEqualTo(100 * GB);
  }

  @Test
  void aJobOfMapsShufflesNothing() throws Exception {
    Builder run = new Builder("a1");
    run.phases = List.of(new Phase("map", 2, 12));
    run.shuffled = OptionalLong.empty();
    run.enter();
    assertThat(find("").reduces()).isZero();
    assertThat(find("").shuffleBytes()).isZero();
  }

  @Test
  void saysWhatAnEntryLacks() throws Exception {
    assertRefused("the catalogue " + directory.resolve("profile.db") + " has no runs");
    Builder run = new Builder("a1");
    run.framework = "spark";
    run.enter();
    assertRefused("the catalogue has no undisturbed run of terasort by hadoop; athanor profile");
    run = new Builder("a2");
    run.cpu = Amount.unknown("no /proc");
    run.enter();
    assertRefused("run a200000000000000 lacks cpu_own_seconds (no /proc); choose another run");
    run = new Builder("a3");
    run.shuffled = OptionalLong.empty();
    run.settings = Map.of("a", "1");
    run.enter();
    assertRefused("run a300000000000000 lacks the intermediate bytes; choose another run");
    run = new Builder("a4");
    run.phases = List.of(new Phase("map 1", 0, 1), new Phase("map 2", 1, 2));
    run.settings = Map.of("a", "2");
    run.enter();
    assertRefused(
        "run a400000000000000 has no phase map, so it is not one MapReduce job; its phases are"
            + " [map 1, map 2]");
    run = new Builder("a5");
    run.parameters = Map.of("rows", "5");
    run.enter();
    assertRefused("runs of terasort have unlike parameters, {} and {rows=5}; choose one with");
    assertThatThrownBy(
            () ->
                new CatalogueRuns(location)
                    .find(new Wanted("tersort", "hadoop", OptionalLong.of(GB), Optional.empty())))
        .hasMessage("unknown application; allowed terasort; did you mean terasort?");
  }
}
