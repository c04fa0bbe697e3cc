// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import static org.athanor.agent.probe.CpuTimes.TICKS_PER_SECOND;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.Map;
import org.athanor.results.Metric;
import org.athanor.results.Reading;
import org.athanor.results.SampleTable.Column;
import org.athanor.results.Total;
import org.athanor.results.Unit;

/**
 * CPU time of this machine by state. {@link Total#CPU_OTHER} is the time of other processes: not of
 * the framework, the evaluator, or the kernel's own threads.
 */
public final class CpuProbe implements Probe {

  private final Reader reader = new Reader();
  private final FileChannel stat;
  private final ProcessProbe processes;
  private CpuTimes first;
  private CpuTimes last;

  private CpuProbe(FileChannel stat, ProcessProbe processes) {
    this.stat = stat;
    this.processes = processes;
  }

  /**
   * Opens it.
   *
   * @param processes gives the CPU time that does not count as that of others; it must be sampled
   *     and ended before this probe
   */
  public static CpuProbe open(Host host, ProcessProbe processes) throws UnavailableException {
    return new CpuProbe(KernelFiles.open(host.proc().resolve("stat")), processes);
  }

  @Override
  public List<Column> columns() {
    return List.of(
        Column.of(Metric.CPU_USER),
        Column.of(Metric.CPU_SYSTEM),
        Column.of(Metric.CPU_IOWAIT),
        Column.of(Metric.CPU_STEAL),
        Column.of(Metric.CPU_IDLE));
  }

  @Override
  public void begin() throws IOException {
    first = CpuTimes.parse(reader.readPiece(stat));
    last = first;
  }

  @Override
  public void sample(double interval, double[] row, int at) throws IOException {
    CpuTimes now = CpuTimes.parse(reader.readPiece(stat));
    CpuTimes spent = now.since(last);
    last = now;
    double percent = 100.0 / spent.all();
    if (spent.all() > 0) {
      row[at] = spent.user() * percent;
      row[at + 1] = (spent.system() + spent.interrupts()) * percent;
      row[at + 2] = spent.iowait() * percent;
      row[at + 3] = spent.steal() * percent;
      row[at + 4] = spent.idle() * percent;
    }
  }

  @Override
  public Map<Total, Reading> end() {
    CpuTimes spent = last.since(first);
    double busy = spent.busy() / TICKS_PER_SECOND;
    double other = Math.max(0, busy - processes.accountedSeconds());
    return Map.of(
        Total.CPU_OTHER, Reading.of(other, Unit.SECONDS),
        Total.CPU_STOLEN, Reading.of(spent.steal() / TICKS_PER_SECOND, Unit.SECONDS));
  }

  @Override
  public void close() {
    KernelFiles.close(stat);
  }
}
