// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

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
}
