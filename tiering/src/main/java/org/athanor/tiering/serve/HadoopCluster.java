// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.serve;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import org.athanor.tiering.apply.FileState;
import org.athanor.tiering.apply.HadoopHdfs;
import org.athanor.tiering.apply.LeastReplicas;
import org.athanor.tiering.apply.Snapshots;
import org.athanor.tiering.apply.TierUse;
import org.athanor.tiering.plan.StoragePolicy;

/** Some directories of an HDFS that this daemon has claimed. */
public final class HadoopCluster implements Cluster {
  private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final HadoopHdfs hdfs;
  private final Claim claim;
  private final List<String> roots;
  private final BiPredicate<String, FileState> leftToOthers;
  private final Supplier<LeastReplicas> least;
  private long nextCheck = System.nanoTime();

  /**
   * Manages directories.
   *
   * @param claim checked before anything is changed
   * @param roots files and directories; one that does not exist is left out
   */
  public HadoopCluster(HadoopHdfs hdfs, Claim claim, List<String> roots) {
    this(hdfs, claim, roots, (path, file) -> false, () -> LeastReplicas.USUAL);
  }

  /**
   * Manages directories, but for some files.
   *
   * @param claim checked before anything is changed
   * @param roots files and directories; one that does not exist is left out
   * @param leftToOthers tells files that are left out, by path
   * @param least tells how few replicas a file may be left now
   */
  public HadoopCluster(
      HadoopHdfs hdfs,
      Claim claim,
      List<String> roots,
      BiPredicate<String, FileState> leftToOthers,
      Supplier<LeastReplicas> least) {
    this.leftToOthers = leftToOthers;
    this.least = least;
    this.hdfs = hdfs;
    this.claim = claim;
    this.roots = List.copyOf(roots);
  }

  @Override
  public boolean manages(String path, FileState file) {
    return roots.stream()
            .anyMatch(root -> root.equals("/") || path.equals(root) || path.startsWith(root + "/"))
        && !leftToOthers.test(path, file);
  }

  @Override
  public void forEach(Visitor visitor) throws IOException {
    for (String root : roots) {
      try {
        hdfs.forEach(
            root,
            (path, file, directoryPolicy) -> {
              if (!leftToOthers.test(path, file)) {
                visitor.file(path, file, directoryPolicy);
              }
            });
      } catch (FileNotFoundException e) {
        // It may come again.
      }
    }
  }

  @Override
  public LeastReplicas leastReplicas() {
    return least.get();
  }

  @Override
  public void forEach(String path, Visitor visitor) throws IOException {
    hdfs.forEach(path, visitor);
  }

  @Override
  public Snapshots snapshots() throws IOException {
    return hdfs.snapshots();
  }

  @Override
  public boolean hasInode(long id) throws IOException {
    return hdfs.hasInode(id);
  }

  @Override
  public Map<String, TierUse> tiers() throws IOException {
    return hdfs.tiers();
  }

  @Override
  public Optional<FileState> state(String path) throws IOException {
    return hdfs.state(path);
  }

  /** Each check asks the NameNode thrice; the lease of the claim lasts a minute. */
  private void checkClaim() throws IOException {
    long now = System.nanoTime();
    if (now - nextCheck >= 0) {
      claim.check();
      nextCheck = now + CHECK_NANOS;
    }
  }

  @Override
  public void setPolicy(String path, StoragePolicy policy) throws IOException {
    checkClaim();
    hdfs.setPolicy(path, policy);
  }

  @Override
  public void setReplicas(String path, int replicas) throws IOException {
    checkClaim();
    hdfs.setReplicas(path, replicas);
  }

  @Override
  public boolean hasDeadNodes() throws IOException {
    return hdfs.hasDeadNodes();
  }

  @Override
  public Optional<String> reasonToWait() throws IOException {
    claim.check();
    return hdfs.reasonToWait();
  }

  @Override
  public void move(Collection<String> paths) throws IOException, InterruptedException {
    claim.check();
    hdfs.move(paths);
  }
}
