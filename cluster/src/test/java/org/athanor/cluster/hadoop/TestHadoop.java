// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.artifact.ArtifactSet;
import org.athanor.cluster.artifact.ArtifactStore;
import org.athanor.cluster.artifact.Distribution;
import org.athanor.cluster.artifact.Distributions;
import org.athanor.cluster.artifact.InstalledHome;
import org.athanor.cluster.artifact.Tools;

/** A real Hadoop, from the user's cache. */
final class TestHadoop {
  static final Duration SOON = Duration.ofSeconds(60);

  private TestHadoop() {}

  static Distribution distribution() throws Exception {
    ArtifactStore store =
        new ArtifactStore(
            ArtifactStore.defaultRoot(System.getenv()),
            Tools.find(System.getenv(), Optional.of(Path.of("..").toAbsolutePath().normalize())),
            System.out::println);
    Distributions distributions = Distributions.bundled();
    ArtifactSet set = distributions.set("hadoop", distributions.defaultVersion("hadoop"));
    assumeTrue(store.problems(set).isEmpty(), () -> store.problems(set).toString());
    return InstalledHome.read("hadoop", store.fetch(set));
  }

  static Mark mark(String name) {
    return new Mark("test-" + name + "-" + ProcessHandle.current().pid());
  }

  static HadoopSpec spec(List<Node> workers, Mark mark, Path directory) throws Exception {
    return HadoopSpec.of(workers, mark, directory, distribution().classPath(), 2, 2L << 30);
  }
}
