// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRConfig;
import org.athanor.engine.config.EngineSettings;
import org.athanor.engine.exchange.ExchangeLimits;
import org.athanor.engine.exchange.SteppedExchange;
import org.athanor.engine.files.DirectoryTree;
import org.athanor.engine.job.JobSubmission;
import org.athanor.engine.job.SubmittedJob;
import org.athanor.engine.logs.JobLogs;
import org.athanor.engine.protocol.FromWorker;
import org.athanor.engine.protocol.Message;
import org.athanor.engine.site.Host;
import org.athanor.engine.testing.Loopback;
import org.athanor.engine.transport.Transport;
import org.athanor.engine.worker.Worker;

/**
 * The process of a Worker without its process: what {@link WorkerProcess} puts together, on a
 * network and a machine of the test. All that its threads do, except those that run attempts, is
 * done in steps on the test's thread.
 */
public final class SimulatedWorker {
  /** As that of a real process. */
  private static final Duration COMMIT_LEASE = Duration.ofSeconds(10);

  private static final Duration GRACE = Duration.ofSeconds(5);

  private final int number;
  private final EngineSettings settings;
  private final Path local;
  private final Host host;
  private final Worker worker;
  private final SteppedExchange exchange;
  private final Transport transport;
  private final LateConnection connection = new LateConnection();
  private final CommitQuestions commits;
  private final HostedJobs jobs;
  private final ArrayDeque<Runnable> background = new ArrayDeque<>();
  private final CompletableFuture<MasterFrames.Ending> ending = new CompletableFuture<>();
  private boolean closing;
  private boolean over;

  /**
   * Where it runs.
   *
   * @param local a directory for files, which is made
   */
  public record Place(Host host, Path local, Loopback network) {}

  /**
   * @param creditBytes of map output that may be on its way to it
   * @param reader reads the jobs that the master has named
   */
  public SimulatedWorker(
      int number,
      EngineSettings settings,
      long creditBytes,
      Place place,
      Function<JobSubmission, SubmittedJob> reader)
      throws IOException {
    this.number = number;
    this.settings = settings;
    this.local = Files.createDirectories(place.local());
    this.host = place.host();
    this.worker = new Worker(settings);
    ExchangeLimits limits = ExchangeLimits.of(settings.bufferBytes(), creditBytes);
    this.exchange = new SteppedExchange(number, limits, host.clock());
    this.transport = place.network().join(exchange.exchange()::accepted);
    exchange
        .exchange()
        .begin(transport, peer -> connection.send(new FromWorker.PeerUnreachable(peer).toFrame()));
    this.commits =
        new CommitQuestions(
            message -> connection.send(message.toFrame()), COMMIT_LEASE, host.clock()::nanoTime);
    Configuration configuration = new Configuration(false);
    configuration.set(MRConfig.LOCAL_DIR, local.toString());
    this.jobs =
        new HostedJobs(
            new WorkerServices(
                worker,
                exchange.exchange(),
                configuration,
                reader::apply,
                JobLogs.Keeper.NOBODY,
                connection,
                commits,
                new TokenFile(null),
                background::add,
                host,
                GRACE.toNanos()),
            background::add);
  }

  public int number() {
    return number;
  }

  public Transport transport() {
    return transport;
  }

  /** Returns where its files are. */
  public Path local() {
    return local;
  }

  /** Connects to the master. */
  public void begin(InetSocketAddress master) {
    FromWorker.Hello hello =
        new FromWorker.Hello(
            Message.VERSION,
            number,
            "host" + number,
            "/rack",
            settings.threads(),
            transport.address(),
            Optional.empty());
    transport.connect(
        master,
        new MasterFrames(
            hello,
            connection,
            message -> WorkerProcess.received(message, jobs, exchange.exchange()),
            commits::close,
            ending));
  }

  // Steps

  /** Sends some map output; returns false if there is nothing to send. */
  public boolean push() {
    return exchange.push();
  }

  /** Takes some map output, or looks after connections; returns false if nothing is due. */
  public boolean receive() {
    return exchange.receive();
  }

  /** Opens or removes a job; returns false if there is none to open or to remove. */
  public boolean openOrClose() {
    Runnable next = background.poll();
    if (next != null) {
      next.run();
    }
    return next != null;
  }

  public void tick() {
    jobs.tick(host.clock().nanoTime(), true);
  }

  /** Goes on to end, if it must; returns whether something was done. */
  public boolean goOnEnding() throws InterruptedException {
    if (over || !ending.isDone()) {
      return false;
    }
    if (!closing) {
      closing = true;
      jobs.close();
      return true;
    }
    if (!jobs.awaitNone(Duration.ZERO)) {
      return false;
    }
    over = true;
    commits.close();
    exchange.exchange().close();
    transport.close();
    worker.close();
    return true;
  }

  /** Returns whether it has noticed that it must end. */
  public boolean isEnding() {
    return ending.isDone();
  }

  /** Returns whether it has ended by itself. */
  public boolean isOver() {
    return over;
  }

  /**
   * Returns whether no job is open, and nobody wants map output of this Worker, or it of others.
   */
  public boolean isIdle() throws InterruptedException {
    return background.isEmpty() && jobs.awaitNone(Duration.ZERO) && exchange.isIdle();
  }

  /** Ends the threads of a process that was killed. Nothing that they do has an effect. */
  public void endThreads() {
    over = true;
    commits.close();
    jobs.close(); // attempts that wait to ask again whether they may commit
    worker.close();
  }

  /** Removes what a process that was killed has left behind, as the node does. */
  public void removeFiles() throws IOException {
    DirectoryTree.delete(local);
  }

  /** Checks that nothing of a job is left here. */
  public void checkThatNothingIsLeft() throws IOException {
    assertThat(worker.retained().lent()).as("buffers lent by Worker %d", number).isZero();
    try (Stream<Path> files = Files.list(local)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .as("files of Worker %d", number)
          .isEmpty();
    }
  }
}
