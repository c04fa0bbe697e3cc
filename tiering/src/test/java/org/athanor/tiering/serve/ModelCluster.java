// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.serve;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.tiering.apply.FileState;
import org.athanor.tiering.apply.LeastReplicas;
import org.athanor.tiering.apply.ModelHdfs;
import org.athanor.tiering.apply.Snapshots;
import org.athanor.tiering.apply.TierUse;
import org.athanor.tiering.plan.StoragePolicy;

/** A model of an HDFS all of whose files are managed. */
final class ModelCluster implements Cluster {
  final ModelHdfs hdfs;
  int moves;
  boolean crashesWhenItMoves;
  LeastReplicas least = LeastReplicas.USUAL;

  ModelCluster(ModelHdfs hdfs) {
    this.hdfs = hdfs;
  }

  @Override
  public boolean manages(String path, FileState file) {
    return true;
  }

  @Override
  public LeastReplicas leastReplicas() {
    return least;
  }

  @Override
  public void forEach(String path, Visitor visitor) throws IOException {
    hdfs.forEach(path, visitor);
  }

  @Override
  public Snapshots snapshots() {
    return hdfs.snapshots();
  }

  @Override
  public boolean hasInode(long id) throws IOException {
    return hdfs.hasInode(id);
  }

  @Override
  public void forEach(Visitor visitor) throws IOException {
    for (String path : List.copyOf(hdfs.files.keySet())) {
      Optional<FileState> state = hdfs.state(path);
      if (state.isPresent()) {
        visitor.file(path, state.get(), "HOT");
      }
    }
  }

  @Override
  public Map<String, TierUse> tiers() throws IOException {
    return hdfs.tiers();
  }

  @Override
  public Optional<FileState> state(String path) throws IOException {
    return hdfs.state(path);
  }

  @Override
  public void setPolicy(String path, StoragePolicy policy) throws IOException {
    hdfs.setPolicy(path, policy);
  }

  @Override
  public void setReplicas(String path, int replicas) throws IOException {
    hdfs.setReplicas(path, replicas);
  }

  @Override
  public boolean hasDeadNodes() throws IOException {
    return hdfs.hasDeadNodes();
  }

  @Override
  public Optional<String> reasonToWait() throws IOException {
    return hdfs.reasonToWait();
  }

  @Override
  public void move(Collection<String> paths) throws IOException {
    moves++;
    if (crashesWhenItMoves) {
      throw new IllegalStateException("the power fails");
    }
    hdfs.move(paths);
  }
}
