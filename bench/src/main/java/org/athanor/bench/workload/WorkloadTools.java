// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.workload;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.cluster.Command;

/**
 * Athanor's own programs on the master node: generators and checks, which run as processes of their
 * own with Hadoop's client on their class path.
 *
 * @param lib directory with {@code workloads}, {@code examples} and {@code hadoop}
 * @param java program to run them with, such as {@code /usr/lib/jvm/java-17/bin/java}
 * @param configuration directory with the file system's {@code core-site.xml}, if it has one
 */
public record WorkloadTools(Path lib, String java, Optional<String> configuration) {

  static final String GENERATE = "org.athanor.workloads.Generate";
  static final String VERIFY = "org.athanor.workloads.Verify";
  static final String IO_RATES = "org.athanor.workloads.IoRates";
  static final String INPUT_SIZE = "org.athanor.workloads.InputSize";

  /** Hadoop's shell insists on a core-site.xml, and its logging would hide what it says. */
  private static final String LOOK =
      "d=$(mktemp -d) && echo '<configuration/>' > $d/core-site.xml"
          + " && echo log4j.rootLogger=OFF > $d/log4j.properties"
          + " && \"$1\" -cp \"$d:$2\" org.apache.hadoop.fs.FsShell"
          + " -Dipc.client.connect.max.retries=0 -test -e \"$3\";"
          + " status=$?; rm -rf \"$d\"; exit $status";

  Command command(String mainClass, List<String> arguments) {
    List<String> line = new ArrayList<>();
    line.add(java);
    line.add("-XX:+UseParallelGC");
    line.add("-cp");
    line.add(classPath());
    line.add(mainClass);
    line.addAll(arguments);
    return new Command(line, Map.of(), Optional.empty(), Optional.empty());
  }

  /** Succeeds if Hadoop's client finds something there; else says why if it knows. */
  Command look(String uri) {
    return Command.of("sh", "-c", LOOK, "sh", java, classPath(), uri);
  }

  private String classPath() {
    String jars = lib + "/workloads/*:" + lib + "/examples/*:" + lib + "/hadoop/*";
    return configuration.map(directory -> directory + ":" + jars).orElse(jars);
  }

  /** The jar with our programs. */
  Path programs() {
    return jar("workloads", "athanor-workloads-*.jar").orElse(missing("athanor-workloads"));
  }

  /** The jar with Hadoop's examples. */
  Path examples() {
    return jar("examples", "hadoop-mapreduce-examples-*.jar")
        .orElse(missing("hadoop-mapreduce-examples"));
  }

  /** The jar with Hadoop's TestDFSIO; empty if this installation has none. */
  Optional<Path> dfsio() {
    return jar("workloads", "hadoop-mapreduce-client-jobclient-*-tests.jar");
  }

  private Path missing(String name) {
    return lib.resolve(name + ".jar");
  }

  private Optional<Path> jar(String directory, String glob) {
    Path jars = lib.resolve(directory);
    if (!Files.isDirectory(jars)) {
      return Optional.empty();
    }
    try (DirectoryStream<Path> found = Files.newDirectoryStream(jars, glob)) {
      List<Path> sorted = new ArrayList<>();
      found.forEach(sorted::add);
      return sorted.stream().sorted().findFirst();
    } catch (IOException unreadable) {
      throw new java.io.UncheckedIOException(unreadable);
    }
  }
}
