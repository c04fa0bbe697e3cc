// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.yaml.text.ByteSize;
import org.junit.jupiter.api.Test;

class JvmSpecTest {
  @Test
  void readsOptionsThatAreSeparatedByBlanks() {
    assertThat(JvmSpec.parse(" -XX:+UseParallelGC  -Xlog:gc:file=/tmp/x-1.log -Dacme.key=1 "))
        .containsExactly("-XX:+UseParallelGC", "-Xlog:gc:file=/tmp/x-1.log", "-Dacme.key=1");
    assertThat(JvmSpec.parse("--add-opens=java.base/java.lang=ALL-UNNAMED -ea"))
        .containsExactly("--add-opens=java.base/java.lang=ALL-UNNAMED", "-ea");
  }

  @Test
  void refusesWhatIsNoOptionAndWhatAShellWouldReplace() {
    for (String wrong :
        List.of("", "org.acme.Main", "-jar", "-cp", "@file", "-Da='b'", "-XX:CompileOnly=a.*")) {
      assertThatThrownBy(() -> JvmSpec.parse(wrong))
          .as(wrong)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("must be options of Java, such as -XX:+UseParallelGC");
    }
  }

  @Test
  void theHeapHasAKeyOfItsOwn() {
    assertThatThrownBy(() -> JvmSpec.parse("-XX:+UseSerialGC -Xmx4g"))
        .hasMessage("-Xmx4g sets the heap; use the key heap");
    assertThatThrownBy(() -> JvmSpec.parse("-XX:MaxHeapSize=4g"))
        .hasMessage("-XX:MaxHeapSize=4g sets the heap; use the key heap");
  }

  @Test
  void resultsHaveTheKeysWithoutSecrets() {
    JvmSpec jvm =
        new JvmSpec(Optional.of(ByteSize.of("4g")), List.of("-Dstore.password=abc", "-ea"));
    assertThat(jvm.described())
        .isEqualTo(Map.of("heap", "4g", "jvmOptions", "-Dstore.password=(redacted) -ea"));
    assertThat(JvmSpec.DEFAULT.described()).isEmpty();
  }
}
