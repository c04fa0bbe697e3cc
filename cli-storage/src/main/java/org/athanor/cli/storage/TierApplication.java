// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.athanor.storage.rules.StorageRules;
import org.athanor.tiering.apply.HadoopHdfs;
import org.athanor.tiering.apply.Hdfs;
import org.athanor.tiering.apply.Outcome;
import org.athanor.tiering.apply.PlanExecution;
import org.athanor.tiering.keep.HadoopRuledHdfs;
import org.athanor.tiering.keep.HdfsRaisedFiles;
import org.athanor.tiering.keep.ProgressFile;
import org.athanor.tiering.keep.TierExecution;
import org.athanor.tiering.plan.TierChange;
import org.athanor.tiering.serve.Claim;
import org.athanor.tiering.serve.HadoopCluster;

/**
 * Carries out what a plan wants on tiers of the rules, in the place of a daemon: while it works, it
 * has the claim on the HDFS, and what it raises for a while is known to the next one.
 */
final class TierApplication {
  private final DistributedFileSystem client;
  private final HadoopHdfs hdfs;
  private final StorageRules rules;
  private final PlanExecution.Limits limits;

  TierApplication(
      DistributedFileSystem client,
      HadoopHdfs hdfs,
      StorageRules rules,
      PlanExecution.Limits limits) {
    this.client = client;
    this.hdfs = hdfs;
    this.rules = rules;
    this.limits = limits;
  }

  /** Says what would be done. */
  List<Outcome> look(List<TierChange> changes, PlanExecution.Listener listener) throws IOException {
    ProgressFile unused = new ProgressFile(Path.of(""), new HdfsRaisedFiles(client));
    HadoopRuledHdfs files = new HadoopRuledHdfs(client, hdfs, hdfs);
    return execution(files, hdfs, unused, listener).look(changes);
  }

  /**
   * Does it.
   *
   * @throws IOException if HDFS does not answer, or a daemon works on it
   */
  List<Outcome> run(List<TierChange> changes, PlanExecution.Listener listener)
      throws IOException, InterruptedException {
    Path state = Files.createTempDirectory("athanor-storage-apply");
    try (Claim claim = Claim.of(client, PlanExecution.Pause.SLEEP)) {
      ProgressFile file = new ProgressFile(state, new HdfsRaisedFiles(client));
      HadoopCluster claimed = new HadoopCluster(hdfs, claim, List.of("/"));
      HadoopRuledHdfs files = new HadoopRuledHdfs(client, hdfs, claimed);
      return execution(files, claimed, file, listener).run(changes);
    } catch (Claim.LostException e) {
      throw new IOException(
          e.getMessage() + "; a daemon that has these rules brings files to their tiers itself", e);
    } finally {
      delete(state);
    }
  }

  private TierExecution execution(
      HadoopRuledHdfs files, Hdfs mover, ProgressFile file, PlanExecution.Listener listener) {
    TierExecution.Means means =
        new TierExecution.Means(
            mover::move,
            file,
            limits.patience(),
            PlanExecution.Pause.SLEEP,
            System::currentTimeMillis);
    return new TierExecution(files, rules, means, listener);
  }

  private static void delete(Path directory) throws IOException {
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }
}
