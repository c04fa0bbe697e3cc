// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.athanor.cli.ExitCode;
import org.athanor.cli.output.ProgressText;
import org.athanor.cli.usage.UsageException;
import org.athanor.cluster.hadoop.ClusterState;
import org.athanor.cluster.hadoop.OtherClusterException;
import org.athanor.cluster.hadoop.StandingCluster.Listener;
import org.athanor.cluster.hadoop.StandingCluster.Started;
import org.athanor.cluster.hadoop.StandingCluster.Wanted;
import org.athanor.cluster.hadoop.Worker;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Starts a cluster. */
@Command(
    mixinStandardHelpOptions = true,
    name = "start",
    description = {
      "Starts a cluster, and prints the environment that its clients need.",
      "The cluster is up when all daemons answer and all workers have joined. If it is up already,",
      "only the environment is printed. HDFS keeps its data when the cluster stops."
    },
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "The first node is the master (NameNode, ResourceManager, history server) and a worker",
      "too, unless it has role=master. A host file has one host a line: localhost, or",
      "[USER@]HOST[:PORT], reached by ssh without a password. Each host needs a Java; Hadoop",
      "is copied to hosts that lack it.",
      "Behind a host there may be its role, its rack and its volumes:",
      "",
      "  h1  role=storage rack=/east/rack1 ssd=1x53m/24m disk=2x6m/5m    only DataNodes",
      "  h2  role=compute rack=/east/rack1                               only a NodeManager",
      "  h3                                                              both",
      "",
      "Examples:",
      "  athanor cluster start",
      "      starts one worker on this machine",
      "  eval \"$(athanor cluster start)\"",
      "  hadoop fs -ls /",
      "  athanor run examples wordcount /in /out",
      "      sets the environment, in which athanor run reads and writes HDFS",
      "  athanor cluster start --nodes 3",
      "      starts three workers on this machine, which divide its cores and memory",
      "  athanor cluster start --volumes ssd=1x53m/24m,disk=2x6m/5m",
      "      starts three DataNodes: an SSD that reads 53 MB/s and writes 24 MB/s, and two disks",
      "  athanor cluster start --nodes 4 --racks /east/rack1,/west/rack1 --volumes disk=1:20g",
      "      starts two workers in each of two racks, with 20 GB of HDFS each",
      "  athanor cluster start --hosts hosts.txt --hadoop /opt/hadoop-3.4.2",
      "      starts workers on several machines, with an installed Hadoop",
      "",
      "Exit code: 0 success, 1 a daemon or a node fails (nothing is left running then),",
      "2 wrong usage."
    })
final class StartCommand implements Callable<Integer> {
  @ParentCommand private ClusterCommand cluster;

  @Mixin private WorkerOptions workers;

  @Option(
      names = "--hadoop",
      paramLabel = "<version|home>",
      description = {
        "A version, which is fetched once with Maven, or the directory of an installed Hadoop.",
        "Default: the newest known version; see docs/cluster.md"
      })
  private String hadoop;

  @Option(
      names = "--port",
      paramLabel = "<first>",
      description = {
        "The first of the consecutive ports on which a node's daemons listen.",
        "Default: Hadoop's own ports, or others if those are in use"
      })
  private Integer port;

  @Option(
      names = "--storage-rules",
      paramLabel = "<file>",
      description = {
        "Rules by which the NameNode places replicas on tiers and in regions, with",
        "plug-ins of Athanor. It reads the file again when that changes.",
        "Default: HDFS's own rules"
      })
  private Path rules;

  @Mixin private ClusterOptions options;

  @Override
  public Integer call() {
    return options.run("start", cluster.err(), this::start);
  }

  private int start() throws IOException, UsageException, InterruptedException {
    Optional<ClusterState> before = options.cluster().state();
    List<Worker> chosen = workers.workers(before);
    HadoopChoice choice =
        HadoopChoice.of(hadoop == null ? before.map(ClusterState::hadoop).orElse(null) : hadoop);
    Optional<NameNodeRules> placement = rules(before);
    Wanted wanted =
        new Wanted(
            choice.name(),
            chosen,
            firstPort(before),
            placement.map(some -> some.file().toString()));
    ProgressText progress = ProgressText.on(cluster.err());
    try {
      ClusterPlan plan =
          new ClusterPlan(chosen, choice, options.directory(), wanted.firstPort(), placement);
      plan.check();
      Started started = start(wanted, plan, progress);
      progress.clear();
      cluster.err().println(summary(started));
      cluster.out().print(EnvironmentText.of(started.state(), options.directory()));
      return ExitCode.SUCCESS;
    } finally {
      progress.clear();
      chosen.forEach(worker -> worker.node().close());
    }
  }

  private Started start(Wanted wanted, ClusterPlan plan, ProgressText progress)
      throws IOException, UsageException, InterruptedException {
    Listener listener =
        new Listener() {
          @Override
          public void doing(String what) {
            progress.show(what);
          }

          @Override
          public void interrupted() {
            progress.print("stopping what was started");
          }
        };
    try {
      return options
          .cluster()
          .start(wanted, mark -> plan.specification(mark, progress::show), listener);
    } catch (OtherClusterException | IllegalArgumentException e) {
      throw new UsageException(e.getMessage(), e);
    }
  }

  /** The requested port, or else that of the existing cluster. */
  private OptionalInt firstPort(Optional<ClusterState> before) {
    return port == null
        ? before.map(ClusterState::firstPort).orElse(OptionalInt.empty())
        : OptionalInt.of(port);
  }

  /** The requested rules, or else those of the existing cluster. */
  private Optional<NameNodeRules> rules(Optional<ClusterState> before) throws UsageException {
    Optional<Path> file =
        Optional.ofNullable(rules)
            .or(() -> before.flatMap(ClusterState::storageRules).map(Path::of));
    return file.isPresent() ? Optional.of(NameNodeRules.of(file.get())) : Optional.empty();
  }

  private String summary(Started started) {
    ClusterState state = started.state();
    int count = state.nodes().size();
    return String.format(
        Locale.ROOT,
        "%s: Hadoop %s with %d worker%s, %s, in %s",
        started.before() ? "already up" : "up",
        state.hadoop(),
        count,
        count == 1 ? "" : "s",
        state.filesystem(),
        options.directory());
  }
}
