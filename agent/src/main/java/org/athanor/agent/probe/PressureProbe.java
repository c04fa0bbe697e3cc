// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.athanor.results.Metric;
import org.athanor.results.Reading;
import org.athanor.results.SampleTable.Column;
import org.athanor.results.Total;

/**
 * Pressure-stall information: the share of an interval in which some process waited for CPU, memory
 * or I/O. It is computed from the kernel's running totals, so it is exact for any interval; the
 * kernel's own averages are over fixed times of 10 s or more.
 */
public final class PressureProbe implements Probe {

  private static final List<String> RESOURCES = List.of("cpu", "memory", "io");

  private final Reader reader = new Reader();
  private final List<FileChannel> files;
  private final long[] last = new long[RESOURCES.size()];

  private PressureProbe(List<FileChannel> files) {
    this.files = files;
  }

  public static PressureProbe open(Host host) throws UnavailableException {
    List<FileChannel> files = new ArrayList<>();
    PressureProbe probe = new PressureProbe(files);
    try {
      for (String resource : RESOURCES) {
        Path file = host.proc().resolve("pressure").resolve(resource);
        files.add(Reader.open(file));
        probe.begin();
      }
      return probe;
    } catch (IOException e) {
      probe.close();
      throw new UnavailableException(
          host.proc().resolve("pressure")
              + ": "
              + KernelFiles.reason(e)
              + "; needs Linux 4.20 with PSI, perhaps the boot option psi=1",
          e);
    }
  }

  /** Microseconds since the boot during which some process was stalled. */
  static long stalledMicros(Text pressure) {
    if (!pressure.take("some ")) {
      throw new IllegalArgumentException("pressure: must start with \"some \"");
    }
    for (String word = pressure.word(); !word.isEmpty(); word = pressure.word()) {
      if (word.startsWith("total=")) {
        return Long.parseLong(word.substring("total=".length()));
      }
    }
    throw new IllegalArgumentException("pressure: must have a total");
  }

  @Override
  public List<Column> columns() {
    return List.of(
        Column.of(Metric.PRESSURE_CPU),
        Column.of(Metric.PRESSURE_MEMORY),
        Column.of(Metric.PRESSURE_IO));
  }

  @Override
  public void begin() throws IOException {
    for (int i = 0; i < files.size(); i++) {
      last[i] = stalledMicros(reader.readPiece(files.get(i)));
    }
  }

  @Override
  public void sample(double interval, double[] row, int at) throws IOException {
    for (int i = 0; i < files.size(); i++) {
      long now = stalledMicros(reader.readPiece(files.get(i)));
      row[at + i] = Math.min(100, (now - last[i]) / (interval * 1e6) * 100);
      last[i] = now;
    }
  }

  @Override
  public Map<Total, Reading> end() {
    return Map.of();
  }

  @Override
  public void close() {
    files.forEach(KernelFiles::close);
  }
}
