// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.athanor.engine.compatibility.oracle.Repository;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class JvmCommandTest {
  private final Configuration conf = new Configuration(false);

  private JvmCommand command() {
    return new JvmCommand("org.example.Main", conf, 1000);
  }

  @Test
  void startsTheNodesJavaWithItsOutputInTheLogDirectory() {
    assertThat(command().line("7", "host:1"))
        .startsWith("{{JAVA_HOME}}/bin/java -Djava.io.tmpdir={{PWD}}/tmp ")
        .endsWith(" org.example.Main 7 host:1 1><LOG_DIR>/stdout 2><LOG_DIR>/stderr");
  }

  @Test
  void opensThePackagesThatTheCommandOpens() throws Exception {
    String script = Files.readString(Repository.root().resolve("athanor"));
    Matcher packages = Pattern.compile("for package in ([^;]+); do").matcher(script);
    assertThat(packages.find()).isTrue();
    assertThat(packages.group(1).split("[\\s\\\\]+"))
        .containsExactlyElementsOf(JvmCommand.OPENED)
        .contains("java.util.concurrent.atomic");
    assertThat(command().line())
        .contains(" --add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED ");
  }

  @Test
  void theHeapIsAShareOfTheContainer() {
    assertThat(command().line()).contains(" -Xmx800m ");
    conf.set("mapreduce.job.heap.memory-mb.ratio", "0.5");
    assertThat(command().line()).contains(" -Xmx500m ");
  }

  @Test
  void optionsMayReplaceTheHeap() {
    String line = command().with("-ea -Xmx123m").with(" ").line();
    assertThat(line).contains(" -ea -Xmx123m org.example.Main").doesNotContain("-Xmx800m");
  }

  @Test
  void optionsAreInTheOrderInWhichTheyOverrideEachOther() {
    assertThat(command().with("-Da=1").with("-Da=2").line()).contains(" -Da=1 -Da=2 ");
  }
}
