// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.athanor.cli.ExitCode;
import org.athanor.cli.Version;
import org.athanor.cli.output.ProgressText;
import org.athanor.cli.storage.demo.DemoCluster;
import org.athanor.cli.storage.demo.DemoResult;
import org.athanor.cli.usage.UsageException;
import org.athanor.tiering.apply.Failures;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Shows on a small HDFS of this machine what moving popular files brings. */
@Command(
    mixinStandardHelpOptions = true,
    name = "demo",
    description = {
      "Shows on a small HDFS of this machine what it brings to have popular files on SSD.",
      "Starts a NameNode and eight DataNodes on the loopback interface, four of which are as slow as",
      "disks and four faster; writes files, reads some of them often, moves what the audit log says",
      "is read most, reads again, and stops all that it has started. Takes about three minutes, 3 GB",
      "of memory and 2 GB of disk."
    },
    versionProvider = Version.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Needs neither root nor a Hadoop, which is fetched once with Maven. The speeds are limits of",
      "the DataNodes: 53 MB/s for an SSD, 6 MB/s for a disk, a tenth of real ones.",
      "",
      "Examples:",
      "  athanor storage demo",
      "  athanor storage demo --keep",
      "      leaves the HDFS running, to try other commands on",
      "  athanor storage demo --seed 7 --json | jq '.after.ssdShare'",
      "",
      "Exit code: 0 success, 1 something failed; 2 wrong usage."
    })
final class DemoCommand implements Callable<Integer> {
  /** The directory of the launcher; set by it. */
  private static final String HOME_PROPERTY = "athanor.home";

  /** The fewest of which one fits into the SSD for a quarter of all bytes. */
  private static final int LEAST_FILES = 4;

  private static final int MOST_FILES = 1000;

  /** How long the end of the daemons, and the deletion of their files, may take. */
  private static final int END_SECONDS = 150;

  private static final int MOST_READS = 100_000;

  @ParentCommand private StorageCommand storage;

  @Option(
      names = "--seed",
      paramLabel = "<n>",
      defaultValue = "1",
      description = "Decides which files are read how often. Default: ${DEFAULT-VALUE}")
  private long seed;

  @Option(
      names = "--files",
      paramLabel = "<n>",
      defaultValue = "32",
      description = "Files to write, of 4 to 12 MB. Default: ${DEFAULT-VALUE}")
  private int files;

  @Option(
      names = "--reads",
      paramLabel = "<n>",
      defaultValue = "120",
      description = "Files to read, before and after. Default: ${DEFAULT-VALUE}")
  private int reads;

  @Option(
      names = "--hadoop",
      paramLabel = "<version|home>",
      description = "As of athanor cluster start. Default: the newest known version")
  private String hadoop;

  @Option(
      names = "--dir",
      paramLabel = "<dir>",
      description = {
        "Directory for all files, which must not exist.",
        "Default: ~/.local/state/athanor/storage-demo"
      })
  private Path directory;

  @Option(names = "--keep", description = "Leave the HDFS running, and say how to stop it.")
  private boolean keep;

  @Option(names = "--json", description = "Write JSON.")
  private boolean json;

  @Override
  public Integer call() throws UsageException, IOException, InterruptedException {
    require("--files", files, LEAST_FILES, MOST_FILES);
    require("--reads", reads, 1, MOST_READS);
    String home = System.getProperty(HOME_PROPERTY);
    if (home == null) {
      throw new UsageException("start athanor by its script, which starts the daemons, too");
    }
    Path place =
        (directory == null ? StateDirectory.ofUser().resolve("storage-demo") : directory)
            .toAbsolutePath()
            .normalize();
    DemoCluster cluster =
        new DemoCluster(
            Path.of(home, "athanor"), place, Integer.getInteger("athanor.terminal.columns", 0) > 0);
    try {
      cluster.makeDirectory();
    } catch (FileAlreadyExistsException e) {
      throw new UsageException(
          place
              + ": exists, perhaps of a demo that was kept or killed; choose another --dir, or"
              + " remove it: "
              + cluster.stopCommand(),
          e);
    }
    return show(cluster);
  }

  private static void require(String option, int value, int least, int most) throws UsageException {
    if (value < least || value > most) {
      throw new UsageException(option + "=" + value + ": must be from " + least + " to " + most);
    }
  }

  private int show(DemoCluster cluster) throws UsageException, IOException, InterruptedException {
    ProgressText progress = ProgressText.on(storage.err());
    try (Stop stop = new Stop(END_SECONDS)) {
      boolean isKept = false;
      Exception first = null;
      int code = ExitCode.FAILED;
      try {
        stop.begin();
        DemoResult result = run(cluster, progress);
        isKept = keep;
        progress.clear();
        storage.out().print(json ? DemoText.json(result) : DemoText.of(result));
        storage.out().flush();
        code = ExitCode.SUCCESS;
      } catch (IOException | UsageException | InterruptedException | RuntimeException e) {
        first = e;
      }
      // From here on a second request to end does not interrupt what ends the daemons.
      stop.end();
      progress.clear();
      boolean isInterrupted = first != null && stop.isWanted();
      if (isInterrupted) {
        progress.print("athanor storage demo: interrupted; the daemons are stopped");
      }
      end(cluster, isKept, isInterrupted ? null : first, progress);
      return code;
    }
  }

  /**
   * Cleans up, and fails with what has failed before.
   *
   * @param first null if nothing has
   */
  private void end(DemoCluster cluster, boolean isKept, Exception first, ProgressText progress)
      throws UsageException, IOException, InterruptedException {
    try {
      end(cluster, isKept, progress);
    } catch (IOException | InterruptedException | RuntimeException e) {
      if (first == null) {
        throw e;
      }
      first.addSuppressed(e);
      progress.clear();
      String both = message(first) + "; the clean-up has failed, too: " + message(e);
      if (first instanceof UsageException) {
        throw new UsageException(both, first);
      }
      throw new IOException(both, first);
    }
    if (first instanceof IOException e) {
      throw e;
    } else if (first instanceof UsageException e) {
      throw e;
    } else if (first instanceof InterruptedException e) {
      throw e;
    } else if (first instanceof RuntimeException e) {
      throw e;
    }
  }

  private static String message(Exception e) {
    return e instanceof IOException io
        ? Failures.message(io)
        : e.getMessage() == null ? e.toString() : e.getMessage();
  }

  private DemoResult run(DemoCluster cluster, ProgressText progress)
      throws UsageException, IOException, InterruptedException {
    progress.show("starting a NameNode and eight DataNodes");
    cluster.start(Optional.ofNullable(hadoop));
    return HdfsOptions.with(
        cluster.configuration(),
        (client, hdfs) ->
            new Demonstration(cluster, seed, files, reads, progress).run(client, hdfs));
  }

  private void end(DemoCluster cluster, boolean isKept, ProgressText progress)
      throws IOException, InterruptedException {
    if (isKept) {
      progress.print(
          "The HDFS is running. Its configuration: export HADOOP_CONF_DIR="
              + cluster.configuration());
      progress.print("Stop it: " + cluster.stopCommand());
      return;
    }
    progress.show("stopping the daemons");
    cluster.stop();
    cluster.delete();
    progress.clear();
  }
}
