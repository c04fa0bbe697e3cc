// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.power;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.athanor.results.NodePower;
import org.athanor.results.NodePower.State;
import org.athanor.results.Reading;
import org.athanor.results.Unit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trials at times that the test chooses, with a meter that says what the test says. */
class MeteredNodeTest {
  private static final long START = 1_000_000_000_000L;

  @TempDir Path directory;

  /** Nanoseconds for which readings were put off. */
  private final List<Long> delays = new CopyOnWriteArrayList<>();

  /** These readings. */
  private final List<Runnable> planned = new CopyOnWriteArrayList<>();

  /** Whether tasks that are put off are run at all; they are run at once then. */
  private volatile boolean again;

  /** Whether the pool has other work during the trial, so that all steps come after its end. */
  private boolean busy;

  private final ScheduledThreadPoolExecutor pool =
      new ScheduledThreadPoolExecutor(1) {
        @Override
        public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
          if (delay == 0) { // of execute
            return super.schedule(task, 0, unit);
          }
          delays.add(unit.toNanos(delay));
          planned.add(task);
          return super.schedule(again ? task : () -> {}, 0, unit);
        }
      };

  @AfterEach
  void stop() {
    pool.shutdownNow();
  }

  /** Each call gives the next element: readings, or the message of a failure. */
  private static final class ScriptedMeter implements PowerMeter {
    final Queue<Object> script = new ConcurrentLinkedQueue<>();
    CountDownLatch read = new CountDownLatch(0);

    @Override
    public String name() {
      return "meter";
    }

    @Override
    public String domain() {
      return "all of it";
    }

    @Override
    public Optional<String> estimated() {
      return Optional.empty();
    }

    @Override
    public List<PowerReading> read() throws PowerException {
      Object next = script.peek();
      if (next == null) {
        return List.of();
      }
      script.remove();
      read.countDown();
      if (next instanceof PowerException failure) {
        throw failure;
      }
      if (next instanceof String failure) {
        throw new PowerException(failure);
      }
      List<PowerReading> readings = new ArrayList<>();
      for (double seconds : (double[]) next) {
        readings.add(new PowerReading(START + (long) (seconds * 1e9), 100));
      }
      return readings;
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }

  private static PowerSpec spec(Duration interval) {
    return new PowerSpec(
        "n1",
        PowerSpec.Kind.FILE,
        "/m",
        Optional.empty(),
        Optional.empty(),
        new Certificate.Checked(),
        false,
        Optional.empty(),
        Optional.empty(),
        interval);
  }

  /** A trial with one reading before it, and one at its end. */
  private NodePower trial(double seconds, Object before, Object after) throws Exception {
    ScriptedMeter meter = new ScriptedMeter();
    meter.script.add(before);
    // The power is known between readings that are 30 minutes apart.
    MeteredNode node = new MeteredNode(spec(Duration.ofMinutes(10)), meter, pool);
    node.start().get();
    CountDownLatch ended = new CountDownLatch(1);
    if (busy) {
      pool.execute(() -> await(ended));
    }
    node.begin(START, directory.resolve("power-n1.csv"));
    meter.script.add(after);
    CompletableFuture<NodePower> power = node.end(START + (long) (seconds * 1e9), directory);
    ended.countDown();
    return power.get();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void measuresATrialThatReadingsCover() throws Exception {
    NodePower power = trial(60, new double[] {-5, -1}, new double[] {20, 40, 61});
    assertThat(power)
        .isEqualTo(
            new NodePower(
                "file",
                "all of it",
                State.MEASURED,
                Optional.empty(),
                Reading.of(6000, Unit.JOULES),
                Reading.of(100, Unit.WATTS),
                2,
                0,
                Optional.of("power-n1.csv")));
    assertThat(Files.readAllLines(directory.resolve("power-n1.csv")))
        .containsExactly("seconds,power_node", "20,100", "40,100", "61,100");
  }

  @Test
  void estimatesWhatIsBetweenReadingsThatAreFarApart() throws Exception {
    NodePower power = trial(5000, new double[] {-1}, new double[] {1000, 3000, 4000, 5001});
    assertThat(power.state()).isEqualTo(State.ESTIMATED);
    assertThat(power.reason()).contains("interpolated for 2000.0 s of 5000.0 s");
    assertThat(power.gapSeconds()).isEqualTo(2000);
    assertThat(power.energy()).isEqualTo(Reading.of(500_000, Unit.JOULES));
  }

  @Test
  void hasNoEnergyIfThePowerIsNotKnownMostOfTheTime() throws Exception {
    NodePower power = trial(5000, new double[] {-1}, "is gone");
    assertThat(power.reason())
        .contains("no power is known for 5000.0 s of 5000.0 s: meter is gone");
    assertThat(power.state()).isEqualTo(State.UNAVAILABLE);
    assertThat(trial(5, "is gone", "is gone").reason()).contains("meter is gone");
    assertThat(trial(5, new double[0], new double[0]).reason())
        .contains("meter has no reading yet");
  }

  @Test
  void saysThatAShortTrialHasNoReadingOfItsOwn() throws Exception {
    NodePower power = trial(.5, new double[] {-1}, new double[] {1});
    assertThat(power.state()).isEqualTo(State.ESTIMATED);
    assertThat(power.reason()).contains("the trial is shorter than the time between two readings");
    assertThat(power.energy()).isEqualTo(Reading.of(50, Unit.JOULES));
  }

  /** The device has answered after the start, and once more after the end, before that is known. */
  @Test
  void cutsReadingsThatAreNewerThanTheTrial() throws Exception {
    busy = true;
    NodePower power = trial(1, new double[] {5}, new double[] {7});
    assertThat(power.energy()).isEqualTo(Reading.of(100, Unit.JOULES));
    assertThat(power.readings()).isZero();
  }

  @Test
  void asksADeviceThatRefusesThreeTimesOnlyAndLessAndLessOften() throws Exception {
    again = true;
    ScriptedMeter meter = new ScriptedMeter();
    meter.read = new CountDownLatch(4);
    meter.script.add("is busy");
    for (int i = 0; i < 3; i++) {
      meter.script.add(PowerException.refusal("refuses"));
    }
    MeteredNode node = new MeteredNode(spec(Duration.ofSeconds(1)), meter, pool);
    assertThat(node.start().get()).contains("meter is busy");
    assertThat(meter.read.await(30, TimeUnit.SECONDS)).isTrue();
    node.stop().get();
    assertThat(delays).hasSize(3);
    for (int i = 0; i < 3; i++) {
      // 2, 4, 8 s, from the reading.
      assertThat(delays.get(i) / 1e9).isBetween((2 << i) - .5, (double) (2 << i));
    }
  }

  /** Such a reading would log in again, and nobody would end that session. */
  @Test
  void doesNotReadAMeterThatIsClosed() throws Exception {
    ScriptedMeter meter = new ScriptedMeter();
    meter.script.add(new double[] {1});
    meter.script.add(new double[] {2});
    MeteredNode node = new MeteredNode(spec(Duration.ofSeconds(1)), meter, pool);
    assertThat(node.start().get()).isEmpty();
    assertThat(planned).hasSize(1);
    node.close().get();
    planned.get(0).run();
    node.stop().get();
    assertThat(meter.script).hasSize(1);
    assertThat(planned).hasSize(1);
  }

  @Test
  void failsIfTheReadingsCannotBeWritten() throws Exception {
    Files.createDirectories(directory.resolve("power-n1.csv"));
    try {
      trial(60, new double[] {-1}, new double[] {20, 61});
    } catch (ExecutionException failed) {
      assertThat(failed.getCause())
          .isInstanceOf(java.io.IOException.class)
          .hasMessageStartingWith(directory.resolve("power-n1.csv") + ": ");
      return;
    }
    throw new AssertionError("must fail");
  }
}
