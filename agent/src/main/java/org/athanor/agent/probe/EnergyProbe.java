// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.athanor.results.Reading;
import org.athanor.results.SampleTable.Column;
import org.athanor.results.Total;
import org.athanor.results.Unit;

/**
 * Energy that the processors' RAPL counters report (BDEv's power monitor, thesis §2.3): packages,
 * their cores, and memory, each summed over all packages. The package's energy includes that of the
 * cores, not that of memory. If a package lacks a domain, the domain is unavailable, since its sum
 * would be incomplete. The interval must be shorter than the time in which a counter wraps around:
 * 40 minutes at 100 W.
 */
public final class EnergyProbe implements Probe {

  private final Reader reader = new Reader();
  private final Map<RaplDomain, List<RaplZone>> zones;
  private final Map<RaplDomain, String> missing;
  private final Map<RaplDomain, Long> microjoules = new EnumMap<>(RaplDomain.class);

  private EnergyProbe(Map<RaplDomain, List<RaplZone>> zones, Map<RaplDomain, String> missing) {
    this.zones = zones;
    this.missing = missing;
  }

  public static EnergyProbe open(Host host) throws UnavailableException {
    Path powercap = host.sys().resolve("class/powercap");
    Map<String, String> names = zoneNames(powercap);
    List<String> packages =
        names.entrySet().stream()
            .filter(zone -> zone.getValue().startsWith(RaplDomain.PACKAGE.prefix))
            .map(Map.Entry::getKey)
            .toList();
    if (packages.isEmpty()) {
      throw new UnavailableException(
          powercap
              + ": has no zone intel-rapl:*; needs a processor with RAPL that is not hidden by a"
              + " hypervisor, and perhaps: modprobe intel_rapl_msr");
    }
    Map<RaplDomain, List<RaplZone>> zones = new EnumMap<>(RaplDomain.class);
    Map<RaplDomain, String> missing = new EnumMap<>(RaplDomain.class);
    EnergyProbe probe = new EnergyProbe(zones, missing);
    try {
      for (RaplDomain domain : RaplDomain.ALL) {
        for (String parent : packages) {
          List<String> found =
              domain == RaplDomain.PACKAGE ? List.of(parent) : parts(names, parent, domain);
          if (found.isEmpty()) {
            missing.putIfAbsent(
                domain, powercap.resolve(parent) + ": has no zone " + domain.prefix);
          } else if (!missing.containsKey(domain)) {
            for (String zone : found) {
              zones
                  .computeIfAbsent(domain, d -> new ArrayList<>())
                  .add(RaplZone.open(powercap.resolve(zone)));
            }
          }
        }
        if (missing.containsKey(domain) && zones.containsKey(domain)) {
          zones.remove(domain).forEach(RaplZone::close);
        }
      }
      return probe;
    } catch (UnavailableException e) {
      probe.close();
      throw e;
    }
  }

  /** The zones of a domain below a package. */
  private static List<String> parts(Map<String, String> names, String parent, RaplDomain domain) {
    return names.entrySet().stream()
        .filter(zone -> zone.getKey().startsWith(parent + ":"))
        .filter(zone -> zone.getValue().equals(domain.prefix))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Zone → its name. A second copy of the same counters, {@code intel-rapl-mmio}, is left out. */
  private static Map<String, String> zoneNames(Path powercap) throws UnavailableException {
    Map<String, String> names = new TreeMap<>();
    if (!Files.isDirectory(powercap)) {
      return names;
    }
    try (DirectoryStream<Path> directories = Files.newDirectoryStream(powercap, "intel-rapl:*")) {
      for (Path directory : directories) {
        names.put(
            directory.getFileName().toString(),
            Files.readString(directory.resolve("name")).strip());
      }
    } catch (IOException e) {
      throw KernelFiles.unavailable(powercap, e);
    }
    return names;
  }

  @Override
  public List<Column> columns() {
    return zones.keySet().stream().map(domain -> Column.of(domain.power)).toList();
  }

  @Override
  public void begin() throws IOException {
    for (Map.Entry<RaplDomain, List<RaplZone>> entry : zones.entrySet()) {
      microjoules.put(entry.getKey(), 0L);
      for (RaplZone zone : entry.getValue()) {
        zone.begin(reader);
      }
    }
  }

  @Override
  public void sample(double interval, double[] row, int at) throws IOException {
    int column = at;
    for (Map.Entry<RaplDomain, List<RaplZone>> entry : zones.entrySet()) {
      long spent = 0;
      for (RaplZone zone : entry.getValue()) {
        spent += zone.spent(reader);
      }
      microjoules.merge(entry.getKey(), spent, Long::sum);
      row[column++] = spent / 1e6 / interval;
    }
  }

  @Override
  public Map<Total, Reading> end() {
    Map<Total, Reading> totals = new TreeMap<>();
    missing.forEach((domain, reason) -> totals.put(domain.energy, Reading.unavailable(reason)));
    microjoules.forEach(
        (domain, spent) -> totals.put(domain.energy, Reading.of(spent / 1e6, Unit.JOULES)));
    return totals;
  }

  @Override
  public void close() {
    zones.values().forEach(domain -> domain.forEach(RaplZone::close));
  }
}
