// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Regions;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.tier.Tiers;
import org.athanor.storage.view.ClusterSnapshot;
import org.athanor.storage.view.ClusterView;
import org.athanor.storage.view.Node;
import org.athanor.storage.view.Volume;

/**
 * The test bed of K. Ravindranathan, 2015, section 4.3.1 and Table 4.2: three racks of nine hosts.
 * Each host has a hard disk; in each rack, one also has a PCIe SSD and three others a SATA SSD.
 * Each device has a DataNode of its own.
 */
public final class PaperCluster {
  public static final long MB = 1_000_000;
  public static final long BLOCK = 64 * MB;

  public static final Tier PCIE =
      new Tier("pcie", Set.of(DeviceType.SSD), "pcie", 533e6, 245e6, 70e3, false);
  public static final Tier SATA =
      new Tier("sata", Set.of(DeviceType.SSD), "sata", 191e6, 139e6, 25e3, false);
  public static final Tier HDD =
      new Tier("hdd", Set.of(DeviceType.DISK), "", 61e6, 46e6, 3.5e3, false);
  public static final Tiers TIERS = new Tiers(List.of(PCIE, SATA, HDD));

  private PaperCluster() {}

  /** The cluster, empty and idle. */
  public static ClusterView view() {
    List<Node> nodes = new ArrayList<>();
    List<Volume> volumes = new ArrayList<>();
    for (int rack = 1; rack <= 3; rack++) {
      for (int i = 1; i <= 9; i++) {
        String host = "r" + rack + "h" + i;
        add(host, rack, "", DeviceType.DISK, 500_000 * MB, nodes, volumes);
        if (i == 1) {
          add(host, rack, "pcie", DeviceType.SSD, 128_000 * MB, nodes, volumes);
        } else if (i <= 4) {
          add(host, rack, "sata", DeviceType.SSD, 128_000 * MB, nodes, volumes);
        }
      }
    }
    return new ClusterSnapshot(nodes, volumes, TIERS, Regions.none());
  }

  private static void add(
      String host,
      int rack,
      String label,
      DeviceType device,
      long bytes,
      List<Node> nodes,
      List<Volume> volumes) {
    Node node = new Node(host + "-" + (label.isEmpty() ? "hdd" : label), host, "/r" + rack, label);
    nodes.add(node);
    volumes.add(new Volume(node, device, bytes, bytes, 0));
  }
}
