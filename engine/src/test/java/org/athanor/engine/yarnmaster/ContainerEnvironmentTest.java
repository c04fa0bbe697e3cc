// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("short")
class ContainerEnvironmentTest {
  @TempDir Path directory;
  private final Map<String, String> variables = new HashMap<>();
  private Path configuration;

  @BeforeEach
  void describe() throws Exception {
    configuration =
        Files.writeString(
            directory.resolve("session.xml"),
            "<configuration><property><name>my.key</name><value>v</value></property>"
                + "</configuration>");
    variables.put("USER", "alice");
    variables.put("NM_HOST", "node7");
    variables.put("LOG_DIRS", "/logs/1,/logs/2");
    variables.put("NM_PORT", "8041");
    variables.put("NM_HTTP_PORT", "8042");
    variables.put("LOCAL_DIRS", "/disk1/app,/disk2/app");
    variables.put("CONTAINER_ID", "container_1700000000000_0001_01_000002");
  }

  @Test
  void readsWhatTheNodeManagerTells() throws Exception {
    ContainerEnvironment environment = ContainerEnvironment.read(variables, configuration);
    assertThat(environment.user().getUserName()).isEqualTo("alice");
    assertThat(environment.host()).isEqualTo("node7");
    assertThat(environment.logs()).isEqualTo(Path.of("/logs/1"));
    assertThat(environment.place().node()).hasToString("node7:8041");
    assertThat(environment.container().getContainerId()).isEqualTo(2);
    assertThat(environment.conf().get("my.key")).isEqualTo("v");
    assertThat(environment.conf().get("mapreduce.cluster.local.dir"))
        .isEqualTo("/disk1/app,/disk2/app");
    assertThat(environment.conf().get("io.file.buffer.size")).isNotNull();
  }

  @Test
  void refusesToRunElsewhere() {
    variables.remove("LOCAL_DIRS");
    assertThatThrownBy(() -> ContainerEnvironment.read(variables, configuration))
        .hasMessage("environment variable LOCAL_DIRS: not set; only YARN starts this process");
    assertThatThrownBy(() -> ContainerEnvironment.read(variables, directory.resolve("none.xml")))
        .hasMessageEndingWith("none.xml: not there; only YARN starts this process");
  }
}
