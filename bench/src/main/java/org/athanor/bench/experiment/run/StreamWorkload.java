// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.athanor.bench.framework.Framework;
import org.athanor.bench.framework.KafkaBrokers;
import org.athanor.bench.workload.Api;
import org.athanor.bench.workload.Workload;
import org.athanor.cluster.Command;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.artifact.NodeCopy;
import org.athanor.results.MeasureInfo;
import org.athanor.results.Reading;
import org.athanor.results.Results.WorkloadInfo;

/**
 * A workload whose program reads a stream through Kafka while a load generator makes it. Each trial
 * has brokers of its own, one on each worker; the generator runs on the master.
 */
final class StreamWorkload implements TrialWorkload {
  private final ProgramWorkload program;
  private final Workload.Stream stream;
  private final StreamArtifacts artifacts;

  StreamWorkload(ProgramWorkload program, Workload.Stream stream, StreamArtifacts artifacts) {
    this.program = program;
    this.stream = stream;
    this.artifacts = artifacts;
  }

  @Override
  public WorkloadInfo info(DataSite site) throws InterruptedException {
    WorkloadInfo info = program.info(site);
    return stream
        .bytes()
        .map(
            bytes ->
                new WorkloadInfo(
                    info.label(), info.kind(), bytes, stream.description(), info.settings()))
        .orElse(info);
  }

  @Override
  public Footprint footprint(int workers) {
    return program.footprint(workers);
  }

  @Override
  public Optional<String> unsupported(Framework framework) {
    return framework.api() == Api.MAPREDUCE
        ? Optional.of(framework.kind() + " runs batch jobs, which end; a stream has no end")
        : program.unsupported(framework);
  }

  @Override
  public List<String> problems(DataSite site) throws IOException, InterruptedException {
    List<String> problems = new ArrayList<>(program.problems(site));
    problems.addAll(artifacts.problems());
    return problems;
  }

  @Override
  public void prepare(DataSite site) throws IOException, InterruptedException {
    artifacts.fetch();
    // The generator and the client run there, whether or not it is a worker too.
    artifacts.copyTo(site.master(), site.mark());
  }

  @Override
  public TrialService startService(Run run, List<Node> nodes, Mark mark, Path directory, Path trial)
      throws IOException, InterruptedException {
    DataSite site = run.site();
    List<Path> connector = List.of();
    if (run.api() != Api.COMMAND) {
      Path jars = artifacts.connector(run.api());
      for (Node node : nodes) {
        NodeCopy.ensure(node, mark, jars);
      }
      connector = StreamArtifacts.jars(jars);
    }
    Path logs = Files.createDirectories(trial.resolve("stream"));
    KafkaBrokers brokers = KafkaBrokers.start(nodes, mark, directory, artifacts.kafka());
    return StreamService.start(
        brokers, connector, site.master(), mark, bootstrap -> generator(site, bootstrap), logs);
  }

  private Command generator(DataSite site, String bootstrap) {
    List<String> arguments = new ArrayList<>(List.of("--bootstrap", bootstrap));
    new TreeMap<>(stream.options())
        .forEach((name, value) -> arguments.addAll(List.of("--" + name, value)));
    return ProgramWorkload.tools(site).loadGenerator(artifacts.kafka(), arguments);
  }

  @Override
  public Command command(Run run) {
    return program.command(run);
  }

  @Override
  public Optional<String> verify(Run run, Duration limit) {
    return ((StreamService) run.service()).wrong();
  }

  @Override
  public List<MeasureInfo> declaredMeasures() {
    return program.declaredMeasures();
  }

  @Override
  public Map<String, Reading> measures(Run run) throws IOException {
    return ((StreamService) run.service()).measures(declaredMeasures());
  }
}
