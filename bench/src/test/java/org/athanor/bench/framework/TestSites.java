// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.Nodes;
import org.athanor.cluster.artifact.ArtifactStore;
import org.athanor.cluster.artifact.Distributions;
import org.athanor.cluster.artifact.Tools;

/** Sites on this machine. */
final class TestSites {

  static final int CORES = 2;
  static final long MEMORY = 3L << 30;

  private TestSites() {}

  static Site local(Mark mark, Path work) {
    return of(List.of(Nodes.localhost()), mark, work, "file:///");
  }

  static Site of(List<Node> nodes, Mark mark, Path work, String filesystem) {
    return new Site(
        nodes.get(0),
        nodes,
        mark,
        NodeShare.of(CORES, MEMORY),
        FileSystem.of(filesystem),
        work,
        new Site.Installation(Path.of("../athanor"), Path.of("../target")),
        ArtifactStore.defaultRoot(System.getenv()));
  }

  static Frameworks frameworks() {
    return new Frameworks(
        Distributions.bundled(),
        Tools.find(System.getenv(), Optional.of(Path.of(".."))),
        System.out::println,
        "0.1.0-SNAPSHOT");
  }

  /** Finds processes of this machine whose environment contains the mark. */
  static List<String> marked(Mark mark) throws IOException {
    String wanted = Mark.VARIABLE + "=" + mark.id();
    try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
      return processes
          .filter(process -> process.getFileName().toString().matches("\\d+"))
          .filter(process -> environment(process).stream().anyMatch(it -> it.startsWith(wanted)))
          .map(process -> process.getFileName() + " " + read(process.resolve("cmdline")))
          .toList();
    }
  }

  private static List<String> environment(Path process) {
    return List.of(read(process.resolve("environ")).split("\0", -1));
  }

  /** Reads a file; empty if the process has ended meanwhile, or belongs to another user. */
  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return "";
    }
  }
}
