// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.athanor.cli.usage.UsageException;
import org.athanor.storage.decision.StorageConfiguration;
import org.athanor.tiering.apply.HadoopHdfs;
import org.athanor.tiering.region.JobRequest;

/**
 * What a job asks the daemon for, by what the catalogue knows of its application.
 *
 * @param notes one line each, about what makes it less certain
 */
record JobQuestion(JobRequest request, List<String> notes) {
  JobQuestion {
    notes = List.copyOf(notes);
  }

  /**
   * Looks into the catalogue and at the input.
   *
   * @param wanted the only configuration; empty for any that was measured
   * @param paths of the input
   * @throws UsageException if it cannot be asked; the message says why
   */
  static JobQuestion of(
      String application,
      Optional<StorageConfiguration> wanted,
      HadoopHdfs hdfs,
      List<String> paths)
      throws IOException, UsageException {
    if (paths.isEmpty()) {
      throw new UsageException(
          "no argument of the driver is a path that exists in HDFS; name the input"
              + " (--storage-input)");
    }
    List<JobRequest.InputFile> files = files(hdfs, paths);
    long bytes = files.stream().mapToLong(JobRequest.InputFile::bytes).sum();
    List<String> notes = new ArrayList<>();
    EnumMap<StorageConfiguration, Double> seconds = new EnumMap<>(StorageConfiguration.class);
    OptionalLong intermediate = OptionalLong.empty();
    if (wanted.isEmpty()) {
      ApplicationRuns runs = CatalogueRuns.of(null, "--storage-application", application);
      seconds.putAll(runs.profile(bytes).seconds());
      intermediate = runs.intermediate().expected(bytes);
      if (!seconds.containsKey(StorageConfiguration.CONFIG_1)) {
        throw new UsageException(
            "no run says how long "
                + application
                + " takes on disks (config-1), so there is nothing to compare with");
      }
    } else {
      seconds.put(wanted.get(), 1.0);
      if (wanted.get().intermediateOnSsd()) {
        intermediate = OptionalLong.of(expected(application, bytes, notes));
      }
    }
    String job = application + " of " + String.join(" ", paths);
    return new JobQuestion(
        new JobRequest(name(application), name(job), seconds, intermediate, files), notes);
  }

  /** As the daemon takes it. */
  private static String name(String text) {
    String safe = text.replaceAll("\\p{Cntrl}", "?");
    return safe.length() <= JobRequest.MOST_NAME
        ? safe
        : safe.substring(0, JobRequest.MOST_NAME - 3) + "...";
  }

  /** Without runs in the catalogue, as much as the input. */
  private static long expected(String application, long bytes, List<String> notes)
      throws IOException {
    try {
      OptionalLong known =
          CatalogueRuns.of(null, "--storage-application", application)
              .intermediate()
              .expected(bytes);
      if (known.isPresent()) {
        return known.getAsLong();
      }
    } catch (UsageException e) {
      // There is no catalogue, or it has no such runs.
    }
    notes.add("no run says how much intermediate data there will be: as much as input is reserved");
    return bytes;
  }

  /**
   * What FileInputFormat would read: no empty files, and none whose names begin with _ or a dot.
   */
  private static List<JobRequest.InputFile> files(HadoopHdfs hdfs, List<String> paths)
      throws IOException, UsageException {
    Map<Long, JobRequest.InputFile> files = new LinkedHashMap<>();
    for (String path : paths) {
      try {
        hdfs.forEach(
            path,
            (name, file, directoryPolicy) -> {
              String below = name.substring(Math.min(name.length(), path.length()));
              if (file.bytes() > 0 && !below.contains("/_") && !below.contains("/.")) {
                files.putIfAbsent(
                    file.id(),
                    new JobRequest.InputFile(name, file.id(), file.bytes(), file.modifiedMillis()));
              }
            });
      } catch (FileNotFoundException e) {
        throw new UsageException("--storage-input=" + path + ": does not exist in HDFS", e);
      }
    }
    if (files.isEmpty()) {
      throw new UsageException("the input has no data: " + String.join(" ", paths));
    }
    return List.copyOf(files.values());
  }
}
