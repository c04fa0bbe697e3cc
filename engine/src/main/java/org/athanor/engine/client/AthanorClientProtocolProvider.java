// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.apache.hadoop.mapreduce.protocol.ClientProtocolProvider;
import org.athanor.engine.EmbeddedEngine;
import org.athanor.engine.config.Deployment;
import org.athanor.engine.config.InvalidSettingException;
import org.athanor.engine.job.JobService;
import org.athanor.engine.yarn.YarnEngines;

/**
 * Makes Athanor the framework of clients whose {@code mapreduce.framework.name} is {@value
 * #FRAMEWORK}. Their configuration also says where jobs run: {@link Deployment}.
 */
public final class AthanorClientProtocolProvider extends ClientProtocolProvider {
  public static final String FRAMEWORK = "athanor";

  /** Finds the engine for a configuration. */
  interface Engines {
    JobService get(Configuration conf) throws IOException;
  }

  private final Engines engines;

  public AthanorClientProtocolProvider() {
    this(AthanorClientProtocolProvider::engine);
  }

  AthanorClientProtocolProvider(Engines engines) {
    this.engines = engines;
  }

  @Override
  public ClientProtocol create(Configuration conf) throws IOException {
    if (!FRAMEWORK.equals(conf.get(MRConfig.FRAMEWORK_NAME))) {
      return null;
    }
    Deployment deployment = deployment(conf);
    ClientDefaults.applyTo(conf, deployment);
    Staging staging =
        deployment == Deployment.YARN ? new ClusterStaging(conf) : new StagingArea(conf);
    return new AthanorClientProtocol(engines.get(conf), conf, staging, JobFiles.SHARED);
  }

  private static JobService engine(Configuration conf) throws IOException {
    return switch (deployment(conf)) {
      case EMBEDDED -> EmbeddedEngine.get();
      case YARN -> YarnEngines.get(conf);
    };
  }

  /**
   * Returns the deployment. Hadoop does not show why a client could not connect, so that an invalid
   * setting is left to the embedded engine, which refuses the submission and says why.
   */
  private static Deployment deployment(Configuration conf) {
    try {
      return Deployment.of(conf);
    } catch (InvalidSettingException e) {
      return Deployment.EMBEDDED;
    }
  }

  /** Ignores the address, which is that of a tracker of Hadoop 1: some clients still pass one. */
  @Override
  public ClientProtocol create(InetSocketAddress tracker, Configuration conf) throws IOException {
    return create(conf);
  }

  /** Does nothing, because engines belong to the JVM and outlive their clients. */
  @Override
  public void close(ClientProtocol protocol) {}
}
