// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.placement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleSupplier;
import java.util.function.IntFunction;
import org.athanor.storage.tier.Regions;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.tier.Tiers;
import org.athanor.storage.view.ClusterView;
import org.athanor.storage.view.Node;
import org.athanor.storage.view.Volume;

/**
 * The volumes of a cluster by rack and tier, so that {@link NodeChooser} needs not look at each of
 * them for each block. Volumes are numbered from 0 in the order of the view. Neighbours in this
 * order that have the same location are a <i>run</i>; where the order is by racks, runs are racks.
 *
 * <p>What is free may change. For each tier of a run, bounds of what its volumes have free are
 * kept: usually they tell how many have room. Used by one thread.
 */
public final class VolumeIndex {
  private static final long NOT_IN_SERVICE = -1;

  /** HDFS's {@code dfs.namenode.redundancy.considerLoad.factor}. */
  private static final double MOST_MEAN_LOADS = 2;

  private final Tiers tiers;
  private final Regions regions;
  private final IntFunction<Volume> now;
  private final DoubleSupplier meanLoad;

  /** Kinds of volumes: one of each tier, and one of no tier. */
  private final int kinds;

  // Volumes.
  private final int[] kindOf;
  private final int[] runOf;
  private final int[] nodeOf;
  private final long[] free;
  private final Map<String, int[]> byHost = new HashMap<>();

  // Runs.
  private final List<String> locations = new ArrayList<>();
  private final int[] firstOfRun;

  // Kinds of a run, at run * kinds + kind.
  private final int[] sizes;

  /** No volume has less free; a bound that may be too low. */
  private final long[] least;

  /** No volume has more free; a bound that may be too high. */
  private final long[] most;

  // Whether the next two are right. They change when nodes go or come.
  private boolean isCounted;
  private int nodesInService;
  private int racksInService;

  /** Makes the index of a view that does not change. */
  VolumeIndex(ClusterView view) {
    this(view.volumes(), view.tiers(), view.regions(), view.volumes()::get, meanLoad(view));
  }

  private static DoubleSupplier meanLoad(ClusterView view) {
    Map<Node, Integer> loads = new HashMap<>();
    view.volumes().forEach(volume -> loads.put(volume.node(), volume.load()));
    double mean = loads.values().stream().mapToInt(Integer::intValue).average().orElse(0);
    return () -> mean;
  }

  /**
   * Makes an index.
   *
   * @param volumes with what they have free at first
   * @param now a volume by its number, as it is when asked for
   * @param meanLoad of all nodes, when asked for
   */
  public VolumeIndex(
      List<Volume> volumes,
      Tiers tiers,
      Regions regions,
      IntFunction<Volume> now,
      DoubleSupplier meanLoad) {
    this.tiers = tiers;
    this.regions = regions;
    this.now = now;
    this.meanLoad = meanLoad;
    kinds = tiers.size() + 1;
    int count = volumes.size();
    kindOf = new int[count];
    runOf = new int[count];
    free = new long[count];
    int[] starts = new int[count + 1];
    nodeOf = new int[count];
    Map<String, Integer> numbers = new HashMap<>();
    Map<String, List<Integer>> ofHosts = new HashMap<>();
    for (int i = 0; i < count; i++) {
      Volume volume = volumes.get(i);
      String location = volume.node().location();
      if (i == 0 || !location.equals(locations.get(locations.size() - 1))) {
        starts[locations.size()] = i;
        locations.add(location);
      }
      runOf[i] = locations.size() - 1;
      kindOf[i] =
          tiers.of(volume.device(), volume.node().label()).map(tiers::rank).orElse(kinds - 1);
      free[i] = volume.freeBytes();
      nodeOf[i] = numbers.computeIfAbsent(volume.node().name(), name -> numbers.size());
      ofHosts.computeIfAbsent(volume.node().host(), host -> new ArrayList<>(2)).add(i);
    }
    starts[locations.size()] = count;
    firstOfRun = Arrays.copyOf(starts, locations.size() + 1);
    ofHosts.forEach((host, own) -> byHost.put(host, own.stream().mapToInt(i -> i).toArray()));
    sizes = new int[locations.size() * kinds];
    least = new long[sizes.length];
    most = new long[sizes.length];
    Arrays.fill(least, Long.MAX_VALUE);
    Arrays.fill(most, NOT_IN_SERVICE);
    for (int i = 0; i < count; i++) {
      sizes[runOf[i] * kinds + kindOf[i]]++;
      widen(i);
    }
  }

  /**
   * Changes what a volume has free.
   *
   * @param bytes from 0
   */
  public void setFree(int volume, long bytes) {
    isCounted &= (free[volume] == NOT_IN_SERVICE) == (bytes == NOT_IN_SERVICE);
    free[volume] = bytes;
    widen(volume);
  }

  /** Leaves a volume out from now on: its node is not in service any more. */
  public void remove(int volume) {
    setFree(volume, NOT_IN_SERVICE);
  }

  private void widen(int volume) {
    int at = runOf[volume] * kinds + kindOf[volume];
    least[at] = Math.min(least[at], free[volume]);
    most[at] = Math.max(most[at], free[volume]);
  }

  /**
   * Replicas of a block that a rack may have.
   *
   * @param replicas that the block shall have
   */
  int rackLimit(int replicas) {
    if (!isCounted) {
      count();
    }
    return RackLimit.of(replicas, nodesInService, racksInService);
  }

  private void count() {
    BitSet nodes = new BitSet();
    Set<String> racks = new HashSet<>();
    for (int i = 0; i < free.length; i++) {
      if (free[i] != NOT_IN_SERVICE) {
        nodes.set(nodeOf[i]);
        racks.add(locations.get(runOf[i]));
      }
    }
    nodesInService = nodes.cardinality();
    racksInService = racks.size();
    isCounted = true;
  }

  /** Whether a volume's node has more load than HDFS accepts. */
  boolean isBusy(Volume volume) {
    double most = MOST_MEAN_LOADS * meanLoad.getAsDouble();
    return most > 0 && volume.load() > most;
  }

  Tiers tiers() {
    return tiers;
  }

  Regions regions() {
    return regions;
  }

  /** A volume by its number, as it is now. */
  Volume volume(int number) {
    return now.apply(number);
  }

  /** Number of runs. */
  int runs() {
    return locations.size();
  }

  /** The location of a run in the network. */
  String location(int run) {
    return locations.get(run);
  }

  int runOf(int volume) {
    return runOf[volume];
  }

  /** The first volume of a run; that of the number of runs is the number of volumes. */
  int firstOfRun(int run) {
    return firstOfRun[run];
  }

  /** The volumes of a host, not to be changed. */
  int[] ofHost(String host) {
    return byHost.getOrDefault(host, new int[0]);
  }

  /** Which kinds of volumes belong to some tiers; all kinds if there are no tiers. */
  boolean[] kindsOf(List<Tier> some) {
    boolean[] wanted = new boolean[kinds];
    Arrays.fill(wanted, some.isEmpty());
    for (Tier tier : some) {
      Optional<Tier> known = tiers.named(tier.name());
      if (known.filter(tier::equals).isPresent()) {
        wanted[tiers.rank(tier)] = true;
      }
    }
    return wanted;
  }

  /** Whether a volume is of one of these kinds and has room. */
  boolean takes(int volume, boolean[] wanted, long bytes) {
    return free[volume] >= bytes && wanted[kindOf[volume]];
  }

  /** Number of volumes of a run that are of one of these kinds and have room. */
  int count(int run, boolean[] wanted, long bytes) {
    int count = 0;
    for (int kind = 0; kind < kinds; kind++) {
      if (wanted[kind]) {
        count += count(run, kind, bytes);
      }
    }
    return count;
  }

  private int count(int run, int kind, long bytes) {
    int at = run * kinds + kind;
    if (least[at] >= bytes) {
      return sizes[at];
    }
    if (most[at] < bytes) {
      return 0;
    }
    int count = 0;
    long lowest = Long.MAX_VALUE;
    long highest = NOT_IN_SERVICE;
    for (int i = firstOfRun[run]; i < firstOfRun[run + 1]; i++) {
      if (kindOf[i] == kind) {
        count += free[i] >= bytes ? 1 : 0;
        lowest = Math.min(lowest, free[i]);
        highest = Math.max(highest, free[i]);
      }
    }
    least[at] = lowest;
    most[at] = highest;
    return count;
  }
}
