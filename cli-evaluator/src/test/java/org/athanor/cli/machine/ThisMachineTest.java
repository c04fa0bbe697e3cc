// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a machine says of itself, and what is measured. */
@Tag("short")
class ThisMachineTest {
  private static final String FREQUENCIES = "sys/devices/system/cpu/cpu0/cpufreq/";

  @TempDir private Path root;

  private void write(String file, String content) throws IOException {
    Files.createDirectories(root.resolve(file).getParent());
    Files.writeString(root.resolve(file), content);
  }

  private Figure hertz(String cpuModel) {
    return new ThisMachine(root).hertz(cpuModel).orElseThrow();
  }

  @Test
  void theClockIsTheBaseFrequencyIfThatIsKnown() throws IOException {
    assertThat(new ThisMachine(root).hertz("AMD EPYC").isEmpty()).isTrue();
    write("proc/cpuinfo", "processor\t: 0\ncpu MHz\t\t: 2596.138\n");
    assertThat(hertz("AMD EPYC"))
        .isEqualTo(new Figure(2596.138e6, "of the first core, by /proc/cpuinfo"));
    write(FREQUENCIES + "cpuinfo_max_freq", "3700000\n");
    assertThat(hertz("AMD EPYC")).isEqualTo(new Figure(3.7e9, "cpuinfo_max_freq of the kernel"));
    assertThat(hertz("Xeon(R) CPU @ 2.70GHz"))
        .isEqualTo(new Figure(2.7e9, "in the processor's name"));
    write(FREQUENCIES + "base_frequency", "2100000\n");
    assertThat(hertz("AMD EPYC")).isEqualTo(new Figure(2.1e9, "base_frequency of the kernel"));
  }

  @Test
  void theLinkIsThatOfTheDefaultRoute() throws IOException {
    ThisMachine machine = new ThisMachine(root);
    assertThat(machine.link().isEmpty()).isTrue();
    write(
        "proc/net/route",
        "Iface\tDestination\tGateway\nlo\t0000007F\t0\neth1\t00000000\t0100000A\t0003\n");
    assertThat(machine.link().isEmpty()).isTrue();
    write("sys/class/net/eth1/speed", "10000\n");
    assertThat(machine.link()).contains(new Figure(1.25e9, "speed of eth1"));
    write("sys/class/net/eth1/speed", "-1\n");
    assertThat(machine.link().isEmpty()).isTrue();
  }

  @Test
  void aDiskTestLeavesNothingBehind() throws IOException {
    DiskTest.Rates rates = new DiskTest(root, 8 << 20, Duration.ofSeconds(5)).run();
    assertThat(rates.write().value()).isPositive();
    assertThat(rates.write().origin())
        .startsWith("8 MiB written with fsync in ")
        .endsWith("" + root);
    rates
        .read()
        .ifPresent(read -> assertThat(read.origin()).startsWith("8 MiB read with O_DIRECT in "));
    try (Stream<Path> files = Files.list(root)) {
      assertThat(files).isEmpty();
    }
    assertThatThrownBy(() -> new DiskTest(root, 5, Duration.ofSeconds(1)))
        .hasMessage("bytes=5: must be a multiple of 4194304");
    assertThatThrownBy(() -> new DiskTest(root.resolve("no"), 8 << 20, Duration.ofSeconds(5)).run())
        .isInstanceOf(IOException.class);
  }
}
