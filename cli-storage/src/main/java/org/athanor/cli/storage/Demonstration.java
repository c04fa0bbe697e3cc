// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.io.IOException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.athanor.cli.output.ProgressText;
import org.athanor.cli.storage.demo.DemoCluster;
import org.athanor.cli.storage.demo.DemoFiles;
import org.athanor.cli.storage.demo.DemoResult;
import org.athanor.cli.storage.demo.LoadSummary;
import org.athanor.cli.storage.demo.ReadLoad;
import org.athanor.cli.storage.demo.SkewedReads;
import org.athanor.storage.decision.Replication;
import org.athanor.storage.popularity.PredictorKind;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Tier;
import org.athanor.tiering.apply.HadoopHdfs;
import org.athanor.tiering.apply.Outcome;
import org.athanor.tiering.apply.PlanExecution;
import org.athanor.tiering.pins.PinsFile;
import org.athanor.tiering.plan.PlanSettings;
import org.athanor.tiering.serve.Activity;
import org.athanor.tiering.serve.Claim;
import org.athanor.tiering.serve.HadoopCluster;
import org.athanor.tiering.serve.Manager;

/**
 * Writes files to an HDFS, reads them, lets the manager of {@code athanor storage serve} move what
 * the audit log says is read most, and reads again.
 */
final class Demonstration {
  private static final int READERS = 8;

  /** Files may have a copy on SSD for one byte of so many. */
  private static final int SSD_PART = 4;

  /** One that ends while files are read would hide what was read in it. */
  private static final Duration PERIOD = Duration.ofHours(1);

  private final DemoCluster cluster;
  private final long seed;
  private final DemoFiles files;
  private final int reads;
  private final ProgressText progress;

  /**
   * @param files number of files
   * @param reads before and after
   */
  Demonstration(DemoCluster cluster, long seed, int files, int reads, ProgressText progress) {
    this.cluster = cluster;
    this.seed = seed;
    this.files = DemoFiles.of(files, seed);
    this.reads = reads;
    this.progress = progress;
  }

  DemoResult run(FileSystem client, HadoopHdfs hdfs) throws IOException, InterruptedException {
    ReadLoad load = new ReadLoad(client, files, READERS);
    SkewedReads popularity = new SkewedReads(files.count(), ~seed);
    load.write(done -> show("writing", done, files.count()));
    LoadSummary before =
        load.read(popularity.next(reads), done -> show("reading, all on disks", done, reads));
    progress.show("moving what was read most");
    long begin = System.nanoTime();
    List<Outcome> outcomes = move(client, hdfs);
    double moveSeconds = (System.nanoTime() - begin) / 1e9;
    LoadSummary after =
        load.read(popularity.next(reads), done -> show("reading again", done, reads));
    return new DemoResult(seed, files, READERS, ssdBytes(), before, after, outcomes, moveSeconds);
  }

  private void show(String what, int done, int all) {
    progress.show(what + ": " + done + " of " + all + " files");
  }

  private long ssdBytes() {
    return files.totalBytes() / SSD_PART;
  }

  /** Ends a period of the daemon's now, which it would do by itself after {@link #PERIOD}. */
  private List<Outcome> move(FileSystem client, HadoopHdfs hdfs)
      throws IOException, InterruptedException {
    Activity activity = new Activity(line -> progress.show("moving what was read most: " + line));
    PlanExecution.Pause pause = PlanExecution.Pause.SLEEP;
    try (Claim claim = Claim.of((DistributedFileSystem) client, pause);
        Manager manager =
            new Manager(
                settings(),
                new HadoopCluster(hdfs, claim, List.of(DemoFiles.DIRECTORY)),
                pause,
                activity)) {
      long now = System.currentTimeMillis();
      while (manager.step(now)) {
        // Reads the rest of the log.
      }
      manager.step(now + PERIOD.toMillis());
    }
    Activity.Snapshot done = activity.snapshot();
    if (done.outcomes().isEmpty()) {
      throw new IOException(
          "nothing was moved: "
              + (done.notices().isEmpty()
                  ? "the audit log has " + done.accesses() + " accesses"
                  : done.notices().get(0).text()));
    }
    List<Outcome> outcomes =
        new ArrayList<>(done.outcomes().stream().map(Activity.Done::outcome).toList());
    Collections.reverse(outcomes);
    return outcomes;
  }

  private Manager.Settings settings() {
    Tier ssd =
        tier(
            "ssd",
            DeviceType.SSD,
            DemoCluster.SSD_READ,
            DemoCluster.SSD_WRITE,
            DemoCluster.SSD_IOPS);
    Tier disk =
        tier(
            "disk",
            DeviceType.DISK,
            DemoCluster.DISK_READ,
            DemoCluster.DISK_WRITE,
            DemoCluster.DISK_IOPS);
    Tier archive =
        tier(
            "archive",
            DeviceType.ARCHIVE,
            DemoCluster.DISK_READ,
            DemoCluster.DISK_WRITE,
            DemoCluster.DISK_IOPS);
    PlanSettings plan =
        new PlanSettings(
            PredictorKind.RECURRENCE,
            PERIOD,
            Duration.ofSeconds(1),
            Optional.of(ssdBytes()),
            Optional.empty(),
            Optional.empty(),
            Replication.DEFAULT,
            new PlanSettings.Speeds(ssd, disk, archive),
            DemoCluster.DISK_READ,
            List.of());
    return new Manager.Settings(
        plan,
        new PinsFile(cluster.state().resolve("pins"), false), // there are none
        List.of(cluster.auditLog()),
        ZoneId.systemDefault(),
        cluster.state(),
        files.count() + 1000,
        PlanExecution.Limits.DEFAULT,
        false);
  }

  private static Tier tier(String name, DeviceType device, double read, double write, int iops) {
    return new Tier(name, Set.of(device), "", read, write, iops, false);
  }
}
