// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.athanor.scheduler.page.StatusPages;
import org.athanor.web.Answer;
import org.athanor.web.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The pages of a scheduler that runs processes of this machine. */
@Timeout(60)
class PagesOfSchedulerTest {
  @TempDir private Path directory;

  @Test
  void showWhatRan() throws Exception {
    try (LocalScheduler local = new LocalScheduler(directory, new ArrayList<>())) {
      local.submit(
          "r",
          Files.writeString(
              directory.resolve("w.yaml"),
              "name: w\njobs:\n  a: {type: shell, command: [sh, -c, '[ -e x ] || { touch x; exit 3;"
                  + " }'], retries: 1, retry wait: 0s}\n  b: {type: shell, command: [sh, -c, 'echo"
                  + " \"<script>\"; exit 4'], after: a}\n"));
      local.workToTheEnd();
      AtomicBoolean done = new AtomicBoolean();
      Thread work =
          new Thread(
              () -> {
                try {
                  local.scheduler.work(done::get);
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              });
      work.start();
      StatusPages pages =
          new StatusPages(directory.resolve("state"), local.scheduler::see, local.clusters());
      assertThat(text(pages, "/")).contains("/runs/r", "failed", "vcores");
      assertThat(text(pages, "/status.json")).contains("\"run\":\"r\"", "\"failed\":1");
      assertThat(text(pages, "/runs/r")).contains("<svg", "a · 2", "ended with code 4");
      assertThat(text(pages, "/runs/r.json"))
          .contains("\"attempt\":1", "\"exitCode\":3", "\"attempt\":2", "\"exitCode\":4");
      assertThat(text(pages, "/metrics"))
          .contains("athanor_schedule_runs{state=\"failed\"} 1")
          .contains("athanor_schedule_queue_wait_seconds_count 3")
          .containsPattern("attempts_ended_total\\{cluster=\"[ab]\",outcome=\"succeeded\"} 1");
      assertThat(pages.get(new Request("/runs/none", Map.of())).status()).isEqualTo(404);
      assertThat(pages.get(new Request("/../etc", Map.of())).status()).isEqualTo(404);
      done.set(true);
      local.scheduler.later(() -> {});
      work.join();
    }
  }

  private static String text(StatusPages pages, String path) throws Exception {
    Answer answer = pages.get(new Request(path, Map.of()));
    assertThat(answer.status()).isEqualTo(200);
    return new String(answer.body(), UTF_8);
  }
}
