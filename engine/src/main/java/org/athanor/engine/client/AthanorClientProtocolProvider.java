// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.apache.hadoop.mapreduce.protocol.ClientProtocolProvider;
import org.athanor.engine.EmbeddedEngine;
import org.athanor.engine.job.JobService;

/**
 * Makes Athanor the framework of clients whose {@code mapreduce.framework.name} is {@value
 * #FRAMEWORK}.
 */
public final class AthanorClientProtocolProvider extends ClientProtocolProvider {
  public static final String FRAMEWORK = "athanor";

  /** Finds the engine for a configuration. */
  interface Engines {
    JobService get(Configuration conf) throws IOException;
  }

  private final Engines engines;

  public AthanorClientProtocolProvider() {
    this(conf -> EmbeddedEngine.get());
  }

  AthanorClientProtocolProvider(Engines engines) {
    this.engines = engines;
  }

  @Override
  public ClientProtocol create(Configuration conf) throws IOException {
    if (!FRAMEWORK.equals(conf.get(MRConfig.FRAMEWORK_NAME))) {
      return null;
    }
    ClientDefaults.applyTo(conf);
    return new AthanorClientProtocol(engines.get(conf), conf);
  }

  /** Ignores the address, which is that of a tracker of Hadoop 1: some clients still pass one. */
  @Override
  public ClientProtocol create(InetSocketAddress tracker, Configuration conf) throws IOException {
    return create(conf);
  }

  /** Does nothing, because the engine belongs to the JVM and outlives its clients. */
  @Override
  public void close(ClientProtocol protocol) {}
}
