// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.athanor.results.Metric;
import org.athanor.results.Reading;
import org.athanor.results.SampleTable.Column;
import org.athanor.results.Total;
import org.athanor.results.Unit;

/** The network interfaces of this machine, or of this network namespace: each, and all together. */
public final class NetworkProbe implements Probe {

  private final Reader reader = new Reader();
  private final FileChannel dev;
  private final Set<String> interfaces;
  private Map<String, NetworkCounters> last = Map.of();
  private NetworkCounters all = NetworkCounters.ZERO;

  private NetworkProbe(FileChannel dev, Set<String> interfaces) {
    this.dev = dev;
    this.interfaces = interfaces;
  }

  public static NetworkProbe open(Host host) throws UnavailableException {
    Path file = host.proc().resolve("net/dev");
    FileChannel dev = KernelFiles.open(file);
    try {
      Set<String> listed = NetworkCounters.parse(new Reader().read(dev)).keySet();
      return new NetworkProbe(dev, NetworkInterfaces.counted(host, listed));
    } catch (IOException e) {
      KernelFiles.close(dev);
      throw KernelFiles.unavailable(file, e);
    }
  }

  @Override
  public List<Column> columns() {
    List<Column> columns = new ArrayList<>();
    columns.add(Column.of(Metric.NETWORK_RECEIVED));
    columns.add(Column.of(Metric.NETWORK_SENT));
    for (String name : interfaces) {
      columns.add(Column.of(Metric.NETWORK_RECEIVED, name));
      columns.add(Column.of(Metric.NETWORK_SENT, name));
    }
    return columns;
  }

  @Override
  public void begin() throws IOException {
    last = NetworkCounters.parse(reader.read(dev));
    all = NetworkCounters.ZERO;
  }

  @Override
  public void sample(double interval, double[] row, int at) throws IOException {
    Map<String, NetworkCounters> now = NetworkCounters.parse(reader.read(dev));
    NetworkCounters sum = NetworkCounters.ZERO;
    int column = at + 2;
    for (String name : interfaces) {
      NetworkCounters after = now.get(name);
      if (after != null) {
        NetworkCounters done = after.since(last.getOrDefault(name, NetworkCounters.ZERO));
        row[column] = done.bytesReceived() / interval;
        row[column + 1] = done.bytesSent() / interval;
        sum = sum.plus(done);
      }
      column += 2;
    }
    row[at] = sum.bytesReceived() / interval;
    row[at + 1] = sum.bytesSent() / interval;
    all = all.plus(sum);
    last = now;
  }

  @Override
  public Map<Total, Reading> end() {
    return Map.of(
        Total.NETWORK_RECEIVED, Reading.of(all.bytesReceived(), Unit.BYTES),
        Total.NETWORK_SENT, Reading.of(all.bytesSent(), Unit.BYTES));
  }

  @Override
  public void close() {
    KernelFiles.close(dev);
  }
}
