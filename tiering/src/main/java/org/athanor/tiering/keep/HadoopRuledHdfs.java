// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.keep;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSInotifyEventInputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.inotify.EventBatch;
import org.apache.hadoop.hdfs.inotify.MissingEventsException;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.security.AccessControlException;
import org.athanor.storage.tier.Regions;
import org.athanor.storage.view.Node;
import org.athanor.storage.view.Replica;
import org.athanor.tiering.api.FileRegions;
import org.athanor.tiering.api.RegionUse;
import org.athanor.tiering.apply.HadoopHdfs;
import org.athanor.tiering.apply.Hdfs;
import org.athanor.tiering.apply.Snapshots;
import org.athanor.tiering.apply.TierUse;

/**
 * An HDFS by its client. Files are listed, page by page, from the name on at which an earlier walk
 * has stopped; so memory is bounded by the pages of the directories that lead to a file.
 */
public final class HadoopRuledHdfs implements RuledHdfs {
  /** So many changes are looked at, most often in about as many microseconds. */
  private static final long MOST_CHANGES = 20_000_000;

  /** Changes are looked at for so long: a NameNode with much to do, or far away, is slow. */
  private static final Duration LONGEST_LOOK = Duration.ofSeconds(30);

  private final DistributedFileSystem client;
  private final HadoopHdfs reader;
  private final Hdfs writer;

  /**
   * Uses a client, which stays open.
   *
   * @param reader of the same HDFS
   * @param writer of the same HDFS: sets numbers of replicas, and knows why nothing should be
   *     changed
   */
  public HadoopRuledHdfs(DistributedFileSystem client, HadoopHdfs reader, Hdfs writer) {
    this.client = client;
    this.reader = reader;
    this.writer = writer;
  }

  @Override
  public String walk(String root, String position, int entries, Visitor visitor)
      throws IOException {
    Walk walk = new Walk(position, entries, visitor);
    HdfsFileStatus status = client.getClient().getFileInfo(root);
    if (status == null) {
      throw new FileNotFoundException(root + ": does not exist in HDFS");
    }
    if (status.isDirectory()) {
      walk.directory(root, below(root, position));
    } else if (position.isEmpty()) {
      Optional<RuledFile> file = file(root);
      if (file.isPresent()) {
        visitor.file(root, file.get());
      }
    }
    return walk.hasStopped ? walk.position : "";
  }

  /**
   * The names of a position below a directory; the last one is empty for one that is to be begun.
   */
  private static Deque<String> below(String root, String position) {
    Deque<String> names = new ArrayDeque<>();
    if (!position.isEmpty()) {
      String rest = position.substring(root.equals("/") ? 1 : root.length() + 1);
      names.addAll(List.of(rest.split("/", -1)));
    }
    return names;
  }

  /**
   * One walk. A position ends with a slash if it is a directory that was not looked into. Without
   * recursion: renames make trees deeper than any stack.
   */
  private final class Walk {
    private final Visitor visitor;

    /** The directories that lead to where it is, the innermost one first. */
    private final Deque<Listed> directories = new ArrayDeque<>();

    private int left;
    private String position;
    private boolean hasStopped;

    Walk(String position, int entries, Visitor visitor) {
      this.position = position;
      this.left = entries;
      this.visitor = visitor;
    }

    /**
     * Visits what is below a directory.
     *
     * @param resume names that lead to where an earlier walk has stopped; empty for the beginning
     */
    void directory(String path, Deque<String> resume) throws IOException {
      directories.push(new Listed(path, resume.isEmpty() ? "" : resume.pop()));
      while (!resume.isEmpty()) {
        Listed outer = directories.peek();
        directories.push(new Listed(outer.above + outer.after, resume.pop()));
      }
      while (!hasStopped && !directories.isEmpty()) {
        Optional<HdfsFileStatus> next = directories.peek().next();
        if (next.isEmpty()) {
          directories.pop();
        } else {
          entry(directories.peek().above, next.get());
        }
      }
    }

    private void entry(String above, HdfsFileStatus status) throws IOException {
      if (left == 0) {
        hasStopped = true;
        return;
      }
      left--;
      String path = above + status.getLocalName();
      if (status.isDirectory()) {
        position = path + "/";
        directories.push(new Listed(path, ""));
      } else if (!status.isSymlink()) {
        position = path;
        hasStopped = !visitor.file(path, ruled((HdfsLocatedFileStatus) status));
      }
    }
  }

  /** A directory that is listed page by page. */
  private final class Listed {
    final String path;
    final String above;

    /** The name after which the listing begins; empty for the beginning. */
    final String after;

    private DirectoryListing page;
    private int next; // in the page

    Listed(String path, String after) {
      this.path = path;
      this.above = path.equals("/") ? "/" : path + "/";
      this.after = after;
    }

    /** The next entry; empty if there is none, or the directory was deleted since. */
    Optional<HdfsFileStatus> next() throws IOException {
      while (page == null || next == page.getPartialListing().length) {
        if (page != null && !page.hasMore()) {
          return Optional.empty();
        }
        try {
          byte[] from = page == null ? after.getBytes(UTF_8) : page.getLastName();
          page = client.getClient().listPaths(path, from, true);
        } catch (FileNotFoundException e) {
          page = null;
        } catch (AccessControlException e) {
          // Even to the superuser, if it or one above it is a file now.
          page = null;
        }
        next = 0;
        if (page == null) {
          return Optional.empty();
        }
      }
      return Optional.of(page.getPartialListing()[next++]);
    }
  }

  private RuledFile ruled(HdfsLocatedFileStatus status) throws IOException {
    List<List<Replica>> blocks = new ArrayList<>();
    for (LocatedBlock block : status.getLocatedBlocks().getLocatedBlocks()) {
      List<Replica> replicas = new ArrayList<>();
      DatanodeInfo[] nodes = block.getLocations();
      StorageType[] types = block.getStorageTypes();
      for (int i = 0; i < nodes.length && !block.isCorrupt(); i++) {
        if (nodes[i].isInService()) {
          Node node = node(nodes[i]);
          HadoopHdfs.device(types[i]).ifPresent(device -> replicas.add(new Replica(node, device)));
        }
      }
      blocks.add(List.copyOf(replicas));
    }
    return new RuledFile(reader.state(status), blocks);
  }

  /** As the plug-in sees it. */
  private static Node node(DatanodeInfo node) {
    return new Node(node.getXferAddr(), node.getHostName(), node.getNetworkLocation(), "");
  }

  @Override
  public Optional<RuledFile> file(String path) throws IOException {
    try {
      RemoteIterator<LocatedFileStatus> found = client.listLocatedStatus(new Path(path));
      LocatedFileStatus status = found.hasNext() ? found.next() : null;
      // A directory is listed by what is in it.
      return status != null && status.isFile() && status.getPath().toUri().getPath().equals(path)
          ? Optional.of(ruled((HdfsLocatedFileStatus) status))
          : Optional.empty();
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  @Override
  public void setReplicas(String path, int replicas) throws IOException {
    writer.setReplicas(path, replicas);
  }

  @Override
  public long latestChange() throws IOException {
    return client.getClient().getNamenode().getCurrentEditLogTxid();
  }

  @Override
  public Optional<Map<Long, List<Integer>>> replicasSet(List<Progress.Raised> raised)
      throws IOException {
    long from = raised.stream().mapToLong(Progress.Raised::since).min().orElse(0);
    ReplicaHistory history = new ReplicaHistory(raised);
    DFSInotifyEventInputStream changes = client.getInotifyEventStream(from);
    try {
      long begin = System.nanoTime();
      long left = MOST_CHANGES;
      for (EventBatch batch = changes.poll(); batch != null; batch = changes.poll()) {
        history.accept(batch);
        if (left-- == 0 || System.nanoTime() - begin > LONGEST_LOOK.toNanos()) {
          return Optional.empty();
        }
      }
    } catch (MissingEventsException e) {
      return Optional.empty(); // the NameNode has deleted them
    }
    return Optional.of(history.set());
  }

  @Override
  public Map<String, TierUse> tiers() throws IOException {
    return reader.tiers();
  }

  @Override
  public List<RegionUse> regions(Regions regions) throws IOException {
    return new FileRegions(client, regions).use();
  }

  @Override
  public long queuedBlocks() throws IOException {
    return client.getLowRedundancyBlocksCount();
  }

  @Override
  public Optional<String> reasonToWait() throws IOException {
    return writer.reasonToWait();
  }

  @Override
  public Snapshots snapshots() throws IOException {
    return reader.snapshots();
  }
}
