// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class ClusterIdentityTest {
  private final Configuration east = cluster("east");

  private static Configuration cluster(String name) {
    Configuration conf = new Configuration(false);
    conf.set("fs.defaultFS", "hdfs://shared");
    conf.set("yarn.resourcemanager.cluster-id", name);
    conf.set("yarn.resourcemanager.ha.rm-ids", "rm1,rm2");
    return conf;
  }

  private static ClusterIdentity of(Configuration conf) {
    return ClusterIdentity.of(conf);
  }

  @Test
  void otherSettingsDoNotMatter() {
    Configuration same = cluster("east");
    same.set("mapreduce.job.queuename", "other");
    assertThat(of(same)).isEqualTo(of(east));
  }

  @Test
  void clustersWithTheSameNamesOfManagersDiffer() {
    assertThat(of(cluster("west"))).isNotEqualTo(of(east));
    Configuration addresses = cluster("east");
    addresses.set("yarn.resourcemanager.address.rm2", "west2:8032");
    assertThat(of(addresses)).isNotEqualTo(of(east));
    Configuration hosts = cluster("east");
    hosts.set("yarn.resourcemanager.hostname.rm1", "west1");
    assertThat(of(hosts)).isNotEqualTo(of(east));
  }

  @Test
  void clustersWithOneManagerDifferByItsAddress() {
    Configuration one = new Configuration(false);
    one.set("yarn.resourcemanager.address", "a:8032");
    Configuration other = new Configuration(one);
    other.set("yarn.resourcemanager.address", "b:8032");
    assertThat(of(other)).isNotEqualTo(of(one));
  }
}
