// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.Map;
import org.athanor.results.Metric;
import org.athanor.results.Reading;
import org.athanor.results.SampleTable.Column;
import org.athanor.results.Total;

/** Memory of this machine. A sample is the state at its time, not a mean over the interval. */
public final class MemoryProbe implements Probe {

  private final Reader reader = new Reader();
  private final FileChannel meminfo;

  private MemoryProbe(FileChannel meminfo) {
    this.meminfo = meminfo;
  }

  public static MemoryProbe open(Host host) throws UnavailableException {
    return new MemoryProbe(KernelFiles.open(host.proc().resolve("meminfo")));
  }

  @Override
  public List<Column> columns() {
    return List.of(
        Column.of(Metric.MEMORY_USED),
        Column.of(Metric.MEMORY_CACHED),
        Column.of(Metric.MEMORY_SWAP));
  }

  @Override
  public void begin() {}

  @Override
  public void sample(double interval, double[] row, int at) throws IOException {
    MemoryInfo memory = MemoryInfo.parse(reader.readPiece(meminfo));
    row[at] = memory.used();
    row[at + 1] = memory.cached();
    row[at + 2] = memory.swapUsed();
  }

  @Override
  public Map<Total, Reading> end() {
    return Map.of();
  }

  @Override
  public void close() {
    KernelFiles.close(meminfo);
  }
}
