// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.athanor.results.Reading;
import org.athanor.results.Total;
import org.athanor.results.Unit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NetworkProbeTest {

  @TempDir Path directory;
  private Host host;

  @BeforeEach
  void host() throws IOException {
    host = Fixtures.host(directory);
  }

  private void hardware(String name) throws IOException {
    Files.createDirectories(host.sys().resolve("class/net").resolve(name).resolve("device"));
  }

  private void on(String name, String lower) throws IOException {
    Files.createDirectories(
        host.sys().resolve("class/net").resolve(name).resolve("lower_" + lower));
  }

  private void dev(String content) throws IOException {
    Files.writeString(host.proc().resolve("net/dev"), content);
  }

  private static String counters(String... lines) {
    return "Inter-|   Receive\n face |bytes\n" + String.join("\n", lines) + "\n";
  }

  private static String line(String name, long received, long sent) {
    return name + ": " + received + " 0 0 0 0 0 0 0 " + sent + " 0 0 0 0 0 0 0";
  }

  @Test
  void countsHardwareInterfacesAndNotThoseThatPassTheirTrafficOn() throws Exception {
    hardware("eth0");
    hardware("wlan0");
    on("docker0", "veth4B09XN");
    String before = Fixtures.text("server/proc/net/dev").toString();
    dev(before);
    try (NetworkProbe probe = NetworkProbe.open(host)) {
      probe.begin();
      dev(
          before
              .replace("eth0:68210035552", "eth0:68210036552")
              .replace("wlan0: 10437182923", "wlan0: 10437182924")
              .replace("docker0: 64910168", "docker0: 74910168")
              .replace("lo: 435303245", "lo: 935303245"));
      assertThat(Fixtures.sample(probe, 0.5))
          .containsOnlyKeys(
              "network_received",
              "network_received[eth0]",
              "network_received[wlan0]",
              "network_sent",
              "network_sent[eth0]",
              "network_sent[wlan0]")
          .containsEntry("network_received", 2002.0)
          .containsEntry("network_received[eth0]", 2000.0)
          .containsEntry("network_sent", 0.0);
      assertThat(probe.end()).containsEntry(Total.NETWORK_RECEIVED, Reading.of(1001, Unit.BYTES));
    }
  }

  @Test
  void readsTheFileOfTheVirtualMachine() throws Exception {
    hardware("eth0");
    dev(Fixtures.text("virtual-machine/proc/net/dev").toString());
    try (NetworkProbe probe = NetworkProbe.open(host)) {
      assertThat(probe.columns()).hasSize(4);
    }
  }

  @Test
  void withoutHardwareAllInterfacesCountThatAreNotBuiltOnOthers() throws Exception {
    on("br0", "veth1");
    dev(counters(line("lo", 9, 9), line("br0", 5, 5), line("veth1", 5, 5), line("veth2", 7, 7)));
    try (NetworkProbe probe = NetworkProbe.open(host)) {
      probe.begin();
      dev(
          counters(
              line("lo", 90, 90), line("br0", 6, 5), line("veth1", 6, 5), line("veth2", 17, 7)));
      assertThat(Fixtures.sample(probe, 1))
          .containsEntry("network_received", 11.0)
          .doesNotContainKeys("network_received[br0]", "network_received[lo]");
    }
  }

  @Test
  void theLoopbackCountsIfThereIsNoOtherInterface() throws Exception {
    dev(counters(line("lo", 9, 9)));
    try (NetworkProbe probe = NetworkProbe.open(host)) {
      probe.begin();
      dev(counters(line("lo", 109, 19)));
      assertThat(Fixtures.sample(probe, 1))
          .containsEntry("network_received", 100.0)
          .containsEntry("network_sent[lo]", 10.0);
    }
  }

  @Test
  void anInterfaceThatIsAddedAgainStartsFromZero() throws Exception {
    dev(counters(line("eth0", 1000, 1000)));
    try (NetworkProbe probe = NetworkProbe.open(host)) {
      probe.begin();
      dev(counters(line("eth0", 10, 2000)));
      assertThat(Fixtures.sample(probe, 1))
          .containsEntry("network_received", 10.0)
          .containsEntry("network_sent", 1000.0);
    }
  }

  @Test
  void anInterfaceMayHaveAColonInItsName() throws IOException {
    assertThat(NetworkCounters.parse(Fixtures.text("server/proc/net/dev")).keySet())
        .containsExactlyInAnyOrder(
            "tun0", "veth4B09XN", "lo", "eth0", "lxcbr0", "wlan0", "docker0", "ibr10:30");
  }

  @Test
  void saysIfTheFileIsMissing() {
    assertThatThrownBy(() -> NetworkProbe.open(host))
        .isInstanceOf(UnavailableException.class)
        .hasMessage(host.proc() + "/net/dev: no such file");
  }
}
