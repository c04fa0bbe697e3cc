// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.hdfs;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.athanor.simulator.cluster.Cluster;
import org.athanor.storage.placement.ExcessPolicy;
import org.athanor.storage.placement.NodeChooser;
import org.athanor.storage.placement.PlacementDecision;
import org.athanor.storage.placement.PlacementPolicy;
import org.athanor.storage.placement.PlacementRequest;
import org.athanor.storage.placement.ReplicaRule;
import org.athanor.storage.placement.SpreadToKeep;
import org.athanor.storage.placement.VolumeIndex;
import org.athanor.storage.placement.Writer;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Regions;
import org.athanor.storage.tier.Tiers;
import org.athanor.storage.view.ClusterView;
import org.athanor.storage.view.Replica;
import org.athanor.storage.view.Volume;

/**
 * Asks policies of module storage, as the plug-in of the NameNode does. Files without a policy are
 * placed by HDFS's own rule. If all nodes that could take a replica are busy, the NameNode gives
 * none, and is asked again until one is less busy; here a busy one takes it at once. What is
 * deleted of a block with too many replicas does not depend on its file, because HDFS does not tell
 * the plug-in which it is.
 */
public final class PolicyPlacement implements BlockPlacement {
  private final FilePolicies policies;
  private final Tiers tiers;
  private final Regions regions;
  private final SimulatedView view;
  private final RandomGenerator random;
  private final BlockPlacement stock;

  /**
   * Creates the placement.
   *
   * @param random seeds the choice for each block
   */
  public PolicyPlacement(
      FilePolicies policies,
      Cluster cluster,
      Tiers tiers,
      Regions regions,
      RandomGenerator random) {
    this.policies = policies;
    this.tiers = tiers;
    this.regions = regions;
    this.view = new SimulatedView(cluster, tiers, regions);
    this.random = random;
    this.stock = new StockPlacement(random);
  }

  @Override
  public int[] place(BlockRequest request, Space space) {
    Optional<PlacementPolicy> policy = policies.of(request.path());
    return policy.isPresent() ? place(policy.get(), request, space) : stock.place(request, space);
  }

  private int[] place(PlacementPolicy policy, BlockRequest request, Space space) {
    List<Replica> existing = Arrays.stream(request.existing()).mapToObj(view::replica).toList();
    Optional<Writer> writer =
        request.writer() == BlockRequest.OUTSIDE
            ? Optional.empty()
            : Optional.of(view.writer(request.writer()));
    PlacementRequest asked =
        new PlacementRequest(
            request.path(), request.replication(), request.bytes(), writer, existing);
    VolumeIndex volumes = view.volumes(space);
    List<ReplicaRule> rules = policy.rules(asked);
    long seed = random.nextLong();
    PlacementDecision decision = NodeChooser.choose(volumes, rules, asked, seed);
    if (decision.volumes().isEmpty()) {
      decision = NodeChooser.chooseAlsoBusy(volumes, rules, asked, seed);
    }
    int[] devices = new int[Math.min(request.wanted(), decision.volumes().size())];
    for (int i = 0; i < devices.length; i++) {
      Volume volume = decision.volumes().get(i);
      devices[i] =
          freest(space, view.nodeNamed(volume.node().name()), volume.device(), request.bytes());
    }
    return devices;
  }

  @Override
  public int excess(BlockRequest request, Space space) {
    int[] devices = request.existing();
    List<Replica> replicas = Arrays.stream(devices).mapToObj(view::replica).toList();
    SpreadToKeep spread = new SpreadToKeep(tiers, regions, request.replication());
    if (differInRacksOnly(replicas) || spread.tiersOf(replicas).isEmpty()) {
      return stock.excess(request, space);
    }
    ClusterView seen = view.volumesOf(replicas, space);
    for (boolean keepsTiers : new boolean[] {true, false}) {
      List<Replica> deletable =
          ExcessPolicy.choose(seen, spread.rules(replicas, keepsTiers), replicas, Optional.empty())
              .deletable();
      if (!deletable.isEmpty()) {
        return devices[replicas.indexOf(deletable.get(0))];
      }
    }
    return FileSystem.NOWHERE;
  }

  private boolean differInRacksOnly(List<Replica> replicas) {
    return regions.all().isEmpty()
        && replicas.stream().map(Replica::device).distinct().count() == 1;
  }

  /** The device of a type of a node with the most room. */
  private static int freest(Space space, int node, DeviceType type, long bytes) {
    Cluster cluster = space.cluster();
    int found = FileSystem.NOWHERE;
    for (int i = 0; i < cluster.blockDevices(node); i++) {
      int device = cluster.blockDevice(node, i);
      if (cluster.device(device).type() == type
          && space.free(device) >= bytes
          && (found == FileSystem.NOWHERE || space.free(device) > space.free(found))) {
        found = device;
      }
    }
    return found;
  }
}
