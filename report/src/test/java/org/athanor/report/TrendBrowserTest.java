// SPDX-License-Identifier: Apache-2.0
package org.athanor.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.athanor.report.page.TrendPage;
import org.athanor.report.trend.Trend;
import org.athanor.results.Outcome;
import org.athanor.results.ResultsFile;
import org.athanor.results.TrialResult;
import org.athanor.results.Trials;
import org.athanor.results.archive.Archive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Opens the page of a trend in a headless Chromium, as wide as a phone and a desktop. */
class TrendBrowserTest {

  private static final String PROBE =
      """
      <!doctype html><title>probe</title><body><script>
      const widths = [390, 1280];
      const found = {};
      for (const width of widths) {
        const frame = document.createElement("iframe");
        frame.style.cssText = `width:${width}px;height:900px;border:0`;
        frame.src = "trend.html";
        document.body.append(frame);
        const look = () => {
          const page = frame.contentDocument;
          const root = page && page.documentElement;
          const charts = root ? page.querySelectorAll('[data-chart="trend"] svg').length : 0;
          if (!root || root.dataset.ready !== "true" || charts < 2) return setTimeout(look, 50);
          const count = (selector) => page.querySelectorAll(selector).length;
          found[width] = {
            overflow: root.scrollWidth - width,
            errors: Number(root.dataset.errors),
            requests: frame.contentWindow.performance.getEntriesByType("resource").length,
            charts,
            medians: count("svg .median"),
            steps: count("svg .step"),
            failed: count("svg .failed"),
            wrong: [...page.querySelectorAll("svg [cy], svg [y1]")].filter((e) =>
              [...e.attributes].some((a) => a.value === "NaN" || Number(a.value) < 0)).length,
            rows: count("#runs tbody tr"),
          };
          if (Object.keys(found).length === widths.length)
            document.body.innerHTML = `<pre id="found">${JSON.stringify(found)}</pre>`;
        };
        frame.addEventListener("load", look);
      }
      </script>
      """;

  @TempDir Path directory;

  @Test
  void drawsLinesIntervalsStepsAndFailures() throws IOException, InterruptedException {
    Optional<String> chromium = HeadlessBrowser.installed();
    assumeTrue(chromium.isPresent(), "no chromium or google-chrome in the path");
    write(directory);
    Path probe = Files.writeString(directory.resolve("probe.html"), PROBE);

    HeadlessBrowser.Opened opened = HeadlessBrowser.open(chromium.get(), probe);

    for (String width : List.of("390", "1280")) {
      JsonNode page = opened.found().get(width);
      assertThat(page.get("overflow").intValue()).isLessThanOrEqualTo(0);
      assertThat(page.get("errors").intValue()).isZero();
      assertThat(page.get("requests").intValue()).isZero();
      assertThat(page.get("charts").intValue()).isEqualTo(2);
      assertThat(page.get("medians").intValue()).isEqualTo(24 * 2 * 2 - 1);
      assertThat(page.get("steps").intValue()).isEqualTo(1);
      assertThat(page.get("failed").intValue()).isEqualTo(1);
      assertThat(page.get("wrong").intValue()).isZero();
      assertThat(page.get("rows").intValue()).isEqualTo(24);
    }
    assertThat(opened.console()).doesNotContain(":CONSOLE");
  }

  /** Writes an invented archive of 24 nights and its page; one framework becomes 12 % slower. */
  static Path write(Path directory) throws IOException {
    Random random = new Random(1);
    Archive archive = new Archive(directory.resolve("archive"));
    for (int night = 0; night < 24; night++) {
      List<TrialResult> trials = new ArrayList<>();
      for (String framework : List.of("hadoop", "athanor")) {
        for (String workload : List.of("sort", "wordcount")) {
          boolean slow = night >= 14 && framework.equals("athanor") && workload.equals("sort");
          double level = framework.equals("hadoop") ? 12 : slow ? 9.52 : 8.5;
          if (night == 8 && framework.equals("hadoop") && workload.equals("sort")) {
            trials.add(
                Trials.with(
                    Trials.trial(framework, workload, 1, 1, 3), Outcome.FAILED, "no output"));
            continue;
          }
          double[] times =
              random.doubles(6).map(uniform -> level * (1 + .03 * (uniform - .5))).toArray();
          trials.addAll(Trials.repeated(framework, workload, 1, times));
        }
      }
      Path run = Files.createTempDirectory(directory, "run");
      ResultsFile.write(
          Trials.startedAt(
              Trials.results("nightly", night < 10 ? "3.4.2" : "3.5.0", trials),
              Instant.parse("2026-11-01T02:00:00Z").plusSeconds(86_400L * night)),
          run);
      archive.add(
          run,
          Optional.of("ci"),
          Optional.of(Integer.toHexString(0x1a2b3c4 + 7919 * night)),
          true,
          100);
    }
    Path page = directory.resolve("trend.html");
    Files.writeString(page, TrendPage.html(Trend.of(archive.entries()), directory));
    return page;
  }
}
