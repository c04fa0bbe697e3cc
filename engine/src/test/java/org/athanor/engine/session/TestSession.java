// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobID;
import org.athanor.engine.job.ContainerPlace;
import org.athanor.engine.netty.NettyTransport;
import org.athanor.engine.netty.Tls;
import org.athanor.engine.testing.ChildWorkers;
import org.athanor.engine.testing.TestMaster;

/** A session whose master is this JVM and whose Workers are child processes. */
final class TestSession implements AutoCloseable {
  private static final int THREADS = 2;
  private static final Duration SILENCE = Duration.ofSeconds(3);
  private static final String CLUSTER = Long.toString(System.currentTimeMillis());
  private static final AtomicInteger LAST_JOB = new AtomicInteger();

  private final NettyTransport transport;
  private final ChildWorkers workers;
  private final SessionEngine engine;

  TestSession(int count, Path directory) throws IOException {
    this(count, directory, null, Map.of());
  }

  /**
   * @param tls of this process; null for none
   * @param configuration more settings for the Workers
   */
  TestSession(int count, Path directory, Tls tls, Map<String, String> configuration)
      throws IOException {
    byte[] secret = TestMaster.secret();
    AtomicReference<SessionEngine> begun = new AtomicReference<>();
    transport =
        new NettyTransport(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            secret,
            () -> begun.get().fleet().accepted(),
            TestMaster.settings(SILENCE),
            tls);
    workers =
        new ChildWorkers(
            directory,
            transport.address(),
            secret,
            count,
            new ChildWorkers.Options(THREADS, SILENCE, Duration.ofSeconds(10), true),
            configuration);
    engine =
        new SessionEngine(
            () -> new JobID(CLUSTER, LAST_JOB.incrementAndGet()),
            host -> "/default-rack",
            workers,
            ContainerPlace.ofJobHere(new JobID(CLUSTER, 0)));
    begun.set(engine);
    SessionProvider.use(engine);
  }

  SessionEngine engine() {
    return engine;
  }

  ChildWorkers workers() {
    return workers;
  }

  /** Returns a configuration whose jobs run in this session. */
  static Configuration conf(Path root) {
    Configuration conf = new Configuration();
    conf.set("fs.defaultFS", "file:///");
    conf.set("mapreduce.framework.name", SessionProvider.FRAMEWORK);
    conf.set("hadoop.tmp.dir", root.resolve("tmp").toString());
    conf.set("mapreduce.cluster.local.dir", root.resolve("local").toString());
    conf.set("mapreduce.jobtracker.staging.root.dir", root.resolve("staging").toString());
    conf.setInt("mapreduce.client.progressmonitor.pollinterval", 10);
    conf.setInt("mapreduce.client.completion.pollinterval", 10);
    conf.setBoolean("athanor.history.enabled", false);
    return conf;
  }

  @Override
  public void close() {
    engine.close();
    transport.close();
  }
}
