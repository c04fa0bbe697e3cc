// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.athanor.cluster.Mark;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("short")
class AthanorKeysTest {
  private static final Path MANUAL = Path.of("../docs/configuration.md");
  private static final Path FILE =
      Path.of("src/main/resources/org/athanor/bench/framework", AthanorKeys.RESOURCE);

  @TempDir Path directory;

  /** A test of the engine compares the manual with the engine's own list. */
  @Test
  void areThoseInTheManual() throws Exception {
    List<String> keys =
        Pattern.compile("(?m)^\\| `(athanor\\.[a-z.]+)`")
            .matcher(Files.readString(MANUAL))
            .results()
            .map(key -> key.group(1))
            .sorted()
            .toList();
    assertThat(keys).contains("athanor.pool.fraction");
    if (Boolean.getBoolean("athanor.docs.update")) {
      Files.writeString(FILE, String.join("\n", keys) + "\n");
    }
    assertThat(Files.readAllLines(FILE))
        .as(
            "renew: ./mvnw test -pl bench -am -Dathanor.docs.update=true -Dtest=AthanorKeysTest"
                + " -Dsurefire.failIfNoSpecifiedTests=false")
        .isEqualTo(keys);
  }

  @ParameterizedTest
  @ValueSource(strings = {"embedded", "yarn"})
  void aMisspeltKeyIsAProblemOfItsFramework(String mode) throws Exception {
    Framework framework =
        TestSites.frameworks()
            .create(
                new FrameworkRequest(
                    "athanor",
                    mode,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Map.of(
                        "athanor.pool.fractoin", "0.5",
                        "athanor.threads", "2",
                        "mapreduce.job.reduces", "3"),
                    Map.of()));
    assertThat(framework.problems(TestSites.local(new Mark("test-keys"), directory)))
        .filteredOn(problem -> problem.startsWith("settings"))
        .containsExactly(
            "settings: athanor.pool.fractoin: unknown key; allowed "
                + String.join(", ", AthanorKeys.all())
                + "; did you mean athanor.pool.fraction?");
  }
}
