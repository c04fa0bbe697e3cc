// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class ShellWordTest {
  private static final List<String> WORDS =
      List.of("plain", "", "two words", "it's", "$HOME", "~", "a\nb", "*", "\\", "x=1", "\"");

  @Test
  void aShellTakesThemAsTheyAre() throws Exception {
    for (String word : WORDS) {
      assertThat(echoed(ShellWord.quoted(word))).isEqualTo(word);
      assertThat(echoed(ShellWord.argument(word))).isEqualTo(word);
    }
  }

  @Test
  void argumentsAreQuotedOnlyIfTheyNeedIt() {
    assertThat(ShellWord.argument("/data/in-1,a=b")).isEqualTo("/data/in-1,a=b");
    assertThat(ShellWord.argument("two words")).isEqualTo("'two words'");
    assertThat(ShellWord.argument("")).isEqualTo("''");
    assertThat(ShellWord.quoted("plain")).isEqualTo("'plain'");
  }

  private static String echoed(String word) throws Exception {
    Command command = Command.of("/bin/sh", "-c", "printf '%s.' " + word);
    String output =
        Nodes.localhost().run(new Mark("words"), command, Duration.ofSeconds(10)).output();
    assertThat(output).endsWith(".");
    return output.substring(0, output.length() - 1);
  }
}
