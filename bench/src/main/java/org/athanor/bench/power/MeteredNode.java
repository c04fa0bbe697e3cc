// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.power;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.athanor.results.Metric;
import org.athanor.results.NodePower;
import org.athanor.results.Reading;
import org.athanor.results.SampleTable.Column;
import org.athanor.results.SampleWriter;
import org.athanor.results.Unit;

/**
 * A node's meter, its readings, and its energy of the trial that runs. All of that is done by
 * steps, each of which begins when the one before has ended, on threads of a pool; so the fields
 * have no lock, and a device that hangs delays nobody else. Unless said otherwise, methods may be
 * called by any thread.
 */
final class MeteredNode {
  /** A device that fails is asked less and less often, up to this. */
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  /** A device that refuses the user so often is not asked again. */
  private static final int MOST_REFUSALS = 3;

  /** The power is known between readings that are at most so many intervals apart, ... */
  private static final int LONGEST_INTERVALS = 3;

  /** ... or so many nanoseconds. */
  private static final long LONGEST_NANOS = 3_000_000_000L;

  private final PowerSpec spec;
  private final PowerMeter meter;
  private final ScheduledExecutorService pool;

  /** The last step. */
  private CompletableFuture<?> steps = CompletableFuture.completedFuture(null);

  // The following fields belong to the steps.
  private PowerReading last;
  private Optional<String> failure = Optional.of("has not been read yet");
  private int failures;
  private int refusals;
  private Trial trial;
  private boolean closed;

  MeteredNode(PowerSpec spec, PowerMeter meter, ScheduledExecutorService pool) {
    this.spec = spec;
    this.meter = meter;
    this.pool = pool;
  }

  String node() {
    return spec.node();
  }

  /** The trial that runs, or has run. Runner's thread only. */
  private Trial latest;

  /** A trial in which the node takes part. */
  private static final class Trial {
    final long start;
    final Path file;

    /** Is set as soon as the trial ends: a reading that is newer must not count wholly. */
    volatile OptionalLong end = OptionalLong.empty();

    // The following fields belong to the steps.
    EnergyIntegral energy;
    Optional<String> failure;
    SampleWriter samples;
    IOException unwritten;

    Trial(long start, Path file) {
      this.start = start;
      this.file = file;
    }

    void begin(PowerReading before, long longest, Optional<String> reason) {
      boolean earlier = before != null && before.nanos() - start <= 0;
      energy = new EnergyIntegral(start, earlier ? before : null, longest);
      failure = reason;
      if (before != null && !earlier) {
        add(before);
      }
    }

    void add(PowerReading reading) {
      end.ifPresent(energy::end);
      energy.add(reading);
    }
  }

  @FunctionalInterface
  private interface Step<T> {
    T run() throws IOException, InterruptedException;
  }

  private synchronized <T> CompletableFuture<T> add(Step<T> step) {
    CompletableFuture<T> added =
        steps.handleAsync(
            (value, failed) -> {
              try {
                return step.run();
              } catch (IOException e) {
                throw new CompletionException(e);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CompletionException(e);
              }
            },
            pool);
    steps = added;
    return added;
  }

  /**
   * Reads the power now, and then once in each interval.
   *
   * @return why the first reading failed; empty if it has not
   */
  CompletableFuture<Optional<String>> start() {
    return again(System.nanoTime());
  }

  /** Reads the power now, and plans the next reading for an interval after a time. */
  private CompletableFuture<Optional<String>> again(long due) {
    return add(
        () -> {
          Optional<String> failed = poll();
          plan(due);
          return failed;
        });
  }

  private void plan(long due) {
    if (closed || pool.isShutdown() || refusals == MOST_REFUSALS) {
      return;
    }
    long interval = spec.interval().toNanos();
    long now = System.nanoTime();
    long next = due + interval;
    if (failures > 0) {
      long pause = Math.min(LONGEST_PAUSE.toNanos(), interval << failures);
      next = now + Math.max(pause, interval);
    }
    // A device that is slower than the interval is asked again at once.
    long at = now - next > 0 ? now : next;
    Runnable reading =
        () -> {
          CompletableFuture<?> unused = again(at);
        };
    Future<?> unused = pool.schedule(reading, at - now, TimeUnit.NANOSECONDS);
  }

  /** Reads the meter; returns why that failed. */
  private Optional<String> poll() throws InterruptedException {
    if (closed) {
      // A reading would open another session on the device.
      return Optional.of(named("is closed"));
    }
    try {
      for (PowerReading reading : meter.read()) {
        accept(reading);
      }
      failure = last == null ? Optional.of("has no reading yet") : Optional.empty();
      failures = 0;
      refusals = 0;
    } catch (PowerException unavailable) {
      refusals = unavailable.isRefusal() ? refusals + 1 : 0;
      fail(unavailable.getMessage());
    } catch (RuntimeException unexpected) {
      // What a device sends must not end the readings.
      fail("cannot be read: " + unexpected);
    }
    return failure.map(this::named);
  }

  private void fail(String reason) {
    failure = Optional.of(reason);
    failures = Math.min(failures + 1, 6);
    if (trial != null) {
      trial.failure = failure;
    }
  }

  private String named(String reason) {
    return meter.name() + " " + reason;
  }

  private void accept(PowerReading reading) {
    if (last != null && reading.nanos() - last.nanos() <= 0) {
      return;
    }
    last = reading;
    if (trial != null) {
      trial.add(reading);
      if (reading.nanos() - trial.start >= 0 && trial.unwritten == null) {
        try {
          if (trial.samples == null) {
            trial.samples = new SampleWriter(trial.file, List.of(Column.of(Metric.POWER_NODE)));
          }
          trial.samples.append((reading.nanos() - trial.start) / 1e9, reading.watts());
        } catch (IOException e) {
          trial.unwritten = e;
        }
      }
    }
  }

  /**
   * Begins a trial. Runner's thread only, as {@link #end}.
   *
   * @param nanos its start
   * @param file for the readings
   */
  void begin(long nanos, Path file) {
    Trial begun = new Trial(nanos, file);
    latest = begun;
    CompletableFuture<?> unused =
        add(
            () -> {
              long longest = Math.max(LONGEST_INTERVALS * spec.interval().toNanos(), LONGEST_NANOS);
              begun.begin(last, longest, failure);
              trial = begun;
              return null;
            });
  }

  /**
   * Ends the trial: reads the power once more, so that its last seconds are known, unless the
   * device fails anyway.
   *
   * @param nanos the trial's end
   * @param results the results' directory, to which the file's name is made relative
   * @return fails with an IOException if the readings could not be written
   */
  CompletableFuture<NodePower> end(long nanos, Path results) {
    latest.end = OptionalLong.of(nanos);
    return add(
        () -> {
          trial.energy.end(nanos);
          if (failure.isEmpty()) {
            poll();
          }
          trial.energy.finish();
          return closed(results);
        });
  }

  private NodePower closed(Path results) throws IOException {
    Trial ended = trial;
    trial = null;
    if (ended.samples != null) {
      try {
        ended.samples.close();
      } catch (IOException unwritten) {
        ended.unwritten = ended.unwritten == null ? unwritten : ended.unwritten;
      }
    }
    if (ended.unwritten != null) {
      throw new IOException(ended.file + ": " + ended.unwritten.getMessage(), ended.unwritten);
    }
    return result(
        ended,
        Optional.ofNullable(ended.samples).map(s -> results.relativize(ended.file).toString()));
  }

  private NodePower result(Trial ended, Optional<String> samples) {
    EnergyIntegral energy = ended.energy;
    double seconds = energy.seconds();
    String why = ended.failure.map(reason -> ": " + named(reason)).orElse("");
    if (seconds <= 0 || energy.gapSeconds() > seconds / 2) {
      String reason =
          last == null
              ? ended.failure.map(this::named).orElse(named("gave no reading"))
              : String.format(
                  Locale.ROOT,
                  "no power is known for %.1f s of %.1f s%s",
                  energy.gapSeconds(),
                  seconds,
                  why.isEmpty() ? ": " + named("gave no newer reading") : why);
      return NodePower.unavailable(kind(), domain(), reason);
    }
    Optional<String> reason = meter.estimated();
    if (energy.gapSeconds() > 0) {
      reason =
          Optional.of(
              String.format(
                  Locale.ROOT,
                  "interpolated for %.1f s of %.1f s%s",
                  energy.gapSeconds(),
                  seconds,
                  why));
    } else if (energy.readings() == 0) {
      reason = Optional.of("the trial is shorter than the time between two readings");
    }
    return new NodePower(
        kind(),
        domain(),
        reason.isPresent() ? NodePower.State.ESTIMATED : NodePower.State.MEASURED,
        reason,
        Reading.of(energy.joules(), Unit.JOULES),
        Reading.of(energy.joules() / seconds, Unit.WATTS),
        energy.readings(),
        energy.gapSeconds(),
        samples);
  }

  private String kind() {
    return spec.kind().name().toLowerCase(Locale.ROOT);
  }

  private String domain() {
    return spec.domain().orElseGet(meter::domain);
  }

  /** The result of a trial whose last reading takes too long. */
  NodePower late() {
    return NodePower.unavailable(
        kind(), spec.domain().orElse("whole node"), spec.address() + " does not answer in time");
  }

  /** The result of a trial whose readings could not be written or added up. */
  NodePower failed(Throwable failure) {
    String what =
        failure instanceof IOException
            ? "readings could not be written: " + failure.getMessage()
            : "readings could not be added up: " + failure;
    return NodePower.unavailable(kind(), spec.domain().orElse("whole node"), what);
  }

  /** Ends the trial without a result, unless it has ended. */
  CompletableFuture<Void> stop() {
    return add(
        () -> {
          abandon();
          return null;
        });
  }

  private void abandon() throws IOException {
    Trial ended = trial;
    trial = null;
    if (ended != null && ended.samples != null) {
      ended.samples.close();
    }
  }

  /** Ends what was begun on the device, which is not asked again, not even as planned. */
  CompletableFuture<Void> close() {
    return add(
        () -> {
          closed = true;
          meter.close();
          return null;
        });
  }
}
