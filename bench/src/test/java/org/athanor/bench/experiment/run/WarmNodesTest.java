// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WarmNodesTest {
  @Test
  void onlyFilesOfTheNodesCanBeRead() {
    assertThat(WarmNodes.problem("/data/in")).isEmpty();
    assertThat(WarmNodes.problem("file:/data/in")).isEmpty();
    assertThat(WarmNodes.problem("file:///data/my%20dir")).isEmpty();
    assertThat(WarmNodes.problem("hdfs://nn/x"))
        .contains("hdfs://nn/x is no file of the nodes; remove warm.input, or use a local input");
    assertThat(WarmNodes.problem("file://host/x")).isPresent();
  }
}
