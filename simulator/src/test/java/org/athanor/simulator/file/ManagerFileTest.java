// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.athanor.simulator.manage.Foresight;
import org.athanor.simulator.manage.ManagerRules;
import org.athanor.simulator.manage.Planning;
import org.athanor.simulator.manage.PredictionErrors;
import org.athanor.storage.decision.Replication;
import org.athanor.storage.popularity.PredictorKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The key {@code manager}. */
class ManagerFileTest {
  private static final long GIB = 1L << 30;
  private static final String DEVICES = "disk: {type: disk,";
  private static final String MORE =
      "ssd: {type: ssd, read: 200 MB/s, write: 100 MB/s, capacity: 100g}\n"
          + "        archive: {type: archive, read: 50 MB/s, write: 40 MB/s, capacity: 2t}\n"
          + "        ";

  private static ScenarioText scenario(String manager) {
    return ScenarioText.valid().with(DEVICES, MORE + DEVICES).plus("manager: {" + manager + "}\n");
  }

  private static ManagerRules rules(String manager) {
    return scenario(manager).scenario().manager().orElseThrow();
  }

  /** The file of 1 GiB has two replicas. */
  @Test
  void hasDefaults() {
    ManagerRules apt = rules("decide: aptstore");
    assertThat(apt.foresight()).isEqualTo(new Foresight.Learned(PredictorKind.APTSTORE));
    assertThat(apt.periodSeconds()).isEqualTo(3600);
    assertThat(apt.streams()).isEqualTo(2);
    assertThat(apt.errors()).isEqualTo(PredictionErrors.NONE);
    Planning.AptStore planning = (Planning.AptStore) apt.planning();
    assertThat(planning.rules().primary().name()).isEqualTo("disk");
    assertThat(planning.rules().secondary().name()).isEqualTo("archive");
    assertThat(planning.rules().secondary().durable()).isTrue();
    assertThat(planning.rules().budgetBytes()).isEqualTo((long) (1.1 * 2 * GIB));
    assertThat(planning.rules().bounds().demoteBelow()).isEqualTo(0.5);
    assertThat(((Planning.AptStore) rules("decide: aptstore-perf").planning()).rules().bounds())
        .matches(bounds -> bounds.demoteBelow() == 0);
    ManagerRules scarlett =
        scenario("decide: scarlett")
            .with("replication: 2", "replication: 3")
            .scenario()
            .manager()
            .orElseThrow();
    assertThat(scarlett.foresight()).isEqualTo(new Foresight.Concurrent(Duration.ofMinutes(1)));
    assertThat(((Planning.Scarlett) scarlett.planning()).budgetBytes())
        .isEqualTo((long) ((1.1 - 1) * 3 * GIB));
  }

  @Test
  void readsAllKeys() {
    ManagerRules rules =
        rules(
            "decide: region, predict: perfect, home: disk, other: ssd, region: 10g, period: 30m,"
                + " streams: 5, error: 40%, mistaken: 30%");
    assertThat(rules.foresight()).isEqualTo(new Foresight.Perfect());
    assertThat(rules.periodSeconds()).isEqualTo(1800);
    assertThat(rules.streams()).isEqualTo(5);
    assertThat(rules.errors()).isEqualTo(new PredictionErrors(0.4, 0.3));
    Planning.Region region = (Planning.Region) rules.planning();
    assertThat(region.home().name()).isEqualTo("disk");
    assertThat(region.cache().name()).isEqualTo("ssd");
    assertThat(region.capacityBytes()).isEqualTo(10 * GIB);
  }

  @Test
  void readsTheOptionsOfTheDaemon() {
    ManagerRules rules = rules("decide: serve, ssd: 10g, extra replicas: 20g, archive after: 182d");
    assertThat(rules.foresight()).isEqualTo(new Foresight.Learned(PredictorKind.RECURRENCE));
    Planning.Serve serve = (Planning.Serve) rules.planning();
    assertThat(serve.home().name()).isEqualTo("disk");
    assertThat(serve.ssd().orElseThrow().tier().name()).isEqualTo("ssd");
    assertThat(serve.ssd().orElseThrow().capacityBytes()).isEqualTo(10 * GIB);
    assertThat(serve.extraBytes()).contains(20 * GIB);
    assertThat(serve.archive().orElseThrow().tier().name()).isEqualTo("archive");
    assertThat(serve.archive().orElseThrow().afterSeconds()).isEqualTo(182 * 86_400);
    assertThat(serve.replication()).isEqualTo(new Replication(2, 2, 4));
    assertThat(((Planning.Serve) rules("decide: serve, ssd: 1g").planning()).archive()).isEmpty();
  }

  @Test
  void refusesWhatCannotBe() {
    assertThat(scenario("decide: serve").problems().toString())
        .contains("needs ssd, extra replicas or archive after: what it may do");
    assertThat(
            ScenarioText.valid()
                .plus("manager: {decide: serve, archive after: 1h}\n")
                .problems()
                .toString())
        .contains("needs a device of type archive for blocks; no node has one");
    assertThat(scenario("decide: region").problems().toString()).contains("needs region");
    assertThat(scenario("decide: aptstore, other: disk").problems().toString())
        .contains("home and other are both disk");
    assertThat(scenario("decide: scarlett, home: nvdimm").problems().toString())
        .contains("no node has such a device");
    assertThat(scenario("decide: scarlett").problems().toString())
        .contains("needs hdfs.replication of 3");
    assertThat(scenario("decide: aptstore, home: ssd").problems().toString())
        .contains("files are not all on ssd");
    assertThat(
            scenario("decide: aptstore")
                .with("replication: 2", "replication: 2, placement: tier")
                .problems()
                .toString())
        .contains("needs hdfs.placement: hdfs");
    assertThat(
            scenario("decide: region, region: 1g")
                .with("replication: 2", "replication: 4")
                .problems()
                .toString())
        .contains("needs more than 4 nodes");
    assertThat(scenario("decide: aptstor").problems().toString()).contains("did you mean aptstore");
    assertThat(
            scenario("decide: aptstore")
                .with("replication: 2", "replication: 1")
                .problems()
                .toString())
        .contains("needs hdfs.replication of 2 or more");
  }

  @ParameterizedTest
  @CsvSource({
    "aptstore, 'ssd: 1g', ssd",
    "aptstore-perf, 'region: 1g', region",
    "region, 'region: 1g, budget: 2', budget",
    "region, 'region: 1g, extra replicas: 1g', extra replicas",
    "region, 'region: 1g, archive after: 1h', archive after",
    "scarlett, 'other: ssd', other",
    "scarlett, 'region: 1g', region",
    "serve, 'ssd: 1g, other: ssd', other",
    "serve, 'ssd: 1g, budget: 2', budget",
    "serve, 'ssd: 1g, region: 1g', region"
  })
  void refusesKeysOfOthers(String decide, String keys, String key) {
    assertThat(
            scenario("decide: " + decide + ", " + keys)
                .with("replication: 2", "replication: 3")
                .problems())
        .singleElement()
        .asString()
        .startsWith("s.yaml:18: manager." + key + "=")
        .endsWith(": means nothing with decide: " + decide + "; remove it");
  }
}
