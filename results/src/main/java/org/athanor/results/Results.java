// SPDX-License-Identifier: Apache-2.0
package org.athanor.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.athanor.cluster.SystemInfo;

/**
 * All results of an experiment, as in {@code results.json}.
 *
 * @param schema version of this format, {@value #SCHEMA} or {@value #NEWEST_SCHEMA}
 * @param athanor version of Athanor that ran the experiment
 * @param name the experiment's name
 * @param baseline label of the framework that speed-ups refer to
 * @param filesystem {@code local} or {@code hdfs}; of an experiment with storages their types, each
 *     once, such as {@code hdfs, shared}
 * @param coresPerNode cores given to every framework on each worker
 * @param memoryBytesPerNode memory given to every framework on each worker; 0 in simulations, which
 *     have none
 * @param skipped combinations that were not run, and why
 * @param simulation what simulated the trials, such as {@code Athanor's simulator}; empty if they
 *     were measured
 * @param site where the nodes are, if the experiment says it
 * @param stops for each framework and workload whose number of trials was not fixed: why there are
 *     no more; without those whose trials have not ended
 * @param project the state of the project that was measured, if the run was told where it is
 * @param storages those that trials name; empty if the experiment file lists none
 * @param measures declarations of the trials' measures; those that are missing are added, see
 *     {@link MeasureInfo#undeclared}
 * @param layout the master and the processes on each node; empty in simulations, and in results of
 *     older releases, which shared the master and ran a task for each core
 * @param warm what was made warm before each trial; empty if nothing was
 * @param unfinished number of trials that the run has not reached, of the combinations that were
 *     begun or selected; empty if there are none
 * @param monitors declarations of the monitors that are not Athanor's
 */
public record Results(
    int schema,
    String athanor,
    String name,
    Instant started,
    String baseline,
    String filesystem,
    int coresPerNode,
    long memoryBytesPerNode,
    List<FrameworkInfo> frameworks,
    List<WorkloadInfo> workloads,
    List<NodeInfo> nodes,
    List<TrialResult> trials,
    List<Skip> skipped,
    Optional<String> simulation,
    Optional<SiteInfo> site,
    List<Stop> stops,
    Optional<ProjectInfo> project,
    List<StorageInfo> storages,
    List<MeasureInfo> measures,
    Optional<LayoutInfo> layout,
    Optional<WarmInfo> warm,
    Optional<Integer> unfinished,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<MonitorInfo> monitors) {

  /** The version of results without {@link #monitors}. */
  public static final int SCHEMA = 2;

  /** The version of results with {@link #monitors}, and the newest that can be read. */
  public static final int NEWEST_SCHEMA = 3;

  public Results {
    skipped = skipped == null ? List.of() : List.copyOf(skipped);
    site = site == null ? Optional.empty() : site;
    stops = stops == null ? List.of() : List.copyOf(stops);
    project = project == null ? Optional.empty() : project;
    storages = storages == null ? List.of() : List.copyOf(storages);
    measures = withUndeclared(measures == null ? List.of() : measures, trials);
    layout = layout == null ? Optional.empty() : layout;
    warm = warm == null ? Optional.empty() : warm;
    unfinished = unfinished == null ? Optional.empty() : unfinished;
    monitors = monitors == null ? List.of() : List.copyOf(monitors);
  }

  private static List<MeasureInfo> withUndeclared(
      List<MeasureInfo> declared, List<TrialResult> trials) {
    Map<String, MeasureInfo> all = new LinkedHashMap<>();
    for (MeasureInfo measure : declared) {
      if (all.put(measure.id(), measure) != null) {
        throw new IllegalArgumentException("measure " + measure.id() + " is declared twice");
      }
    }
    for (TrialResult trial : trials) {
      trial
          .measures()
          .forEach(
              (id, reading) -> {
                if (reading instanceof Reading.Value value) {
                  all.computeIfAbsent(id, unused -> MeasureInfo.undeclared(id, value.unit()));
                }
              });
    }
    return List.copyOf(all.values());
  }

  /** The layout, unless it is the default: the master works, and each core has a task. */
  public Optional<LayoutInfo> chosenLayout() {
    LayoutInfo usual = new LayoutInfo("shared", 1, coresPerNode);
    return layout.filter(some -> !some.equals(usual));
  }

  /** Makes results of schema {@value #SCHEMA}, or {@value #NEWEST_SCHEMA} if they need it. */
  public static ResultsBuilder builder() {
    return new ResultsBuilder();
  }

  /** Makes a copy with other components. */
  public ResultsBuilder toBuilder() {
    return new ResultsBuilder(this);
  }

  /**
   * Where the nodes are, in words of the user. Whatever is empty is not known.
   *
   * @param cluster as a scheduler of workflows names it
   * @param storage class of its storage, such as {@code ssd}
   * @param network class of its network, such as {@code 10gbit}
   */
  public record SiteInfo(
      Optional<String> cluster, Optional<String> storage, Optional<String> network) {}

  /**
   * What the nodes are for, and how frameworks divide what they may use of each.
   *
   * @param master {@code shared}: it is a worker, too; {@code dedicated}: it is none
   * @param workersPerNode processes on each worker that run tasks as threads
   * @param tasksPerNode tasks on each worker that run at the same time
   */
  public record LayoutInfo(String master, int workersPerNode, int tasksPerNode) {
    /** In words, such as {@code dedicated master, 2 workers and 8 tasks per node}. */
    public String text() {
      return String.format(
          Locale.ROOT,
          "%s master, %d %s and %d %s per node",
          master,
          workersPerNode,
          workersPerNode == 1 ? "worker" : "workers",
          tasksPerNode,
          tasksPerNode == 1 ? "task" : "tasks");
    }
  }

  /**
   * What was made warm on the nodes before each trial.
   *
   * @param memoryBytes free memory of each worker that had been used just before
   * @param input whether the input was read
   */
  public record WarmInfo(Optional<Long> memoryBytes, boolean input) {
    public WarmInfo {
      memoryBytes = memoryBytes == null ? Optional.empty() : memoryBytes;
    }

    /** In words, such as {@code 6.00 GB of memory and the input}. */
    public String text() {
      Optional<String> memory =
          memoryBytes.map(bytes -> AmountText.of(bytes, Unit.BYTES) + " of memory");
      Optional<String> read = Optional.of("the input").filter(unused -> input);
      return Stream.of(memory, read).flatMap(Optional::stream).collect(Collectors.joining(" and "));
    }
  }

  /**
   * The state of a project's Git working tree.
   *
   * @param commit the hash of the commit that is checked out
   * @param modified whether files that Git tracks differ from it
   */
  public record ProjectInfo(String commit, boolean modified) {
    /** The commit, with {@code -dirty} behind it if files differ, as Git says it. */
    public String text() {
      return modified ? commit + "-dirty" : commit;
    }
  }

  /**
   * A storage of the experiment.
   *
   * @param label unique in the experiment
   * @param type {@code local}, {@code hdfs}, {@code shared} or {@code uri}
   * @param settings what the user said of it, key → value, without secrets: such as {@code data},
   *     {@code block}, {@code replication}, and keys of Hadoop
   */
  public record StorageInfo(String label, String type, Map<String, String> settings) {
    public StorageInfo {
      settings = Secrets.redacted(settings);
    }

    /** Type and settings in one line, such as {@code hdfs, block 256m, data /ssd}. */
    public String text() {
      StringBuilder text = new StringBuilder(type);
      new TreeMap<>(settings)
          .forEach((key, value) -> text.append(", ").append(key).append(' ').append(value));
      return text.toString();
    }
  }

  /**
   * A workload that was not run on a framework.
   *
   * @param framework the framework's label
   * @param workload the workload's label
   * @param reason one line
   */
  public record Skip(String framework, String workload, String reason) {}

  /**
   * Why a framework and workload on a number of nodes have no more trials.
   *
   * @param framework the framework's label
   * @param workload the workload's label
   * @param storage the storage's label; empty if the experiment has no key {@code storage}
   * @param nodes number of nodes that work
   * @param trials number of measured trials
   * @param interval half of the width of the median time's 95 % confidence interval, as a share of
   *     the median; empty if too few trials are verified
   * @param reason one line
   */
  public record Stop(
      String framework,
      String workload,
      Optional<String> storage,
      int nodes,
      int trials,
      Optional<Double> interval,
      String reason) {
    public Stop {
      storage = storage == null ? Optional.empty() : storage;
    }
  }

  /**
   * A framework of the experiment.
   *
   * @param kind such as {@code spark}
   * @param mode such as {@code local}, {@code standalone}, {@code yarn}
   * @param java version of the Java that ran the framework
   * @param settings those that the user gave, without secrets, and the devices of its data if they
   *     were chosen
   * @param processes those on each worker that run tasks, with their memory, in words; empty if
   *     that is not known
   * @param build distinguishes an installation of the user from others of its version; empty for
   *     releases, and if it is not known
   */
  public record FrameworkInfo(
      String label,
      String kind,
      String version,
      String mode,
      String java,
      Map<String, String> settings,
      Optional<String> processes,
      Optional<String> build) {
    public FrameworkInfo {
      settings = Secrets.redacted(settings);
      processes = processes == null ? Optional.empty() : processes;
      build = build == null ? Optional.empty() : build;
    }

    /** Of a framework whose processes and build are not known. */
    public FrameworkInfo(
        String label,
        String kind,
        String version,
        String mode,
        String java,
        Map<String, String> settings) {
      this(label, kind, version, mode, java, settings, Optional.empty(), Optional.empty());
    }
  }

  /**
   * A workload of the experiment.
   *
   * @param kind such as {@code terasort}
   * @param inputBytes size of the input, if it has one, its size is known, and is the same for all
   *     numbers of workers
   * @param inputBytesSource where {@code inputBytes} is from, {@link #GENERATED} or {@link
   *     #MEASURED}; if it is absent, why it is not known, in one line; empty without an input
   * @param input what the input is, in words, such as {@code random text, seed 1}
   * @param settings all settings, without secrets
   * @param inputBytesBySize number of workers → size of the input, if it grows with them (weak
   *     scaling); else empty
   */
  public record WorkloadInfo(
      String label,
      String kind,
      Optional<Long> inputBytes,
      Optional<String> inputBytesSource,
      String input,
      Map<String, String> settings,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<Integer, Long> inputBytesBySize) {

    /** The setting of workloads whose input grows with the number of workers: bytes for each. */
    public static final String SIZE_PER_WORKER = "sizePerWorker";

    /** The size that the generator was asked for. */
    public static final String GENERATED = "generated";

    /** The size of a user's own input, measured before the trials. */
    public static final String MEASURED = "measured";

    public WorkloadInfo {
      inputBytesSource = inputBytesSource.map(Secrets::redacted);
      input = Secrets.redacted(input);
      settings = Secrets.redacted(settings);
      // Absent in files if the input is the same for all numbers of workers.
      inputBytesBySize =
          inputBytesBySize == null
              ? Map.of()
              : Collections.unmodifiableMap(new TreeMap<>(inputBytesBySize));
    }

    /** Of a workload with the same input for all numbers of workers. */
    public WorkloadInfo(
        String label,
        String kind,
        Optional<Long> inputBytes,
        Optional<String> inputBytesSource,
        String input,
        Map<String, String> settings) {
      this(label, kind, inputBytes, inputBytesSource, input, settings, Map.of());
    }

    /** Of a workload whose input is generated. */
    public WorkloadInfo(
        String label, String kind, long inputBytes, String input, Map<String, String> settings) {
      this(label, kind, Optional.of(inputBytes), Optional.of(GENERATED), input, settings);
    }

    /** Of a workload without an input. */
    public WorkloadInfo(String label, String kind, Map<String, String> settings) {
      this(label, kind, Optional.empty(), Optional.empty(), "none", settings);
    }

    /** The same workload with another label and other settings. */
    WorkloadInfo as(String other, Map<String, String> otherSettings) {
      return new WorkloadInfo(
          other, kind, inputBytes, inputBytesSource, input, otherSettings, inputBytesBySize);
    }

    /** Whether what it reads or writes grows with the number of workers (weak scaling). */
    public boolean weak() {
      return settings.containsKey(SIZE_PER_WORKER);
    }

    /**
     * The size of its input, if it has one and its size is known.
     *
     * @param workers number of workers
     */
    public Optional<Long> inputBytes(int workers) {
      return Optional.ofNullable(inputBytesBySize.get(workers)).or(() -> inputBytes);
    }

    /** The same with the sizes for other numbers of workers. */
    WorkloadInfo withInputBytesBySize(Map<Integer, Long> others) {
      return new WorkloadInfo(label, kind, inputBytes, inputBytesSource, input, settings, others);
    }

    /** The same with the size for one number of workers only. */
    public WorkloadInfo on(int workers) {
      return withInputBytesBySize(
          inputBytesBySize.containsKey(workers)
              ? Map.of(workers, inputBytesBySize.get(workers))
              : Map.of());
    }

    /** Why the size of its input is not known. */
    public String unknownSize() {
      return inputBytesSource.orElse("the workload's input has no size");
    }
  }

  /**
   * A node of the experiment.
   *
   * @param unavailable monitor → reason why it does not work on the node
   */
  public record NodeInfo(String name, SystemInfo system, Map<String, String> unavailable) {}
}
