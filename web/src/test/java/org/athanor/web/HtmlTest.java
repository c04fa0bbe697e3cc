// SPDX-License-Identifier: Apache-2.0
package org.athanor.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

class HtmlTest {
  @Test
  void escapesTextsAndAttributes() {
    String hostile = "<script>&'\"</script>";
    String safe = "&lt;script&gt;&amp;&#39;&quot;&lt;/script&gt;";
    assertThat(new Html().text(hostile)).hasToString(safe);
    assertThat(new Html().markup("<a").attribute("title", hostile).markup(">"))
        .hasToString("<a title=\"" + safe + "\">");
    assertThat(new Html().with("td", hostile)).hasToString("<td>" + safe + "</td>");
    assertThat(new Html().link("/runs/x", hostile))
        .hasToString("<a href=\"/runs/x\">" + safe + "</a>");
  }

  @Test
  void linksStayOnTheServer() {
    for (String href :
        new String[] {"javascript:alert(1)", "//evil.example.org/", "", "http://x"}) {
      assertThatThrownBy(() -> new Html().link(href, "x")).hasMessageContaining("must be a path");
    }
  }

  @Test
  void noCharacterBecomesMarkupOrChangesTheOrder() {
    long seed = Seeds.seed();
    Random random = new Random(seed);
    for (int round = 0; round < 2000; round++) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < 20; i++) {
        text.append((char) random.nextInt(round % 2 == 0 ? 128 : 65_536));
      }
      String shown = new Html().text(text.toString()).toString();
      assertThat(shown)
          .as("round %d, -Dathanor.test.seed=%d", round, seed)
          .doesNotContain("<", ">", "\"", "'", "\u0000", "\u001b", "\u202e", "\u2028")
          .doesNotContainPattern("&(?!(amp|lt|gt|quot|#39);)");
      assertThat(shown.codePoints().anyMatch(c -> c >= 0xD800 && c <= 0xDFFF)).isFalse();
    }
  }

  @Test
  void longTextsEnd() {
    assertThat(ShownText.of("abcdef", 4)).isEqualTo("abc\u2026");
    assertThat(ShownText.of("abcd", 4)).isEqualTo("abcd");
    assertThat(new Html().text("x".repeat(1 << 20)).toString()).hasSize(ShownText.MOST);
  }
}
