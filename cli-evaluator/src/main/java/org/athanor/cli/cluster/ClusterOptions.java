// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.cluster;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.athanor.cli.ExitCode;
import org.athanor.cli.usage.UsageException;
import org.athanor.cluster.Claims;
import org.athanor.cluster.Reason;
import org.athanor.cluster.StateDirectory;
import org.athanor.cluster.hadoop.StandingCluster;
import picocli.CommandLine.Option;

/** The options of all cluster commands, and how failures become messages and exit codes. */
final class ClusterOptions {
  @Option(
      names = "--dir",
      paramLabel = "<directory>",
      description = {
        "Directory of the cluster's configuration, logs and data.",
        "Default: ~/.local/state/athanor/cluster"
      })
  private Path directory;

  @Option(names = "--debug", description = "Show stack traces.")
  private boolean debug;

  Path directory() {
    Path chosen = directory == null ? StateDirectory.ofUser().resolve("cluster") : directory;
    return chosen.toAbsolutePath().normalize();
  }

  StandingCluster cluster() {
    return new StandingCluster(directory(), Claims.ofUser());
  }

  /** The work of a command. */
  interface Work {
    int run() throws IOException, UsageException, InterruptedException;
  }

  int run(String name, PrintStream err, Work work) {
    try {
      return work.run();
    } catch (UsageException e) {
      return failed(name, err, e, ExitCode.USAGE);
    } catch (IOException e) {
      return failed(name, err, e, ExitCode.FAILED);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return failed(name, err, new IOException("interrupted", e), ExitCode.FAILED);
    }
  }

  private String explanation(Exception error) {
    boolean inDirectory =
        error instanceof FileSystemException e
            && e.getFile() != null
            && Path.of(e.getFile()).startsWith(directory());
    return Reason.withFile(error) + (inDirectory ? "; choose another directory (--dir)" : "");
  }

  private int failed(String name, PrintStream err, Exception error, int code) {
    explanation(error)
        .lines()
        .forEach(line -> err.println("athanor cluster " + name + ": " + line));
    if (debug) {
      error.printStackTrace(err);
    }
    return code;
  }
}
