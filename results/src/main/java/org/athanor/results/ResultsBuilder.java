// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.athanor.results.Results.FrameworkInfo;
import org.athanor.results.Results.LayoutInfo;
import org.athanor.results.Results.NodeInfo;
import org.athanor.results.Results.ProjectInfo;
import org.athanor.results.Results.SiteInfo;
import org.athanor.results.Results.Skip;
import org.athanor.results.Results.Stop;
import org.athanor.results.Results.StorageInfo;
import org.athanor.results.Results.WarmInfo;
import org.athanor.results.Results.WorkloadInfo;

/**
 * Makes {@link Results}, or a copy of some with other components, which have the names and meanings
 * of the record's. What is not set is empty, 0, or {@code local}. Not thread-safe.
 */
public final class ResultsBuilder {
  private int schema = Results.SCHEMA;
  private String athanor = "";
  private String name = "";
  private Instant started = Instant.EPOCH;
  private String baseline = "";
  private String filesystem = "local";
  private int coresPerNode = 0;
  private long memoryBytesPerNode = 0;
  private List<FrameworkInfo> frameworks = List.of();
  private List<WorkloadInfo> workloads = List.of();
  private List<NodeInfo> nodes = List.of();
  private List<TrialResult> trials = List.of();
  private List<Skip> skipped = List.of();
  private Optional<String> simulation = Optional.empty();
  private Optional<SiteInfo> site = Optional.empty();
  private List<Stop> stops = List.of();
  private Optional<ProjectInfo> project = Optional.empty();
  private List<StorageInfo> storages = List.of();
  private List<MeasureInfo> measures = List.of();
  private Optional<LayoutInfo> layout = Optional.empty();
  private Optional<WarmInfo> warm = Optional.empty();
  private Optional<Integer> unfinished = Optional.empty();
  private List<MonitorInfo> monitors = List.of();

  ResultsBuilder() {}

  ResultsBuilder(Results results) {
    schema = results.schema();
    athanor = results.athanor();
    name = results.name();
    started = results.started();
    baseline = results.baseline();
    filesystem = results.filesystem();
    coresPerNode = results.coresPerNode();
    memoryBytesPerNode = results.memoryBytesPerNode();
    frameworks = results.frameworks();
    workloads = results.workloads();
    nodes = results.nodes();
    trials = results.trials();
    skipped = results.skipped();
    simulation = results.simulation();
    site = results.site();
    stops = results.stops();
    project = results.project();
    storages = results.storages();
    measures = results.measures();
    layout = results.layout();
    warm = results.warm();
    unfinished = results.unfinished();
    monitors = results.monitors();
  }

  public ResultsBuilder athanor(String value) {
    athanor = value;
    return this;
  }

  public ResultsBuilder name(String value) {
    name = value;
    return this;
  }

  public ResultsBuilder started(Instant value) {
    started = value;
    return this;
  }

  public ResultsBuilder baseline(String value) {
    baseline = value;
    return this;
  }

  public ResultsBuilder filesystem(String value) {
    filesystem = value;
    return this;
  }

  public ResultsBuilder coresPerNode(int value) {
    coresPerNode = value;
    return this;
  }

  public ResultsBuilder memoryBytesPerNode(long value) {
    memoryBytesPerNode = value;
    return this;
  }

  public ResultsBuilder frameworks(List<FrameworkInfo> value) {
    frameworks = value;
    return this;
  }

  public ResultsBuilder workloads(List<WorkloadInfo> value) {
    workloads = value;
    return this;
  }

  public ResultsBuilder nodes(List<NodeInfo> value) {
    nodes = value;
    return this;
  }

  public ResultsBuilder trials(List<TrialResult> value) {
    trials = value;
    return this;
  }

  public ResultsBuilder skipped(List<Skip> value) {
    skipped = value;
    return this;
  }

  public ResultsBuilder simulation(Optional<String> value) {
    simulation = value;
    return this;
  }

  public ResultsBuilder site(Optional<SiteInfo> value) {
    site = value;
    return this;
  }

  public ResultsBuilder stops(List<Stop> value) {
    stops = value;
    return this;
  }

  public ResultsBuilder project(Optional<ProjectInfo> value) {
    project = value;
    return this;
  }

  public ResultsBuilder storages(List<StorageInfo> value) {
    storages = value;
    return this;
  }

  public ResultsBuilder measures(List<MeasureInfo> value) {
    measures = value;
    return this;
  }

  public ResultsBuilder layout(Optional<LayoutInfo> value) {
    layout = value;
    return this;
  }

  public ResultsBuilder warm(Optional<WarmInfo> value) {
    warm = value;
    return this;
  }

  /** What is 0 counts as empty. */
  public ResultsBuilder unfinished(int value) {
    unfinished = Optional.of(value).filter(count -> count > 0);
    return this;
  }

  public ResultsBuilder monitors(List<MonitorInfo> value) {
    monitors = value;
    return this;
  }

  /** Whether a trial has readings of a monitor that is not Athanor's. */
  private boolean haveOwnTotals() {
    return trials.stream()
        .flatMap(trial -> trial.nodes().stream())
        .flatMap(use -> use.totals().keySet().stream())
        .anyMatch(total -> MonitorInfo.owns(total.id()));
  }

  public Results build() {
    return new Results(
        monitors.isEmpty() && !haveOwnTotals() ? schema : Results.NEWEST_SCHEMA,
        athanor,
        name,
        started,
        baseline,
        filesystem,
        coresPerNode,
        memoryBytesPerNode,
        frameworks,
        workloads,
        nodes,
        trials,
        skipped,
        simulation,
        site,
        stops,
        project,
        storages,
        measures,
        layout,
        warm,
        unfinished,
        monitors);
  }
}
