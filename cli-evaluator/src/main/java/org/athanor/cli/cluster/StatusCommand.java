// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.cluster;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.athanor.cli.ExitCode;
import org.athanor.cli.json.JsonWriter;
import org.athanor.cli.table.TextTable;
import org.athanor.cluster.hadoop.ClusterState;
import org.athanor.cluster.hadoop.DaemonRecord;
import org.athanor.cluster.hadoop.DaemonStatus;
import org.athanor.cluster.hadoop.StandingCluster;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Shows a cluster. */
@Command(
    mixinStandardHelpOptions = true,
    name = "status",
    description =
        "Shows each daemon of a cluster: its node, whether it runs, and the state that it reports.",
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Examples:",
      "  athanor cluster status",
      "  athanor cluster status --json | jq -r '.daemons[] | select(.live | not) | .log'",
      "",
      "Exit code: 0 all daemons serve, 1 one is dead, does not answer, lacks workers or is not",
      "healthy, or there is no cluster, 2 wrong usage."
    })
final class StatusCommand implements Callable<Integer> {
  @ParentCommand private ClusterCommand cluster;

  @Option(names = "--json", description = "Write JSON.")
  private boolean json;

  @Mixin private ClusterOptions options;

  @Override
  public Integer call() {
    return options.run("status", cluster.err(), this::show);
  }

  private int show() throws IOException, InterruptedException {
    StandingCluster standing = options.cluster();
    Optional<ClusterState> state = standing.state();
    List<DaemonStatus> daemons = standing.status();
    if (json) {
      cluster.out().println(json(state, daemons));
    } else if (state.isPresent()) {
      cluster.out().print(table(state.get(), daemons));
    } else {
      cluster.err().println(absence(standing.leftOver()));
    }
    boolean ready = !daemons.isEmpty() && daemons.stream().allMatch(DaemonStatus::ready);
    return ready ? ExitCode.SUCCESS : ExitCode.FAILED;
  }

  private String absence(int leftOver) {
    if (leftOver == 0) {
      return "no cluster in " + options.directory() + "; start one with athanor cluster start";
    }
    return "a start was killed and left "
        + (leftOver == 1 ? "1 process" : leftOver + " processes")
        + "; athanor cluster stop ends "
        + (leftOver == 1 ? "it" : "them");
  }

  private String table(ClusterState state, List<DaemonStatus> daemons) {
    TextTable table = new TextTable("DAEMON", "NODE", "PID>", "WEB", "STATE");
    for (DaemonStatus status : daemons) {
      DaemonRecord daemon = status.daemon();
      String alive = "live, " + status.says().orElse("but does not answer");
      table.add(
          daemon.role().id() + daemon.volume().map(name -> " " + name).orElse(""),
          daemon.node(),
          Long.toString(daemon.pid()),
          web(daemon),
          status.live() ? alive : "dead, see " + daemon.log());
    }
    return String.format(
        "Hadoop %s, %s, in %s%n%n%s",
        state.hadoop(), state.filesystem(), options.directory(), table);
  }

  private String json(Optional<ClusterState> state, List<DaemonStatus> daemons) {
    JsonWriter writer = new JsonWriter().beginObject();
    writer.name("directory").value(options.directory().toString());
    state.ifPresent(
        up -> {
          writer.name("hadoop").value(up.hadoop()).name("filesystem").value(up.filesystem());
          writer.name("environment").beginObject();
          up.environment().forEach((name, value) -> writer.name(name).value(value));
          writer.endObject();
        });
    writer.name("daemons").beginArray();
    for (DaemonStatus status : daemons) {
      DaemonRecord daemon = status.daemon();
      writer.element().beginObject();
      writer.name("role").value(daemon.role().id()).name("node").value(daemon.node());
      daemon.volume().ifPresent(name -> writer.name("volume").value(name));
      writer.name("pid").value(daemon.pid()).name("web").value(web(daemon));
      writer.name("log").value(daemon.log()).name("live").value(status.live());
      writer.name("ready").value(status.ready());
      status.says().ifPresent(says -> writer.name("says").value(says));
      writer.endObject();
    }
    return writer.endArray().endObject().toString();
  }

  private static String web(DaemonRecord daemon) {
    return "http://" + daemon.host() + ":" + daemon.webPort();
  }
}
