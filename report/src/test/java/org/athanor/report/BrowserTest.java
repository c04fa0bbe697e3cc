// SPDX-License-Identifier: Apache-2.0
package org.athanor.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.athanor.results.NodeUse;
import org.athanor.results.Phase;
import org.athanor.results.Study;
import org.athanor.results.TrialResult;
import org.athanor.results.Trials;
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
      const done = () => {
        if (Object.keys(found).length === widths.length + 3)
          document.body.innerHTML = `<pre id="found">${JSON.stringify(found)}</pre>`;
      };
      /** What a link to a view shows, what the arrow keys and a touch show, and what the address keeps. */
      const view = () => {
        const frame = document.createElement("iframe");
        frame.style.cssText = "width:1000px;height:900px;border:0";
        frame.src = "PAGE#time?nodes=4&hide=spark&log=1&workload=grep&seconds=5-10&bars=cpu_seconds";
        document.body.append(frame);
        const look = () => {
          const page = frame.contentDocument;
          const root = page && page.documentElement;
          if (!root || root.dataset.ready !== "true" || !page.querySelector("#timelines svg")) return setTimeout(look, 50);
          const all = (selector) => [...page.querySelectorAll(selector)];
          const tip = page.querySelector("#tip");
          const pressed = (selector) => all(selector + ' [aria-pressed="true"]').map((button) => button.textContent);
          const chart = page.querySelector('[data-chart="bars"] .rows');
          const result = {
            nodes: pressed("#node-choice"),
            frameworks: pressed("#framework-choice"),
            quantity: pressed('[data-choice="bars"]'),
            workload: page.querySelector("#series-workload").value,
            runs: all("#timelines .run h3").map((title) => title.textContent),
            points: all('[data-chart="bars"] .point').length,
            top: page.querySelector("#time").getBoundingClientRect().top,
            spark: all("#statistics tbody tr").filter((row) => !row.hidden && row.textContent.includes("spark")).length,
          };
          chart.focus();
          chart.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
          result.key = tip.hidden ? "" : tip.textContent;
          chart.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
          result.escaped = tip.hidden;
          const body = page.querySelector("#timelines .charts");
          const box = body.getBoundingClientRect();
          body.dispatchEvent(new PointerEvent("pointerdown", { pointerType: "touch", clientX: box.left + box.width / 2, clientY: box.top + 50, bubbles: true }));
          body.dispatchEvent(new PointerEvent("pointerleave", { pointerType: "touch" }));
          result.touched = page.querySelector("#timelines .track-title").textContent;
          page.querySelector('[data-zoom="whole"]').click();
          page.querySelector("#framework-choice button:last-child").click();
          result.address = frame.contentWindow.location.hash.split("&");
          result.errors = Number(root.dataset.errors);
          // A link to another section of the same view, as Back is.
          frame.contentWindow.stays = true;
          frame.contentWindow.location.hash = "#energy?" + frame.contentWindow.location.hash.split("?")[1];
          setTimeout(() => {
            result.stays = frame.contentWindow.stays === true;
            found.view = result;
            done();
          }, 300);
        };
        frame.addEventListener("load", look);
      };
      /** What a page shows whose link or labels are made to break it. */
      const hostile = (name, source) => {
        const frame = document.createElement("iframe");
        frame.style.cssText = "width:1000px;height:900px;border:0";
        frame.src = source;
        document.body.append(frame);
        const look = () => {
          const page = frame.contentDocument;
          const root = page && page.documentElement;
          if (!root || root.dataset.ready !== "true" || !page.querySelector("#timelines svg")) return setTimeout(look, 50);
          const all = (selector) => [...page.querySelectorAll(selector)];
          found[name] = {
            errors: Number(root.dataset.errors),
            injected: all("img, [onerror], [data-hacked]").length,
            plots: all('[data-part="size"] svg, [data-part="phases"] svg').length,
            nodes: all('[data-chart="power-boxes"] .box').length,
            bars: all('[data-chart="bars"] .bar').length,
            trials: all("#timelines header select").map((menu) => menu.value),
            broken: all("svg *").filter((element) => [...element.attributes].some(({ value }) => /NaN|Infinity|undefined/.test(value))).length,
            address: frame.contentWindow.location.hash.split("&"),
          };
          done();
        };
        frame.addEventListener("load", look);
      };
      view();
      hostile("link", "PAGE#time?nodes=x&bars=%3Cimg%20src=x%20onerror=alert(1)%3E&energy=node_energy&boxes=constructor&power=__proto__&size-plot=toString&hide=%3C/script%3E&workload=grep&trial=2%20hadoop&trial=99%20spark&trial=x&seconds=1e9-1000000001");
      hostile("labels", "hostile/PAGE");
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
            size: count('[data-part="size"] svg'),
            phases: count('[data-part="phases"] svg'),
            energy: count('[data-part="energy"] svg'),
            power: count('[data-chart="power"] svg'),
            nodes: count('[data-chart="power-boxes"] .box'),
            unnamed: [...page.querySelectorAll("button, select, svg")].filter((e) =>
              !e.textContent.trim() && !e.getAttribute("aria-label") && e.getAttribute("aria-hidden") !== "true").length,
          };
          done();
        };
        frame.addEventListener("load", look);
      }
      </script>
      """;

  private static final String HOSTILE =
      "</script><script>document.documentElement.dataset.hacked=1</script>"
          + "<img src=x onerror='document.documentElement.dataset.hacked=1'>|\"&amp;";

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
    Path hostile = Files.createDirectory(directory.resolve("hostile"));
    ReportWriter.write(hostileStudy(hostile), hostile);
    Path probe =
        Files.writeString(
            directory.resolve("probe.html"), PROBE.replace("PAGE", ReportWriter.PAGE));
    HeadlessBrowser.Opened opened = HeadlessBrowser.open(chromium.get(), probe);
    console = opened.console();
    found = opened.found();
  }

  /** All labels would run a script if the page took them for its own text. */
  private static Study hostileStudy(Path directory) throws IOException {
    String samples =
        Files.writeString(
                directory.resolve("samples.csv"),
                "seconds,cpu_user,power_package\n1,50,10\n10,50,20\n")
            .toString();
    List<TrialResult> trials = new ArrayList<>();
    for (String framework : List.of("hadoop", HOSTILE)) {
      for (int nodes : List.of(1, 2)) {
        trials.addAll(Trials.repeated(framework, "sort" + HOSTILE, nodes, 10, 12));
      }
    }
    trials.replaceAll(
        trial ->
            trial.toBuilder()
                .phases(List.of(new Phase("map" + HOSTILE, 1, 5)))
                .nodes(
                    trial.nodes().stream()
                        .map(use -> new NodeUse(use.node() + HOSTILE, use.totals(), samples))
                        .toList())
                .build());
    return Trials.study(trials);
  }

  @Test
  void labelsCannotBreakThePage() {
    JsonNode page = found.get("labels");
    assertThat(page.get("errors").intValue()).isZero();
    assertThat(page.get("injected").intValue()).isZero();
    assertThat(page.get("broken").intValue()).isZero();
    assertThat(page.get("bars").intValue()).isEqualTo(2);
    assertThat(page.get("plots").intValue())
        .as("by number of nodes; phases of both frameworks")
        .isEqualTo(1 + 2);
    assertThat(page.get("nodes").intValue()).as("frameworks × nodes").isEqualTo(2 * 2);
  }

  @Test
  void aLinkCannotBreakThePage() {
    JsonNode page = found.get("link");
    assertThat(page.get("errors").intValue()).isZero();
    assertThat(page.get("injected").intValue()).isZero();
    assertThat(page.get("broken").intValue()).isZero();
    assertThat(page.get("bars").intValue()).isEqualTo(6);
    assertThat(page.get("trials").get(0).stringValue()).as("the picked trial").isEqualTo("2");
    List<String> address = texts(page, "address");
    assertThat(address.get(0))
        .as("what is impossible is not kept")
        .isEqualTo("#time?workload=grep");
    assertThat(address.get(1)).as("the last second").matches("seconds=[\\d.]{1,6}-[\\d.]{1,6}");
    assertThat(address).hasSizeLessThanOrEqualTo(3);
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
            "scorecard",
            "time",
            "speedup",
            "over-time",
            "between-nodes",
            "events",
            "scalability",
            "energy",
            "power",
            "statistics",
            "counters",
            "incidents",
            "environment",
            "method");
    assertThat(page.get("bars").intValue()).isEqualTo(6);
    assertThat(page.get("ratios").intValue()).isEqualTo(4);
    assertThat(page.get("boxes").intValue()).isEqualTo(6);
    assertThat(page.get("scaling").intValue()).isEqualTo(2);
    assertThat(page.get("tracks").intValue()).as("phases and eight tracks").isEqualTo(3 * 9);
    assertThat(page.get("size").intValue()).as("one for each workload").isEqualTo(2);
    assertThat(page.get("phases").intValue()).as("one for each framework").isEqualTo(3);
    assertThat(page.get("energy").intValue()).as("one for each workload").isEqualTo(2);
    assertThat(page.get("power").intValue()).isEqualTo(1);
    assertThat(page.get("nodes").intValue()).as("frameworks × nodes").isEqualTo(3 * 8);
  }

  @Test
  void aLinkShowsTheViewThatItKeeps() {
    JsonNode view = found.get("view");
    assertThat(texts(view, "nodes")).containsExactly("4 nodes");
    assertThat(texts(view, "frameworks")).containsExactly("hadoop", "athanor");
    assertThat(texts(view, "quantity")).containsExactly("CPU time");
    assertThat(view.get("workload").stringValue()).isEqualTo("grep");
    assertThat(texts(view, "runs")).containsExactly("hadoop", "athanor");
    assertThat(view.get("top").doubleValue()).as("below the bar").isBetween(50., 200.);
    assertThat(view.get("points").intValue()).as("no bars on a logarithmic scale").isEqualTo(4);
    assertThat(view.get("spark").intValue()).isZero();
    assertThat(texts(view, "address"))
        .as("after all frameworks and the whole time are shown again")
        .containsExactly("#time?nodes=4", "log=1", "bars=cpu_seconds", "workload=grep");
    assertThat(view.get("stays").booleanValue()).as("the same view is not loaded again").isTrue();
    assertThat(view.get("errors").intValue()).isZero();
  }

  @Test
  void chartsCanBeReadByKeysAndByTouch() {
    JsonNode view = found.get("view");
    assertThat(view.get("key").stringValue()).startsWith("hadoop: ").contains("(median of 3)");
    assertThat(view.get("escaped").booleanValue()).isTrue();
    assertThat(view.get("touched").stringValue()).startsWith("CPU at ");
  }

  private static List<String> texts(JsonNode node, String name) {
    return node.get(name).valueStream().map(JsonNode::stringValue).toList();
  }

  @Test
  void namesEveryControlAndPicture() {
    assertThat(found.get("1280").get("unnamed").intValue()).isZero();
  }
}
