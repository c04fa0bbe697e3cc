// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.athanor.results.Metric;
import org.athanor.results.Reading;
import org.athanor.results.SampleTable.Column;
import org.athanor.results.Total;

/**
 * Operations and bytes of file systems on other machines, as their client on this machine counts
 * them: of all together, and of each that is mounted when a trial begins. One that is mounted
 * during a trial counts in the sums, from the first sample with it: it may be an old one that was
 * hidden.
 */
public final class FileSystemProbe implements Probe {

  /** Metrics of read and written bytes, reads, writes and other operations, in this order. */
  private final List<Metric> metrics;

  /** The totals of the same quantities. */
  private final List<Total> totals;

  private final FileSystems systems;
  private List<String> keys = List.of();
  private List<String> names = List.of();
  private Map<String, FileCounters> last = Map.of();
  private FileCounters all = FileCounters.ZERO;

  private FileSystemProbe(FileSystems systems, List<Metric> metrics, List<Total> totals) {
    this.systems = systems;
    this.metrics = metrics;
    this.totals = totals;
  }

  public static FileSystemProbe lustre(Host host) throws UnavailableException {
    return new FileSystemProbe(
        LustreClients.open(host),
        List.of(
            Metric.LUSTRE_READ,
            Metric.LUSTRE_WRITE,
            Metric.LUSTRE_READS,
            Metric.LUSTRE_WRITES,
            Metric.LUSTRE_METADATA),
        List.of(
            Total.LUSTRE_READ,
            Total.LUSTRE_WRITTEN,
            Total.LUSTRE_READS,
            Total.LUSTRE_WRITES,
            Total.LUSTRE_METADATA));
  }

  public static FileSystemProbe nfs(Host host) throws UnavailableException {
    return new FileSystemProbe(
        NfsMounts.open(host),
        List.of(
            Metric.NFS_READ,
            Metric.NFS_WRITE,
            Metric.NFS_READS,
            Metric.NFS_WRITES,
            Metric.NFS_METADATA),
        List.of(
            Total.NFS_READ,
            Total.NFS_WRITTEN,
            Total.NFS_READS,
            Total.NFS_WRITES,
            Total.NFS_METADATA));
  }

  @Override
  public List<Column> columns() {
    List<Column> columns = new ArrayList<>();
    metrics.forEach(metric -> columns.add(Column.of(metric)));
    for (String name : names) {
      metrics.forEach(metric -> columns.add(Column.of(metric, name)));
    }
    return columns;
  }

  @Override
  public void begin() throws IOException {
    last = systems.read();
    keys = List.copyOf(last.keySet());
    names = keys.stream().map(systems::nameOf).toList();
    all = FileCounters.ZERO;
  }

  @Override
  public void sample(double interval, double[] row, int at) throws IOException {
    Map<String, FileCounters> now = systems.read();
    FileCounters sum = FileCounters.ZERO;
    for (Map.Entry<String, FileCounters> system : now.entrySet()) {
      FileCounters before = last.getOrDefault(system.getKey(), system.getValue());
      FileCounters done = system.getValue().since(before);
      if (done.isNegative()) {
        throw new IOException(
            systems.nameOf(system.getKey()) + ": its counters were set back during the trial");
      }
      int index = keys.indexOf(system.getKey());
      if (index >= 0) {
        put(done, interval, row, at + (index + 1) * metrics.size());
      }
      sum = sum.plus(done);
    }
    put(sum, interval, row, at);
    all = all.plus(sum);
    last = now;
  }

  private static void put(FileCounters done, double interval, double[] row, int column) {
    row[column] = done.bytesRead() / interval;
    row[column + 1] = done.bytesWritten() / interval;
    row[column + 2] = done.reads() / interval;
    row[column + 3] = done.writes() / interval;
    row[column + 4] = done.metadata() / interval;
  }

  @Override
  public Map<Total, Reading> end() {
    long[] sums = {
      all.bytesRead(), all.bytesWritten(), all.reads(), all.writes(), all.metadata(),
    };
    Map<Total, Reading> readings = new TreeMap<>();
    for (int i = 0; i < sums.length; i++) {
      readings.put(totals.get(i), Reading.of(sums[i], totals.get(i).unit()));
    }
    return readings;
  }

  @Override
  public void close() {
    systems.close();
  }
}
