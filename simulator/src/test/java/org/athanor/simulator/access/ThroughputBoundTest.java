// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.athanor.simulator.access.ThroughputBound.Device;
import org.athanor.simulator.kernel.FlowNetwork;
import org.athanor.simulator.kernel.Route;
import org.athanor.simulator.kernel.Simulation;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Test;

class ThroughputBoundTest {
  private static final double NO_NETWORK = Double.POSITIVE_INFINITY;
  private static final int NO_LINK = -1;
  private static final double ROOM = 1e6;

  /** A single access goes at the rate of the fastest device; its copies at their mean rate. */
  @Test
  void anAccessAloneHasTheFastestDevices() {
    List<Device> devices = List.of(new Device(50, ROOM), new Device(100, ROOM));
    assertThat(ThroughputBound.of(1, 300, 1, devices, NO_NETWORK)).isEqualTo(100, within(1e-9));
    assertThat(ThroughputBound.of(1, 300, 2, devices, 20)).isEqualTo(20, within(1e-9));
  }

  /**
   * Two accesses of 300 bytes on devices of 100 and 50: one has ended after 2 s at least, the other
   * 3 s later. The throughput is 600 bytes by 2 + 5 s.
   */
  @Test
  void accessesThatAreLeftHaveTheFastestDevices() {
    List<Device> devices = List.of(new Device(50, ROOM), new Device(100, ROOM));
    assertThat(ThroughputBound.of(2, 300, 1, devices, NO_NETWORK))
        .isEqualTo(600 / 7.0, within(1e-9));
  }

  /** 200 of 600 bytes fit on the fast device: 200 / 100 + 400 / 50 = 10 s. */
  @Test
  void devicesHaveOnlySoMuchRoom() {
    List<Device> devices = new ArrayList<>(List.of(new Device(100, 200)));
    for (int i = 0; i < 9; i++) {
      devices.add(new Device(50, ROOM));
    }
    assertThat(ThroughputBound.of(2, 300, 1, devices, NO_NETWORK)).isEqualTo(60, within(1e-9));
  }

  /** All places of the blocks of up to three files on up to three devices are tried. */
  @Test
  void noPlacementOfReadsIsFaster() {
    Random random = Seeds.of("reads");
    for (int round = 0; round < 12; round++) {
      List<Device> devices = draw(random, 1 + random.nextInt(3));
      int files = 1 + random.nextInt(3);
      int blocks = 1 + random.nextInt(2);
      double bound = ThroughputBound.of(files, 60, 1, devices, NO_NETWORK);
      double best = best(devices, files, blocks, 1);
      assertThat(best).isLessThan(bound * (1 + 1e-9));
      if (files == 1) {
        assertThat(best).isEqualTo(bound, within(bound * 1e-9));
      }
    }
  }

  /** The same of two replicas of each block, on different devices. */
  @Test
  void noPlacementOfWritesIsFaster() {
    Random random = Seeds.of("writes");
    for (int round = 0; round < 12; round++) {
      List<Device> devices = draw(random, 2 + random.nextInt(2));
      int files = 1 + random.nextInt(3);
      int blocks = 1 + random.nextInt(2);
      double bound = ThroughputBound.of(files, 60, 2, devices, NO_NETWORK);
      assertThat(best(devices, files, blocks, 2)).isLessThan(bound * (1 + 1e-9));
    }
  }

  /** The same if each byte goes over a network of its own once. */
  @Test
  void noPlacementOfWritesOverANetworkIsFaster() {
    Random random = Seeds.of("network");
    for (int round = 0; round < 12; round++) {
      List<Device> devices = draw(random, 2 + random.nextInt(2));
      int files = 1 + random.nextInt(3);
      double network = 1 + random.nextInt(10);
      double bound = ThroughputBound.of(files, 60, 2, devices, network);
      assertThat(best(devices, network, files, 2, 2)).isLessThan(bound * (1 + 1e-9));
    }
  }

  /** 100 of 300 bytes find no room, and count as if they took no time: 200 / 100 s. */
  @Test
  void bytesWithoutRoomTakeNoTime() {
    assertThat(ThroughputBound.of(1, 300, 1, List.of(new Device(100, 200)), NO_NETWORK))
        .isEqualTo(100, within(1e-9));
    List<Device> small = List.of(new Device(100, 150), new Device(50, 0));
    assertThat(ThroughputBound.of(2, 300, 1, small, NO_NETWORK)).isEqualTo(600 / 7.0, within(1e-9));
  }

  @Test
  void refusesWhatIsNoDeviceAndNoAccess() {
    List<Device> devices = List.of(new Device(100, ROOM));
    assertThatThrownBy(() -> ThroughputBound.of(0, 300, 1, devices, NO_NETWORK))
        .hasMessage("0 accesses with 1 copies on 1 devices: must be 1 or more of each");
    assertThatThrownBy(() -> ThroughputBound.of(1, 300, 1, List.of(), NO_NETWORK))
        .hasMessage("1 accesses with 1 copies on 0 devices: must be 1 or more of each");
    assertThatThrownBy(() -> ThroughputBound.of(1, 0, 1, devices, 20))
        .hasMessage(
            "accesses of 0.0 bytes over a network of 20.0 bytes/s: must be above 0, bytes finite");
    assertThatThrownBy(() -> ThroughputBound.of(1, 300, 1, devices, Double.NaN))
        .hasMessageContaining("a network of NaN bytes/s");
    assertThatThrownBy(() -> new Device(0, -1))
        .hasMessage(
            "device of 0.0 bytes/s with room for -1.0 bytes: must have a finite rate above 0, and"
                + " room from 0");
  }

  private static List<Device> draw(Random random, int count) {
    List<Device> devices = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      // Room for one or two blocks, or for all.
      double room = random.nextInt(3) == 0 ? 60 : ROOM;
      devices.add(new Device(1 + random.nextInt(20), room));
    }
    devices.set(0, new Device(devices.get(0).bytesPerSecond(), ROOM));
    if (count > 1) {
      devices.set(1, new Device(devices.get(1).bytesPerSecond(), ROOM));
    }
    return devices;
  }

  private static double best(List<Device> devices, int files, int blocks, int copies) {
    return best(devices, NO_NETWORK, files, blocks, copies);
  }

  /** The highest throughput of files of 60 bytes that begin at once. */
  private static double best(
      List<Device> devices, double network, int files, int blocks, int copies) {
    List<int[]> places = places(devices.size(), copies);
    int all = files * blocks;
    double best = 0;
    for (long choice = 0; choice < Math.pow(places.size(), all); choice++) {
      int[][] chosen = new int[all][];
      double[] used = new double[devices.size()];
      long rest = choice;
      for (int block = 0; block < all; block++) {
        chosen[block] = places.get((int) (rest % places.size()));
        rest /= places.size();
        for (int device : chosen[block]) {
          used[device] += 60.0 / blocks;
        }
      }
      boolean fits = true;
      for (int device = 0; device < used.length; device++) {
        fits &= used[device] <= devices.get(device).roomBytes();
      }
      best = fits ? Math.max(best, throughput(devices, network, files, blocks, chosen)) : best;
    }
    return best;
  }

  private static List<int[]> places(int devices, int copies) {
    List<int[]> places = new ArrayList<>();
    for (int one = 0; one < devices; one++) {
      if (copies == 1) {
        places.add(new int[] {one});
      }
      for (int other = 0; copies == 2 && other < one; other++) {
        places.add(new int[] {one, other});
      }
    }
    return places;
  }

  private static double throughput(
      List<Device> devices, double network, int files, int blocks, int[][] chosen) {
    Simulation simulation = new Simulation();
    for (Device device : devices) {
      simulation.flows().addResource(device.bytesPerSecond());
    }
    int link = network == NO_NETWORK ? NO_LINK : simulation.flows().addResource(network);
    double[] seconds = {0};
    for (int file = 0; file < files; file++) {
      next(simulation, link, chosen, file * blocks, (file + 1) * blocks, 60.0 / blocks, seconds);
    }
    simulation.run();
    return files * 60 / seconds[0];
  }

  private static int[] with(int link, int[] devices) {
    int[] all = Arrays.copyOf(devices, devices.length + 1);
    all[devices.length] = link;
    return all;
  }

  /** One block after the other. */
  private static void next(
      Simulation simulation,
      int link,
      int[][] chosen,
      int block,
      int end,
      double bytes,
      double[] seconds) {
    if (block == end) {
      seconds[0] += simulation.seconds();
      return;
    }
    FlowNetwork flows = simulation.flows();
    flows.start(
        Route.over(link == NO_LINK ? chosen[block] : with(link, chosen[block])),
        bytes,
        Double.POSITIVE_INFINITY,
        () -> next(simulation, link, chosen, block + 1, end, bytes, seconds));
  }
}
