// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.athanor.engine.testing.Loopback;

/**
 * A session of Workers with nothing but their exchanges, on a network in this process. It decides
 * at random what a master would decide, tells each Worker in order, but some later than others, and
 * knows what must have arrived at the end. One thread, except the Workers' own.
 */
final class FakeSession implements AutoCloseable {
  private static final int JOBS = 2;
  private static final int FIRST_WORKERS = 3;
  private static final int MOST_WORKERS = 5;

  private final Random random;
  private final Path directory;
  private final Loopback network;
  private final List<FakeJob> jobs = new ArrayList<>();
  private final List<FakeWorker> workers = new ArrayList<>(); // that live
  private final List<FakeWorker> lost = new ArrayList<>();
  private int nextWorker;

  FakeSession(Random random, Path directory) {
    this.random = random;
    this.directory = directory;
    this.network = new Loopback(random);
    for (int i = 0; i < JOBS; i++) {
      jobs.add(new FakeJob(i, random));
    }
    for (int i = 0; i < FIRST_WORKERS; i++) {
      join();
    }
    network.cutOneIn(random.nextInt(3) == 0 ? 0 : 20 + random.nextInt(300));
  }

  private void join() {
    ExchangeLimits limits =
        new ExchangeLimits(
            4096,
            random.nextInt(60_000),
            Duration.ofNanos(200_000),
            Duration.ofMillis(4),
            Duration.ofMinutes(1));
    int number = nextWorker++;
    FakeWorker joined =
        new FakeWorker(number, limits, random, network, directory.resolve("worker" + number));
    for (FakeWorker peer : workers) {
      peer.tell(() -> peer.peerJoined(joined));
      joined.tell(() -> joined.peerJoined(peer));
    }
    workers.add(joined);
    for (FakeJob job : jobs) {
      joined.tell(() -> joined.open(job));
      job.published()
          .forEach((map, attempt) -> joined.tell(() -> joined.publish(job, map, attempt)));
    }
  }

  private void lose(FakeWorker gone) {
    workers.remove(gone);
    lost.add(gone);
    if (random.nextBoolean()) {
      gone.die(); // Otherwise it goes on for a while, and nobody wants it.
    }
    jobs.forEach(job -> job.workerLost(gone));
    workers.forEach(peer -> peer.tell(() -> peer.peerLost(gone)));
  }

  private FakeWorker anyWorker() {
    return workers.get(random.nextInt(workers.size()));
  }

  /** Does something at random. */
  void step() throws Exception {
    FakeJob job = jobs.get(random.nextInt(jobs.size()));
    switch (random.nextInt(12)) {
      case 0, 1, 2 -> runMap(job);
      case 3, 4 -> job.assign(anyWorker());
      case 5 -> job.withdraw();
      case 6 -> network.cutOne();
      case 7 -> {
        if (random.nextInt(6) == 0 && workers.size() > 1) {
          lose(anyWorker());
        } else if (random.nextInt(6) == 0 && workers.size() < MOST_WORKERS) {
          join();
        }
      }
      default -> {
        FakeWorker told = anyWorker();
        for (int i = random.nextInt(6); i > 0; i--) {
          told.hear();
        }
      }
    }
  }

  private void runMap(FakeJob job) throws Exception {
    int map = job.mapToRun();
    if (map >= 0) {
      FakeWorker worker = anyWorker();
      worker.hearUntilOpen(job);
      int attempt = job.ran(map, worker);
      worker.run(job, map, attempt);
      workers.forEach(other -> other.tell(() -> other.publish(job, map, attempt)));
    }
  }

  /** Runs all maps that are left, and waits until all output has arrived. */
  void finish() throws Exception {
    for (FakeJob job : jobs) {
      while (job.mapToRun() >= 0) {
        runMap(job);
      }
    }
    for (FakeWorker worker : workers) {
      worker.hearAll();
    }
    for (FakeWorker worker : workers) {
      for (FakeJob job : jobs) {
        worker.awaitOutput(job);
      }
    }
    for (FakeWorker worker : workers) {
      for (FakeJob job : jobs) {
        worker.checkOutput(job);
      }
    }
  }

  /** Closes everything, in any order and at any moment, and checks that nothing is left. */
  void closeAll() throws Exception {
    List<FakeWorker> all = new ArrayList<>(workers);
    all.addAll(lost);
    for (FakeWorker worker : all) {
      worker.close(random);
    }
    assertThat(
            all.stream().flatMap(worker -> worker.errors().stream()).collect(Collectors.toList()))
        .isEmpty();
  }

  @Override
  public void close() {
    network.close();
  }
}
