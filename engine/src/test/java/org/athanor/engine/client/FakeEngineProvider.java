// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.client;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.apache.hadoop.mapreduce.protocol.ClientProtocolProvider;

/** Connects Hadoop's own clients with the {@link FakeEngine} of the running test. */
public final class FakeEngineProvider extends ClientProtocolProvider {
  static final String FRAMEWORK = "athanor-fake";
  static volatile FakeEngine engine;

  @Override
  public ClientProtocol create(Configuration conf) throws IOException {
    if (!FRAMEWORK.equals(conf.get(MRConfig.FRAMEWORK_NAME))) {
      return null;
    }
    conf.set(MRConfig.FRAMEWORK_NAME, AthanorClientProtocolProvider.FRAMEWORK);
    ClientProtocol protocol = new AthanorClientProtocolProvider(c -> engine).create(conf);
    conf.set(MRConfig.FRAMEWORK_NAME, FRAMEWORK);
    return protocol;
  }

  @Override
  public ClientProtocol create(InetSocketAddress tracker, Configuration conf) throws IOException {
    return create(conf);
  }

  @Override
  public void close(ClientProtocol protocol) {}
}
