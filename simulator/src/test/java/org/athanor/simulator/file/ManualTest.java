// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    renewed = section(renewed, "mapreduce", Keys.MAPREDUCES);
    renewed = section(renewed, "job", Keys.JOB);
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

  @Test
  void hasValidExamples() throws Exception {
    Matcher matcher =
        Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(MANUAL));
    int examples = 0;
    while (matcher.find()) {
      byte[] example = matcher.group(1).getBytes(StandardCharsets.UTF_8);
      ScenarioFile file = ScenarioFile.parse(Path.of("manual.yaml"), example, OptionalLong.empty());
      assertThat(file.problems()).isEmpty();
      assertThat(file.variants()).extracting(Variant::name).contains("link=1Gbit/s,reduces=8");
      examples++;
    }
    assertThat(examples).isPositive();
  }
}
