// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.apply;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorageReport;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.athanor.storage.tier.DeviceType;
import org.athanor.tiering.plan.StoragePolicy;

/**
 * An HDFS by its client, and Hadoop's own mover as a process. Where replicas are is asked for by
 * listing, because HDFS logs a question for block locations as an access to the file. Moving needs
 * a user who may run the mover, the superuser.
 */
public final class HadoopHdfs implements HdfsTree {
  private static final byte UNSPECIFIED = 0;

  private final DistributedFileSystem files;
  private final MoverProcess mover;
  private final Map<Byte, String> policies = new HashMap<>();
  private String defaultPolicy;

  /**
   * Uses a client, which stays open.
   *
   * @throws IOException if it is no HDFS, or does not answer
   */
  public HadoopHdfs(FileSystem client, MoverProcess mover) throws IOException {
    if (!(client instanceof DistributedFileSystem hdfs)) {
      throw new IOException(
          client.getUri()
              + ": is no HDFS; must be the hdfs:// address of a cluster (fs.defaultFS)");
    }
    this.files = hdfs;
    this.mover = mover;
    for (BlockStoragePolicy policy : files.getAllStoragePolicies()) {
      policies.put(policy.getId(), policy.getName());
    }
  }

  @Override
  public Optional<FileState> state(String path) throws IOException {
    Path name = new Path(path);
    RemoteIterator<LocatedFileStatus> found;
    try {
      found = files.listLocatedStatus(name);
      if (!found.hasNext()) {
        return Optional.empty();
      }
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
    LocatedFileStatus status = found.next();
    // A directory is listed by what is in it.
    if (!status.isFile() || !status.getPath().toUri().getPath().equals(path)) {
      return Optional.empty();
    }
    return Optional.of(state((HdfsLocatedFileStatus) status));
  }

  @Override
  public void forEach(String path, Visitor visitor) throws IOException {
    Path name = new Path(path);
    FileStatus status = files.getFileStatus(name);
    String above = files.getStoragePolicy(name.isRoot() ? name : name.getParent()).getName();
    String policy = status.isDirectory() ? files.getStoragePolicy(name).getName() : above;
    // Without recursion: renames make trees deeper than any stack.
    Deque<Listed> directories = new ArrayDeque<>();
    directories.push(new Listed(files.listLocatedStatus(name), policy));
    while (!directories.isEmpty()) {
      Listed directory = directories.peek();
      try {
        if (!directory.entries().hasNext()) {
          directories.pop();
          continue;
        }
        visit(directory, visitor).ifPresent(directories::push);
      } catch (FileNotFoundException e) {
        if (directories.size() == 1) {
          throw e;
        }
        directories.pop(); // it was deleted since it was listed
      }
    }
  }

  /** A directory whose entries are visited, and the name of its storage policy. */
  private record Listed(RemoteIterator<LocatedFileStatus> entries, String policy) {}

  /** Visits the next entry; returns what is in it if it is a directory. */
  private Optional<Listed> visit(Listed directory, Visitor visitor) throws IOException {
    LocatedFileStatus status = directory.entries().next();
    HdfsLocatedFileStatus hdfs = (HdfsLocatedFileStatus) status;
    if (status.isFile()) {
      visitor.file(status.getPath().toUri().getPath(), state(hdfs), directory.policy());
    } else if (status.isDirectory()) {
      try {
        RemoteIterator<LocatedFileStatus> entries = files.listLocatedStatus(status.getPath());
        return Optional.of(new Listed(entries, policy(hdfs.getStoragePolicy())));
      } catch (FileNotFoundException e) {
        // It was deleted since it was listed.
      }
    }
    return Optional.empty();
  }

  @Override
  public Snapshots snapshots() throws IOException {
    return new HadoopSnapshots(files);
  }

  /**
   * The same as {@link #tiers}; empty if HDFS shows it to its superuser only, and not to this one.
   */
  public Optional<Map<String, TierUse>> tiersIfAllowed() throws IOException {
    try {
      return Optional.of(tiers());
    } catch (IOException e) {
      if (Failures.isRefusal(e)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  @Override
  public boolean hasInode(long id) throws IOException {
    try {
      HdfsFileStatus found = files.getClient().getFileInfo(HdfsTree.pathOf(id));
      return found != null && found.getFileId() == id;
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  @Override
  public Map<String, TierUse> tiers() throws IOException {
    Map<String, TierUse> uses = new TreeMap<>();
    for (DatanodeStorageReport node :
        files.getClient().getDatanodeStorageReport(DatanodeReportType.LIVE)) {
      Set<String> types = new HashSet<>();
      for (StorageReport volume : node.getStorageReports()) {
        String type = volume.getStorage().getStorageType().name();
        TierUse one =
            new TierUse(
                type,
                types.add(type) ? 1 : 0,
                volume.isFailed() ? 0 : 1,
                volume.isFailed() ? 1 : 0,
                volume.getCapacity(),
                volume.getDfsUsed(),
                volume.getRemaining());
        uses.merge(type, one, HadoopHdfs::sum);
      }
    }
    return uses;
  }

  @Override
  public boolean hasDeadNodes() throws IOException {
    return files.getClient().datanodeReport(DatanodeReportType.DEAD).length > 0;
  }

  private static TierUse sum(TierUse one, TierUse other) {
    return new TierUse(
        one.type(),
        one.nodes() + other.nodes(),
        one.volumes() + other.volumes(),
        one.failedVolumes() + other.failedVolumes(),
        one.capacityBytes() + other.capacityBytes(),
        one.usedBytes() + other.usedBytes(),
        one.remainingBytes() + other.remainingBytes());
  }

  /** A file of a listing. */
  public FileState state(HdfsLocatedFileStatus status) throws IOException {
    LocatedBlocks located = status.getLocatedBlocks();
    List<List<DeviceType>> blocks = new ArrayList<>();
    for (LocatedBlock block : located.getLocatedBlocks()) {
      List<DeviceType> devices = new ArrayList<>();
      if (!block.isCorrupt()) {
        for (StorageType type : block.getStorageTypes()) {
          device(type).ifPresent(devices::add);
        }
      }
      blocks.add(List.copyOf(devices));
    }
    return new FileState(
        status.getFileId(),
        status.getLen(),
        status.getModificationTime(),
        status.getAccessTime(),
        located.isUnderConstruction(),
        status.isErasureCoded(),
        policy(status.getStoragePolicy()),
        status.getReplication(),
        blocks);
  }

  /** Other types, of later releases, are where no plan wants anything. */
  public static Optional<DeviceType> device(StorageType type) {
    for (DeviceType device : DeviceType.values()) {
      if (device.name().equals(type.name())) {
        return Optional.of(device);
      }
    }
    return Optional.empty();
  }

  private String policy(byte id) throws IOException {
    if (id != UNSPECIFIED) {
      return policies.getOrDefault(id, String.valueOf(id));
    }
    if (defaultPolicy == null) {
      // If the root had one, no file would be without.
      defaultPolicy = files.getStoragePolicy(new Path("/")).getName();
    }
    return defaultPolicy;
  }

  @Override
  public void setPolicy(String path, StoragePolicy policy) throws IOException {
    Path name = new Path(path);
    if (policy == StoragePolicy.HOT) {
      files.unsetStoragePolicy(name);
      if (files.getStoragePolicy(name).getName().equals(policy.name())) {
        return;
      }
    }
    files.setStoragePolicy(name, policy.name());
  }

  @Override
  public void setReplicas(String path, int replicas) throws IOException {
    if (!files.setReplication(new Path(path), (short) replicas)) {
      throw new FileNotFoundException(path + ": does not exist any more");
    }
  }

  @Override
  public Optional<String> reasonToWait() throws IOException {
    if (files.isInSafeMode()) {
      return Optional.of("the NameNode is in safe mode; see hdfs dfsadmin -safemode get");
    }
    // Blocks of files with one replica are their owners' risk, and may be missing for ever.
    long missing = files.getMissingBlocksCount() - files.getMissingReplOneBlocksCount();
    return missing <= 0
        ? Optional.empty()
        : Optional.of(missing + " blocks are missing; see hdfs fsck / -list-corruptfileblocks");
  }

  @Override
  public void move(Collection<String> paths) throws IOException, InterruptedException {
    // With their address, because a configuration may name several clusters.
    mover.run(paths.stream().map(path -> files.getUri() + path).toList());
  }
}
