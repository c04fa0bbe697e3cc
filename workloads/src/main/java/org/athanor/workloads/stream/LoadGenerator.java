// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.stream;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.athanor.workloads.usage.UsageException;

/**
 * Generates the load of one trial of a program for streams, measures how late its results are, and
 * checks the last one. Options:
 *
 * <pre>
 * --bootstrap HOST:PORT   Kafka's brokers, which have no topics yet
 * --partitions P          of the records
 * --producers N           clients that send them, at most P
 * --dimension D           the dimension that the program looks at
 * --rate R                records per second, saturating or sustainable
 * --records N             how many to send; not for sustainable
 * --settle S              the latencies of the first S seconds of a phase do not count
 * --start-rate R --step S --steps N --bound SECONDS --share X
 *                         for sustainable: rate of the first step, seconds of a step, steps at most,
 *                         and the bound on the latency that a share X of the records does not exceed
 * --window MS             how often results are written
 * --seed N
 * </pre>
 *
 * <p>It creates the topics, prints {@code ready}, and sends one record to each partition. When the
 * program has written a result with these, the schedule begins. When all records are in results, it
 * sends the stop message, waits until its standard input ends, which says that the program has
 * ended, reads the results to their end, and compares the last one with its own totals.
 *
 * <p>Output: {@code second S DUE SENT PROCESSED LAG} each second, in records since the start,
 * {@code step RATE held|failed SECONDS LAG} for each step, LAG being the generator's own, then
 * {@code measure NAME AMOUNT UNIT}, and {@code right: …} or {@code wrong: …}. Exit status: 0 right;
 * 1 wrong; 2 wrong arguments; 3 the load could not be generated, or no rate has held.
 */
public final class LoadGenerator {
  private static final long SECOND = 1_000_000_000;

  /** How long no record may get into a result, in addition to two windows. */
  private static final long PATIENCE_SECONDS = 60;

  /** A step is cancelled when a record is late by so many times the bound, and some seconds. */
  private static final int HOPELESS = 3;

  private static final long HOPELESS_SECONDS = 5;

  /** How long results are read after the program has ended. */
  private static final long LAST_SECONDS = 30;

  private static final long POLL_MILLIS = 10;
  private static final String LEFT_EARLY = "the program ended before the stream";

  /** From the creation of a phase to its first record. */
  private static final long LEAD_NANOS = 50_000_000;

  private final Load load;
  private final Producers producers;
  private final ResultReader results;
  private final long[] processed;
  private final JobEnd jobEnd;
  private RunningResult latest;
  private boolean leftEarly;
  private Optional<Step> lastFailed = Optional.empty();
  private long startNanos;
  private long lastProgress;
  private long nextSecond;
  private long sentBefore;
  private long lagMax;

  private LoadGenerator(Load load, Producers producers, ResultReader results, JobEnd jobEnd) {
    this.load = load;
    this.producers = producers;
    this.results = results;
    this.jobEnd = jobEnd;
    this.processed = new long[load.partitions()];
  }

  public static void main(String[] args) {
    System.exit(run(JobEnd.ofStandardInput(), args));
  }

  private static int run(JobEnd jobEnd, String... args) {
    try {
      Load load = Load.parse(args);
      createTopics(load);
      try (Producers producers =
              new Producers(
                  load.bootstrap(),
                  load.seed(),
                  load.partitions(),
                  load.producers(),
                  load.dimension());
          ResultReader results = new ResultReader(load.bootstrap(), load.partitions())) {
        System.out.println("ready");
        return new LoadGenerator(load, producers, results, jobEnd).generate();
      }
    } catch (UsageException wrong) {
      System.err.println("LoadGenerator: " + wrong.getMessage());
      return 2;
    } catch (LoadException | KafkaException | IllegalArgumentException failed) {
      System.err.println(oneLine(String.valueOf(failed.getMessage())));
      return 3;
    } catch (Throwable unexpected) { // Also errors: the JVM's status for them would mean "wrong".
      System.err.println("LoadGenerator: " + oneLine(unexpected.toString()));
      return 3;
    }
  }

  private static String oneLine(String message) {
    return message.replaceAll("\\s*\\R\\s*", "; ");
  }

  private static void createTopics(Load load) throws LoadException, InterruptedException {
    Map<String, Object> settings = Map.of("bootstrap.servers", load.bootstrap());
    Optional<Integer> partitions = Optional.of(load.partitions());
    List<NewTopic> topics =
        List.of(
            new NewTopic(Topics.RECORDS, partitions, Optional.empty()),
            new NewTopic(Topics.RESULTS, Optional.of(1), Optional.empty()),
            new NewTopic(Topics.STOP, Optional.of(1), Optional.empty()));
    try (Admin admin = Admin.create(settings)) {
      admin.createTopics(topics).all().get();
    } catch (ExecutionException e) {
      throw new LoadException(
          "topics cannot be created at " + load.bootstrap() + ": " + e.getCause().getMessage(),
          e.getCause());
    }
  }

  private int generate() throws LoadException, InterruptedException {
    Phase probes = phase(Phase.SATURATING, load.partitions());
    producers.start(probes);
    while (!(producers.ended() && complete()) && !jobEnd.hasCome()) {
      observe(probes, new Latencies());
    }
    Measured measured = Measured.NOTHING;
    OptionalDouble sustainable = OptionalDouble.empty();
    startNanos = System.nanoTime() + LEAD_NANOS;
    nextSecond = startNanos;
    if (jobEnd.hasCome()) {
      leftEarly = true;
    } else if (load.sustainable()) {
      RateSearch search = new RateSearch(load.rate(), load.steps(), Load.WIDTH);
      measured = search(search);
      sustainable = search.result();
    } else {
      measured = run(phase(load.rate(), load.records() - load.partitions()), false);
    }
    if (leftEarly) {
      System.out.println("wrong: " + LEFT_EARLY);
      return 1;
    }
    boolean lost = !complete();
    stop();
    Optional<String> wrong = wrong();
    if (wrong.isPresent()) {
      System.out.println("wrong: " + wrong.get());
      return 1;
    }
    if (lost) {
      System.out.println("wrong: the last records came after the stop message");
      return 1;
    }
    Optional<String> generatorLimits =
        lastFailed.filter(step -> step.failedByGenerator(load.boundSeconds())).map(Step::blame);
    if (load.sustainable() && sustainable.isEmpty()) {
      throw new LoadException(
          "no rate has held " + load.bound() + "; " + generatorLimits.orElse("see its steps"));
    }
    measure("stream_time", measured.seconds(), "s");
    measure("stream_throughput", measured.records() / measured.seconds(), "1/s");
    Latencies latencies = measured.latencies();
    seconds("latency_mean", latencies, latencies.meanSeconds());
    seconds("latency_p50", latencies, latencies.quantileSeconds(0.5));
    seconds("latency_p95", latencies, latencies.quantileSeconds(0.95));
    seconds("latency_p99", latencies, latencies.quantileSeconds(0.99));
    seconds("latency_p999", latencies, latencies.quantileSeconds(0.999));
    seconds("latency_max", latencies, latencies.maxSeconds());
    measure("lag_max", measured.lagMax(), "count");
    Latencies delays = measured.delays();
    seconds("generator_lag_p99", delays, delays.quantileSeconds(0.99));
    seconds("generator_lag_max", delays, delays.maxSeconds());
    if (sustainable.isEmpty()) {
      unavailable("sustainable_rate", "only measured with rate: sustainable");
    } else if (generatorLimits.isPresent()) {
      String held = "at least " + Load.plain(sustainable.getAsDouble());
      unavailable("sustainable_rate", held + "; " + generatorLimits.get());
    } else {
      measure("sustainable_rate", sustainable.getAsDouble(), "1/s");
    }
    System.out.println("right: " + producers.allSent() + " records, each once");
    return 0;
  }

  /**
   * What was measured in a phase.
   *
   * @param latencies of records, from the scheduled time to a result
   * @param delays of records, from the scheduled time to Kafka's client
   * @param unsentSeconds how late the record was that was to be sent next when the phase was
   *     cancelled; 0 if it was not
   * @param seconds from the start to the result with all records
   * @param records that were sent
   * @param lagMax most records that were due but in no result
   */
  private record Measured(
      Latencies latencies,
      Latencies delays,
      double unsentSeconds,
      double seconds,
      long records,
      long lagMax) {
    static final Measured NOTHING = new Measured(new Latencies(), new Latencies(), 0, 0, 0, 0);

    double generatorLagSeconds(double share) {
      return Math.max(unsentSeconds, delays.quantileSeconds(share));
    }
  }

  /** Returns what was measured in the step with the largest rate that has held. */
  private Measured search(RateSearch search) throws LoadException, InterruptedException {
    Measured best = Measured.NOTHING;
    OptionalDouble rate = search.next();
    while (rate.isPresent() && !jobEnd.hasCome()) {
      double tried = rate.getAsDouble();
      Phase phase = phase(tried, Math.max(1, Math.round(tried * load.stepSeconds())));
      Measured measured = run(phase, true);
      if (leftEarly) {
        return best;
      }
      double reached = measured.latencies().quantileSeconds(load.share());
      boolean held = !phase.cancelled() && complete() && reached < load.boundSeconds();
      Step step = new Step(tried, held, reached, measured.generatorLagSeconds(load.share()));
      System.out.println(step.line());
      if (!held) {
        lastFailed = Optional.of(step);
      }
      search.tried(tried, held);
      if (held && search.result().getAsDouble() == tried) {
        best = measured;
      }
      rate = complete() ? search.next() : OptionalDouble.empty();
    }
    leftEarly = rate.isPresent();
    return best;
  }

  private Phase phase(double rate, long records) {
    return new Phase(
        System.nanoTime() + LEAD_NANOS, rate, producers.sent(), records, load.settleSeconds());
  }

  /** Sends a phase, and waits until its records are in results, or no more of them come. */
  private Measured run(Phase phase, boolean bounded) throws LoadException, InterruptedException {
    Latencies latencies = new Latencies();
    sentBefore = producers.allSent();
    lastProgress = phase.startNanos();
    lagMax = 0;
    long unsentNanos = 0;
    long patience = PATIENCE_SECONDS * SECOND + 2 * load.windowMillis() * 1_000_000;
    producers.start(phase);
    boolean more = true;
    while (more && !jobEnd.hasCome()) {
      observe(phase, latencies);
      long now = System.nanoTime();
      reportSeconds(phase, now);
      if (bounded && !phase.cancelled() && overdueNanos(phase, processed, now) > hopelessNanos()) {
        unsentNanos = overdueNanos(phase, producers.sent(), now);
        phase.cancel();
      }
      boolean sentAll = producers.ended();
      more = sentAll ? !complete() && now - lastProgress < patience : true;
    }
    if (more) {
      // The program has ended.
      phase.cancel();
      awaitProducers();
      leftEarly = !phase.whole(producers.sent());
    }
    reportSeconds(phase, System.nanoTime());
    return new Measured(
        latencies,
        producers.delays(),
        unsentNanos / 1e9,
        (System.nanoTime() - phase.startNanos()) / 1e9,
        producers.allSent() - sentBefore,
        lagMax);
  }

  private void awaitProducers() throws LoadException, InterruptedException {
    while (!producers.ended()) {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  private long hopelessNanos() {
    return (long) (HOPELESS * load.boundSeconds() * SECOND) + HOPELESS_SECONDS * SECOND;
  }

  /**
   * How long the record that is overdue most is missing.
   *
   * @param done how many records of each partition are not
   */
  private static long overdueNanos(Phase phase, long[] done, long now) {
    long most = 0;
    for (int p = 0; p < done.length; p++) {
      if (done[p] < phase.end(p)) {
        most = Math.max(most, now - phase.due(p, done[p]));
      }
    }
    return most;
  }

  private boolean complete() {
    for (int p = 0; p < processed.length; p++) {
      if (processed[p] < producers.sent(p)) {
        return false;
      }
    }
    return true;
  }

  /** Waits shortly for a result, and adds the latencies of the records that are new in it. */
  private void observe(Phase phase, Latencies latencies) {
    Optional<RunningResult> result = results.poll();
    if (result.isEmpty()) {
      return;
    }
    long now = System.nanoTime();
    latest = result.get();
    for (int p = 0; p < processed.length; p++) {
      long upTo = latest.of(p);
      if (upTo > processed[p]) {
        lastProgress = now;
      }
      for (long i = processed[p]; i < Math.min(upTo, phase.end(p)); i++) {
        long due = phase.due(p, i);
        if (phase.counts(due)) {
          latencies.add(now - due);
        }
      }
      processed[p] = Math.max(processed[p], upTo);
    }
  }

  private void reportSeconds(Phase phase, long now) {
    if (now < nextSecond) {
      return;
    }
    long sent = producers.allSent();
    long due = phase.saturating() || phase.cancelled() ? sent : sentBefore + phase.dueBy(now);
    long done = Arrays.stream(processed).sum();
    long lag = Math.max(0, due - done);
    lagMax = Math.max(lagMax, lag);
    long second = (now - startNanos) / SECOND;
    System.out.println("second " + second + " " + due + " " + sent + " " + done + " " + lag);
    nextSecond = startNanos + (second + 1) * SECOND;
  }

  /** Sends the stop message, and reads the results until the program has ended. */
  private void stop() throws LoadException, InterruptedException {
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, load.bootstrap()),
            new ByteArraySerializer(),
            new ByteArraySerializer())) {
      producer.send(new ProducerRecord<>(Topics.STOP, 0, null, new byte[0])).get();
    } catch (ExecutionException e) {
      throw new LoadException("the stop message: " + e.getCause().getMessage(), e.getCause());
    }
    while (!jobEnd.hasCome()) {
      readLast();
    }
    long deadline = System.nanoTime() + LAST_SECONDS * SECOND;
    do {
      if (System.nanoTime() > deadline) {
        throw new LoadException(
            "results still came " + LAST_SECONDS + " s after the program had ended");
      }
      readLast();
    } while (!results.atEnd());
  }

  private void readLast() {
    results.poll().ifPresent(result -> latest = result);
  }

  /** What is wrong with the last result. */
  private Optional<String> wrong() {
    Totals must = producers.totals();
    if (latest == null) {
      return Optional.of("the program has written no result");
    }
    for (int p = 0; p < processed.length; p++) {
      long has = latest.of(p);
      if (has != producers.sent(p)) {
        return Optional.of(
            "partition "
                + p
                + " has "
                + has
                + " records in the last result; must be "
                + producers.sent(p));
      }
    }
    Totals is = latest.totals();
    return differ("count", is.count(), must.count())
        .or(() -> differ("minimum", is.min(), must.min()))
        .or(() -> differ("maximum", is.max(), must.max()))
        .or(() -> differ("sum", is.sum(), must.sum()));
  }

  private static Optional<String> differ(String what, long is, long must) {
    return is == must
        ? Optional.empty()
        : Optional.of("the " + what + " is " + is + "; must be " + must);
  }

  private static void seconds(String name, Latencies of, double seconds) {
    if (of.count() > 0) {
      measure(name, seconds, "s");
    } else {
      unavailable(name, "saturating producers have no schedule");
    }
  }

  private static void unavailable(String name, String reason) {
    System.out.println("measure " + name + " unavailable " + reason);
  }

  private static void measure(String name, double amount, String unit) {
    System.out.println("measure " + name + " " + Load.plain(amount) + " " + unit);
  }

  /** Tells that the program has ended. */
  interface JobEnd {
    boolean hasCome();

    /** The program has ended when standard input has. */
    static JobEnd ofStandardInput() {
      AtomicBoolean come = new AtomicBoolean();
      Thread reader =
          new Thread(
              () -> {
                try {
                  while (System.in.read() >= 0) {
                    // Nothing is expected but the end.
                  }
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                } finally {
                  come.set(true);
                }
              },
              "athanor-job-end");
      reader.setDaemon(true);
      reader.start();
      return come::get;
    }
  }
}
