// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.master;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.v2.api.MRClientProtocol;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.exceptions.YarnRuntimeException;
import org.apache.hadoop.yarn.ipc.YarnRPC;
import org.apache.hadoop.yarn.security.client.ClientToAMTokenSecretManager;
import org.athanor.engine.job.JobAccess;
import org.athanor.engine.job.JobService;

/**
 * A server of Hadoop's {@code MRClientProtocol} for all jobs of a {@link JobService}. It answers
 * from its construction until {@link #close}, on {@code
 * yarn.app.mapreduce.am.job.client.thread-count} daemon threads of Hadoop's RPC, as the user who
 * calls. The access lists of a job say who may see and change it. Thread-safe.
 */
public final class ClientService implements AutoCloseable {
  private final Server server;
  private final InetSocketAddress address;
  private final AtomicBoolean closed = new AtomicBoolean();

  /** Starts a service without tokens, for a cluster without security. */
  public ClientService(JobService jobs, Configuration conf, InetSocketAddress bind)
      throws IOException {
    this(jobs, conf, bind, null);
  }

  /**
   * Starts the service.
   *
   * @param conf is copied
   * @param bind where to listen. If the port is 0, the service takes a free one, of {@code
   *     yarn.app.mapreduce.am.job.client.port-range} if that is set
   * @param tokens verifies the tokens with which clients authenticate; null if there are none,
   *     which security does not allow. Its master key may be set later
   * @throws IOException if no port is free, or security is enabled without {@code tokens}
   */
  public ClientService(
      JobService jobs,
      Configuration conf,
      InetSocketAddress bind,
      ClientToAMTokenSecretManager tokens)
      throws IOException {
    if (tokens == null && UserGroupInformation.isSecurityEnabled()) {
      throw new IOException(
          "job clients on "
              + bind
              + ": security is enabled, so the service needs a secret manager for their tokens");
    }
    Configuration copy = new Configuration(conf);
    MasterProtocol protocol = new MasterProtocol(jobs, new JobAccess(copy), this::address);
    server = server(protocol, copy, bind, tokens);
    boolean started = false;
    try {
      if (copy.getBoolean(CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTHORIZATION, false)) {
        server.refreshServiceAcl(copy, new ClientPolicy());
      }
      address = NetUtils.getConnectAddress(server);
      server.start();
      started = true;
    } finally {
      if (!started) {
        server.stop(); // It has its port since it was made.
      }
    }
  }

  private static Server server(
      MasterProtocol protocol,
      Configuration conf,
      InetSocketAddress bind,
      ClientToAMTokenSecretManager tokens)
      throws IOException {
    int threads =
        conf.getInt(
            MRJobConfig.MR_AM_JOB_CLIENT_THREAD_COUNT,
            MRJobConfig.DEFAULT_MR_AM_JOB_CLIENT_THREAD_COUNT);
    try {
      return YarnRPC.create(conf)
          .getServer(
              MRClientProtocol.class,
              protocol,
              bind,
              conf,
              tokens,
              threads,
              MRJobConfig.MR_AM_JOB_CLIENT_PORT_RANGE);
    } catch (YarnRuntimeException e) {
      throw new IOException(
          "job clients on "
              + bind
              + ": cannot listen there ("
              + MRJobConfig.MR_AM_JOB_CLIENT_PORT_RANGE
              + "="
              + conf.get(MRJobConfig.MR_AM_JOB_CLIENT_PORT_RANGE, "")
              + ")",
          e);
    }
  }

  /** Returns where clients connect. */
  public InetSocketAddress address() {
    return address;
  }

  /**
   * Closes the port and the connections of clients, which may end just after this call. Further
   * calls do nothing.
   */
  @Override
  public void close() {
    if (!closed.getAndSet(true)) {
      server.stop();
    }
  }
}
