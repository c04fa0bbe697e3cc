// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.simulator.access.AccessLog;
import org.athanor.simulator.access.AccessLog.Entry;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.measured.MeasuredRun;
import org.athanor.yaml.Key;
import org.junit.jupiter.api.Test;

/** Checks that {@code docs/simulation.md} lists the keys of the parser and has valid examples. */
class ManualTest {
  private static final Path MANUAL = Path.of("../docs/simulation.md");
  private static final String RENEW =
      "ATHANOR_TEST_RENEW=true ./mvnw -pl simulator -am test -Dtest=ManualTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false";

  @Test
  void listsEveryKey() throws Exception {
    String text = Files.readString(MANUAL);
    String renewed = section(text, "keys", Keys.TOP);
    renewed = section(renewed, "cluster", Keys.CLUSTERS);
    renewed = section(renewed, "node", Keys.NODE);
    renewed = section(renewed, "slots", Keys.SLOT);
    renewed = section(renewed, "device", Keys.DEVICE);
    renewed = section(renewed, "power", Keys.POWERS);
    renewed = section(renewed, "hdfs", Keys.HDFS_RULES);
    renewed = section(renewed, "manager", Keys.MANAGERS);
    renewed = section(renewed, "mapreduce", Keys.MAPREDUCES);
    renewed = section(renewed, "job", Keys.JOB);
    renewed = section(renewed, "profile", Keys.PROFILES);
    renewed = section(renewed, "logged", Keys.LOGGED);
    renewed = section(renewed, "client", Keys.CLIENT);
    renewed = section(renewed, "trace", Keys.TRACES);
    if ("true".equals(System.getenv("ATHANOR_TEST_RENEW"))) {
      Files.writeString(MANUAL, renewed);
    } else {
      assertThat(text).as("docs/simulation.md is stale; renew it: " + RENEW).isEqualTo(renewed);
    }
  }

  private static String section(String text, String name, List<Key<?>> keys) {
    Matcher matcher =
        Pattern.compile("(<!-- " + name + ": generated -->\n).*?(<!-- end -->\n)", Pattern.DOTALL)
            .matcher(text);
    assertThat(matcher.find()).as("section " + name).isTrue();
    return text.substring(0, matcher.end(1)) + table(keys) + text.substring(matcher.start(2));
  }

  private static String table(List<Key<?>> keys) {
    StringBuilder table = new StringBuilder("| key | value | default | |\n|---|---|---|---|\n");
    for (Key<?> key : keys) {
      String otherwise = key.fallback().isEmpty() ? "required" : key.fallback();
      String row =
          String.join(" | ", "`" + key.name() + "`", key.type().allowed(), otherwise, key.text());
      table.append("| ").append(row).append(" |\n");
    }
    return table.toString();
  }

  /** The first example is a whole file; the others go below its cluster. */
  @Test
  void hasValidExamples() throws Exception {
    Matcher matcher =
        Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(MANUAL));
    assertThat(matcher.find()).isTrue();
    String whole = matcher.group(1);
    assertThat(parse(whole).variants())
        .extracting(Variant::name)
        .contains("link=1Gbit/s,reduces=8");
    int examples = 0;
    while (matcher.find()) {
      parse(whole.substring(0, whole.indexOf("jobs:")) + matcher.group(1));
      examples++;
    }
    assertThat(examples).isEqualTo(3);
  }

  private static ScenarioFile parse(String text) {
    FileSpec file = new FileSpec("/f", 1, 1, 1);
    Sources sources =
        new Sources(
            wanted -> new MeasuredRun("run", 1, 1, 1, 1, 0, OptionalDouble.of(1e9), 1, 1),
            (audit, namespace, other) ->
                new AccessLog(List.of(file), List.of(new Entry(0, "host", false, file))));
    ScenarioFile read =
        ScenarioFile.parse(
            Path.of("manual.yaml"),
            text.getBytes(StandardCharsets.UTF_8),
            OptionalLong.empty(),
            sources);
    assertThat(read.problems()).isEmpty();
    return read;
  }
}
