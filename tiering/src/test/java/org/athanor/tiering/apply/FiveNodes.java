// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.apply;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.apache.hadoop.hdfs.server.namenode.ha.HATestUtil;
import org.apache.hadoop.net.StaticMapping;

/**
 * An HDFS with five DataNodes that have a disk each; the first two have an SSD, the others archive
 * storage.
 */
public final class FiveNodes implements Closeable {
  /** Bytes of a block. */
  public static final int BLOCK = 4096;

  private final MiniDFSCluster cluster;
  private final DistributedFileSystem files;
  private final HadoopHdfs hdfs;

  /**
   * Starts it.
   *
   * @param directory empty
   * @param racks of the nodes; none for one rack
   */
  public FiveNodes(Path directory, String... racks) throws IOException {
    this(directory, Map.of(), racks);
  }

  /**
   * Starts it with more settings.
   *
   * @param directory empty
   * @param racks of the nodes; none for one rack
   */
  public FiveNodes(Path directory, Map<String, String> settings, String... racks)
      throws IOException {
    this(directory, settings, 1, racks);
  }

  /**
   * Starts it with two NameNodes, of which the first is the active one. Clients have a logical
   * address.
   *
   * @param directory empty
   */
  public static FiveNodes withTwoNameNodes(Path directory, Map<String, String> settings)
      throws IOException {
    return new FiveNodes(directory, settings, 2);
  }

  private FiveNodes(Path directory, Map<String, String> settings, int nameNodes, String... racks)
      throws IOException {
    Configuration conf = new HdfsConfiguration();
    conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, directory.resolve("hdfs").toString());
    conf.setInt("dfs.blocksize", BLOCK);
    conf.setInt("dfs.namenode.fs-limits.min-block-size", 512);
    conf.setInt("dfs.heartbeat.interval", 1);
    conf.setInt("dfs.namenode.redundancy.interval.seconds", 1);
    settings.forEach(conf::set);
    StorageType[] fast = {StorageType.DISK, StorageType.SSD};
    StorageType[] slow = {StorageType.DISK, StorageType.ARCHIVE};
    MiniDFSCluster.Builder builder =
        new MiniDFSCluster.Builder(conf)
            .numDataNodes(5)
            .storagesPerDatanode(2)
            .storageTypes(new StorageType[][] {fast, fast, slow, slow, slow});
    if (racks.length > 0) {
      builder.racks(racks);
    }
    if (nameNodes > 1) {
      builder.nnTopology(MiniDFSNNTopology.simpleHATopology(nameNodes));
    }
    cluster = builder.build();
    cluster.waitActive();
    Configuration clients = new Configuration(false);
    if (nameNodes > 1) {
      cluster.transitionToActive(0);
      HATestUtil.setFailoverConfigurations(cluster, clients);
      clients.forEach(entry -> conf.set(entry.getKey(), entry.getValue()));
      files = (DistributedFileSystem) FileSystem.newInstance(conf);
    } else {
      files = cluster.getFileSystem();
    }
    Path site = Files.createDirectory(directory.resolve("conf"));
    clients.set("fs.defaultFS", files.getUri().toString());
    write(clients, site.resolve("core-site.xml"));
    // The mover waits for so many heartbeats after each round.
    Configuration daemons = new Configuration(false);
    daemons.setInt("dfs.heartbeat.interval", 1);
    daemons.setInt("dfs.namenode.redundancy.interval.seconds", 1);
    write(daemons, site.resolve("hdfs-site.xml"));
    hdfs = new HadoopHdfs(files, MoverProcess.ofThisJvm(site));
  }

  private static void write(Configuration conf, Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      conf.writeXml(out);
    }
  }

  public MiniDFSCluster cluster() {
    return cluster;
  }

  public DistributedFileSystem files() {
    return files;
  }

  public HadoopHdfs hdfs() {
    return hdfs;
  }

  @Override
  public void close() {
    cluster.shutdown();
    StaticMapping.resetMap(); // its racks are those of the process
  }
}
