// SPDX-License-Identifier: Apache-2.0
package org.athanor.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Opens a page that looks at another one in a headless Chromium. */
final class HeadlessBrowser {
  private static final int SECONDS = 90;

  private HeadlessBrowser() {}

  /**
   * What a page has found.
   *
   * @param found the JSON in its element {@code found}
   * @param console what Chromium has logged
   */
  record Opened(JsonNode found, String console) {}

  /** A Chromium in the path. */
  static Optional<String> installed() {
    return Stream.of("chromium", "chromium-browser", "google-chrome")
        .flatMap(
            name ->
                Stream.of(System.getenv("PATH").split(File.pathSeparator))
                    .map(place -> Path.of(place, name)))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst();
  }

  /** Opens the page, which must write an element {@code <pre id="found">} with JSON. */
  static Opened open(String chromium, Path probe) throws IOException, InterruptedException {
    Path directory = probe.getParent();
    Path errors = directory.resolve("chromium.log");
    Process browser =
        new ProcessBuilder(
                chromium,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--allow-file-access-from-files",
                "--enable-logging=stderr",
                "--user-data-dir=" + directory.resolve("profile"),
                "--virtual-time-budget=20000",
                "--window-size=1400,2000",
                "--dump-dom",
                probe.toUri().toString())
            .redirectError(errors.toFile())
            .redirectOutput(directory.resolve("dom.html").toFile())
            .start();
    try {
      assertThat(browser.waitFor(SECONDS, TimeUnit.SECONDS)).as("chromium ended").isTrue();
    } finally {
      browser.destroyForcibly();
    }
    String dom = Files.readString(directory.resolve("dom.html"));
    Matcher json = Pattern.compile("<pre id=\"found\">(.*?)</pre>", Pattern.DOTALL).matcher(dom);
    String console = Files.readString(errors, StandardCharsets.UTF_8);
    assertThat(json.find()).as("what chromium said: %s", console).isTrue();
    return new Opened(new JsonMapper().readTree(json.group(1)), console);
  }
}
