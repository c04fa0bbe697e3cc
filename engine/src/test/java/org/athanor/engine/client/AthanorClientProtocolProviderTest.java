// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ServiceLoader;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.mapreduce.protocol.ClientProtocolProvider;
import org.junit.jupiter.api.Test;

class AthanorClientProtocolProviderTest {
  private static final String MONITOR = "mapreduce.client.progressmonitor.pollinterval";
  private static final String COMPLETION = "mapreduce.client.completion.pollinterval";

  private final AthanorClientProtocolProvider provider =
      new AthanorClientProtocolProvider(conf -> new FakeEngine());

  private static Configuration framework(String name) {
    Configuration conf = new JobConf();
    conf.set(MRConfig.FRAMEWORK_NAME, name);
    return conf;
  }

  @Test
  void hadoopFindsIt() {
    assertThat(ServiceLoader.load(ClientProtocolProvider.class))
        .hasAtLeastOneElementOfType(AthanorClientProtocolProvider.class);
  }

  @Test
  void servesItsOwnFrameworkOnly() throws Exception {
    assertThat(provider.create(framework("athanor"))).isNotNull();
    assertThat(provider.create(framework("Athanor"))).isNull();
    assertThat(provider.create(framework("yarn"))).isNull();
    assertThat(provider.create(new Configuration(false))).isNull();
  }

  @Test
  void shortensPollIntervalsThatNobodySet() throws Exception {
    Configuration conf = framework("athanor");
    provider.create(conf);
    assertThat(conf.getInt(MONITOR, -1)).isEqualTo(ClientDefaults.POLL_MILLIS);
    assertThat(conf.getInt(COMPLETION, -1)).isEqualTo(ClientDefaults.POLL_MILLIS);
  }

  @Test
  void keepsPollIntervalsThatTheUserSetEvenToHadoopsDefault() throws Exception {
    Configuration conf = framework("athanor");
    conf.setInt(MONITOR, 1000);
    conf.setInt("jobclient.completion.poll.interval", 777); // the key in Hadoop 1
    provider.create(conf);
    assertThat(conf.getInt(MONITOR, -1)).isEqualTo(1000);
    assertThat(conf.getInt(COMPLETION, -1)).isEqualTo(777);
  }

  @Test
  void leavesConfigurationsOfOtherFrameworksAlone() throws Exception {
    Configuration conf = framework("local");
    provider.create(conf);
    assertThat(conf.getInt(MONITOR, -1)).isEqualTo(1000);
  }
}
