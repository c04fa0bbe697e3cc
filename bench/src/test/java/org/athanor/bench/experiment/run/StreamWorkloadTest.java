// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.bench.experiment.WorkloadSpec;
import org.athanor.bench.workload.Api;
import org.athanor.bench.workload.Workload;
import org.athanor.bench.workload.Workloads;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.artifact.ArtifactStore;
import org.athanor.cluster.artifact.Distributions;
import org.athanor.cluster.artifact.Tools;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamWorkloadTest {
  private static final Distributions DISTRIBUTIONS = Distributions.bundled();

  @TempDir Path directory;

  /** A dedicated master is none of the nodes that get the brokers. */
  @Test
  void theMasterGetsWhatTheGeneratorAndTheClientNeed() throws Exception {
    ArtifactStore store =
        new ArtifactStore(directory, new Tools(List.of(), List.of(), List.of()), progress -> {});
    List<String> wanted = new ArrayList<>();
    for (String name : List.of("flink-kafka", "kafka", "spark-kafka")) {
      Path set = store.directory(DISTRIBUTIONS.set(name, DISTRIBUTIONS.defaultVersion(name)));
      wanted.add(Files.createDirectories(set).toString());
    }
    List<String> copied = new ArrayList<>();
    workload(store).prepare(site(remoteNode(copied)));
    assertThat(copied).containsExactlyElementsOf(wanted);
  }

  private static StreamWorkload workload(ArtifactStore store) {
    Workload workload = Workloads.find("stats-stream").orElseThrow();
    WorkloadSpec spec = new WorkloadSpec("stats-stream", "stream", Map.of());
    ProgramWorkload program =
        new ProgramWorkload(
            workload,
            spec,
            1,
            false,
            List.of(1),
            new WorkloadArtifacts(DISTRIBUTIONS, store, Set.of()));
    return new StreamWorkload(
        program,
        workload.stream(spec.settings(), 1).orElseThrow(),
        new StreamArtifacts(DISTRIBUTIONS, store, Set.of(Api.SPARK, Api.FLINK)));
  }

  /** A node without files that adds the paths that it is given. */
  private static Node remoteNode(List<String> copied) {
    return (Node)
        Proxy.newProxyInstance(
            Node.class.getClassLoader(),
            new Class<?>[] {Node.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "hasFilesOfThisMachine" -> false;
                  case "run" -> {
                    boolean looks = ((Command) arguments[1]).arguments().get(0).equals("test");
                    yield new CommandResult(looks ? 1 : 0, "", "");
                  }
                  case "copyTo" -> {
                    copied.add((String) arguments[1]);
                    yield null;
                  }
                  default -> throw new IllegalStateException(method.getName());
                });
  }

  private DataSite site(Node master) {
    return new DataSite(
        master,
        new Mark("stream"),
        1,
        1,
        "file:///",
        directory.toUri() + "inputs",
        directory,
        directory,
        "java",
        Optional.empty());
  }
}
