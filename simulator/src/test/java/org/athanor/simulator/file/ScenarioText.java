// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.athanor.simulator.run.Scenario;
import org.athanor.yaml.Problem;

/** The text of a scenario file, and what the reader says about it; the file is {@code s.yaml}. */
record ScenarioText(String text) {
  private static final String VALID =
      """
      cluster:
        racks: 2
        nodes:
          worker:
            count: 4
            cores: 2
            clock: 2 GHz
            link: 1 Gbit/s
            containers: 2
            devices:
              disk: {type: disk, read: 100 MB/s, write: 80 MB/s, capacity: 10g}
      hdfs: {block: 64m, replication: 2}
      queues: {a: 1, b: 3}
      jobs:
        - {name: one, queue: a, input: 1g, reduces: 2, shuffle: 1g}
      """;

  /** A valid file of 15 lines. */
  static ScenarioText valid() {
    return new ScenarioText(VALID);
  }

  ScenarioText with(String part, String replacement) {
    if (!text.contains(part)) {
      throw new IllegalArgumentException("no " + part);
    }
    return new ScenarioText(text.replace(part, replacement));
  }

  ScenarioText plus(String lines) {
    return new ScenarioText(text + lines);
  }

  ScenarioFile read() {
    return read(Sources.none());
  }

  ScenarioFile read(Sources sources) {
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    return ScenarioFile.parse(Path.of("s.yaml"), content, OptionalLong.empty(), sources);
  }

  Scenario scenario() {
    ScenarioFile file = read();
    if (file.variants().size() != 1) {
      throw new AssertionError(file.problems() + " " + file.variants());
    }
    return file.variants().get(0).scenario();
  }

  List<String> problems() {
    return read().problems().stream().map(Problem::toString).toList();
  }

  List<String> names() {
    return read().variants().stream().map(Variant::name).toList();
  }
}
