// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** With shortened answers of Hadoop 3.5.0. */
@Tag("short")
class WebStateTest {

  @Test
  void waitsForAllDataNodesAndTheEndOfSafeMode() {
    String safe = nameNode("safeMode", 2);
    assertThat(state(Role.NAMENODE, safe).isReady(2)).isFalse();
    assertThat(state(Role.NAMENODE, safe).text()).isEqualTo("2 datanodes, safe mode");
    String up = nameNode("Operational", 1);
    assertThat(state(Role.NAMENODE, up).isReady(2)).isFalse();
    assertThat(state(Role.NAMENODE, up).isReady(1)).isTrue();
    assertThat(state(Role.NAMENODE, up).text()).isEqualTo("1 datanode");
  }

  @Test
  void isNotReadyBeforeTheBeansAreThere() {
    assertThat(state(Role.NAMENODE, "{\"beans\" : [ ]}").isReady(0)).isFalse();
  }

  @Test
  void countsNodeManagersAndUnhealthyOnes() {
    WebState state =
        state(
            Role.RESOURCEMANAGER,
            "{\"clusterMetrics\":{\"appsRunning\":3,\"activeNodes\":1,\"unhealthyNodes\":1}}");
    assertThat(state.isReady(2)).isFalse();
    assertThat(state.text()).isEqualTo("1 nodemanager, 1 more unhealthy (disk full?), 3 running");
  }

  @Test
  void showsTheReportOfAnUnhealthyNodeManager() {
    WebState state =
        state(
            Role.NODEMANAGER,
            "{\"nodeInfo\":{\"nodeHealthy\":false,\"healthReport\":\"1/1 local-dirs have"
                + " errors\"}}");
    assertThat(state.isReady(1)).isFalse();
    assertThat(state.text()).isEqualTo("1/1 local-dirs have errors");
  }

  private static String nameNode(String state, int live) {
    return "{\"beans\" : [ {\"name\" : \"Hadoop:service=NameNode,name=FSNamesystemState\","
        + " \"FSState\" : \""
        + state
        + "\", \"NumLiveDataNodes\" : "
        + live
        + "} ]}";
  }

  private static WebState state(Role role, String body) {
    return new WebState(role, JsonMapper.shared().readTree(body));
  }
}
