// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.athanor.results.Reading;
import org.athanor.results.Total;
import org.athanor.results.Unit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnergyProbeTest {

  @TempDir Path directory;
  private Host host;

  @BeforeEach
  void host() throws IOException {
    host = Fixtures.host(directory);
  }

  private Path zone(String zone) {
    return host.sys().resolve("class/powercap").resolve(zone);
  }

  private void zone(String zone, String name, long microjoules, long range) throws IOException {
    Path path = Files.createDirectories(zone(zone));
    Files.writeString(path.resolve("name"), name + "\n");
    Files.writeString(path.resolve("max_energy_range_uj"), range + "\n");
    energy(zone, microjoules);
  }

  private void energy(String zone, long microjoules) throws IOException {
    Files.writeString(zone(zone).resolve("energy_uj"), microjoules + "\n");
  }

  /**
   * Two packages at 240,422.366267 J, whose counters wrap around after 262,143.328850 J. In 2 s the
   * first increases by 20 J; the second wraps around and shows 10 J: 262,143.328850 −
   * 240,422.366267 + 10 + 0.000001 = 21,730.962584 J. Power is (20 + 21,730.962584) / 2 W.
   */
  @Test
  void sumsPackagesAndDetectsThatACounterHasWrappedAround() throws Exception {
    for (String zone : new String[] {"intel-rapl:0", "intel-rapl:0:0", "intel-rapl:a"}) {
      Files.createDirectories(zone(zone));
      for (String file : new String[] {"name", "energy_uj", "max_energy_range_uj"}) {
        Files.write(zone(zone).resolve(file), Fixtures.bytes("rapl/" + zone + "/" + file));
      }
    }
    try (EnergyProbe probe = EnergyProbe.open(host)) {
      probe.begin();
      energy("intel-rapl:0", 240_442_366_267L);
      energy("intel-rapl:a", 10_000_000);
      Map<String, Double> sample = Fixtures.sample(probe, 2);
      assertThat(sample).containsOnlyKeys("power_package");
      assertThat(sample.get("power_package")).isEqualTo(21_750.962584 / 2);
      assertThat(probe.end())
          .containsEntry(Total.ENERGY_PACKAGE, Reading.of(21_750.962584, Unit.JOULES))
          // Only one of the two packages has a domain for its cores.
          .containsEntry(
              Total.ENERGY_CORES, Reading.unavailable(zone("intel-rapl:a") + ": has no zone core"))
          .containsEntry(
              Total.ENERGY_DRAM, Reading.unavailable(zone("intel-rapl:0") + ": has no zone dram"));
    }
  }

  /**
   * 5 J each second, and a counter that wraps around after 12 J: it shows 5 J, 10 J, 3 J, 8 J, …
   */
  @Test
  void addsUpSamplesOfACounterThatWrapsAroundOften() throws Exception {
    long range = 12_000_000 - 1;
    zone("intel-rapl:0", "package-0", 0, range);
    try (EnergyProbe probe = EnergyProbe.open(host)) {
      probe.begin();
      for (int second = 1; second <= 100; second++) {
        energy("intel-rapl:0", second * 5_000_000L % (range + 1));
        assertThat(Fixtures.sample(probe, 1)).containsEntry("power_package", 5.0);
      }
      assertThat(probe.end()).containsEntry(Total.ENERGY_PACKAGE, Reading.of(500, Unit.JOULES));
    }
  }

  @Test
  void readsMemoryAndCoresSeparatelyAndIgnoresThePlatform() throws Exception {
    zone("intel-rapl:0", "package-0", 0, 1000);
    zone("intel-rapl:0:0", "core", 0, 1000);
    zone("intel-rapl:0:1", "uncore", 0, 1000);
    zone("intel-rapl:0:2", "dram", 0, 1000);
    zone("intel-rapl:1", "psys", 0, 1000);
    zone("intel-rapl-mmio:0", "package-0", 0, 1000);
    try (EnergyProbe probe = EnergyProbe.open(host)) {
      probe.begin();
      energy("intel-rapl:0", 300);
      energy("intel-rapl:0:0", 200);
      energy("intel-rapl:0:1", 50);
      energy("intel-rapl:0:2", 7);
      energy("intel-rapl:1", 900);
      energy("intel-rapl-mmio:0", 300);
      assertThat(Fixtures.sample(probe, 1))
          .containsEntry("power_package", 300e-6)
          .containsEntry("power_cores", 200e-6)
          .containsEntry("power_uncore", 50e-6)
          .containsEntry("power_dram", 7e-6);
      assertThat(probe.end()).containsEntry(Total.ENERGY_UNCORE, Reading.of(50e-6, Unit.JOULES));
    }
  }

  @Test
  void saysIfThereAreNoCounters() {
    assertThatThrownBy(() -> EnergyProbe.open(host))
        .isInstanceOf(UnavailableException.class)
        .hasMessage(
            host.sys()
                + "/class/powercap: has no zone intel-rapl:*; needs a processor with RAPL that is"
                + " not hidden by a hypervisor, and perhaps: modprobe intel_rapl_msr");
  }

  @Test
  void namesTheRemedyForACounterThatCannotBeRead() throws IOException {
    zone("intel-rapl:0", "package-0", 0, 1000);
    Path file = zone("intel-rapl:0").resolve("energy_uj");
    Files.delete(file);
    assertThatThrownBy(() -> EnergyProbe.open(host))
        .isInstanceOf(UnavailableException.class)
        .hasMessage(
            file + ": no such file; run as root, or let everybody read it: chmod a+r " + file);
    assertThat(KernelFiles.reason(new AccessDeniedException(file.toString())))
        .isEqualTo("permission denied");
  }
}
