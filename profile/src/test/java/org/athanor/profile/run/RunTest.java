// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class RunTest {
  private static final NodeKind SMALL = new NodeKind("x86_64", "A", 2, 1, Optional.empty());
  private static final NodeKind LARGE = new NodeKind("x86_64", "A", 64, 1, Optional.empty());

  private static void assertRefused(String message, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }

  private static Run run(NodeUse... nodes) {
    return new Run(
        "00000000000000ff",
        new Origin("bench", "1", Optional.empty(), "t"),
        new Application("sort", Map.of()),
        new Configuration(new Framework("spark", "4", "local", "17"), "local", 1, 1, Map.of()),
        new Input("text", OptionalLong.empty()),
        new Execution(Instant.EPOCH, 1, Optional.empty(), List.of(), OptionalLong.empty()),
        List.of(nodes));
  }

  private static NodeUse use(double seconds, double peakBytes, double ratio) {
    return new NodeUse(
        "n",
        SMALL,
        Map.of(
            Resource.CPU_OWN_SECONDS, Amount.of(seconds),
            Resource.MEMORY_OWN_PEAK_BYTES, Amount.of(peakBytes),
            Resource.IPC_RATIO, Amount.of(ratio)));
  }

  /** 1 + 2 seconds; the larger of 5 and 4 bytes; the mean of 1 and 2 instructions per cycle. */
  @Test
  void combinesNodesAsTheResourceSays() {
    Run run = run(use(1, 5, 1), use(2, 4, 2));
    assertThat(run.total(Resource.CPU_OWN_SECONDS)).isEqualTo(Amount.of(3));
    assertThat(run.total(Resource.MEMORY_OWN_PEAK_BYTES)).isEqualTo(Amount.of(5));
    assertThat(run.total(Resource.IPC_RATIO)).isEqualTo(Amount.of(1.5));
  }

  @Test
  void theTotalIsUnknownIfItIsUnknownForOneNode() {
    Amount unknown = Amount.unknown("perf: permission denied");
    Run run = run(use(1, 5, 1), new NodeUse("m", SMALL, Map.of(Resource.CPU_OWN_SECONDS, unknown)));
    assertThat(run.total(Resource.CPU_OWN_SECONDS)).isEqualTo(unknown);
    assertThat(run.total(Resource.IPC_RATIO)).isEqualTo(Amount.unknown("not recorded"));
  }

  @Test
  void aClusterConsistsOfKindsAndNumbers() {
    Cluster cluster = Cluster.of(List.of(SMALL, LARGE, SMALL));
    assertThat(cluster).isEqualTo(Cluster.of(List.of(LARGE, SMALL, SMALL)));
    assertThat(cluster.id()).isEqualTo(Cluster.of(List.of(LARGE, SMALL, SMALL)).id());
    assertThat(cluster.id()).isNotEqualTo(Cluster.of(List.of(LARGE, LARGE, SMALL)).id());
    assertThat(cluster.nodes()).isEqualTo(3);
    assertRefused("kinds of nodes=0: must be 1 or more", () -> Cluster.of(List.of()));
  }

  /** Catalogues contain ids: if this test fails, the code is wrong, not the test. */
  @Test
  void idsNeverChange() {
    Configuration configuration =
        new Configuration(
            new Framework("spark", "4", "local", "17"), "local", 2, 1024, Map.of("a", "b"));
    assertThat(new Application("sort", Map.of("k", "5")).id()).isEqualTo("cfa31976791ba36d");
    assertThat(configuration.id()).isEqualTo("8864774cbd5b4a1a");
    assertThat(SMALL.id()).isEqualTo("3be2e0f51d9ad99e");
    assertThat(Cluster.of(List.of(SMALL, LARGE)).id()).isEqualTo("54cb98985ffd85d2");
    assertThat(Run.idOf(List.of("a", "b"))).isEqualTo("cf6603e8806d4699");
  }

  @Test
  void idsOfSimilarValuesDiffer() {
    assertThat(new Application("ab", Map.of()).id())
        .isNotEqualTo(new Application("a", Map.of("b", "")).id());
    assertThat(Run.idOf(List.of("ab", "c"))).isNotEqualTo(Run.idOf(List.of("a", "bc")));
    assertThat(new NodeKind("x", "A", 2, 1, Optional.of("")).id())
        .isNotEqualTo(new NodeKind("x", "A", 2, 1, Optional.empty()).id());
  }

  @Test
  void refusesValuesThatADatabaseCannotStore() {
    assertRefused("amount=NaN: must be a number of 0 or more", () -> Amount.of(Double.NaN));
    assertRefused("amount=-1.0: must be a number of 0 or more", () -> Amount.of(-1));
    assertRefused("ipc_ratio=1.0E101: must be from 0 to 1.0E100", () -> use(1, 1, 1e101));
    assertRefused(
        "application has a NUL character or an unpaired surrogate: must be valid Unicode text",
        () -> new Application("a\0", Map.of()));
    assertRefused(
        "settings has a NUL character or an unpaired surrogate: must be valid Unicode text",
        () ->
            new Configuration(
                new Framework("f", "1", "m", "17"), "local", 1, 1, Map.of("\ud800", "x")));
    assertThat(((Amount.Known) Amount.of(-0.0)).value()).isEqualTo(0.0);
  }

  @Test
  void refusesImpossibleTimes() {
    assertRefused(
        "phase map: endSeconds=1.0: must not be before startSeconds=2.0",
        () -> new Phase("map", 2, 1));
    assertRefused(
        "wallSeconds=0: must be more than 0",
        () -> new Execution(Instant.EPOCH, 0, Optional.empty(), List.of(), OptionalLong.empty()));
    assertRefused(
        "started=+10000-01-01T00:00:00Z: must be in years 0 to 9999",
        () ->
            new Execution(
                Instant.parse("+10000-01-01T00:00:00Z"),
                1,
                Optional.empty(),
                List.of(),
                OptionalLong.empty()));
  }

  @Test
  void refusesNegativeIntermediateData() {
    assertRefused(
        "intermediateBytes=-1: must be 0 or more",
        () -> new Execution(Instant.EPOCH, 1, Optional.empty(), List.of(), OptionalLong.of(-1)));
  }

  @Test
  void refusesMalformedIds() {
    assertThatThrownBy(
            () ->
                new Run(
                    "ABC",
                    run(use(1, 1, 1)).origin(),
                    run(use(1, 1, 1)).application(),
                    run(use(1, 1, 1)).configuration(),
                    run(use(1, 1, 1)).input(),
                    run(use(1, 1, 1)).execution(),
                    List.of(use(1, 1, 1))))
        .hasMessage("run id=ABC: must be 16 hexadecimal digits in lower case");
    assertRefused("nodes of the run=0: must be 1 or more", () -> run());
  }

  @Test
  void refusesAmountsOfASiteThatCannotBe() {
    OptionalDouble none = OptionalDouble.empty();
    assertRefused(
        "occupancy=1.5: must be from 0 to 1",
        () -> new Site.Scheduling(OptionalDouble.of(1.5), none, none, none));
    assertRefused(
        "queueSeconds=-1.0: must be from 0 to 1.0E100",
        () -> new Site.Scheduling(none, OptionalDouble.of(-1), none, none));
    Optional<String> unknown = Optional.empty();
    assertRefused(
        "processorsPerNode=0: must be more than 0",
        () -> new Site(unknown, unknown, unknown, OptionalDouble.of(0), Site.Scheduling.UNKNOWN));
  }
}
