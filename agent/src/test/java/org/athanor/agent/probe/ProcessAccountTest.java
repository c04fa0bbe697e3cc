// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

class ProcessAccountTest {

  private static final long SEED = Seeds.seed();
  private static final int RUNNER = 10;
  private static final long ANY = 1_000_000;

  private final ProcessAccount account = new ProcessAccount();

  private static ProcessStat process(int pid, int parent, long ticks, long childTicks) {
    return new ProcessStat(pid, 'S', parent, false, ticks, childTicks, pid, 0);
  }

  /**
   * A daemon has used 1,000 ticks before the trial, and uses 50 in it. Its child uses 30 and ends
   * between two readings. The result is 50 + 30 = 80.
   */
  @Test
  void aShortChildIsInItsParentsChildTime() {
    account.begin(List.of(process(20, RUNNER, 1000, 0)), Map.of());
    account.update(List.of(process(20, RUNNER, 1050, 30)), Map.of(), ANY);
    assertThat(account.ticks()).isEqualTo(80);
  }

  /** A child has 40 ticks at a reading, uses 5 more and ends: 45, counted once. */
  @Test
  void aChildThatWasSeenIsNotCountedTwice() {
    account.begin(List.of(process(20, RUNNER, 0, 0)), Map.of());
    account.update(List.of(process(20, RUNNER, 0, 0), process(21, 20, 40, 0)), Map.of(), ANY);
    assertThat(account.ticks()).isEqualTo(40);
    account.update(List.of(process(20, RUNNER, 0, 45)), Map.of(), ANY);
    assertThat(account.ticks()).isEqualTo(45);
  }

  /** A client has 100 ticks at the last reading; the child time of the runner grows by 130. */
  @Test
  void theEndOfAFirstProcessIsKnownFromItsParent() {
    account.begin(List.of(), Map.of());
    account.update(List.of(process(20, RUNNER, 100, 0)), Map.of(RUNNER, 7L), ANY);
    account.update(List.of(), Map.of(RUNNER, 137L), ANY);
    assertThat(account.ticks()).isEqualTo(130);
  }

  /**
   * As before, but the child time of its parent is not known; then the ticks at the last reading
   * count. And a parent's child time counts only up to what the processors can have run.
   */
  @Test
  void withoutAKnownParentTheLastReadingCounts() {
    account.begin(List.of(), Map.of());
    account.update(List.of(process(20, RUNNER, 100, 0)), Map.of(), ANY);
    account.update(List.of(), Map.of(), ANY);
    assertThat(account.ticks()).isEqualTo(100);

    account.begin(List.of(process(20, RUNNER, 100, 0)), Map.of(RUNNER, 7L));
    account.update(List.of(), Map.of(RUNNER, 5007L), 20);
    assertThat(account.ticks()).isEqualTo(20);
  }

  /** The parent does not wait for its child: the 40 ticks of the child's last reading count. */
  @Test
  void theLastReadingOfAChildCountsIfNobodyWaitsForIt() {
    account.begin(List.of(process(20, RUNNER, 0, 0)), Map.of());
    account.update(List.of(process(20, RUNNER, 0, 0), process(21, 20, 40, 0)), Map.of(), ANY);
    account.update(List.of(process(20, RUNNER, 1, 0)), Map.of(), ANY);
    assertThat(account.ticks()).isEqualTo(41);
  }

  @Test
  void aPidThatIsUsedAgainIsAnotherProcess() {
    account.begin(List.of(process(20, RUNNER, 500, 0)), Map.of());
    ProcessStat other = new ProcessStat(20, 'S', RUNNER, false, 3, 0, 999, 0);
    account.update(List.of(other), Map.of(), ANY);
    assertThat(account.ticks()).isEqualTo(3);
  }

  /** Simulated processes that run, start others, end, and wait for their children or not. */
  private static final class World {
    final Random random;
    final boolean orderly;
    final List<int[]> live =
        new ArrayList<>(); // pid, parent, ticks, child ticks, waits for children
    final List<Boolean> seen = new ArrayList<>();
    int nextPid = 20;
    long runnerChildTicks = 3;
    long all;

    World(Random random, boolean orderly) {
      this.random = random;
      this.orderly = orderly;
    }

    void step() {
      int what = random.nextInt(10);
      if (live.isEmpty() || what == 0) {
        start(RUNNER);
      } else {
        int[] process = live.get(random.nextInt(live.size()));
        if (what < 3) {
          start(process[0]);
        } else if (what < 5) {
          end(process);
        } else {
          int ticks = random.nextInt(100);
          process[2] += ticks;
          all += ticks;
        }
      }
    }

    private void start(int parent) {
      live.add(new int[] {nextPid++, parent, 0, 0, orderly || random.nextInt(4) > 0 ? 1 : 0});
      seen.add(false);
    }

    private void end(int[] process) {
      boolean parent = live.stream().anyMatch(other -> other[1] == process[0]);
      int index = live.indexOf(process);
      if (orderly && (parent || (process[1] == RUNNER && !seen.get(index)))) {
        return;
      }
      live.remove(index);
      seen.remove(index);
      live.stream().filter(child -> child[1] == process[0]).forEach(child -> child[1] = 1);
      if (process[1] == RUNNER) {
        runnerChildTicks += process[2] + process[3];
      }
      for (int[] other : live) {
        if (other[0] == process[1] && other[4] == 1) {
          other[3] += process[2] + process[3];
        }
      }
    }

    List<ProcessStat> look() {
      seen.replaceAll(before -> true);
      return live.stream().map(p -> process(p[0], p[1], p[2], p[3])).toList();
    }

    Map<Integer, Long> reaped() {
      return Map.of(RUNNER, runnerChildTicks);
    }
  }

  /** Parents outlive their children and wait for them; each first process is read once at least. */
  @Test
  void isExactWhereParentsWait() {
    for (int round = 0; round < 500; round++) {
      World world = new World(new Random(SEED * 1000 + round), true);
      long before = start(world);
      for (int look = 0; look < 20; look++) {
        for (int step = world.random.nextInt(30); step >= 0; step--) {
          world.step();
        }
        account.update(world.look(), world.reaped(), ANY);
        assertThat(account.ticks())
            .as("seed %d, round %d, look %d", SEED, round, look)
            .isEqualTo(world.all - before);
      }
    }
  }

  /**
   * In any order of starts, ends and waits, no time is counted that was not used, and the sum never
   * decreases.
   */
  @Test
  void neverCountsTooMuchAndNeverDecreases() {
    for (int round = 0; round < 500; round++) {
      World world = new World(new Random(SEED * 1000 + round), false);
      long before = start(world);
      long last = 0;
      for (int look = 0; look < 20; look++) {
        for (int step = world.random.nextInt(30); step >= 0; step--) {
          world.step();
        }
        account.update(world.look(), world.reaped(), ANY);
        assertThat(account.ticks())
            .as("seed %d, round %d, look %d", SEED, round, look)
            .isBetween(last, world.all - before);
        last = account.ticks();
      }
    }
  }

  private long start(World world) {
    for (int step = 0; step < 30; step++) {
      world.step();
    }
    account.begin(world.look(), world.reaped());
    return world.all;
  }
}
