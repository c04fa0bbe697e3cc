// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PressureProbeTest {

  @TempDir Path directory;

  @Test
  void aSampleIsTheShareOfTheIntervalInWhichSomeProcessWaited() throws Exception {
    Host host = Fixtures.host(directory);
    Path pressure = Files.createDirectories(host.proc().resolve("pressure"));
    for (String resource : new String[] {"cpu", "memory", "io"}) {
      Files.write(
          pressure.resolve(resource), Fixtures.bytes("virtual-machine/proc/pressure/" + resource));
    }
    long before = PressureProbe.stalledMicros(Fixtures.text("virtual-machine/proc/pressure/cpu"));
    try (PressureProbe probe = PressureProbe.open(host)) {
      probe.begin();
      // 300 ms of 2 s.
      Files.writeString(
          pressure.resolve("cpu"),
          "some avg10=0.00 avg60=0.00 avg300=0.00 total=" + (before + 300_000) + "\n");
      assertThat(Fixtures.sample(probe, 2))
          .containsEntry("pressure_cpu", 15.0)
          .containsEntry("pressure_io", 0.0)
          .containsEntry("pressure_memory", 0.0);
    }
  }

  @Test
  void namesTheRemedyForAKernelWithoutPressureInformation() throws IOException {
    Host host = Fixtures.host(directory);
    assertThatThrownBy(() -> PressureProbe.open(host))
        .isInstanceOf(UnavailableException.class)
        .hasMessage(
            host.proc()
                + "/pressure: no such file; needs Linux 4.20 with PSI, perhaps the boot option"
                + " psi=1");
  }
}
