// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.athanor.tiering.history.AuditLogs;
import org.athanor.tiering.plan.Decisions;
import org.athanor.tiering.plan.Logs;
import org.athanor.tiering.plan.Namespace;
import org.athanor.tiering.plan.Planner;
import org.athanor.tiering.plan.Settings;
import org.athanor.tiering.plan.StoragePlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PlanDocumentsTest {
  private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
  private static final String EVIL = "/a</script><b>\"'&amp;";

  @TempDir Path directory;

  private StoragePlan plan(int files) throws IOException {
    Logs logs = new Logs();
    for (int file = 0; file < files; file++) {
      String path = file == 0 ? EVIL : "/f" + file;
      logs.file(path, 3, START.minusSeconds(86_400), 1_000_000, 0);
      logs.open(START, path, 1);
      logs.open(START.plusSeconds(4000), path, 2);
    }
    logs.open(START.plusSeconds(8000), EVIL, 3);
    Namespace namespace = Namespace.read(logs.image(directory.resolve("image")), ZoneOffset.UTC);
    try (AuditLogs audit =
        new AuditLogs(List.of(logs.log(directory.resolve("log"))), ZoneOffset.UTC)) {
      return Planner.plan(
          namespace,
          audit,
          new Settings().ssd(1L << 40).make(),
          Decisions.Reserved.NONE,
          events -> {});
    }
  }

  @Test
  void jsonHasAllActions() throws IOException {
    JsonNode json = new JsonMapper().readTree(PlanJson.of(plan(700)));
    assertThat(json.get("format").asString()).isEqualTo("athanor-storage-plan");
    assertThat(json.get("version").asInt()).isEqualTo(1);
    assertThat(json.get("actions").size()).isEqualTo(700);
    JsonNode action = json.get("actions").get(0);
    assertThat(action.get("path").asString()).isEqualTo(EVIL);
    assertThat(action.get("toPolicy").asString()).isEqualTo("ONE_SSD");
    assertThat(action.has("id")).isFalse();
    assertThat(action.get("modified").asString()).isEqualTo("2026-02-28T00:00:00Z");
    assertThat(json.get("summary").get("changes").get("to SSD").get("files").asInt())
        .isEqualTo(700);
    assertThat(json.get("settings").has("extraReplicaBytes")).isFalse();
  }

  @Test
  void noTextOfTheLogCanBecomeCodeOfThePage() throws IOException {
    String page = PlanPage.of(plan(3));
    assertThat(page).doesNotContain("</script><b>").contains("\\u003c/script>\\u003cb>");
    assertThat(page.split("</script>", -1)).hasSize(3);
    assertThat(page).doesNotContain("/*DATA*/").doesNotContain("/*SCRIPT*/");
    // Nothing is loaded. The one address is the name of a namespace.
    assertThat(page.replace("http://www.w3.org/2000/svg", "")).doesNotContain("://");
  }

  @Test
  void thePageStaysSmall() throws IOException {
    String page = PlanPage.of(plan(3000));
    assertThat(page.length()).isLessThan(400_000);
    assertThat(page).contains("\"actions\":3000");
  }
}
