// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.athanor.agent.Monitor;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.FrameworkSpec;
import org.athanor.bench.experiment.StorageType;
import org.athanor.bench.experiment.WorkloadSpec;
import org.athanor.bench.experiment.file.Vocabulary;
import org.athanor.bench.framework.Framework;
import org.athanor.bench.framework.FrameworkRequest;
import org.athanor.bench.framework.Frameworks;
import org.athanor.bench.framework.Site.Installation;
import org.athanor.bench.monitor.HeldMemory;
import org.athanor.bench.monitor.MonitoredTrial;
import org.athanor.bench.monitor.NodeMonitors;
import org.athanor.bench.power.PowerMeters;
import org.athanor.bench.workload.Api;
import org.athanor.bench.workload.PerWorker;
import org.athanor.bench.workload.Workload;
import org.athanor.bench.workload.Workloads;
import org.athanor.cluster.Claims;
import org.athanor.cluster.InvalidHostsException;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.Nodes;
import org.athanor.cluster.artifact.ArtifactStore;
import org.athanor.cluster.artifact.Distributions;
import org.athanor.cluster.artifact.Tools;
import org.athanor.results.MonitorInfo;

/**
 * Athanor's own frameworks, workloads, monitors and file systems.
 *
 * @param installation Athanor's own files
 * @param cache directory that keeps distributions and inputs between experiments
 * @param version version of Athanor
 * @param frameworks all frameworks
 * @param distributions the distributions that can be downloaded, for HDFS
 * @param tools programs that download distributions
 * @param progress receives messages about downloads and daemons, one line each
 */
public record StandardFacilities(
    Installation installation,
    Path cache,
    String version,
    Frameworks frameworks,
    Distributions distributions,
    Tools tools,
    Consumer<String> progress)
    implements Facilities {

  @Override
  public Vocabulary vocabulary() {
    return new StandardVocabulary(frameworks);
  }

  @Override
  public Claims claims() {
    return Claims.ofUser();
  }

  @Override
  public List<Node> nodes(List<String> specifications) throws InvalidHostsException {
    return Nodes.of(specifications);
  }

  @Override
  public Framework framework(FrameworkSpec spec) {
    FrameworkRequest request =
        new FrameworkRequest(
            spec.kind(),
            spec.mode(),
            spec.version(),
            spec.home().map(Path::of),
            spec.java(),
            spec.jvm(),
            spec.settings(),
            spec.options());
    return frameworks.create(
        spec.storage()
            .map(storage -> request.withIntermediateData(storage.intermediateOnSsd()))
            .orElse(request));
  }

  @Override
  public TrialWorkload workload(WorkloadSpec spec, Experiment experiment) {
    Workload workload =
        Workloads.find(spec.kind())
            .orElseThrow(() -> new IllegalArgumentException("workload " + spec.kind()));
    List<String> problems = workload.problems(spec.settings());
    if (problems.isEmpty()) {
      int most = experiment.sizes().get(experiment.sizes().size() - 1);
      Map<String, String> products = PerWorker.settings(spec.settings(), most);
      problems = PerWorker.problems(spec.settings(), most, workload.problems(products));
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", problems));
    }
    ProgramWorkload program =
        new ProgramWorkload(
            workload,
            spec,
            experiment.seed(),
            experiment.onlyLocal(),
            experiment.sizes(),
            new WorkloadArtifacts(
                distributions, store(), workload.artifacts(spec.settings(), apis(experiment))));
    return workload.stream(spec.settings(), experiment.seed())
        .<TrialWorkload>map(stream -> new StreamWorkload(program, stream, artifacts(experiment)))
        .orElse(program);
  }

  private StreamArtifacts artifacts(Experiment experiment) {
    return new StreamArtifacts(distributions, store(), apis(experiment));
  }

  private Set<Api> apis(Experiment experiment) {
    Set<Api> apis = EnumSet.noneOf(Api.class);
    for (FrameworkSpec spec : experiment.frameworks()) {
      apis.add(framework(spec).api());
    }
    return apis;
  }

  @Override
  public List<String> storageProblems(StorageType type) {
    return type == StorageType.HDFS ? HdfsStorage.problems(distributions, store()) : List.of();
  }

  private ArtifactStore store() {
    return new ArtifactStore(cache, tools, progress);
  }

  @Override
  public Storage storage(StorageRequest request) throws IOException, InterruptedException {
    return switch (request.spec().type()) {
      case HDFS -> HdfsStorage.start(request, distributions, store(), progress);
      case LOCAL, SHARED -> LocalStorage.of(request, cache);
      case URI -> UriStorage.start(request, installation.lib(), claims());
    };
  }

  @Override
  public RunMonitors startMonitors(
      List<Node> nodes, Mark mark, Experiment experiment, Path directory)
      throws InterruptedException {
    Set<Monitor> monitors = new HashSet<>();
    for (String id : experiment.monitors()) {
      Monitor.of(id).ifPresent(monitors::add);
    }
    if (monitors.isEmpty()) {
      monitors.addAll(List.of(Monitor.values()));
    }
    NodeMonitors agents =
        NodeMonitors.start(
            nodes,
            mark,
            new NodeMonitors.Settings(
                monitors,
                experiment.events(),
                experiment.interval(),
                directory.toString(),
                experiment.ownMonitors()));
    if (experiment.power().isEmpty()) {
      return new Agents(agents);
    }
    try {
      return new MeteredMonitors(new Agents(agents), PowerMeters.start(experiment.power()));
    } catch (InterruptedException stopped) {
      agents.close();
      throw stopped;
    }
  }

  private record Agents(NodeMonitors agents) implements RunMonitors {
    @Override
    public Map<String, String> unavailable(String node) {
      return agents.unavailable(node);
    }

    @Override
    public List<MonitorInfo> declared() {
      return agents.declared();
    }

    @Override
    public MonitoredTrial begin(List<Node> nodes, Set<Mark> marks, Path results, Path trial)
        throws IOException, InterruptedException {
      return agents.begin(nodes, marks, results, trial);
    }

    @Override
    public HeldMemory holdMemory(List<Node> nodes, long bytes)
        throws IOException, InterruptedException {
      return agents.holdMemory(nodes, bytes);
    }

    @Override
    public void close() {
      agents.close();
    }
  }
}
