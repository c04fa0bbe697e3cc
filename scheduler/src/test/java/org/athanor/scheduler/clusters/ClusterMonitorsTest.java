// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.clusters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.athanor.scheduler.ledger.Reservation;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.policy.ClusterState;
import org.junit.jupiter.api.Test;

/** Checks what is known of clusters that answer, do not answer, and are local. */
class ClusterMonitorsTest {
  private static final double GIB = 1 << 30;
  private static final Instant START = Instant.parse("2026-11-26T12:00:00Z");

  /** No second poll happens in a test. */
  private static final ClusterMonitors.Settings ONCE =
      new ClusterMonitors.Settings(
          Duration.ofHours(1), Duration.ofSeconds(2), Duration.ofMinutes(1));

  private static final class SetClock extends Clock {
    private volatile Instant now = START;

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now;
    }
  }

  private final SetClock clock = new SetClock();

  private static Cluster cluster(String name, Kind kind, double vcores, long memory) {
    return new Cluster(
        name,
        kind,
        new Cluster.Limits(
            vcores > 0 ? OptionalDouble.of(vcores) : OptionalDouble.empty(),
            memory > 0 ? OptionalLong.of(memory) : OptionalLong.empty()),
        new Cluster.Traits(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            OptionalDouble.empty(),
            OptionalDouble.of(1e9),
            Optional.empty(),
            Optional.empty()));
  }

  private static Kind yarn(FakeResourceManager manager) {
    return new Kind.Yarn(
        Path.of("conf"), List.of(manager.address()), Optional.empty(), Optional.empty());
  }

  private ClusterMonitors monitors(Cluster... clusters) throws InterruptedException {
    return ClusterMonitors.start(List.of(clusters), tag -> tag.startsWith("athanor-"), ONCE, clock);
  }

  @Test
  void keepsTheLastLoadForAMinute() throws Exception {
    try (FakeResourceManager manager = new FakeResourceManager();
        ClusterMonitors monitors = monitors(cluster("lab", yarn(manager), 0, 0))) {
      clock.now = START.plusSeconds(60);
      ClusterLoad.Known load = (ClusterLoad.Known) monitors.load("lab");
      assertThat(load.at()).isEqualTo(START);
      assertThat(load.total().vcores()).isEqualTo(16);
      clock.now = START.plusSeconds(61);
      assertThat(monitors.load("lab"))
          .isEqualTo(
              new ClusterLoad.Unavailable(
                  "it has not answered since; its last answer is 1m1s old"));
      assertThat(monitors.states(List.of())).isEmpty();
    }
  }

  @Test
  void aFailedPollKeepsTheLoadAndSaysWhy() throws Exception {
    ClusterMonitors.Settings often =
        new ClusterMonitors.Settings(
            Duration.ofMillis(1), Duration.ofSeconds(2), Duration.ofMinutes(1));
    try (FakeResourceManager manager = new FakeResourceManager();
        ClusterMonitors monitors =
            ClusterMonitors.start(
                List.of(cluster("lab", yarn(manager), 0, 0)), tag -> false, often, clock)) {
      manager.answer("/metrics", exchange -> FakeResourceManager.status(exchange, 503, ""));
      while (((ClusterLoad.Known) monitors.load("lab")).trouble().isEmpty()) {
        Thread.onSpinWait();
      }
      ClusterLoad.Known load = (ClusterLoad.Known) monitors.load("lab");
      assertThat(load.trouble()).hasValueSatisfying(why -> assertThat(why).contains("HTTP 503"));
      assertThat(load.total().vcores()).isEqualTo(16);
      clock.now = START.plusSeconds(90);
      assertThat(((ClusterLoad.Unavailable) monitors.load("lab")).reason())
          .contains("HTTP 503; its last answer is 1m30s old");
      manager.answer("/metrics", FakeResourceManager.METRICS);
      while (monitors.load("lab") instanceof ClusterLoad.Unavailable) {
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void aDeadClusterDoesNotHideTheOthers() throws Exception {
    FakeResourceManager dead = new FakeResourceManager();
    dead.close();
    try (ClusterMonitors monitors =
        monitors(
            cluster("dead", yarn(dead), 0, 0), cluster("here", new Kind.Local(), 0.5, 1L << 28))) {
      assertThat(((ClusterLoad.Unavailable) monitors.load("dead")).reason())
          .contains("cannot be reached");
      Resources total = new Resources(0.5, 1 << 28, CopyRates.UNLIMITED, 1e9);
      assertThat(monitors.states(List.of()))
          .containsExactly(new ClusterState("here", total, total, List.of()));
      assertThatThrownBy(() -> monitors.applications("dead", "athanor-1"))
          .isInstanceOf(ClusterUnavailableException.class);
      assertThat(monitors.applications("here", "athanor-1")).isEmpty();
      assertThatThrownBy(() -> monitors.load("her"))
          .hasMessage("cluster her: unknown cluster; allowed dead, here; did you mean here?");
    }
  }

  @Test
  void aLimitIsWithinWhatOthersLeave() throws Exception {
    try (FakeResourceManager manager = new FakeResourceManager();
        ClusterMonitors monitors = monitors(cluster("lab", yarn(manager), 10, (long) (2 * GIB)))) {
      ClusterLoad.Known load = (ClusterLoad.Known) monitors.load("lab");
      // Others leave 9 of 16 vcores, and 5 of 8 GiB.
      assertThat(load.total().vcores()).isEqualTo(10);
      assertThat(load.foreign().vcores()).isEqualTo(1);
      assertThat(load.foreign().memoryBytes()).isZero();
      assertThat(load.node()).isEqualTo(new Resources(8, 4 * GIB, 0, 0));
      Reservation mine =
          new Reservation("j", "lab", new Resources(4, GIB, 0, 0), START.plusSeconds(9));
      ClusterState state = monitors.states(List.of(mine)).get(0);
      assertThat(state.free().vcores()).isEqualTo(5);
      assertThat(state.free().memoryBytes()).isEqualTo(GIB);
      assertThat(state.running()).containsExactly(mine);
    }
  }

  @Test
  void copiesTakeTheSlowerNetwork() throws Exception {
    try (ClusterMonitors monitors = monitors(cluster("a", new Kind.Local(), 0, 0))) {
      assertThat(monitors.network().bytesPerSecond("a", "b")).isEqualTo(1e9);
      assertThat(monitors.network().bytesPerSecond("b", "c")).isEqualTo(100e6);
    }
  }
}
