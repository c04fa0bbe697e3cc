// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.node;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRConfig;
import org.athanor.engine.config.EngineSettings;
import org.athanor.engine.config.YarnSettings;
import org.athanor.engine.exchange.Exchange;
import org.athanor.engine.exchange.ExchangeLimits;
import org.athanor.engine.exit.JvmExit;
import org.athanor.engine.failure.Failure;
import org.athanor.engine.logs.JobLogs;
import org.athanor.engine.netty.HadoopTls;
import org.athanor.engine.netty.NettyTransport;
import org.athanor.engine.protocol.FromWorker;
import org.athanor.engine.protocol.Message;
import org.athanor.engine.protocol.ToWorker;
import org.athanor.engine.site.Host;
import org.athanor.engine.thread.DaemonThread;
import org.athanor.engine.thread.Ticker;
import org.athanor.engine.worker.Worker;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Worker of a session, from its connection to the master until its end: runs what the master
 * tells it. It ends when the master says so, or when the connection to the master has ended: then
 * all code is stopped, nothing is committed any more, and the files of all jobs are removed.
 *
 * <p>The caller ends the JVM then, because code of jobs may go on in threads that ignore their
 * stop.
 */
public final class WorkerProcess {
  /** The exit code of a Worker whose connection to the master could not be made or has ended. */
  public static final int MASTER_LOST = 3;

  private static final Logger LOG = LoggerFactory.getLogger(WorkerProcess.class);

  private static final int OPENERS = 4;
  private static final int CLOSERS = 2;

  /** A status of the Worker once a second. */
  private static final int STATUS_TICKS = 10;

  /** The part of the pool's size that map output on its way to this Worker may have. */
  private static final int CREDIT_SHARE = 16;

  private static final long MAX_CREDIT_BYTES = 32L << 20;

  /** How many ticks there are from one message about an attempt's progress to the next. */
  private static final int PROGRESS_TICKS = 2;

  private static final Duration IDLE = Duration.ofSeconds(10);

  /** From the end of the grace period until the jobs' files are removed, at most. */
  private static final Duration CLEAN_UP = Duration.ofSeconds(10);

  private final WorkerIdentity identity;
  private final InetSocketAddress master;
  private final byte[] secret;
  private final EngineSettings settings;
  private final Configuration configuration;
  private final WorkerLimits limits;
  private final TokenFile tokens = TokenFile.ofProcess();
  private int ticks; // the ticker's thread only

  /**
   * @param master where the master is reached
   * @param secret of the session
   * @param configuration of this process; its {@value MRConfig#LOCAL_DIR} replaces that of all jobs
   */
  public WorkerProcess(
      WorkerIdentity identity,
      InetSocketAddress master,
      byte[] secret,
      EngineSettings settings,
      Configuration configuration,
      WorkerLimits limits) {
    this.identity = identity;
    this.master = master;
    this.secret = secret.clone();
    this.settings = settings;
    this.configuration = new JobConf(configuration);
    this.limits = limits;
  }

  /**
   * Runs the Worker; returns when it has ended.
   *
   * @return the exit code: 0 if the master has told it to end, else {@link #MASTER_LOST}
   * @throws IOException if this process cannot listen at its address
   */
  public int run() throws IOException, InterruptedException {
    JvmExit.prepare();
    Failure.prepare();
    Exchange exchange =
        new Exchange(
            identity.number(),
            ExchangeLimits.of(
                settings.bufferBytes(),
                Math.min(MAX_CREDIT_BYTES, settings.poolBytes() / CREDIT_SHARE)));
    tokens.clear();
    try (HadoopTls tls = isEncrypted() ? HadoopTls.ofNode(configuration) : null;
        NettyTransport transport =
            new NettyTransport(
                new InetSocketAddress(identity.address(), 0),
                secret,
                exchange::accepted,
                limits.transport(),
                tls == null ? null : tls.tls());
        exchange; // is closed before its transport
        Worker worker = new Worker(settings, identity.seat())) {
      return run(worker, transport, exchange);
    }
  }

  private boolean isEncrypted() {
    return YarnSettings.of(configuration).tls();
  }

  private int run(Worker worker, NettyTransport transport, Exchange exchange)
      throws InterruptedException {
    ThreadPoolExecutor openers = pool(OPENERS, "athanor-open-");
    ThreadPoolExecutor closers = pool(CLOSERS, "athanor-close-");
    LateConnection connection = new LateConnection();
    exchange.begin(
        transport, peer -> connection.send(new FromWorker.PeerUnreachable(peer).toFrame()));
    CommitQuestions commits =
        new CommitQuestions(
            message -> connection.send(message.toFrame()), limits.commitLease(), System::nanoTime);
    HostedJobs jobs =
        new HostedJobs(
            new WorkerServices(
                worker,
                exchange,
                configuration,
                submission -> submission.read(configuration),
                identity.logs().map(JobLogs.Keeper::in).orElse(JobLogs.Keeper.NOBODY),
                connection,
                commits,
                tokens,
                closers,
                Host.HERE,
                limits.grace().toNanos()),
            openers);
    CompletableFuture<MasterFrames.Ending> ended = new CompletableFuture<>();
    StatusReports status = new StatusReports(worker.retained(), jobs, exchange, connection);
    Ticker ticker = new Ticker(() -> tick(jobs, status));
    try {
      ticker.begin();
      transport.connect(
          master,
          new MasterFrames(
              hello(transport),
              connection,
              message -> received(message, jobs, exchange),
              commits::close,
              ended));
      MasterFrames.Ending ending = ended.get();
      LOG.info("Worker {} ends: {}", identity.number(), ending.reason());
      close(jobs);
      return ending.exitCode();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e); // It is never completed with an exception.
    } finally {
      commits.close();
      ticker.rest();
      openers.shutdownNow();
      closers.shutdownNow();
    }
  }

  private FromWorker.Hello hello(NettyTransport transport) {
    return new FromWorker.Hello(
        Message.VERSION,
        identity.number(),
        identity.host(),
        identity.rack(),
        settings.threads(),
        transport.address(),
        identity.container());
  }

  /** Carries a message of the master out, apart from the end of the process. */
  static void received(ToWorker message, HostedJobs jobs, Exchange exchange) {
    if (message instanceof ToWorker.OfJob ofJob) {
      jobs.received(ofJob);
    } else if (message instanceof ToWorker.PeerJoined joined) {
      exchange.peerJoined(joined.worker(), joined.data());
    } else if (message instanceof ToWorker.PeerLost lost) {
      exchange.peerLost(lost.worker());
    }
  }

  private void tick(HostedJobs jobs, StatusReports status) {
    ticks++;
    try {
      jobs.tick(System.nanoTime(), ticks % PROGRESS_TICKS == 0);
      if (ticks % STATUS_TICKS == 0) {
        status.tell();
      }
    } catch (RuntimeException | Error e) {
      // The heap is too full even to look at the jobs. The next tick tries again.
      return;
    }
  }

  private void close(HostedJobs jobs) throws InterruptedException {
    jobs.close();
    if (!jobs.awaitNone(limits.grace().plus(CLEAN_UP))) {
      LOG.warn("jobs could not be stopped; their temporary files may be left behind");
    }
  }

  private static ThreadPoolExecutor pool(int threads, String name) {
    AtomicInteger started = new AtomicInteger();
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            threads,
            threads,
            IDLE.toMillis(),
            TimeUnit.MILLISECONDS,
            new LinkedBlockingQueue<>(),
            work -> new DaemonThread(work, name + started.getAndIncrement()));
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }
}
