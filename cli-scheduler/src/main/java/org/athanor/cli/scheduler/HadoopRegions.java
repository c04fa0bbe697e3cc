// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.service.InputRegions;
import org.athanor.tiering.api.FileRegions;
import org.athanor.tiering.api.FileSpot;
import org.athanor.tiering.api.TieredStorage;
import org.athanor.tiering.apply.HadoopHdfs;
import org.athanor.tiering.apply.MoverProcess;
import org.athanor.tiering.apply.Outcome;
import org.athanor.tiering.apply.PlanExecution;

/**
 * Inputs in the regions of an HDFS, by the locations of their blocks. Copies are made by {@link
 * FileRegions#createFileRegion}. Any thread may call it.
 */
final class HadoopRegions implements InputRegions {
  /** Of an input with more files nobody asks where it is. */
  static final int MOST_FILES = 10_000;

  /** More are not copied: HDFS takes seconds for each, and a few at a time are asked for. */
  static final int MOST_COPIED = 1_000;

  private static final int COPIED_AT_ONCE = 8;

  /** So long HDFS may make no progress with a file. */
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private static final PlanExecution.Limits LIMITS =
      new PlanExecution.Limits(1, Long.MAX_VALUE, 1, PATIENCE);

  private final RegionRules rules;
  private final ClusterConfigurations configurations;

  HadoopRegions(RegionRules rules, ClusterConfigurations configurations) {
    this.rules = rules;
    this.configurations = configurations;
  }

  @Override
  public Location locate(Cluster cluster, Path directory, List<String> inputs) throws IOException {
    Set<String> whole = new TreeSet<>();
    rules.regions().all().forEach(region -> whole.add(region.name()));
    int regions = whole.size();
    String uncopied = "";
    int left = MOST_FILES;
    for (String input : inputs) {
      Found found = find(cluster, directory, input);
      Optional<List<FileSpot>> spots = found.spots(left);
      if (spots.isEmpty()) {
        return Location.unknown("it has more than " + MOST_FILES + " files");
      }
      left -= spots.get().size();
      for (FileSpot spot : spots.get()) {
        whole.retainAll(spot.regions());
        if (uncopied.isEmpty() && spot.regions().size() < regions) {
          uncopied = rules.obstacle(spot.path()).orElse("");
        }
      }
    }
    if (uncopied.isEmpty() && MOST_FILES - left > MOST_COPIED) {
      uncopied = "it has more than " + MOST_COPIED + " files";
    }
    return new Location(whole, "", uncopied);
  }

  @Override
  public List<StoredFile> missing(
      Cluster cluster, Path directory, List<String> inputs, String region) throws IOException {
    Map<String, StoredFile> files = new HashMap<>();
    for (String input : inputs) {
      Found found = find(cluster, directory, input);
      for (FileSpot spot : found.spots(MOST_FILES).orElseThrow(() -> tooMany(input, MOST_FILES))) {
        if (!spot.regions().contains(region)) {
          Optional<String> obstacle = rules.obstacle(spot.path());
          if (obstacle.isPresent()) {
            throw new IOException(obstacle.get());
          }
          String path = found.files.getUri() + spot.path();
          files.putIfAbsent(path, new StoredFile(path, input, spot.bytes(), spot.replicas()));
          if (files.size() > MOST_COPIED) {
            throw tooMany(input, MOST_COPIED);
          }
        }
      }
    }
    return List.copyOf(files.values());
  }

  private static IOException tooMany(String input, int most) {
    return new IOException(input + ": has more than " + most + " files");
  }

  /** What one declared input is. */
  private record Found(DistributedFileSystem files, FileRegions regions, List<String> paths) {
    Optional<List<FileSpot>> spots(int most) throws IOException {
      return regions.spots(paths, most);
    }
  }

  private Found find(Cluster cluster, Path directory, String input) throws IOException {
    org.apache.hadoop.fs.Path path = HadoopFiles.path(configurations, cluster, directory, input);
    DistributedFileSystem files = hdfs(path.getFileSystem(configurations.of(cluster)), input);
    List<String> paths = new ArrayList<>();
    FileStatus[] found = files.globStatus(path);
    if (found != null) {
      for (FileStatus status : found) {
        paths.add(status.getPath().toUri().getPath());
      }
    }
    return new Found(files, new FileRegions(files, rules.regions()), paths);
  }

  private static DistributedFileSystem hdfs(FileSystem files, String path) throws IOException {
    if (files instanceof DistributedFileSystem hdfs) {
      return hdfs;
    }
    throw new IOException(path + ": is on " + files.getUri() + "; regions are those of an HDFS");
  }

  @Override
  public void copy(Cluster cluster, List<StoredFile> files, String region, Progress progress)
      throws IOException, InterruptedException {
    ExecutorService threads = Executors.newFixedThreadPool(COPIED_AT_ONCE, HadoopRegions::thread);
    try {
      CompletionService<Void> done = new ExecutorCompletionService<>(threads);
      for (StoredFile file : files) {
        done.submit(
            () -> {
              copy(cluster, file, region, progress);
              return null;
            });
      }
      for (int i = 0; i < files.size(); i++) {
        done.take().get();
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException io
          ? io
          : new IOException(e.getCause().toString(), e);
    } finally {
      threads.shutdownNow();
      awaitEnd(threads);
    }
  }

  /** So that nothing of a copy that is given up sets numbers of replicas later. */
  private static void awaitEnd(ExecutorService threads) {
    boolean interrupted = false;
    boolean ended = false;
    while (!ended) {
      try {
        ended = threads.awaitTermination(1, TimeUnit.MINUTES);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "athanor-copy");
    thread.setDaemon(true);
    return thread;
  }

  private void copy(Cluster cluster, StoredFile file, String region, Progress progress)
      throws IOException, InterruptedException {
    DistributedFileSystem hdfs = hdfs(cluster, file.path());
    String path = new org.apache.hadoop.fs.Path(file.path()).toUri().getPath();
    FileRegions regions = new FileRegions(hdfs, rules.regions());
    Path configuration = configurations.directory(cluster.kind()).orElse(Path.of(""));
    TieredStorage storage =
        new TieredStorage(
            new HadoopHdfs(hdfs, MoverProcess.ofThisJvm(configuration)),
            LIMITS,
            false,
            pause -> TimeUnit.NANOSECONDS.sleep(pause.toNanos()),
            new Silent());
    Outcome outcome = regions.createFileRegion(storage, path, region);
    if (!regions.isIn(path, region)) {
      throw new IOException(path + ": " + outcome.detail());
    }
    progress.copied(file, hdfs.getFileStatus(new org.apache.hadoop.fs.Path(path)).getReplication());
  }

  /** What happens is said by the outcome. */
  private static final class Silent implements PlanExecution.Listener {
    @Override
    public void ended(Outcome outcome) {}

    @Override
    public void moving(int files, long bytes) {}
  }

  private DistributedFileSystem hdfs(Cluster cluster, String path) throws IOException {
    return hdfs(
        new org.apache.hadoop.fs.Path(path).getFileSystem(configurations.of(cluster)), path);
  }

  @Override
  public void takeBack(Cluster cluster, String path, int raised, int replicas) throws IOException {
    new FileRegions(hdfs(cluster, path), rules.regions())
        .takeBack(new org.apache.hadoop.fs.Path(path).toUri().getPath(), raised, replicas);
  }
}
