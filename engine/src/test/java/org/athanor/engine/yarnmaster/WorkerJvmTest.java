// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.athanor.engine.compatibility.oracle.Repository;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class WorkerJvmTest {
  @Test
  void hasTheOptionsOfTheCommand() throws Exception {
    String script = Files.readString(Repository.root().resolve("athanor"));
    List<String> notInlined =
        Pattern.compile("(?m)^  (org\\.athanor\\.engine\\.[\\w.]+::\\w+)")
            .matcher(script)
            .results()
            .map(method -> method.group(1))
            .toList();
    assertThat(WorkerJvm.NOT_INLINED).isEqualTo(notInlined).isNotEmpty();
    assertThat(script).contains(String.join(" ", WorkerJvm.FEW_THREADS_COMPILATION));
    assertThat(
            Pattern.compile("echo (-XX:\\+UseSerialGC.*) \"\\$\\(young\\)\" (.*)")
                .matcher(script)
                .results()
                .map(WorkerJvmTest::joined))
        .containsExactly(String.join(" ", WorkerJvm.FEW_THREADS_COLLECTION));
  }

  private static String joined(MatchResult collection) {
    return collection.group(1) + " " + collection.group(2);
  }

  @Test
  void manyThreadsHaveAParallelCollector() {
    assertThat(WorkerJvm.options(8, 4096)).contains("-XX:+UseParallelGC").doesNotContain("Tier4");
    assertThat(WorkerJvm.options(2, 4096)).contains("-XX:+UseSerialGC");
  }
}
