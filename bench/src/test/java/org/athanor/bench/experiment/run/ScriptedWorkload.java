// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.WorkloadSpec;
import org.athanor.bench.framework.Framework;
import org.athanor.bench.workload.Api;
import org.athanor.bench.workload.Program;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.NodeProcess;
import org.athanor.results.Results.WorkloadInfo;
import org.athanor.yaml.text.ByteSize;

/**
 * A workload whose output is right if {@code part-0} contains {@code right}. Its events name
 * directories only if they are not the usual ones. Services leave something if its label begins
 * with {@code untidy}; the input of one whose label begins with {@code far} is in an HDFS.
 */
record ScriptedWorkload(WorkloadSpec spec, Experiment experiment, Consumer<String> events)
    implements TrialWorkload {

  @Override
  public WorkloadInfo info(DataSite site) {
    return spec.label().startsWith("own")
        ? new WorkloadInfo(
            spec.label(),
            spec.kind(),
            Optional.of(own().toFile().length()),
            Optional.of(WorkloadInfo.MEASURED),
            own().toString(),
            spec.settings())
        : new WorkloadInfo(spec.label(), spec.kind(), bytes(), "nothing much", spec.settings());
  }

  @Override
  public Optional<String> input(DataSite site) {
    if (spec.label().startsWith("far")) {
      return Optional.of("hdfs://nn/in");
    }
    return spec.label().startsWith("own")
        ? Optional.of(own().toUri().toString())
        : Optional.empty();
  }

  /** The input of workloads whose label begins with {@code own}. */
  private Path own() {
    return experiment.work().orElseThrow().resolveSibling("own-input");
  }

  private long bytes() {
    return ByteSize.of(spec.settings().getOrDefault("size", "1k")).bytes();
  }

  @Override
  public Footprint footprint(int workers) {
    return new Footprint(bytes(), bytes(), bytes());
  }

  @Override
  public Optional<String> unsupported(Framework framework) {
    return ((ScriptedFramework) framework)
        .setting("cannot")
        .filter(kind -> kind.equals(spec.kind()))
        .map(kind -> "has no program for " + framework.kind());
  }

  /** A file of workloads whose label begins with {@code jar}. */
  @Override
  public List<Path> files() {
    return spec.label().startsWith("jar")
        ? List.of(experiment.work().orElseThrow().resolveSibling("users.jar"))
        : List.of();
  }

  @Override
  public List<String> problems(DataSite site) {
    return bytes() > 1L << 40 ? List.of("size: is too much") : List.of();
  }

  @Override
  public void prepare(DataSite site) throws IOException {
    boolean onSsd = site.inputs().endsWith("-ssd");
    events.accept("prepare " + spec.label() + (onSsd ? " in inputs-ssd" : ""));
    if (spec.label().startsWith("no-input") || (spec.label().startsWith("no-ssd") && onSsd)) {
      throw new IOException("the generator failed");
    }
  }

  @Override
  public TrialService startService(
      Run run, List<Node> nodes, Mark mark, Path directory, Path trial) {
    return spec.label().startsWith("untidy") ? new UntidyService() : TrialService.NONE;
  }

  /** A service that works, but can neither keep its logs nor clean up. */
  private static final class UntidyService implements TrialService {
    @Override
    public void clientStarted(NodeProcess client) {}

    @Override
    public boolean endedClient() {
      return false;
    }

    @Override
    public void clientEnded() {}

    @Override
    public void keepLogs() throws IOException {
      throw new IOException("disk is full");
    }

    @Override
    public Optional<String> failure() {
      return Optional.empty();
    }

    @Override
    public void close() throws IOException {
      throw new IOException("data cannot be deleted");
    }
  }

  @Override
  public Command command(Run run) {
    String outputs = ScriptedStorage.name(run.output().substring(0, run.output().lastIndexOf('/')));
    events.accept(
        "submit "
            + spec.label()
            + (outputs.equals("outputs")
                ? ""
                : " from " + ScriptedStorage.name(run.site().inputs()) + " to " + outputs));
    Program program =
        new Program(
            spec.kind(),
            Api.COMMAND,
            Path.of("none.jar"),
            List.of(),
            "none",
            List.of(URI.create(run.output()).getPath()),
            Map.of(),
            Map.of());
    return run.deployment().submission(program);
  }

  @Override
  public Optional<String> verify(Run run, Duration limit) throws IOException, InterruptedException {
    events.accept("verify " + spec.label());
    String part = URI.create(run.output()).getPath() + "/part-0";
    // Reading a pipe without a writer never ends. The children of the shell must be ended, too.
    Command script = Command.of("sh", "-c", "test -e \"$1\" && cat \"$1\" | cat", "sh", part);
    CommandResult read = run.site().master().run(run.site().mark(), script, limit);
    if (read.status() != 0) {
      return Optional.of("part-0 is missing");
    }
    String text = read.output().strip();
    return text.equals("right")
        ? Optional.empty()
        : Optional.of("part-0 contains " + text + ", must contain right");
  }
}
