// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.athanor.results.Metric;
import org.athanor.results.Reading;
import org.athanor.results.SampleTable.Column;
import org.athanor.results.Total;
import org.athanor.results.Unit;

/**
 * The disks of this machine: each whole disk, and all together. Busy is the share of the time in
 * which a disk had an operation under way; for all disks together it is the mean.
 */
public final class DiskProbe implements Probe {

  private static final List<Metric> METRICS =
      List.of(
          Metric.DISK_READ,
          Metric.DISK_WRITE,
          Metric.DISK_READS,
          Metric.DISK_WRITES,
          Metric.DISK_BUSY);

  private final Reader reader = new Reader();
  private final FileChannel diskstats;
  private final Set<String> disks;
  private Map<String, DiskCounters> last = Map.of();
  private DiskCounters all = DiskCounters.ZERO;

  private DiskProbe(FileChannel diskstats, Set<String> disks) {
    this.diskstats = diskstats;
    this.disks = disks;
  }

  public static DiskProbe open(Host host) throws UnavailableException {
    Set<String> disks = BlockDevices.wholeDisks(host);
    if (disks.isEmpty()) {
      throw new UnavailableException(
          host.sys().resolve("block") + ": has no disk; files are on the network or in memory");
    }
    return new DiskProbe(KernelFiles.open(host.proc().resolve("diskstats")), disks);
  }

  @Override
  public List<Column> columns() {
    List<Column> columns = new ArrayList<>();
    METRICS.forEach(metric -> columns.add(Column.of(metric)));
    for (String disk : disks) {
      METRICS.forEach(metric -> columns.add(Column.of(metric, disk)));
    }
    return columns;
  }

  @Override
  public void begin() throws IOException {
    last = DiskCounters.parse(reader.read(diskstats), disks);
    all = DiskCounters.ZERO;
  }

  @Override
  public void sample(double interval, double[] row, int at) throws IOException {
    Map<String, DiskCounters> now = DiskCounters.parse(reader.read(diskstats), disks);
    DiskCounters sum = DiskCounters.ZERO;
    int present = 0;
    int column = at + METRICS.size();
    for (String disk : disks) {
      DiskCounters after = now.get(disk);
      DiskCounters before = last.get(disk);
      if (after != null && before != null) {
        DiskCounters done = after.since(before);
        put(done, 1, interval, row, column);
        sum = sum.plus(done);
        present++;
      }
      column += METRICS.size();
    }
    if (present > 0) {
      put(sum, present, interval, row, at);
    }
    all = all.plus(sum);
    last = now;
  }

  private static void put(DiskCounters done, int disks, double interval, double[] row, int column) {
    row[column] = done.bytesRead() / interval;
    row[column + 1] = done.bytesWritten() / interval;
    row[column + 2] = done.reads() / interval;
    row[column + 3] = done.writes() / interval;
    row[column + 4] = Math.min(100, done.busyMillis() / (interval * 1000 * disks) * 100);
  }

  @Override
  public Map<Total, Reading> end() {
    return Map.of(
        Total.DISK_READ, Reading.of(all.bytesRead(), Unit.BYTES),
        Total.DISK_WRITTEN, Reading.of(all.bytesWritten(), Unit.BYTES),
        Total.DISK_READS, Reading.of(all.reads(), Unit.COUNT),
        Total.DISK_WRITES, Reading.of(all.writes(), Unit.COUNT));
  }

  @Override
  public void close() {
    KernelFiles.close(diskstats);
  }
}
