// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.athanor.simulator.access.AccessRecord;
import org.athanor.simulator.file.ScenarioFile;
import org.athanor.simulator.file.Sources;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The history of each small scenario file does not change unnoticed. To renew the histories, run
 * the test with {@code -Dathanor.test.renew=true}, and review the difference.
 */
@Tag("short")
class GoldenScenariosTest {
  private static final Path FILES = Path.of("src/test/resources/org/athanor/simulator/run/golden");

  static List<String> names() throws IOException {
    try (Stream<Path> all = Files.list(FILES)) {
      return all.map(path -> path.getFileName().toString())
          .filter(name -> name.endsWith(".yaml"))
          .map(name -> name.replace(".yaml", ""))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void aHistoryIsAsItWas(String name) throws IOException {
    ScenarioFile file =
        ScenarioFile.read(FILES.resolve(name + ".yaml"), OptionalLong.empty(), Sources.none());
    assertThat(file.problems()).isEmpty();
    List<String> lines = lines(History.of(file.variants().get(0).scenario()));
    Path expected = FILES.resolve(name + ".txt");
    if (Boolean.getBoolean("athanor.test.renew")) {
      Files.write(expected, lines);
    }
    assertThat(lines).isEqualTo(Files.readAllLines(expected));
  }

  /** Jobs and attempts, accesses, and what became of files and devices. */
  private static List<String> lines(History history) {
    List<String> lines = new ArrayList<>(history.lines());
    RunResult result = history.result();
    result.accesses().forEach(access -> lines.add(line(access)));
    result.readBytes().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            read -> lines.add(line("clients read %.3f from %s", read.getValue(), read.getKey())));
    result.manager().ifPresent(use -> lines.add(use.toString()));
    if (!result.losses().equals(Losses.NONE)) {
      lines.add(result.losses().toString());
    }
    lines.add(line("network %.3f", result.use().networkBytes()));
    return lines;
  }

  private static String line(AccessRecord access) {
    return line(
        "%.9f %s %s by node %d from %.9f, %d replicas%s",
        access.endSeconds(),
        access.writes() ? "write" : "read",
        access.path(),
        access.node(),
        access.startSeconds(),
        access.replicas(),
        access.failed() ? ", " + access.failure() : "");
  }

  private static String line(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
