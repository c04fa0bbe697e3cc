// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScorePageTest {

  @Test
  void readsBackWhatItWrites() {
    ScorePage page = new ScorePage();
    page.put("Joins", row("inner | outer", "same"));
    page.put("Joins", row("override", "differs: bytes"));
    page.put("Formats", row("text", "same"));
    String text = page.render();
    assertThat(ScorePage.parse(text).render()).isEqualTo(text);
    assertThat(ScorePage.parse(text).find("Joins", "inner | outer").verdicts())
        .containsEntry("3.5.0", "same")
        .containsEntry("3.4.2", "")
        .containsEntry("3.5.0, YARN", "");
  }

  @Test
  void keepsOtherVersionsWhenOneIsRenewed() {
    ScorePage page = new ScorePage();
    page.put("Joins", new ScorePage.Row("a", "covers", "", Map.of("3.3.6", "same")));
    page.put("Joins", row("gone", "same"));
    page.merge("Joins", List.of(row("a", "differs: counters")), true);
    assertThat(page.find("Joins", "a").verdicts())
        .containsEntry("3.3.6", "same")
        .containsEntry("3.5.0", "differs: counters");
    assertThat(page.find("Joins", "gone")).isNull();
  }

  @Test
  void keepsRowsThatDidNotRunOnAnOlderVersion() {
    ScorePage page = new ScorePage();
    page.put("Joins", row("long", "same"));
    page.merge(
        "Joins", List.of(new ScorePage.Row("short", "covers", "", Map.of("3.3.6", "same"))), false);
    assertThat(page.find("Joins", "long")).isNotNull();
  }

  @Test
  void disagreesOnAnotherVerdictOrDescription() {
    ScorePage.Row same = row("a", "same");
    assertThat(same.agrees(row("a", "same"), "3.5.0")).isTrue();
    assertThat(same.agrees(row("a", "differs: bytes"), "3.5.0")).isFalse();
    assertThat(same.agrees(new ScorePage.Row("a", "other", "", same.verdicts()), "3.5.0"))
        .isFalse();
  }

  @Test
  void claimsNothingWhereAnOlderVersionDidNotRun() {
    ScorePage.Row found = new ScorePage.Row("a", "covers", "", Map.of("3.3.6", "same"));
    assertThat(row("a", "same").agrees(found, "3.3.6")).isTrue();
  }

  @Test
  void thePageHasTheApplications() throws Exception {
    assertThat(Files.readString(Repository.root().resolve("docs/compatibility.md")))
        .contains(Applications.TEXT);
  }

  private static ScorePage.Row row(String name, String verdict) {
    return new ScorePage.Row(name, "covers", "", Map.of("3.5.0", verdict));
  }
}
