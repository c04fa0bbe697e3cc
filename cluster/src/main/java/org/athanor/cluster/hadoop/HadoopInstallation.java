// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.Node;
import org.athanor.cluster.artifact.NodeCopy;

/** The files that nodes need before a daemon starts: Java, jars, configuration. */
final class HadoopInstallation {
  private static final Duration QUERY_TIMEOUT = Duration.ofSeconds(30);

  /**
   * Directories of web pages, without which NameNode and DataNode do not start. Only releases of
   * Hadoop have the real pages; for jars from Maven the directories are empty.
   */
  private static final List<String> WEB_PAGES = List.of("hdfs", "datanode", "secondary");

  private final Map<String, String> javaHomes;
  private final List<String> jars;

  private HadoopInstallation(Map<String, String> javaHomes, List<String> jars) {
    this.javaHomes = javaHomes;
    this.jars = jars;
  }

  static HadoopInstallation prepare(HadoopSpec spec, List<Daemon> daemons, HadoopFiles files)
      throws IOException, InterruptedException {
    writeFiles(spec, daemons, files);
    Map<String, String> javaHomes = new HashMap<>();
    for (Node node : spec.nodes()) {
      javaHomes.put(node.name(), javaHome(spec, node));
      for (String entry : spec.classPath()) {
        NodeCopy.ensure(node, spec.mark(), directory(entry));
      }
    }
    for (Daemon daemon : daemons) {
      Path configuration = daemon.configuration();
      daemon.node().copyTo(configuration, configuration.toString());
      keepOldLog(spec, daemon);
    }
    Path client = HadoopFiles.clientHome(spec).resolve("conf");
    spec.master().copyTo(client, client.toString());
    return new HadoopInstallation(javaHomes, withPages(spec.classPath()));
  }

  String javaHome(Node node) {
    return javaHomes.get(node.name());
  }

  String java(Node node) {
    return javaHome(node) + "/bin/java";
  }

  /** The class path of a daemon or client: its configuration, then Hadoop's pages and jars. */
  String classPath(Path configuration) {
    List<String> entries = new ArrayList<>(jars);
    entries.add(0, configuration.toString());
    return String.join(":", entries);
  }

  private static List<String> withPages(List<String> classPath) {
    List<String> entries = new ArrayList<>();
    for (String entry : classPath) {
      Path directory = directory(entry);
      if (Files.isDirectory(directory.resolve("webapps"))) {
        entries.add(directory.toString());
      }
      entries.add(entry);
    }
    return entries;
  }

  /** The directory of an entry such as {@code /opt/hadoop/share/hadoop/common/*}. */
  private static Path directory(String entry) {
    return Path.of(entry.replaceFirst("/\\*$", ""));
  }

  private static String javaHome(HadoopSpec spec, Node node)
      throws IOException, InterruptedException {
    if (spec.javaHome().isPresent()) {
      return spec.javaHome().get();
    }
    return node.system()
        .javaHome()
        .orElseThrow(
            () ->
                new IOException(
                    node.name()
                        + ": has no Java: install one, set JAVA_HOME there, or give its home"));
  }

  private static void keepOldLog(HadoopSpec spec, Daemon daemon)
      throws IOException, InterruptedException {
    String log = daemon.log().toString();
    Command move = Command.of("sh", "-c", "[ ! -e \"$1\" ] || mv \"$1\" \"$1.1\"", "sh", log);
    CommandResult result = daemon.node().run(spec.mark(), move, QUERY_TIMEOUT);
    if (result.status() != 0) {
      throw new IOException(daemon.title() + ": " + result.errors().strip());
    }
  }

  private static void writeFiles(HadoopSpec spec, List<Daemon> daemons, HadoopFiles files)
      throws IOException {
    Set<Path> homes = new LinkedHashSet<>();
    homes.add(HadoopFiles.clientHome(spec));
    daemons.forEach(daemon -> homes.add(daemon.home()));
    boolean pages = withPages(spec.classPath()).size() > spec.classPath().size();
    for (Path home : homes) {
      Path configuration = Files.createDirectories(home.resolve("conf"));
      for (Map.Entry<String, String> file : files.of(home).entrySet()) {
        Files.writeString(configuration.resolve(file.getKey()), file.getValue());
      }
      for (String name : pages ? List.<String>of() : WEB_PAGES) {
        Files.createDirectories(configuration.resolve("webapps").resolve(name));
      }
    }
  }
}
