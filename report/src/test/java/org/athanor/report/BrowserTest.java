// SPDX-License-Identifier: Apache-2.0
package org.athanor.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.athanor.results.synthetic.Shape;
import org.athanor.results.synthetic.SyntheticExperiment;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Opens the page in a headless Chromium, in frames as wide as a phone and a desktop. */
class BrowserTest {

  /** Collects from each frame, when its scripts are done, what a reader would see. */
  private static final String PROBE =
      """
      <!doctype html><title>probe</title><body><script>
      const widths = [390, 1280];
      const found = {};
      for (const width of widths) {
        const frame = document.createElement("iframe");
        frame.style.cssText = `width:${width}px;height:900px;border:0`;
        frame.src = "PAGE";
        document.body.append(frame);
        const look = () => {
          const page = frame.contentDocument;
          const root = page && page.documentElement;
          const runs = root ? page.querySelectorAll("#timelines svg").length : 0;
          if (!root || root.dataset.ready !== "true" || !runs) return setTimeout(look, 50);
          const count = (selector) => page.querySelectorAll(selector).length;
          found[width] = {
            overflow: root.scrollWidth - width,
            errors: Number(root.dataset.errors),
            requests: frame.contentWindow.performance.getEntriesByType("resource").length,
            sections: [...page.querySelectorAll("main > section")].map((section) => section.id),
            bars: count('[data-chart="bars"] .bar'),
            ratios: count('[data-chart="ratios"] .point'),
            boxes: count('[data-chart="boxes"] .box'),
            scaling: count('[data-chart="scaling"] svg'),
            tracks: runs,
            unnamed: [...page.querySelectorAll("button, select, svg")].filter((e) =>
              !e.textContent.trim() && !e.getAttribute("aria-label") && e.getAttribute("aria-hidden") !== "true").length,
          };
          if (Object.keys(found).length === widths.length)
            document.body.innerHTML = `<pre id="found">${JSON.stringify(found)}</pre>`;
        };
        frame.addEventListener("load", look);
      }
      </script>
      """;

  @TempDir static Path directory;
  static JsonNode found;
  static String console;

  @BeforeAll
  static void open() throws IOException, InterruptedException {
    Optional<String> chromium = HeadlessBrowser.installed();
    assumeTrue(chromium.isPresent(), "no chromium or google-chrome in the path");
    Shape shape =
        new Shape(
            List.of("hadoop", "athanor", "spark"),
            List.of("terasort", "grep"),
            List.of(4, 8),
            3,
            true,
            .3,
            false,
            1);
    SyntheticExperiment.write(shape, directory);
    ReportWriter.write(List.of(directory), directory);
    Path probe =
        Files.writeString(
            directory.resolve("probe.html"), PROBE.replace("PAGE", ReportWriter.PAGE));
    HeadlessBrowser.Opened opened = HeadlessBrowser.open(chromium.get(), probe);
    console = opened.console();
    found = opened.found();
  }

  @Test
  void fitsAPhoneAndADesktop() {
    assertThat(found.get("390").get("overflow").intValue()).isLessThanOrEqualTo(0);
    assertThat(found.get("1280").get("overflow").intValue()).isLessThanOrEqualTo(0);
  }

  @Test
  void requestsNothingAndLogsNoErrors() {
    for (String width : List.of("390", "1280")) {
      assertThat(found.get(width).get("requests").intValue()).isZero();
      assertThat(found.get(width).get("errors").intValue()).isZero();
    }
    assertThat(console).doesNotContain(":CONSOLE");
  }

  @Test
  void drawsEverySection() {
    JsonNode page = found.get("1280");
    assertThat(page.get("sections").valueStream().map(JsonNode::stringValue))
        .containsExactly(
            "winners",
            "time",
            "speedup",
            "over-time",
            "between-nodes",
            "events",
            "scalability",
            "energy",
            "statistics",
            "counters",
            "incidents",
            "environment",
            "method");
    assertThat(page.get("bars").intValue()).isEqualTo(6);
    assertThat(page.get("ratios").intValue()).isEqualTo(4);
    assertThat(page.get("boxes").intValue()).isEqualTo(6);
    assertThat(page.get("scaling").intValue()).isEqualTo(2);
    assertThat(page.get("tracks").intValue()).as("phases and five tracks").isEqualTo(3 * 6);
  }

  @Test
  void namesEveryControlAndPicture() {
    assertThat(found.get("1280").get("unnamed").intValue()).isZero();
  }
}
