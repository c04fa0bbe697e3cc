// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.cluster;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.athanor.cli.ExitCode;
import org.athanor.cli.output.ProgressText;
import org.athanor.cluster.hadoop.StandingCluster.Stopped;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** Stops a cluster. */
@Command(
    mixinStandardHelpOptions = true,
    name = "stop",
    description = {
      "Ends all daemons and containers of a cluster, also those of a start that was killed.",
      "Keeps the cluster's data. Does nothing if nothing runs."
    },
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Example:",
      "  athanor cluster stop",
      "",
      "Exit code: 0 nothing runs any more, 1 a node cannot be reached or a process does not",
      "end, 2 wrong usage."
    })
final class StopCommand implements Callable<Integer> {
  @ParentCommand private ClusterCommand cluster;

  @Mixin private ClusterOptions options;

  @Override
  public Integer call() {
    return options.run("stop", cluster.err(), this::stop);
  }

  private String text(Stopped stopped) {
    String processes = stopped.processes() + (stopped.processes() == 1 ? " process" : " processes");
    if (stopped.processes() == 0) {
      return "nothing runs in " + options.directory();
    }
    return "stopped: "
        + processes
        + (stopped.leftOver() ? " of a start that was killed" : " ended");
  }

  private int stop() throws IOException, InterruptedException {
    ProgressText progress = ProgressText.on(cluster.err());
    progress.show("ending the daemons");
    try {
      Stopped stopped = options.cluster().stop(progress::show);
      progress.clear();
      cluster.err().println(text(stopped));
      return ExitCode.SUCCESS;
    } finally {
      progress.clear();
    }
  }
}
