// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.athanor.results.SampleTable.Column;

/** Reads files captured on real machines, and builds hosts and samples for tests. */
final class Fixtures {

  private Fixtures() {}

  static byte[] bytes(String name) throws IOException {
    try (InputStream in = Fixtures.class.getResourceAsStream(name)) {
      assertThat(in).as(name).isNotNull();
      return in.readAllBytes();
    }
  }

  static Text text(String name) throws IOException {
    byte[] bytes = bytes(name);
    return new Text(bytes, bytes.length);
  }

  static Path path(String name) throws URISyntaxException {
    return Path.of(Fixtures.class.getResource(name).toURI());
  }

  /** An empty host below a directory. */
  static Host host(Path directory) throws IOException {
    Files.createDirectories(directory.resolve("proc/net"));
    Files.createDirectories(directory.resolve("sys/block"));
    Files.createDirectories(directory.resolve("sys/class/net"));
    Files.createDirectories(directory.resolve("sys/class/powercap"));
    return new Host(directory.resolve("proc"), directory.resolve("sys"));
  }

  /** One sample: header → value. */
  static Map<String, Double> sample(Probe probe, double interval) throws IOException {
    double[] row = new double[probe.columns().size()];
    Arrays.fill(row, Double.NaN);
    probe.sample(interval, row, 0);
    Map<String, Double> values = new TreeMap<>();
    int i = 0;
    for (Column column : probe.columns()) {
      values.put(column.header(), row[i++]);
    }
    return values;
  }
}
