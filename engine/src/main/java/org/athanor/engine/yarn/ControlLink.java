// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobPriority;
import org.athanor.engine.config.YarnSettings;
import org.athanor.engine.driver.MasterConnection;
import org.athanor.engine.job.JobSubmission;
import org.athanor.engine.job.SubmittedJob;
import org.athanor.engine.netty.HadoopTls;
import org.athanor.engine.netty.NettyTransport;
import org.athanor.engine.netty.TransportSettings;
import org.athanor.engine.skew.ReduceLoad;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection over TCP, which is made again if it ends. Thread-safe. */
final class ControlLink implements MasterLink {
  private static final Logger LOG = LoggerFactory.getLogger(ControlLink.class);

  /** A master reads a submission from the cluster's file system before it answers. */
  private static final Duration ANSWER = Duration.ofMinutes(2);

  /** A report is complete enough without them. */
  private static final Duration SHAPES = Duration.ofSeconds(5);

  private final HadoopTls tls; // null if the session's processes do without
  private final NettyTransport transport;
  private final MasterConnection connection;
  private volatile boolean open = true;

  private ControlLink(Locator master, byte[] secret, Configuration session, HadoopTls tls)
      throws IOException {
    this.tls = tls;
    MasterPatience patience = MasterPatience.of(session);
    transport =
        new NettyTransport(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            secret,
            () -> {
              throw new IllegalStateException("nobody connects to a client");
            },
            TransportSettings.of(YarnSettings.of(session).silence()),
            tls == null ? null : tls.tls());
    connection = new MasterConnection(transport, master::locate, patience.next(), this::lost);
  }

  static MasterLink connect(Locator master, byte[] secret, Configuration session)
      throws IOException {
    HadoopTls tls = YarnSettings.of(session).tls() ? HadoopTls.ofClient(session) : null;
    boolean begun = false;
    try {
      ControlLink link = new ControlLink(master, secret, session, tls);
      link.connection.begin();
      begun = true;
      return link;
    } finally {
      if (!begun && tls != null) {
        tls.close();
      }
    }
  }

  private void lost(String reason) {
    open = false;
    LOG.debug("{}", reason);
    endTransport();
  }

  private void endTransport() {
    transport.close();
    if (tls != null) {
      tls.close();
    }
  }

  @Override
  public void submit(SubmittedJob job) throws IOException {
    try {
      connection.submit(JobSubmission.of(job), ANSWER);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(job.id() + ": interrupted while it is submitted", e);
    }
  }

  @Override
  public void setPriority(JobID job, JobPriority priority) {
    connection.setPriority(org.apache.hadoop.mapred.JobID.downgrade(job), priority);
  }

  @Override
  public Map<Integer, ReduceLoad.Shape> shapes(JobID job) {
    try {
      return connection.shapes(org.apache.hadoop.mapred.JobID.downgrade(job), SHAPES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Map.of();
    }
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public boolean isConnected() {
    return connection.isConnected();
  }

  @Override
  public void close() {
    open = false;
    connection.close();
    endTransport();
  }
}
