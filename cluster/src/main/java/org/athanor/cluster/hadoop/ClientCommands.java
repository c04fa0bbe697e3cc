// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** Writes Hadoop's commands for the clients of one cluster; its jars do not contain them. */
final class ClientCommands {
  private static final List<String> NAMES = List.of("hadoop", "hdfs", "yarn", "mapred");

  private ClientCommands() {}

  static void write(HadoopCluster cluster, Path directory) throws IOException {
    write(
        cluster.configuration().toString(),
        cluster.classPath(),
        cluster.environment().get("JAVA_HOME"),
        directory);
  }

  static void write(String configuration, String classPath, String javaHome, Path directory)
      throws IOException {
    String script =
        template()
            .replace("@configuration@", configuration)
            .replace("@classpath@", classPath)
            .replace("@java@", javaHome);
    Files.createDirectories(directory);
    for (String name : NAMES) {
      Path file = Files.writeString(directory.resolve(name), script);
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  private static String template() throws IOException {
    try (InputStream in = ClientCommands.class.getResourceAsStream("hadoop.sh")) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }
}
