// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.athanor.bench.experiment.StorageSpec;
import org.athanor.bench.experiment.StorageType;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Nodes;
import org.athanor.cluster.artifact.ArtifactStore;
import org.athanor.cluster.artifact.Distributions;
import org.athanor.cluster.artifact.Tools;
import org.athanor.cluster.hadoop.HostRole;
import org.athanor.cluster.hadoop.Volumes;
import org.athanor.cluster.hadoop.Worker;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real HDFS with an SSD and a disk on one node. Needs Hadoop in the cache. */
class HdfsStorageTest {
  private static final Distributions DISTRIBUTIONS = Distributions.bundled();
  private static final Mark MARK = new Mark("hdfs-storage-" + ProcessHandle.current().pid());
  private static final Pattern REPLICA = Pattern.compile("DatanodeInfoWithStorage\\[[^]]*,(\\w+)]");

  @TempDir private Path directory;

  private static ArtifactStore store() {
    return new ArtifactStore(
        ArtifactStore.defaultRoot(System.getenv()),
        Tools.find(System.getenv(), Optional.of(Path.of("..").toAbsolutePath().normalize())),
        line -> {});
  }

  @Test
  @Tag("long")
  void filesAreOnTheTierOfTheirDirectory() throws Exception {
    List<String> problems = HdfsStorage.problems(DISTRIBUTIONS, store());
    assumeTrue(problems.isEmpty(), problems::toString);
    Worker worker =
        new Worker(
            Nodes.localhost(), HostRole.BOTH, Optional.empty(), Volumes.parseList("ssd=1,disk=1"));
    try (Storage hdfs =
        HdfsStorage.start(
            new StorageRequest(
                StorageSpec.of(StorageType.HDFS, worker.volumes()),
                List.of(worker),
                MARK,
                List.of(directory.resolve("hdfs")),
                true,
                "java"),
            DISTRIBUTIONS,
            store(),
            line -> {})) {
      Path file = Files.writeString(directory.resolve("file"), "some text");
      for (DataTier tier : DataTier.values()) {
        hdfs.makeDirectory(hdfs.inputs(tier), tier);
        run(
            hdfs,
            "org.apache.hadoop.fs.FsShell",
            "-put",
            file.toString(),
            hdfs.inputs(tier) + "/file");
      }
      assertThat(devices(hdfs, hdfs.inputs(DataTier.DISK))).containsExactly("DISK");
      assertThat(devices(hdfs, hdfs.inputs(DataTier.SSD))).containsExactly("SSD");
    }
  }

  /** The types of the devices of all replicas of the files in a directory. */
  private static List<String> devices(Storage hdfs, String uri) throws Exception {
    String path = uri.substring(hdfs.uri().length());
    String report =
        run(hdfs, "org.apache.hadoop.hdfs.tools.DFSck", path, "-files", "-blocks", "-locations");
    return REPLICA.matcher(report).results().map(replica -> replica.group(1)).toList();
  }

  private static String run(Storage hdfs, String mainClass, String... arguments)
      throws IOException, InterruptedException {
    String jars = ArtifactStore.defaultRoot(System.getenv()) + "/hadoop-3.5.0/*";
    String classPath = hdfs.configuration().orElseThrow() + ":" + jars;
    List<String> line = new ArrayList<>(List.of("java", "-cp", classPath, mainClass));
    line.addAll(List.of(arguments));
    CommandResult result = Nodes.localhost().run(MARK, Command.of(line), Duration.ofMinutes(3));
    assertThat(result.status()).as(result.errors() + result.output()).isZero();
    return result.output();
  }
}
