// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class DistributionsTest {

  private final Distributions distributions = Distributions.bundled();

  @Test
  void listsFrameworksAndVersions() {
    assertThat(distributions.frameworks())
        .containsExactly(
            "hadoop",
            "tez",
            "spark",
            "flink",
            "hive",
            "parquet",
            "flink-parquet",
            "kafka",
            "spark-kafka",
            "flink-kafka");
    assertThat(distributions.versions("hadoop")).containsExactly("3.5.0", "3.4.2", "3.3.6");
    assertThat(distributions.defaultVersion("spark")).isEqualTo("4.3.0");
  }

  @Test
  void everyVersionOfEveryFrameworkHasASet() {
    for (String framework : distributions.frameworks()) {
      assertThat(distributions.versions(framework))
          .contains(distributions.defaultVersion(framework))
          .allSatisfy(
              version -> {
                ArtifactSet set = distributions.set(framework, version);
                assertThat(set.id()).isEqualTo(framework + "-" + version);
                assertThat(set.toString()).doesNotContain("{");
                assertThat(set.downloadBytes()).isPositive();
              });
    }
  }

  @Test
  void fillsCoordinatesWithTheVariablesOfAVersion() {
    ArtifactSet.MavenSet set = (ArtifactSet.MavenSet) distributions.set("hadoop", "3.5.0");
    assertThat(set.artifacts())
        .contains(
            Coordinates.parse(
                "com.fasterxml.jackson.core:jackson-core:2.18.6",
                List.of("log4j:log4j", "org.slf4j:slf4j-log4j12", "ch.qos.logback:*")));
    assertThat(set.artifacts())
        .anySatisfy(
            it -> {
              assertThat(it.artifact()).isEqualTo("hadoop-mapreduce-examples");
              assertThat(it.version()).isEqualTo("3.4.2");
              assertThat(it.exclusions()).contains("*:*");
            });
  }

  @Test
  void rejectsAnUnknownVersionAndNamesTheKnownOnes() {
    assertThatThrownBy(() -> distributions.set("hadoop", "3.5.1"))
        .hasMessage(
            "hadoop version 3.5.1: must be 3.5.0 or 3.4.2 or 3.3.6; for another version, give"
                + " its home");
    assertThatThrownBy(() -> distributions.set("storm", "1"))
        .hasMessage(
            "framework storm: must be hadoop or tez or spark or flink or hive or parquet or"
                + " flink-parquet or kafka or spark-kafka or flink-kafka");
  }

  @Test
  void aVersionHasARangeOfJavaReleases() {
    assertThat(distributions.java("hadoop", "3.4.2").contains(22)).isTrue();
    assertThat(distributions.java("hadoop", "3.4.2").contains(25)).isFalse();
    assertThat(distributions.java("hadoop", "3.4.2")).hasToString("8 to 22");
    assertThat(distributions.java("hive", "4.0.1")).hasToString("17");
    assertThat(distributions.java("spark", "4.3.0")).hasToString("17 or newer");
    assertThat(distributions.java("spark", "1.0").contains(8)).isTrue();
  }
}
