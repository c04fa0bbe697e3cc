// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs Hadoop's commands with a Java that says what it is told. */
class ClientCommandsTest {
  private static final String ITS_OWN =
      "/cluster/conf -cp /cluster/conf:/lib/* org.apache.hadoop.util.RunJar job.jar";

  @TempDir private Path directory;

  @BeforeEach
  void write() throws IOException {
    Path java = Files.createDirectories(directory.resolve("jdk/bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\necho \"$HADOOP_CONF_DIR\" \"$@\"\n");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    ClientCommands.write(
        "/cluster/conf",
        "/cluster/conf:/lib/*",
        directory.resolve("jdk").toString(),
        directory.resolve("bin"));
  }

  private String hadoop(Map<String, String> environment) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(directory.resolve("bin/hadoop").toString(), "jar", "job.jar");
    builder.environment().keySet().removeIf(name -> name.matches("HADOOP_.*|ATHANOR_.*|JAVA_HOME"));
    builder.environment().putAll(environment);
    Process process = builder.redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    return text.strip();
  }

  @Test
  void useTheConfigurationOfTheirClusterWhateverTheEnvironmentHas() throws Exception {
    assertThat(hadoop(Map.of())).isEqualTo(ITS_OWN);
    assertThat(hadoop(Map.of("HADOOP_CONF_DIR", "/other"))).isEqualTo(ITS_OWN);
  }

  @Test
  void useACopyThatASchedulerHasMadeOfIt() throws Exception {
    String copy = Files.createDirectory(directory.resolve("copy")).toString();
    assertThat(
            hadoop(
                Map.of("HADOOP_CONF_DIR", copy, "ATHANOR_SCHEDULE_CONFIGURATION", "/cluster/conf")))
        .isEqualTo(
            copy + " -cp " + copy + ":/cluster/conf:/lib/* org.apache.hadoop.util.RunJar job.jar");
  }

  @Test
  void doNotUseACopyOfAnotherClustersConfigurationOrOneThatIsGone() throws Exception {
    String copy = Files.createDirectory(directory.resolve("copy")).toString();
    assertThat(
            hadoop(
                Map.of("HADOOP_CONF_DIR", copy, "ATHANOR_SCHEDULE_CONFIGURATION", "/another/conf")))
        .isEqualTo(ITS_OWN);
    assertThat(
            hadoop(
                Map.of(
                    "HADOOP_CONF_DIR",
                    copy + "/gone",
                    "ATHANOR_SCHEDULE_CONFIGURATION",
                    "/cluster/conf")))
        .isEqualTo(ITS_OWN);
  }
}
