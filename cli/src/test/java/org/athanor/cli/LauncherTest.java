// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher's JVM options that name classes of Athanor and of Hadoop. */
class LauncherTest {
  private static final Pattern METHOD = Pattern.compile("^ +([\\w.$]+)::(\\w+)", Pattern.MULTILINE);

  /** The JVM does not report options for methods that do not exist. */
  @Test
  void namesMethodsThatExist() throws IOException {
    List<MatchResult> named =
        METHOD.matcher(Files.readString(Path.of("..", "athanor"))).results().toList();
    assertThat(named).hasSizeGreaterThan(3);
    assertThat(named)
        .allSatisfy(
            match ->
                assertThat(
                        Arrays.stream(Class.forName(match.group(1)).getDeclaredMethods())
                            .map(Method::getName))
                    .contains(match.group(2)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", "-1g", "1.5g", "4x", "1", "10", "1k", "0m", "15m", "9999t", "4 g"})
  void refusesAHeapThatNoJvmCanHave(String heap) throws Exception {
    List<String> lines = failing("ATHANOR_HEAP", heap);
    assertThat(lines)
        .singleElement()
        .asString()
        .startsWith("athanor: ATHANOR_HEAP=" + heap + ": must be ");
  }

  @Test
  void refusesANumberThatTheShellCannotHold() throws Exception {
    assertThat(failing("ATHANOR_HEAP", "99999999999999999999g")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/nonexistent", "/nonexistent/*", ":"})
  void refusesAClassPathWithoutHadoop(String path) throws Exception {
    assertThat(failing("ATHANOR_HADOOP_CLASSPATH", path))
        .containsExactly(
            "athanor: ATHANOR_HADOOP_CLASSPATH="
                + path
                + ": has no Hadoop; must be what `hadoop classpath` prints");
  }

  /** What the launcher says to a wrong setting, before it builds or starts anything. */
  private static List<String> failing(String variable, String value) throws Exception {
    ProcessBuilder launcher = new ProcessBuilder("sh", "../athanor", "--version");
    launcher.environment().put(variable, value);
    Process process = launcher.redirectErrorStream(true).start();
    List<String> lines =
        new String(process.getInputStream().readAllBytes(), UTF_8).lines().toList();
    assertThat(process.waitFor()).isEqualTo(2);
    return lines;
  }
}
