// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeReport;
import org.apache.hadoop.yarn.api.records.Resource;
import org.athanor.engine.config.YarnSettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class WorkerSizeTest {
  private final Configuration conf = new Configuration(false);
  private final List<NodeReport> nodes = new ArrayList<>();
  private Resource largest = Resource.newInstance(1 << 20, 128);

  private void node(int memoryMb, int vcores) {
    nodes.add(FakeResourceManager.node("n" + nodes.size(), memoryMb, vcores));
  }

  private WorkerSize size() throws IOException {
    return WorkerSize.of(YarnSettings.of(conf), conf, nodes, largest);
  }

  @Test
  void aWorkerPerNodeTakesWhatTheMasterLeaves() throws Exception {
    // Of 8192 MB the master takes 1536, which the scheduler makes 2048.
    node(8192, 4);
    node(8192, 4);
    assertThat(size()).isEqualTo(new WorkerSize(2, 6144, 3, 4));
  }

  @Test
  void nodesThatDifferGiveTheMedian() throws Exception {
    node(4096, 2);
    node(64 << 10, 16);
    node(32 << 10, 8);
    assertThat(size()).isEqualTo(new WorkerSize(3, (32 << 10) - 2048, 7, 8));
  }

  @Test
  void theSchedulerBoundsAContainer() throws Exception {
    node(64 << 10, 16);
    largest = Resource.newInstance(8192, 4);
    assertThat(size()).isEqualTo(new WorkerSize(1, 8192, 4, 16));
  }

  @Test
  void settingsWin() throws Exception {
    node(8192, 4);
    conf.set("athanor.yarn.workers", "5");
    conf.set("athanor.yarn.worker.memory", "1g");
    conf.set("athanor.threads", "2");
    assertThat(size()).isEqualTo(new WorkerSize(5, 1024, 2, 2));
  }

  @Test
  void aNodeWithOneVcoreHasAWorkerToo() throws Exception {
    node(4096, 1);
    assertThat(size()).isEqualTo(new WorkerSize(1, 2048, 1, 1));
  }

  @Test
  void refusesAContainerThatIsLargerThanAllowed() {
    node(8192, 4);
    largest = Resource.newInstance(2048, 4);
    conf.set("athanor.yarn.worker.memory", "3g");
    assertThatThrownBy(this::size)
        .hasMessage(
            "athanor.yarn.worker.memory: a container of 3072 MB is larger than the cluster allows"
                + " (2048 MB, yarn.scheduler.maximum-allocation-mb)");
  }

  @Test
  void refusesAMasterThatIsLargerThanAllowed() {
    node(8192, 4);
    largest = Resource.newInstance(1024, 4);
    assertThatThrownBy(this::size)
        .hasMessage(
            "yarn.app.mapreduce.am.resource.mb: a container of 1536 MB is larger than the cluster"
                + " allows (1024 MB, yarn.scheduler.maximum-allocation-mb)");
  }

  @Test
  void saysThatNodesHaveNoRoom() {
    node(2048, 4);
    assertThatThrownBy(this::size)
        .hasMessage(
            "nodes of 2048 MB have no room for a Worker beside an ApplicationMaster of 2048 MB;"
                + " lower yarn.app.mapreduce.am.resource.mb");
  }

  @Test
  void saysThatNoNodeRuns() {
    assertThatThrownBy(this::size)
        .hasMessage("no NodeManager runs: a job on YARN needs at least one");
  }

  @Test
  void travelsInAConfiguration() {
    WorkerSize size = new WorkerSize(7, 1234, 3, 5);
    size.writeTo(conf);
    assertThat(WorkerSize.readFrom(conf)).isEqualTo(size);
  }
}
