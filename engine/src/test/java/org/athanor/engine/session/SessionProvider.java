// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.apache.hadoop.mapreduce.protocol.ClientProtocolProvider;
import org.athanor.engine.client.AthanorClientProtocol;
import org.athanor.engine.job.JobService;

/** Has clients in this JVM submit their jobs to a session that a test has begun. */
public final class SessionProvider extends ClientProtocolProvider {
  static final String FRAMEWORK = "athanor-session";

  private static volatile JobService session;

  static void use(JobService begun) {
    session = begun;
  }

  @Override
  public ClientProtocol create(Configuration conf) throws IOException {
    return FRAMEWORK.equals(conf.get(MRConfig.FRAMEWORK_NAME))
        ? new AthanorClientProtocol(session, conf)
        : null;
  }

  @Override
  public ClientProtocol create(InetSocketAddress address, Configuration conf) throws IOException {
    return create(conf);
  }

  @Override
  public void close(ClientProtocol protocol) {}
}
