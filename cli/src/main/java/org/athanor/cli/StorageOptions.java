// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.athanor.cli.driver.ConfigurationDirectory;
import org.athanor.cli.driver.DriverCall;
import org.athanor.cli.output.ProgressText;
import org.athanor.cli.placement.StorageHelper;
import org.athanor.cli.placement.StorageRequest;
import org.athanor.cli.placement.StorageUse;
import org.athanor.cli.usage.UsageException;
import picocli.CommandLine.Option;

/** The options that ask the storage daemon for SSDs. */
final class StorageOptions {
  private static final Set<String> ALLOWED =
      Set.of("auto", "config-1", "config-2", "config-3", "config-4");
  private static final int LONGEST_WAIT = 86_400;

  /** The directory of the launcher; set by it. */
  private static final String HOME_PROPERTY = "athanor.home";

  @Option(
      names = "--storage",
      paramLabel = "<configuration>",
      description =
          "Ask the storage daemon for SSDs: auto for what the catalogue of runs advises, or config-1"
              + " (input and intermediate data on disks), config-2 (both on SSDs), config-3 (input"
              + " on SSDs) or config-4 (intermediate data on SSDs).")
  private String storage;

  @Option(
      names = "--storage-wait",
      paramLabel = "<seconds>",
      defaultValue = "120",
      description =
          "How long to wait for the daemon, which may copy input; then the job runs without it"
              + " (default: ${DEFAULT-VALUE}).")
  private int waitSeconds;

  @Option(
      names = "--storage-input",
      paramLabel = "<path>",
      description =
          "The job's input in HDFS; repeatable (default: those of the driver's arguments that exist"
              + " there).")
  private List<String> inputs = List.of();

  @Option(
      names = "--storage-application",
      paramLabel = "<name>",
      description =
          "The job's name in the catalogue (default: the example's, or that of the main class).")
  private String application;

  @Option(
      names = "--storage-requests",
      paramLabel = "<path>",
      description = "The directory of HDFS that the daemon was given with --requests.")
  private String requests;

  /**
   * What is asked for; empty if nothing is.
   *
   * @param isExample whether the driver is that of Hadoop's examples
   * @throws UsageException if an option has a wrong value
   */
  Optional<StorageRequest> request(
      DriverCall call, boolean isExample, Optional<ConfigurationDirectory> site)
      throws UsageException {
    if (storage == null) {
      return Optional.empty();
    }
    if (!ALLOWED.contains(storage)) {
      throw new UsageException("--storage=" + storage + ": must be auto or config-1 to config-4");
    }
    if (waitSeconds < 1 || waitSeconds > LONGEST_WAIT) {
      throw new UsageException(
          "--storage-wait=" + waitSeconds + ": must be 1 to " + LONGEST_WAIT + " seconds");
    }
    for (String input : inputs) {
      if (!input.startsWith("/")) {
        throw new UsageException("--storage-input=" + input + ": must begin with /");
      }
    }
    String name =
        isExample && !call.arguments().isEmpty() ? call.arguments().get(0) : simpleName(call);
    return Optional.of(
        new StorageRequest(
            storage,
            application == null ? name : application,
            inputs,
            waitSeconds,
            Optional.ofNullable(requests),
            site.map(directory -> directory.path().toAbsolutePath()),
            call.arguments()));
  }

  private static String simpleName(DriverCall call) {
    return call.mainClass().substring(call.mainClass().lastIndexOf('.') + 1);
  }

  /**
   * Starts what talks to the daemon.
   *
   * @return empty if that cannot be; then the reason was told
   */
  static Optional<StorageHelper> start(
      StorageRequest request, Consumer<String> lost, Consumer<String> failed) {
    String home = System.getProperty(HOME_PROPERTY);
    if (home == null) {
      failed.accept("it must be started by the script athanor");
      return Optional.empty();
    }
    try {
      return Optional.of(StorageHelper.start(Path.of(home, "athanor"), request, lost));
    } catch (IOException e) {
      failed.accept("athanor storage cannot be started: " + e.getMessage());
      return Optional.empty();
    }
  }

  /** Waits for the daemon, and shows that on a terminal. */
  static StorageUse await(
      StorageHelper helper, StorageRequest request, PrintStream err, boolean isQuiet)
      throws InterruptedException {
    ProgressText progress = ProgressText.on(err);
    try {
      return helper.await(
          request,
          doing -> {
            if (!isQuiet) {
              progress.show("storage: " + doing);
            }
          });
    } finally {
      if (!isQuiet) {
        progress.clear();
      }
    }
  }
}
