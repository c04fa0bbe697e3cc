// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.run.Run;
import org.athanor.engine.run.Runs;
import org.athanor.engine.run.SharedRun;
import org.athanor.engine.run.SpillFile;
import org.athanor.engine.testing.Loopback;
import org.athanor.engine.testing.RawRecord;
import org.athanor.engine.transport.Transport;

/** A Worker of a {@link FakeSession}. Its methods are called by the test's thread. */
final class FakeWorker {
  private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final int number;
  private final Random random;
  private final Path directory;
  private final BufferPool pool;
  private final Exchange exchange;
  private final Transport transport;
  private final ArrayDeque<Runnable> orders = new ArrayDeque<>();
  private final Map<FakeJob, OnWorker> jobs = new HashMap<>();
  private final List<SharedRun> own = new ArrayList<>(); // other holds on the runs that are kept

  /** A job here. */
  private static final class OnWorker implements JobExchange.Listener {
    private final SpillFile spill;
    private final Path file;
    private final Map<Integer, Integer> ran = new HashMap<>(); // maps that count; attempts
    private final Map<String, List<SharedRun>> unpublished = new HashMap<>(); // by map/attempt
    private final Set<Integer> assignments = new HashSet<>();
    private final Set<String> has = new HashSet<>(); // assignment/map
    private final Object lock = new Object();
    private final BlockCompression compression;
    private JobExchange exchange;

    @GuardedBy("lock")
    private final Map<String, List<Run>> delivered = new HashMap<>(); // by assignment/map

    @GuardedBy("lock")
    private final List<String> errors = new ArrayList<>();

    OnWorker(Path file, BlockCompression compression) {
      this.file = file;
      this.compression = compression;
      this.spill = new SpillFile(file);
    }

    @Override
    public void delivered(int assignment, int map, List<Run> runs) {
      synchronized (lock) {
        if (delivered.put(assignment + "/" + map, runs) != null) {
          errors.add("map " + map + " was delivered twice to assignment " + assignment);
        }
        lock.notifyAll();
      }
    }

    @Override
    public void failed(String reason) {
      synchronized (lock) {
        errors.add(reason);
        lock.notifyAll();
      }
    }
  }

  FakeWorker(int number, ExchangeLimits limits, Random random, Loopback network, Path directory) {
    this.number = number;
    this.random = random;
    this.directory = directory;
    this.pool = new BufferPool(random.nextInt(3) * random.nextInt(60), Runs.BUFFER_BYTES);
    this.exchange = new Exchange(number, limits);
    this.transport = network.join(exchange::accepted);
    exchange.begin(transport, peer -> {});
  }

  // Orders of the master, which arrive in order

  void tell(Runnable order) {
    orders.add(order);
  }

  void hear() {
    if (!orders.isEmpty()) {
      orders.poll().run();
    }
  }

  void hearUntilOpen(FakeJob job) {
    while (!jobs.containsKey(job)) {
      hear();
    }
  }

  void hearAll() {
    while (!orders.isEmpty()) {
      hear();
    }
  }

  void peerJoined(FakeWorker peer) {
    exchange.peerJoined(peer.number, peer.transport.address());
  }

  void peerLost(FakeWorker peer) {
    exchange.peerLost(peer.number);
  }

  void open(FakeJob job) {
    OnWorker here =
        new OnWorker(
            directory.resolve(job.id().toString()),
            random.nextBoolean() ? BlockCompression.none() : Compressions.of(DefaultCodec.class));
    here.exchange =
        exchange.open(job.id(), FakeJob.PARTITIONS, pool, here.spill, here.compression, here);
    jobs.put(job, here);
  }

  void publish(FakeJob job, int map, int attempt) {
    OnWorker here = jobs.get(job);
    List<SharedRun> runs = here.unpublished.remove(map + "/" + attempt);
    if (runs != null) {
      here.exchange.keep(map, attempt, List.copyOf(runs));
      here.ran.put(map, attempt);
      here.assignments.forEach(assignment -> has(here, assignment, map));
    }
    here.exchange.publish(map, attempt);
  }

  private static void has(OnWorker here, int assignment, int map) {
    here.has.add(assignment + "/" + map);
    here.exchange.has(assignment, map);
  }

  void assign(FakeJob job, int assignment, List<Integer> partitions) {
    OnWorker here = jobs.get(job);
    here.assignments.add(assignment);
    here.exchange.assign(assignment, partitions);
    here.ran.keySet().forEach(map -> has(here, assignment, map));
  }

  void withdraw(FakeJob job, int assignment, List<Integer> partitions) {
    jobs.get(job).exchange.withdraw(assignment, partitions);
  }

  // What the Worker does

  /** Runs a map, whose output is not published yet. */
  void run(FakeJob job, int map, int attempt) throws IOException {
    OnWorker here = jobs.get(job);
    List<SharedRun> runs = new ArrayList<>();
    for (List<RawRecord> records : job.emitted(map, attempt)) {
      Run run =
          random.nextBoolean()
              ? Runs.write(map, records, FakeJob.PARTITIONS, pool, here.spill)
              : Runs.indexed(map, records, FakeJob.PARTITIONS, pool, here.spill);
      SharedRun shared = SharedRun.of(run);
      own.add(shared);
      runs.add(shared.forAnother());
    }
    here.unpublished.put(map + "/" + attempt, runs);
  }

  /** Ends like a process that is killed. */
  void die() {
    transport.close();
    exchange.close();
  }

  /** Waits until each live assignment here has the output of all maps. */
  void awaitOutput(FakeJob job) throws InterruptedException {
    OnWorker here = jobs.get(job);
    for (int assignment : job.assignments(this).keySet()) {
      for (int map = 0; map < job.maps(); map++) {
        if (!here.has.contains(assignment + "/" + map)) {
          await(here, assignment + "/" + map);
        }
      }
    }
  }

  private void await(OnWorker here, String output) throws InterruptedException {
    long end = System.nanoTime() + LONG_NANOS;
    synchronized (here.lock) {
      while (!here.delivered.containsKey(output) && here.errors.isEmpty()) {
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        assertThat(left).as("%s of Worker %d has arrived", output, number).isPositive();
        here.lock.wait(left);
      }
      assertThat(here.errors).isEmpty();
    }
  }

  /** Checks the output of all maps for all live assignments here. */
  void checkOutput(FakeJob job) throws IOException {
    OnWorker here = jobs.get(job);
    Map<String, List<Run>> delivered;
    synchronized (here.lock) {
      delivered = new HashMap<>(here.delivered);
    }
    for (Map.Entry<Integer, BitSet> assignment : job.assignments(this).entrySet()) {
      for (int map = 0; map < job.maps(); map++) {
        List<Run> runs = delivered.get(assignment.getKey() + "/" + map);
        if (runs != null) {
          check(job, map, assignment.getValue(), runs);
        }
      }
    }
  }

  /** Each run is that of one attempt, and has its records of the partitions. */
  private static void check(FakeJob job, int map, BitSet partitions, List<Run> runs)
      throws IOException {
    List<List<RawRecord>> arrived = new ArrayList<>();
    for (Run run : runs) {
      assertThat(run.mapIndex()).isEqualTo(map);
      List<RawRecord> records = new ArrayList<>();
      for (int p = partitions.nextSetBit(0); p >= 0; p = partitions.nextSetBit(p + 1)) {
        records.addAll(Runs.read(run, p));
      }
      if (!records.isEmpty()) {
        arrived.add(records);
      }
    }
    List<List<List<RawRecord>>> possible = new ArrayList<>();
    for (int attempt = 0; attempt < job.attempts(map); attempt++) {
      possible.add(
          job.emitted(map, attempt).stream()
              .map(run -> run.stream().filter(r -> partitions.get(r.partition())).toList())
              .filter(run -> !run.isEmpty())
              .toList());
    }
    assertThat(possible).as("map %d, partitions %s", map, partitions).contains(arrived);
  }

  List<String> errors() {
    List<String> errors = new ArrayList<>();
    for (OnWorker here : jobs.values()) {
      synchronized (here.lock) {
        errors.addAll(here.errors);
      }
    }
    return errors;
  }

  void close(Random order) throws Exception {
    if (order.nextBoolean()) {
      List<Thread> closers = new ArrayList<>();
      for (OnWorker here : jobs.values()) {
        for (int i = order.nextInt(3); i > 0; i--) {
          Thread closer = new Thread(here.exchange::close);
          closer.start();
          closers.add(closer);
        }
      }
      for (Thread closer : closers) {
        closer.join();
      }
      for (OnWorker here : jobs.values()) {
        here.exchange.close();
      }
      own.forEach(SharedRun::release);
      jobs.values().forEach(FakeWorker::release);
      assertThat(pool.lent()).as("buffers in use after the jobs' ends").isZero();
    }
    if (order.nextBoolean()) {
      transport.close();
    }
    exchange.close();
    transport.close();
    own.forEach(SharedRun::release);
    jobs.values().forEach(FakeWorker::release);
    assertThat(pool.lent()).as("buffers in use at the end").isZero();
    for (OnWorker here : jobs.values()) {
      here.compression.close();
      here.spill.close();
      assertThat(Files.exists(here.file)).isFalse();
    }
  }

  private static void release(OnWorker here) {
    here.unpublished.values().forEach(runs -> runs.forEach(Run::release));
    synchronized (here.lock) {
      here.delivered.values().forEach(runs -> runs.forEach(Run::release));
    }
  }
}
