// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.Fresh;
import org.athanor.bench.experiment.StorageSpec;
import org.athanor.bench.experiment.StorageType;
import org.athanor.yaml.Problem;
import org.athanor.yaml.text.ByteSize;
import org.junit.jupiter.api.Test;

class StoragesReaderTest {
  private static final String REST =
      "nodes: [a, b]\nframeworks: [hadoop: {mode: yarn}]\nworkloads: terasort\n";

  private static ExperimentFile parse(String text) {
    return ExperimentFile.parse(
        Path.of("e.yaml"), (REST + text).getBytes(StandardCharsets.UTF_8), new FixedVocabulary());
  }

  private static List<String> problems(String text) {
    return parse(text).problems().stream().map(Problem::toString).toList();
  }

  @Test
  void readsEveryKey() {
    ExperimentFile file =
        parse(
            """
            network: eth0
            fresh: trial
            storage:
              - {label: ssd, type: hdfs, data: [/s1, /s2/], spill: /s3, block: 256m, replication: 1,
                 network: ib0, settings: {dfs.namenode.handler.count: 20}}
              - {type: shared, data: /lustre/me}
              - {label: lab, type: uri, uri: 'hdfs://nn:8020/user/me/'}
            """);
    assertThat(file.problems()).isEmpty();
    Experiment experiment = file.experiment().orElseThrow();
    assertThat(experiment.storages())
        .containsExactly(
            new StorageSpec(
                Optional.of("ssd"),
                StorageType.HDFS,
                List.of(Path.of("/s1"), Path.of("/s2")),
                List.of(Path.of("/s3")),
                Optional.empty(),
                Optional.of(ByteSize.of("256m")),
                Optional.of(1),
                List.of(),
                Optional.of("ib0"),
                Map.of("dfs.namenode.handler.count", "20")),
            new StorageSpec(
                Optional.of("shared"),
                StorageType.SHARED,
                List.of(Path.of("/lustre/me")),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Map.of()),
            new StorageSpec(
                Optional.of("lab"),
                StorageType.URI,
                List.of(),
                List.of(),
                Optional.of("hdfs://nn:8020/user/me"),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Map.of()));
    assertThat(experiment.filesystem()).isEqualTo("hdfs, shared, uri");
    assertThat(experiment.fresh()).contains(Fresh.TRIAL);
    assertThat(experiment.network(experiment.storages().get(0))).contains("ib0");
    assertThat(experiment.network(experiment.frameworks().get(0))).contains("eth0");
    assertThat(experiment.networks()).containsExactly("eth0", "ib0");
  }

  @Test
  void aDedicatedMasterAndItsWorkerAreSeveralNodes() {
    String master = "master: dedicated\n";
    Experiment experiment = parse(master).experiment().orElseThrow();
    assertThat(experiment.sizes()).containsExactly(1);
    assertThat(experiment.filesystem()).isEqualTo("hdfs");
    assertThat(problems(master + "storage: [{type: local, data: /d}]"))
        .containsExactly(
            "e.yaml:5: storage.type=local: must be hdfs, shared or uri with 2 nodes, which cannot read"
                + " each other's files");
  }

  @Test
  void clientsAskForTheBlocksAndReplicasOfTheStorage() {
    StorageSpec hdfs = StorageSpec.of(StorageType.HDFS, List.of());
    assertThat(hdfs.clientSettings(2)).isEqualTo(Map.of("dfs.replication", "2"));
    assertThat(hdfs.clientSettings(9)).isEqualTo(Map.of("dfs.replication", "3"));
    assertThat(StorageSpec.of(StorageType.LOCAL, List.of()).clientSettings(1)).isEmpty();
    Experiment experiment =
        parse("storage: [{block: 256m, replication: 2, settings: {dfs.a: b}}]")
            .experiment()
            .orElseThrow();
    assertThat(experiment.storages().get(0).clientSettings(1))
        .isEqualTo(Map.of("dfs.replication", "2", "dfs.blocksize", "268435456", "dfs.a", "b"));
  }

  @Test
  void reportsWhatATypeDoesNotHave() {
    assertThat(
            problems(
                """
                storage:
                  - {type: local, label: l}
                  - {type: shared, label: s, block: 64m}
                  - {type: uri, label: u, data: /d}
                  - {type: hdfs, uri: 'hdfs://x/', network: eth0}
                """))
        .containsExactly(
            "e.yaml:5: storage.type=local: must be hdfs, shared or uri with 2 nodes, which cannot"
                + " read each other's files",
            "e.yaml:6: storage.block=64m: is no key of type: shared; remove it",
            "e.yaml:6: storage: type: shared needs data: a list of absolute paths",
            "e.yaml:7: storage.data=/d: is no key of type: uri; remove it",
            "e.yaml:7: storage: type: uri needs uri: hdfs://HOST:PORT or hdfs://NAME, and a path"
                + " without any of * ? [ ] { } , # \\",
            "e.yaml:8: storage.uri=hdfs://x/: is no key of type: hdfs; remove it");
  }

  @Test
  void reportsWrongValues() {
    assertThat(
            problems(
                """
                filesystem: hdfs
                network: 'not one'
                storage:
                  - {data: [relative, '/with blank']}
                  - {label: hdfs}
                  - {label: c, block: 1000001, settings: {dfs.blocksize: 1}}
                  - {label: d, volumes: disk=1, data: [/a, /b]}
                  - {label: e, volumes: ssd=1}
                """))
        .containsExactly(
            "e.yaml:4: filesystem=hdfs: cannot be used together with storage; move it into each of"
                + " them",
            "e.yaml:5: network=not one: must be the name of a network interface, such as eth0",
            "e.yaml:7: storage.data=relative: must be an absolute path without blanks and any of , :"
                + " ; ' \" $ * % & < > \\",
            "e.yaml:7: storage.data=/with blank: must be an absolute path without blanks and any of"
                + " , : ; ' \" $ * % & < > \\",
            "e.yaml:8: storage: the label hdfs is already used in line 7; choose another, such as"
                + " label: hdfs-2",
            "e.yaml:9: storage.block=1000001: must be a size such as 512m or 1.5g, 1m or more",
            "e.yaml:9: storage.settings: dfs.blocksize has a key of its own; use block",
            "e.yaml:10: storage.data: must be one directory with volumes",
            "e.yaml:11: storage.volumes=ssd=1: must have a disk, to which HDFS writes; add disk=1");
  }

  @Test
  void theSmallestSizeMustHoldAllReplicas() {
    assertThat(
            problems(
                """
                sizes: [1, 2]
                storage:
                  - {label: a, replication: 1}
                  - {label: b, replication: 2}
                  - {label: c, replication: 3, volumes: 'ssd=1,disk=2'}
                  - {label: d, type: uri, uri: 'hdfs://nn', replication: 9}
                """))
        .containsExactly(
            "e.yaml:7: storage.replication=2: must be at most 1, the number of DataNodes with the"
                + " smallest of sizes, 1; reduce it, or remove that size");
  }

  @Test
  void aDirectoryIsOneDisk() {
    assertThat(problems("storage: [{data: [/a, /b, /a/], spill: [/a, /a]}]\n"))
        .containsExactly(
            "e.yaml:4: storage.data: names /a twice; remove one of them",
            "e.yaml:4: storage.spill: names /a twice; remove one of them");
  }

  @Test
  void anHdfsDirectoryIsNoPattern() {
    for (String right : List.of("hdfs://nn", "hdfs://nn_1:8020/", "hdfs://nn/a%20b/c-d=e")) {
      assertThat(problems("storage: [{type: uri, uri: '" + right + "'}]")).isEmpty();
    }
    for (String wrong :
        List.of(
            "hdfs://nn/a*", "hdfs://nn/{a}", "hdfs://nn/%zz", "hdfs://nn:99999/", "hdfs:///a")) {
      assertThat(problems("storage: [{type: uri, uri: '" + wrong + "'}]"))
          .as(wrong)
          .hasSize(1)
          .allSatisfy(line -> assertThat(line).contains("must be hdfs://HOST:PORT"));
    }
  }

  @Test
  void trialsOfDifferentStoragesMustHaveDifferentNames() {
    assertThat(problems("storage: [{label: a}, {label: b-a}]\n")).isEmpty();
    ExperimentFile file =
        ExperimentFile.parse(
            Path.of("e.yaml"),
            ("frameworks: hadoop\nstorage: [{label: a}, {label: b-a}]\n"
                    + "workloads: [terasort: {label: x}, terasort: {label: x-b}]\n")
                .getBytes(StandardCharsets.UTF_8),
            new FixedVocabulary());
    assertThat(file.problems().stream().map(Problem::toString))
        .containsExactly(
            "e.yaml:3: workloads.terasort: trials of x-b on hadoop and a and of x on hadoop and b-a"
                + " have the same name; change a label");
  }
}
