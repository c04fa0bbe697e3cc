// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ServiceLoader;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.v2.api.HSClientProtocolPB;
import org.apache.hadoop.mapreduce.v2.api.MRClientProtocolPB;
import org.apache.hadoop.security.SecurityInfo;
import org.apache.hadoop.security.SecurityUtil;
import org.apache.hadoop.yarn.security.client.ClientToAMTokenSelector;
import org.junit.jupiter.api.Test;

class JobClientSecurityTest {
  private final Configuration conf = new Configuration(false);
  private final JobClientSecurity security = new JobClientSecurity();

  @Test
  void hadoopFindsIt() {
    assertThat(ServiceLoader.load(SecurityInfo.class))
        .hasAtLeastOneElementOfType(JobClientSecurity.class);
    assertThat(SecurityUtil.getTokenInfo(MRClientProtocolPB.class, conf).value())
        .isEqualTo(ClientToAMTokenSelector.class);
  }

  @Test
  void saysNothingOfOtherProtocols() {
    assertThat(security.getTokenInfo(HSClientProtocolPB.class, conf)).isNull();
    assertThat(security.getKerberosInfo(MRClientProtocolPB.class, conf)).isNull();
  }
}
