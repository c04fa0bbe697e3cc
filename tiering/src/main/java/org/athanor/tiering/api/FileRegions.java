// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.api;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorageReport;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.athanor.storage.tier.Region;
import org.athanor.storage.tier.Regions;
import org.athanor.tiering.apply.Outcome;

/**
 * The regions of an HDFS, and where files are in them: the operations of K. Ravindranathan (2015),
 * table 7.1. On any HDFS one can ask where files are. Which region a new replica gets is decided by
 * the plug-in for the NameNode alone, which has no call for a client: a client can only ask for
 * more replicas until a region has one. Which replica is deleted cannot be asked for, and the
 * plug-in does not know the file then; so the other operations are not supported.
 */
public final class FileRegions {
  /** Stands for nodes that are in no region. */
  public static final String NONE = "";

  /** What spreads files over regions. */
  static final String NEEDED =
      "regions need the plug-in org.athanor.storage.namenode.TieredPlacementPolicy in the NameNode,"
          + " and a placement with policy=region for the directory in its rules file";

  private final DistributedFileSystem files;
  private final Regions regions;

  /**
   * Uses the client of an HDFS, which stays open.
   *
   * @param regions as in the rules file of the NameNode
   */
  public FileRegions(DistributedFileSystem client, Regions regions) {
    this.files = client;
    this.regions = regions;
  }

  /**
   * Nodes and space of each region, in the order of the rules, and of nodes in none, if there are
   * any. Needs HDFS's superuser.
   */
  public List<RegionUse> use() throws IOException {
    Map<String, RegionUse> uses = new LinkedHashMap<>();
    for (Region region : regions.all()) {
      uses.put(region.name(), new RegionUse(region.name(), region.locations(), 0, 0, 0, 0));
    }
    for (DatanodeStorageReport node :
        files.getClient().getDatanodeStorageReport(DatanodeReportType.LIVE)) {
      long capacity = 0;
      long used = 0;
      long remaining = 0;
      for (StorageReport volume : node.getStorageReports()) {
        capacity += volume.getCapacity();
        used += volume.getDfsUsed();
        remaining += volume.getRemaining();
      }
      String region = region(node.getDatanodeInfo().getNetworkLocation());
      RegionUse use = uses.getOrDefault(region, new RegionUse(region, List.of(), 0, 0, 0, 0));
      uses.put(region, use.with(capacity, used, remaining));
    }
    return List.copyOf(uses.values());
  }

  private String region(String location) {
    return regions.of(location).map(Region::name).orElse(NONE);
  }

  /**
   * For a file, how many of its blocks have a replica in each region; {@link #NONE} for replicas on
   * nodes in no region. Regions without a replica are left out.
   *
   * @throws FileNotFoundException if there is no such file
   */
  public Map<String, Integer> findRegion(String file) throws IOException {
    Map<String, Integer> found = findRegions(List.of(file)).get(file);
    if (found == null) {
      throw new FileNotFoundException(file + ": is a directory");
    }
    return found;
  }

  /**
   * The same for several files, and all files below directories, by path.
   *
   * @throws FileNotFoundException if there is nothing with one of the paths
   */
  public Map<String, Map<String, Integer>> findRegions(Collection<String> paths)
      throws IOException {
    Map<String, Map<String, Integer>> all = new TreeMap<>();
    for (String path : paths) {
      try {
        RemoteIterator<LocatedFileStatus> found = files.listFiles(new Path(path), true);
        while (found.hasNext()) {
          LocatedFileStatus file = found.next();
          all.put(file.getPath().toUri().getPath(), blocks(file));
        }
      } catch (FileNotFoundException e) {
        throw TieredStorage.missing(path, e);
      }
    }
    return all;
  }

  /**
   * Where files are, and all files below directories, in the order of the paths.
   *
   * @param most so many files are looked at, above 0
   * @return empty if there are more
   * @throws FileNotFoundException if there is nothing with one of the paths
   */
  public Optional<List<FileSpot>> spots(Collection<String> paths, int most) throws IOException {
    List<FileSpot> spots = new ArrayList<>();
    for (String path : paths) {
      try {
        RemoteIterator<LocatedFileStatus> found = files.listFiles(new Path(path), true);
        while (found.hasNext()) {
          if (spots.size() == most) {
            return Optional.empty();
          }
          spots.add(spot(found.next()));
        }
      } catch (FileNotFoundException e) {
        throw TieredStorage.missing(path, e);
      }
    }
    return Optional.of(spots);
  }

  private FileSpot spot(LocatedFileStatus file) throws IOException {
    Map<String, Integer> blocks = blocks(file);
    int all = file.getBlockLocations().length;
    Set<String> whole =
        regions.all().stream()
            .map(Region::name)
            .filter(region -> blocks.getOrDefault(region, 0) >= all)
            .collect(Collectors.toSet());
    return new FileSpot(
        file.getPath().toUri().getPath(), file.getLen(), file.getReplication(), whole);
  }

  private Map<String, Integer> blocks(LocatedFileStatus file) throws IOException {
    Map<String, Integer> blocks = new TreeMap<>();
    for (BlockLocation block : file.getBlockLocations()) {
      TreeSet<String> in = new TreeSet<>();
      for (String node : block.getTopologyPaths()) {
        in.add(region(node.substring(0, Math.max(0, node.lastIndexOf('/')))));
      }
      in.forEach(region -> blocks.merge(region, 1, Integer::sum));
    }
    return blocks;
  }

  /**
   * Puts a file also in a region: each of its blocks has a replica there then. It may have one
   * replica more than before; the outcome says so. Needs the plug-in in the NameNode, whose rules
   * place the file by regions; without it, the file gets its number of replicas back.
   *
   * @param storage sets numbers of replicas, on the same HDFS
   * @throws FileNotFoundException if there is no such file
   * @throws IllegalArgumentException if there is no such region
   */
  public Outcome createFileRegion(TieredStorage storage, String file, String region)
      throws IOException, InterruptedException {
    if (regions.named(region).isEmpty()) {
      throw new IllegalArgumentException(
          "region="
              + region
              + ": must be one of "
              + String.join(", ", regions.all().stream().map(Region::name).toList()));
    }
    findRegion(file);
    int replicas = files.getFileStatus(new Path(file)).getReplication();
    return new RegionCreation(this, storage, file, region)
        .run(Math.max(TieredStorage.LEAST_REPLICAS, replicas), regions.all().size());
  }

  /**
   * Gives a file fewer replicas again, after {@link #createFileRegion} has left it more. Does not
   * wait until HDFS has deleted them. Which region loses its replica is for the NameNode: with the
   * plug-in the same one for all blocks.
   *
   * @param raised the number that was set; 0 for any above {@code replicas}
   * @param replicas the number before, from 1
   * @return whether it was set; not if the file is gone, or has another number by now
   */
  public boolean takeBack(String file, int raised, int replicas) throws IOException {
    int now;
    try {
      now = files.getFileStatus(new Path(file)).getReplication();
    } catch (FileNotFoundException gone) {
      return false;
    }
    boolean ours = raised == 0 ? now > replicas : now == raised && now > replicas;
    return ours && files.setReplication(new Path(file), (short) replicas);
  }

  /** Whether each block of a file has a replica in a region. */
  public boolean isIn(String file, String region) throws IOException {
    LocatedFileStatus found = files.listFiles(new Path(file), false).next();
    return blocks(found).getOrDefault(region, 0) >= found.getBlockLocations().length;
  }

  /**
   * Would take a file out of a region.
   *
   * @throws UnsupportedOperationException always; its message says what is needed
   */
  @SuppressWarnings("DoNotCallSuggester") // callers learn why from its message
  public void deleteFileRegion(String file, String region) {
    throw unsupported("deleteFileRegion");
  }

  /**
   * Would move a file from a region to another one.
   *
   * @throws UnsupportedOperationException always; its message says what is needed
   */
  @SuppressWarnings("DoNotCallSuggester") // callers learn why from its message
  public void moveRegion(String file, String from, String to, int replicas) {
    throw unsupported("moveRegion");
  }

  /**
   * Would set the number of replicas that a file has in a region.
   *
   * @throws UnsupportedOperationException always; its message says what is needed
   */
  @SuppressWarnings("DoNotCallSuggester") // callers learn why from its message
  public void setRepRegion(String file, String region, int replicas) {
    throw unsupported("setRepRegion");
  }

  private static UnsupportedOperationException unsupported(String operation) {
    return new UnsupportedOperationException(
        operation
            + ": no client of HDFS can choose which region loses a replica, or how many replicas a"
            + " region has; "
            + NEEDED);
  }
}
