// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.apply;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.athanor.storage.tier.DeviceType;
import org.athanor.tiering.plan.StoragePolicy;

/**
 * An HDFS in memory. It makes and deletes replicas late, its mover may not finish, calls fail, and
 * other users change files. As HDFS, it deletes a copy on SSD as excess if the policy does not ask
 * for one.
 */
public final class ModelHdfs implements HdfsTree {
  /** Whether some nodes are away. */
  public boolean hasDeadNodes;

  /** Each has a volume of each type. */
  private static final int NODES = 9;

  /** A file of the model. */
  public static final class File {
    public long id;
    public long bytes = 100;
    public long modified;
    public long accessed;
    public boolean open;
    public boolean erasureCoded;
    public String policy = "HOT";
    public int replicas = 3;
    public List<List<DeviceType>> blocks = new ArrayList<>();

    int fewest() {
      return blocks.stream().mapToInt(List::size).min().orElse(replicas);
    }
  }

  public final Map<String, File> files = new TreeMap<>();
  private final Random random;
  public boolean moverFails;

  /** The share of replicas that a run of the mover leaves where they are. */
  public double idleness;

  public double failures;

  /** Told the number of each call, from 1, before it does anything; may throw. */
  public OnCall onCall = call -> {};

  /** Told the path that is asked for; may throw. */
  public OnState onState = path -> {};

  /** Told before replicas are moved. */
  public Runnable onMove = () -> {};

  private int calls;

  /** Whether HDFS makes and deletes no replicas by itself. */
  public boolean isStill;

  /** Storage policies of directories, by their paths; others have HOT. */
  public final Map<String, String> directories = new TreeMap<>();

  /** Files of which a snapshot has another content. */
  public final Set<String> changedSinceSnapshot = new TreeSet<>();

  /** Types that no node has. */
  public final Set<String> absent = new TreeSet<>();

  /** What a test does at a call. */
  @FunctionalInterface
  public interface OnCall {
    void call(int number) throws IOException;
  }

  /** What a test does when a file is asked for. */
  @FunctionalInterface
  public interface OnState {
    void state(String path) throws IOException;
  }

  public double changes;

  /** The fewest replicas that a block ever had. */
  public int fewestEver = Integer.MAX_VALUE;

  public Optional<String> wait = Optional.empty();

  public ModelHdfs(Random random) {
    this.random = random;
  }

  public File add(String path, String policy, int replicas, int blocks) {
    File file = new File();
    file.id = files.size() + 1L;
    file.policy = policy;
    file.replicas = replicas;
    for (int block = 0; block < blocks; block++) {
      file.blocks.add(new ArrayList<>(wanted(policy, replicas)));
    }
    files.put(path, file);
    return file;
  }

  public static List<DeviceType> wanted(String policy, int replicas) {
    StoragePolicy known = StoragePolicy.HOT;
    for (StoragePolicy one : StoragePolicy.values()) {
      known = one.name().equals(policy) ? one : known;
    }
    List<DeviceType> devices = new ArrayList<>();
    for (DeviceType type : DeviceType.values()) {
      devices.addAll(Collections.nCopies(replicas == 0 ? 0 : known.copies(type, replicas), type));
    }
    return devices;
  }

  private void call() throws IOException {
    onCall.call(++calls);
    if (random.nextDouble() < failures) {
      throw new IOException("the NameNode has failed");
    }
    if (random.nextDouble() < changes && !files.isEmpty()) {
      List<String> paths = List.copyOf(files.keySet());
      String path = paths.get(random.nextInt(paths.size()));
      File file = files.get(path);
      switch (random.nextInt(4)) {
        case 0 -> files.remove(path);
        case 1 -> file.open = !file.open;
        case 2 -> file.modified++;
        default -> file.id += 1000;
      }
    }
    background();
  }

  /** One step of what HDFS does by itself: one replica of a block more or less. */
  private void background() {
    if (isStill) {
      return;
    }
    for (File file : files.values()) {
      for (List<DeviceType> block : file.blocks) {
        DeviceType device = deviceOfMore(file);
        if (block.size() < file.replicas
            && Collections.frequency(block, device) < NODES
            && random.nextBoolean()) {
          block.add(device);
        } else if (block.size() > file.replicas && random.nextBoolean()) {
          deleteExcess(file, block);
        }
      }
    }
    watch();
  }

  private static DeviceType deviceOfMore(File file) {
    return switch (file.policy) {
      case "COLD", "WARM" -> DeviceType.ARCHIVE;
      case "ALL_SSD" -> DeviceType.SSD;
      default -> DeviceType.DISK;
    };
  }

  private static void deleteExcess(File file, List<DeviceType> block) {
    List<DeviceType> rest = new ArrayList<>(block);
    wanted(file.policy, file.replicas).forEach(rest::remove);
    block.remove(rest.isEmpty() ? block.get(0) : rest.get(0));
  }

  private void watch() {
    files.values().forEach(file -> fewestEver = Math.min(fewestEver, file.fewest()));
  }

  @Override
  public Optional<FileState> state(String path) throws IOException {
    call();
    onState.state(path);
    File file = find(path);
    if (file == null) {
      return Optional.empty();
    }
    List<List<DeviceType>> blocks = new ArrayList<>();
    file.blocks.forEach(block -> blocks.add(List.copyOf(block)));
    return Optional.of(
        new FileState(
            file.id,
            file.bytes,
            file.modified,
            file.accessed,
            file.open,
            file.erasureCoded,
            file.policy,
            file.replicas,
            blocks));
  }

  @Override
  public void forEach(String path, Visitor visitor) throws IOException {
    boolean found = false;
    for (String name : List.copyOf(files.keySet())) {
      if (name.equals(path) || path.equals("/") || name.startsWith(path + "/")) {
        found = true;
        Optional<FileState> state = state(name);
        if (state.isPresent()) {
          String directory = name.substring(0, Math.max(1, name.lastIndexOf('/')));
          visitor.file(name, state.get(), directories.getOrDefault(directory, "HOT"));
        }
      }
    }
    if (!found) {
      throw new FileNotFoundException("File does not exist: " + path);
    }
  }

  @Override
  public boolean hasInode(long id) throws IOException {
    call();
    return files.values().stream().anyMatch(file -> file.id == id);
  }

  @Override
  public Snapshots snapshots() {
    return (path, file) -> changedSinceSnapshot.contains(path);
  }

  @Override
  public void setPolicy(String path, StoragePolicy policy) throws IOException {
    call();
    File file = existing(path);
    file.policy = policy.name();
  }

  @Override
  public void setReplicas(String path, int replicas) throws IOException {
    call();
    existing(path).replicas = replicas;
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

  private File existing(String path) throws IOException {
    File file = find(path);
    if (file == null) {
      throw new IOException(path + ": does not exist any more");
    }
    return file;
  }

  /** Types without room for anything. */
  public final Set<String> full = new TreeSet<>();

  @Override
  public boolean hasDeadNodes() throws IOException {
    call();
    return hasDeadNodes;
  }

  @Override
  public Map<String, TierUse> tiers() throws IOException {
    call();
    Map<String, TierUse> tiers = new TreeMap<>();
    for (String type : List.of("SSD", "DISK", "ARCHIVE")) {
      if (absent.contains(type)) {
        continue;
      }
      tiers.put(
          type,
          new TierUse(type, NODES, NODES, 0, 1000_000, 0, full.contains(type) ? 0 : 1000_000));
    }
    return tiers;
  }

  @Override
  public Optional<String> reasonToWait() throws IOException {
    call();
    return wait;
  }

  /** Moves each replica that is in a wrong place, or not: first it is copied, then deleted. */
  @Override
  public void move(Collection<String> paths) throws IOException {
    call();
    onMove.run();
    if (moverFails) {
      throw new IOException("the mover has failed");
    }
    for (String path : paths) {
      File file = find(path);
      if (file == null || file.open) {
        continue;
      }
      for (List<DeviceType> block : file.blocks) {
        List<DeviceType> missing = new ArrayList<>(wanted(file.policy, block.size()));
        block.forEach(missing::remove);
        for (DeviceType device : missing) {
          if (random.nextDouble() >= idleness) {
            block.add(device);
            List<DeviceType> rest = new ArrayList<>(block);
            wanted(file.policy, block.size() - 1).forEach(rest::remove);
            block.remove(rest.get(0));
          }
        }
      }
      call();
    }
    watch();
  }
}
