// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.keep;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.athanor.storage.placement.ExcessPolicy;
import org.athanor.storage.placement.NodeChooser;
import org.athanor.storage.placement.Place;
import org.athanor.storage.placement.PlacementRequest;
import org.athanor.storage.placement.ReplicaRule;
import org.athanor.storage.placement.SpreadToKeep;
import org.athanor.storage.placement.TierUse;
import org.athanor.storage.rules.StorageRules;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Region;
import org.athanor.storage.tier.Regions;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.view.ClusterSnapshot;
import org.athanor.storage.view.Node;
import org.athanor.storage.view.Replica;
import org.athanor.storage.view.Volume;
import org.athanor.tiering.api.FileRegions;
import org.athanor.tiering.api.RegionUse;
import org.athanor.tiering.apply.FileState;
import org.athanor.tiering.apply.HdfsTree;
import org.athanor.tiering.apply.Snapshots;

/**
 * An HDFS in memory whose NameNode has the plug-ins: it makes replicas where the policies of the
 * rules say, and deletes as the plug-in does, which does not know the path then. It does so late,
 * at each call a little.
 */
final class ModelRuledHdfs implements RuledHdfs {
  static final long CAPACITY = 1_000_000;

  /** A file of the model. */
  static final class File {
    long id;
    long bytes = 100;
    long modified;
    boolean open;
    String policy = "HOT";
    int replicas;

    /** What its owner wants. */
    int wanted;

    /** The number that it shall have in a snapshot, of which HDFS keeps as many. */
    int inSnapshot;

    final List<List<Replica>> blocks = new ArrayList<>();
  }

  /** What a test does at a call. */
  @FunctionalInterface
  interface OnCall {
    void call(int number) throws IOException;
  }

  final Map<String, File> files = new TreeMap<>();
  final List<Node> nodes = new ArrayList<>();
  final Map<Node, List<DeviceType>> devices = new LinkedHashMap<>();
  final Set<Node> lost = new LinkedHashSet<>();
  final Set<String> full = new TreeSet<>();
  final Set<String> changedSinceSnapshot = new TreeSet<>();
  Optional<String> wait = Optional.empty();
  OnCall onCall = call -> {};

  /** Whether HDFS makes and deletes no replicas by itself. */
  boolean isStill;

  /** Whether the NameNode has the plug-in: without it, it makes replicas on any disk. */
  boolean hasPlugIn = true;

  /** Files that the plug-in brings nowhere, by their paths: HDFS makes their replicas on disks. */
  final Set<String> hopeless = new TreeSet<>();

  /** Files whose number of replicas cannot be set, by their paths. */
  final Set<String> refused = new TreeSet<>();

  /** Blocks of other files that HDFS replicates first. */
  long queue;

  /** By how many a call makes the queue shorter. */
  long queueSpeed;

  /** The calls that HDFS needs to copy a block; it begins when the block is asked for. */
  int copyCalls;

  /** What listing snapshots fails with; empty if it does not. */
  Optional<IOException> snapshotFailure = Optional.empty();

  int calls;
  int entriesSeen;

  /** Whether it knows which numbers of replicas were set. */
  boolean keepsChanges = true;

  private final List<Change> changes = new ArrayList<>();

  /** A number of replicas that was set. */
  private record Change(long id, int replicas) {}

  private int copiedFor;

  /** Blocks for which no place was found when one was last looked for. */
  final Set<List<Replica>> placeless = Collections.newSetFromMap(new IdentityHashMap<>());

  private final StorageRules rules;
  private final Random random;

  ModelRuledHdfs(StorageRules rules, Random random) {
    this.rules = rules;
    this.random = random;
  }

  void node(String location, DeviceType... types) {
    String name = "n" + (nodes.size() + 1);
    Node node = new Node(name + ":9866", name, location, "");
    nodes.add(node);
    devices.put(node, List.of(types));
  }

  File add(String path, int replicas, int blocks) {
    File file = new File();
    file.id = files.size() + 1L;
    file.replicas = replicas;
    file.wanted = replicas;
    files.put(path, file);
    for (int block = 0; block < blocks; block++) {
      List<Replica> of = new ArrayList<>();
      while (of.size() < replicas && make(path, file, of)) {
        // One more.
      }
      file.blocks.add(of);
    }
    return file;
  }

  /** Replicas of a block, such as {@code n1 SSD}. */
  List<Replica> block(String... places) {
    List<Replica> block = new ArrayList<>();
    for (String place : places) {
      String[] words = place.split(" ", 2);
      Node node = nodes.get(Integer.parseInt(words[0].substring(1)) - 1);
      block.add(new Replica(node, DeviceType.valueOf(words[1])));
    }
    return block;
  }

  private ClusterSnapshot view() {
    List<Node> live = nodes.stream().filter(node -> !lost.contains(node)).toList();
    List<Volume> volumes = new ArrayList<>();
    for (Node node : live) {
      for (DeviceType type : devices.get(node)) {
        long free = full.contains(type.name()) ? 0 : CAPACITY;
        volumes.add(new Volume(node, type, CAPACITY, free, 0));
      }
    }
    return new ClusterSnapshot(live, volumes, rules.tiers(), rules.regions());
  }

  private boolean make(String path, File file, List<Replica> block) {
    int shall = Math.max(file.replicas, file.inSnapshot);
    PlacementRequest request = PlacementRequest.again(block, path, shall, file.bytes);
    List<ReplicaRule> wanted =
        rules
            .placementOf(path)
            .filter(placement -> file.policy.equals("HOT"))
            .filter(placement -> hasPlugIn && !hopeless.contains(path))
            .map(placement -> placement.policy(rules.tiers(), rules.regions()).rules(request))
            .orElseGet(() -> anywhere(shall));
    List<Volume> found = NodeChooser.choose(view(), wanted, request, random.nextLong()).volumes();
    if (found.isEmpty()) {
      return false;
    }
    block.add(new Replica(found.get(0).node(), found.get(0).device()));
    return true;
  }

  private List<ReplicaRule> anywhere(int replicas) {
    List<Tier> disk = rules.tiers().all().subList(rules.tiers().size() - 1, rules.tiers().size());
    ReplicaRule rule = new ReplicaRule(List.of(new Place.Anywhere()), disk, TierUse.ANY_OF);
    return Collections.nCopies(replicas, rule);
  }

  /** The plug-in keeps tiers, the regions if they are not too many, and two racks. */
  private void delete(List<Replica> block, int keep) {
    SpreadToKeep spread = new SpreadToKeep(rules.tiers(), rules.regions(), keep);
    for (boolean keepsTiers : new boolean[] {true, false}) {
      if (block.size() > keep) {
        block.removeAll(
            ExcessPolicy.choose(view(), spread.rules(block, keepsTiers), block, Optional.empty())
                .deletable());
      }
    }
  }

  void lose(Node node) {
    lost.add(node);
    for (File file : files.values()) {
      file.blocks.forEach(block -> block.removeIf(replica -> replica.node().equals(node)));
    }
  }

  /** One step of what HDFS does by itself. */
  void background() {
    if (isStill) {
      return;
    }
    queue = Math.max(0, queue - queueSpeed);
    if (queue > 0) {
      return;
    }
    copiedFor = missing(block -> true) > 0 ? copiedFor + 1 : 0;
    if (copiedFor > 0 && copiedFor <= copyCalls) {
      return;
    }
    files.forEach(
        (path, file) -> {
          for (List<Replica> block : file.blocks) {
            int shall = Math.max(file.replicas, file.inSnapshot);
            if (block.size() < shall && !block.isEmpty() && random.nextBoolean()) {
              if (make(path, file, block)) {
                placeless.remove(block);
              } else {
                placeless.add(block);
              }
            } else if (block.size() > shall && random.nextBoolean()) {
              delete(block, shall);
            }
          }
        });
  }

  private void call() throws IOException {
    onCall.call(++calls);
    background();
  }

  private static RuledFile ruled(File file) {
    List<List<Replica>> blocks = new ArrayList<>();
    List<List<DeviceType>> types = new ArrayList<>();
    for (List<Replica> block : file.blocks) {
      blocks.add(List.copyOf(block));
      types.add(block.stream().map(Replica::device).toList());
    }
    return new RuledFile(
        new FileState(
            file.id,
            file.bytes,
            file.modified,
            0,
            file.open,
            false,
            file.policy,
            file.replicas,
            types),
        blocks);
  }

  @Override
  public String walk(String root, String position, int entries, Visitor visitor)
      throws IOException {
    call();
    int left = entries;
    String at = position;
    for (String path : List.copyOf(files.keySet())) {
      boolean isBelow = root.equals("/") || path.equals(root) || path.startsWith(root + "/");
      if (isBelow && path.compareTo(position) > 0) {
        if (left-- == 0) {
          return at;
        }
        at = path;
        entriesSeen++;
        File file = files.get(path);
        if (file != null && !visitor.file(path, ruled(file))) {
          return at;
        }
      }
    }
    return "";
  }

  @Override
  public Optional<RuledFile> file(String path) throws IOException {
    call();
    return Optional.ofNullable(find(path)).map(ModelRuledHdfs::ruled);
  }

  /** By its path or by its number; null if there is none. */
  private File find(String path) {
    for (File file : files.values()) {
      if (path.equals(HdfsTree.pathOf(file.id))) {
        return file;
      }
    }
    return files.get(path);
  }

  @Override
  public long queuedBlocks() throws IOException {
    call();
    // What it copies is in the queue no more.
    return queue + missing(block -> isStill || queue > 0 || placeless.contains(block));
  }

  /** How many of some blocks have too few replicas. */
  private long missing(Predicate<List<Replica>> some) {
    return files.values().stream()
        .mapToLong(
            file ->
                file.blocks.stream()
                    .filter(block -> block.size() < file.replicas)
                    .filter(some)
                    .count())
        .sum();
  }

  @Override
  public void setReplicas(String path, int replicas) throws IOException {
    call();
    File file = find(path);
    if (file == null) {
      throw new IOException(path + ": does not exist any more");
    }
    if (refused.contains(path)) {
      throw new IOException(path + ": is refused");
    }
    if (replicas < file.wanted) {
      throw new AssertionError(
          path + " shall have " + replicas + " replicas, its owner wants more");
    }
    set(file, replicas);
  }

  /** As its owner does. */
  void setByOwner(File file, int replicas) {
    file.wanted = replicas;
    set(file, replicas);
  }

  private void set(File file, int replicas) {
    file.replicas = replicas;
    changes.add(new Change(file.id, replicas));
  }

  @Override
  public long latestChange() throws IOException {
    call();
    return changes.size();
  }

  @Override
  public Optional<Map<Long, List<Integer>>> replicasSet(List<Progress.Raised> raised)
      throws IOException {
    call();
    Map<Long, List<Integer>> found = new TreeMap<>();
    for (Progress.Raised one : raised) {
      List<Change> since = changes.subList((int) one.since(), changes.size());
      found.put(
          one.id(),
          since.stream().filter(change -> change.id() == one.id()).map(Change::replicas).toList());
    }
    return keepsChanges ? Optional.of(found) : Optional.empty();
  }

  @Override
  public Map<String, org.athanor.tiering.apply.TierUse> tiers() throws IOException {
    call();
    Map<DeviceType, org.athanor.tiering.apply.TierUse> uses = new EnumMap<>(DeviceType.class);
    for (Volume volume : view().volumes()) {
      uses.merge(
          volume.device(),
          use(volume.device(), 1, volume.capacityBytes(), volume.freeBytes()),
          (one, other) ->
              use(
                  volume.device(),
                  one.nodes() + 1,
                  one.capacityBytes() + other.capacityBytes(),
                  one.remainingBytes() + other.remainingBytes()));
    }
    Map<String, org.athanor.tiering.apply.TierUse> named = new TreeMap<>();
    uses.forEach((type, use) -> named.put(type.name(), use));
    return named;
  }

  private static org.athanor.tiering.apply.TierUse use(
      DeviceType type, int nodes, long capacity, long remaining) {
    return new org.athanor.tiering.apply.TierUse(
        type.name(), nodes, nodes, 0, capacity, 0, remaining);
  }

  @Override
  public List<RegionUse> regions(Regions regions) throws IOException {
    call();
    List<RegionUse> uses = new ArrayList<>();
    List<String> names = new ArrayList<>(regions.all().stream().map(Region::name).toList());
    names.add(FileRegions.NONE);
    for (String name : names) {
      long in =
          view().nodes().stream().filter(node -> regionOf(regions, node).equals(name)).count();
      uses.add(new RegionUse(name, List.of(), (int) in, in * CAPACITY, 0, in * CAPACITY));
    }
    return uses;
  }

  private static String regionOf(Regions regions, Node node) {
    return regions.of(node.location()).map(Region::name).orElse(FileRegions.NONE);
  }

  @Override
  public Optional<String> reasonToWait() throws IOException {
    call();
    return wait;
  }

  @Override
  public Snapshots snapshots() throws IOException {
    if (snapshotFailure.isPresent()) {
      throw snapshotFailure.get();
    }
    return (path, file) -> changedSinceSnapshot.contains(path);
  }
}
