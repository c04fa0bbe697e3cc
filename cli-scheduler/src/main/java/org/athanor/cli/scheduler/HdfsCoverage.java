// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.AdminStates;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.protocol.SnapshottableDirectoryStatus;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.power.Coverage;
import org.athanor.scheduler.power.CoverageTally;

/**
 * Walks through all files of an HDFS, with those that are in snapshots only. One listing for each
 * open directory is in memory. Needs HDFS's superuser. Any thread may call it.
 *
 * <p>A replica counts if its DataNode is live and in service. Of a complete block HDFS does not
 * give the replicas on DataNodes in maintenance, so a candidate in maintenance stays if any block
 * has too few others. A file that is renamed during the walk may be missed; HDFS itself keeps
 * {@code dfs.namenode.maintenance.replication.min} replicas of each block in service before a
 * DataNode is in maintenance, so that must not be 0.
 */
final class HdfsCoverage implements Coverage {
  private static final String SNAPSHOTS = ".snapshot";
  private static final String REPLICAS = "dfs.namenode.maintenance.replication.min";

  private final HadoopClients clients;

  HdfsCoverage(HadoopClients clients) {
    this.clients = clients;
  }

  @Override
  public Map<String, String> mustStay(Cluster cluster, Set<String> leaving, List<String> candidates)
      throws IOException {
    DistributedFileSystem hdfs = clients.hdfs(cluster);
    int replicas = clients.configuration(cluster).getInt(REPLICAS, 1);
    if (replicas < 1) {
      throw new IOException(
          REPLICAS
              + "="
              + replicas
              + ": must be at least 1 for power-down, as HDFS else takes a node into maintenance"
              + " that holds the only replica of a block; set it for the NameNode, too");
    }
    return new Walk(hdfs, leaving, candidates).refusals();
  }

  /** One walk. One thread. */
  private static final class Walk {
    private final DistributedFileSystem hdfs;
    private final CoverageTally tally;
    private final Map<String, String> names;
    private final Map<String, AdminStates> live;

    Walk(DistributedFileSystem hdfs, Set<String> leaving, List<String> candidates)
        throws IOException {
      this.hdfs = hdfs;
      HdfsNodes nodes = HdfsNodes.read(hdfs);
      this.tally = new CoverageTally(leaving, candidates, nodes.outOfService(candidates));
      Set<String> all = new HashSet<>(leaving);
      all.addAll(candidates);
      this.names = nodes.names(all);
      this.live = nodes.live();
    }

    Map<String, String> refusals() throws IOException {
      below(new Path("/"));
      SnapshottableDirectoryStatus[] snapshottable = hdfs.getSnapshottableDirListing();
      if (snapshottable != null) {
        for (SnapshottableDirectoryStatus each : snapshottable) {
          for (FileStatus snapshot : snapshots(new Path(each.getFullPath(), SNAPSHOTS))) {
            below(snapshot.getPath());
          }
        }
      }
      return tally.refusals();
    }

    private FileStatus[] snapshots(Path path) throws IOException {
      try {
        return hdfs.listStatus(path);
      } catch (FileNotFoundException gone) {
        return new FileStatus[0];
      }
    }

    private void below(Path root) throws IOException {
      Deque<RemoteIterator<LocatedFileStatus>> open = new ArrayDeque<>();
      open(root, open);
      while (!open.isEmpty() && !tally.isOver()) {
        LocatedFileStatus next = next(open.peek());
        if (next == null) {
          open.pop();
        } else if (next.isDirectory()) {
          open(next.getPath(), open);
        } else if (next instanceof HdfsLocatedFileStatus file) {
          file(file);
        }
      }
    }

    private void open(Path directory, Deque<RemoteIterator<LocatedFileStatus>> open)
        throws IOException {
      try {
        open.push(hdfs.listLocatedStatus(directory));
      } catch (FileNotFoundException gone) {
        return; // its files are, too
      }
    }

    /** Null at the end, also if the directory was removed meanwhile. */
    private static LocatedFileStatus next(RemoteIterator<LocatedFileStatus> listing)
        throws IOException {
      try {
        return listing.hasNext() ? listing.next() : null;
      } catch (FileNotFoundException gone) {
        return null;
      }
    }

    private void file(HdfsLocatedFileStatus file) {
      LocatedBlocks blocks = file.getLocatedBlocks();
      if (blocks == null) {
        return; // a symbolic link
      }
      String path = file.getPath().toUri().getPath();
      ErasureCodingPolicy coding = blocks.getErasureCodingPolicy();
      for (LocatedBlock block : blocks.getLocatedBlocks()) {
        tally.add(path, holders(block), coding == null ? 1 : parts(block, coding));
      }
      LocatedBlock last = blocks.getLastLocatedBlock();
      if (last != null && blocks.isUnderConstruction() && !blocks.isLastBlockComplete()) {
        open(path, last);
      }
    }

    /** Writers to nodes that are in service may go on; HDFS takes their blocks elsewhere first. */
    private void open(String path, LocatedBlock block) {
      List<String> writing = new ArrayList<>();
      for (DatanodeInfo node : block.getLocations()) {
        if (live.get(node.getDatanodeUuid()) == AdminStates.IN_MAINTENANCE) {
          writing.add(name(node));
        }
      }
      tally.addOpen(path, writing);
    }

    private String name(DatanodeInfo node) {
      return names.getOrDefault(node.getDatanodeUuid(), node.getDatanodeUuid());
    }

    /** Of a corrupt block HDFS gives the corrupt replicas. */
    private List<CoverageTally.Holder> holders(LocatedBlock block) {
      List<CoverageTally.Holder> holders = new ArrayList<>();
      if (block.isCorrupt()) {
        return holders;
      }
      DatanodeInfo[] nodes = block.getLocations();
      byte[] parts =
          block instanceof LocatedStripedBlock striped ? striped.getBlockIndices() : new byte[0];
      for (int i = 0; i < nodes.length; i++) {
        boolean readable = live.get(nodes[i].getDatanodeUuid()) == AdminStates.NORMAL;
        holders.add(
            new CoverageTally.Holder(name(nodes[i]), i < parts.length ? parts[i] : 0, readable));
      }
      return holders;
    }

    /** A short group has fewer data blocks than its coding. */
    private static int parts(LocatedBlock block, ErasureCodingPolicy coding) {
      long cells = Math.max(1, (block.getBlockSize() - 1) / coding.getCellSize() + 1);
      return (int) Math.min(coding.getNumDataUnits(), cells);
    }
  }
}
