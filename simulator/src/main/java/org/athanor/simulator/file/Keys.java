// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.athanor.simulator.cluster.DeviceUse;
import org.athanor.simulator.job.JobTerms;
import org.athanor.simulator.mapreduce.Framework;
import org.athanor.storage.tier.DeviceType;
import org.athanor.yaml.Key;
import org.athanor.yaml.Place;
import org.athanor.yaml.Types;
import org.athanor.yaml.ValueType;
import org.athanor.yaml.text.ByteRate;
import org.athanor.yaml.text.ByteSize;
import org.athanor.yaml.text.Frequency;

/** Every key that a scenario file may have. {@code docs/simulation.md} lists these. */
final class Keys {
  private static final int MAX_COUNT = 1_000_000;
  private static final ValueType<Place> MAPPING = Types.place("keys and values");
  private static final ValueType<ByteSize> ANY_SIZE = Types.size("0");
  private static final ValueType<ByteSize> BLOCK_SIZE = Types.size("4k");
  private static final ValueType<Integer> REPLICAS = Types.integer(1, 512);
  private static final ValueType<Duration> TIME = Types.duration("0s", "3650d");
  private static final ValueType<Double> NOT_NEGATIVE = Types.decimal(0, Double.MAX_VALUE);

  static final Key<String> NAME =
      new Key<>("name", Types.name(), "the file's name", "Names the scenario in results.");
  static final Key<Place> CLUSTER = new Key<>("cluster", MAPPING, "", "The machines, see below.");
  static final Key<Place> HDFS =
      new Key<>("hdfs", MAPPING, "see below", "How HDFS stores and reads files.");
  static final Key<Place> MAPREDUCE =
      new Key<>("mapreduce", MAPPING, "see below", "How Hadoop runs jobs.");
  static final Key<SchedulerKind> SCHEDULER =
      new Key<>(
          "scheduler",
          Types.oneOf(SchedulerKind.class),
          "`fifo`",
          "Which job gets a free slot: the first one (`fifo`), the one with the fewest running"
              + " tasks (`fair`), or one of the queue that uses least of its share (`capacity`).");
  static final Key<Place> QUEUES =
      new Key<>(
          "queues",
          Types.place("names and shares of queues"),
          "`{default: 1}`",
          "Queues with numbers above 0: only their ratios count. Used by the scheduler"
              + " `capacity`.");
  static final Key<Place> JOBS =
      new Key<>("jobs", Types.place("a list of jobs"), "none", "The jobs, each with keys.");
  static final Key<Place> TRACE =
      new Key<>(
          "trace", MAPPING, "none", "Jobs of a trace of SWIM, instead of `jobs` or besides them.");
  static final Key<Place> ACCESSES =
      new Key<>(
          "accesses",
          MAPPING,
          "none",
          "Reads and writes of files that the audit log of a NameNode has, besides jobs or instead"
              + " of them.");
  static final Key<Place> CLIENTS =
      new Key<>(
          "clients",
          MAPPING,
          "none",
          "Clients on all nodes that write files, and then read them, as TestDFSIO does; besides"
              + " jobs or instead of them.");
  static final Key<Place> MATRIX =
      new Key<>(
          "matrix",
          Types.place("keys with lists of values"),
          "none",
          "Variants: each combination of the values, in this order.");
  static final Key<Long> SEED = new Key<>("seed", Types.number(), "`1`", "Seed of all chance.");
  static final Key<Double> PRECISION =
      new Key<>(
          "precision",
          Types.decimal(1e-12, 0.01),
          "`1e-6`",
          "Changes of rates that are smaller, relatively, are not passed on. Coarser is faster in"
              + " large clusters with full links.");
  static final Key<Place> MANAGER =
      new Key<>(
          "manager",
          MAPPING,
          "none",
          "The daemon that copies popular files and moves others, see below.");
  static final Key<Place> FAILURES =
      new Key<>(
          "failures",
          MAPPING,
          "none",
          "Nodes that fail, and may come back; not together with `manager`.");
  static final List<Key<?>> TOP =
      List.of(
          NAME, CLUSTER, HDFS, MAPREDUCE, SCHEDULER, QUEUES, JOBS, TRACE, ACCESSES, CLIENTS,
          MANAGER, FAILURES, MATRIX, SEED, PRECISION);

  static final Key<Place> SEVERAL =
      new Key<>(
          "clusters",
          MAPPING,
          "",
          "Names of clusters, each with the keys of `cluster`, or the path of a scenario file that"
              + " has it.");
  static final Key<Place> PLACING =
      new Key<>("scheduling", MAPPING, "see below", "How jobs are placed on the clusters.");
  static final List<Key<?>> CLUSTERS_TOP =
      List.of(
          NAME, SEVERAL, PLACING, HDFS, MAPREDUCE, SCHEDULER, QUEUES, JOBS, TRACE, MATRIX, SEED,
          PRECISION);

  static final Key<List<String>> POLICIES =
      new Key<>(
          "policies",
          Types.listOf(Types.name(), "a list of policies"),
          "all",
          "Policies of `athanor schedule`, each of which places the same jobs.");
  static final Key<List<Double>> WRONG_BY =
      new Key<>(
          "error",
          Types.listOf(Types.percent(), "a list of percentages such as 10%, from 0% to 100%"),
          "`0%`",
          "By up to how much predicted run times and energies are more or less than those of the"
              + " job alone on the cluster, each by a chance of its own.");
  static final Key<Integer> INPUT_COPIES =
      new Key<>(
          "copies",
          Types.integer(1, MAX_COUNT),
          "all",
          "Number of clusters that hold each input at the beginning, drawn by chance.");
  static final Key<ByteRate> BETWEEN =
      new Key<>(
          "between",
          Types.rate(),
          "only the links of the clusters limit it",
          "Rate of a copy from one cluster to another. It is at most that of the links of all nodes"
              + " of either of them.");
  static final List<Key<?>> PLACINGS = List.of(POLICIES, WRONG_BY, INPUT_COPIES, BETWEEN);

  static final Key<Place> NODES =
      new Key<>(
          "nodes", MAPPING, "", "Groups of equal nodes: the name of each group, and its keys.");
  static final Key<Integer> RACKS =
      new Key<>(
          "racks",
          Types.integer(1, MAX_COUNT),
          "the largest `rack` of a group, or `1`",
          "Number of racks. Nodes of groups without `rack` are dealt to them in turn.");
  static final Key<ByteRate> UPLINK =
      new Key<>(
          "uplink",
          Types.rate(),
          "never full",
          "Rate between a rack and all others, in each direction.");
  static final Key<ByteRate> CORE =
      new Key<>(
          "core",
          Types.rate(),
          "never full",
          "What the switch between the racks carries of all of them together, each byte counted"
              + " once.");
  static final Key<List<String>> LOCATIONS =
      new Key<>(
          "locations",
          Types.listOf(Types.text("a location such as /east/rack1"), "a list of locations"),
          "`/rack1`, `/rack2`...",
          "Where the racks are in the network, in their order, as `regions` of `hdfs.rules` name"
              + " them.");
  static final List<Key<?>> CLUSTERS = List.of(NODES, RACKS, UPLINK, CORE, LOCATIONS);

  static final Key<Integer> COUNT =
      new Key<>("count", Types.integer(1, MAX_COUNT), "`1`", "Number of such nodes.");
  static final Key<Integer> RACK =
      new Key<>(
          "rack",
          Types.integer(1, MAX_COUNT),
          "all in turn",
          "The rack of all these nodes, from 1.");
  static final Key<Integer> CORES =
      new Key<>("cores", Types.integer(1, 65536), "", "Cores of a node.");
  static final Key<Frequency> CLOCK =
      new Key<>("clock", Types.frequency(), "", "Cycles per second of a core.");
  static final Key<ByteRate> LINK =
      new Key<>("link", Types.rate(), "", "Rate of the network interface, in each direction.");
  static final Key<Integer> CONTAINERS =
      new Key<>(
          "containers",
          Types.integer(1, 65536),
          "none",
          "Tasks of either kind that a node runs at once. With neither this nor `slots` it only"
              + " stores.");
  static final Key<Place> SLOTS =
      new Key<>(
          "slots", MAPPING, "none", "Tasks of each kind, as Hadoop 1 has them: `maps`, `reduces`.");
  static final Key<Place> POWER =
      new Key<>(
          "power", MAPPING, "not counted", "Watts when `idle`, and when fully used (`busy`).");
  static final Key<Place> DEVICES =
      new Key<>(
          "devices",
          MAPPING,
          "none",
          "Storage devices: the name of each kind, and its keys. Nodes that run tasks need one.");
  static final List<Key<?>> NODE =
      List.of(COUNT, RACK, CORES, CLOCK, LINK, CONTAINERS, SLOTS, POWER, DEVICES);

  static final Key<Integer> MAPS_AT_ONCE =
      new Key<>("maps", Types.integer(0, 65536), "", "Maps that a node runs at once.");
  static final Key<Integer> REDUCES_AT_ONCE =
      new Key<>("reduces", Types.integer(0, 65536), "", "Reduces that a node runs at once.");
  static final List<Key<?>> SLOT = List.of(MAPS_AT_ONCE, REDUCES_AT_ONCE);

  static final Key<Double> IDLE =
      new Key<>("idle", NOT_NEGATIVE, "", "Watts when nothing uses it.");
  static final Key<Double> BUSY = new Key<>("busy", NOT_NEGATIVE, "", "Watts when fully used.");
  static final List<Key<?>> POWERS = List.of(IDLE, BUSY);

  static final Key<DeviceType> TYPE =
      new Key<>(
          "type",
          Types.oneOf(DeviceType.class, Keys::idOf),
          "",
          "The storage type of HDFS. Devices of a type are a tier.");
  static final Key<Integer> DEVICE_COUNT =
      new Key<>("count", Types.integer(1, 1024), "`1`", "Devices of this kind in a node.");
  static final Key<ByteRate> READ =
      new Key<>("read", Types.rate(), "", "What a single reader gets.");
  static final Key<ByteRate> WRITE =
      new Key<>("write", Types.rate(), "", "What a single writer gets.");
  static final Key<Double> CROWDING =
      new Key<>(
          "crowding",
          Types.decimal(0, 1000),
          "`0`",
          "What the device loses with several users: with n of them it does 1 / (1 + crowding (n −"
              + " 1) / n) of its work.");
  static final Key<ByteSize> CAPACITY =
      new Key<>("capacity", Types.size("1"), "", "Room for blocks.");
  static final Key<DeviceUse> USE =
      new Key<>(
          "use",
          Types.oneOf(DeviceUse.class),
          "`all`",
          "What it stores: blocks of HDFS, intermediate data of tasks (`local`), or both.");
  static final List<Key<?>> DEVICE =
      List.of(TYPE, DEVICE_COUNT, READ, WRITE, CROWDING, CAPACITY, USE, POWER);

  static final Key<ByteSize> BLOCK =
      new Key<>("block", BLOCK_SIZE, "`128m`", "Size of the blocks of all files.");
  static final Key<Integer> REPLICATION =
      new Key<>(
          "replication",
          REPLICAS,
          "`3`, or the number of nodes that store blocks if that is less",
          "Replicas of the blocks of all files.");
  static final Key<PolicyKind> PLACEMENT =
      new Key<>(
          "placement",
          Types.oneOf(PolicyKind.class),
          "`hdfs`",
          "Where new replicas go: by HDFS's own rule, or by a policy of [storage.md](storage.md)."
              + " Its tiers are the types of devices with the means of their rates, the fastest"
              + " reader first, without memory.");
  static final Key<PolicyKind> RETRIEVAL =
      new Key<>(
          "retrieval",
          Types.oneOf(PolicyKind.class),
          "`hdfs`",
          "Which replica is read. `network` has the step 16; `hybrid` takes the slowest link for the"
              + " rate in a rack, and a node's part of the uplink or of `core`, if less, for the rate"
              + " between racks.");
  static final Key<String> RULES =
      new Key<>(
          "rules",
          Types.text("a path"),
          "none",
          "The [rules](cluster.md#rules-for-tiers-and-regions) of a NameNode's plug-ins, instead of"
              + " `placement` and `retrieval`; relative to the scenario file's directory.");
  static final List<Key<?>> HDFS_RULES = List.of(BLOCK, REPLICATION, PLACEMENT, RETRIEVAL, RULES);

  static final Key<DecideKind> DECIDE =
      new Key<>(
          "decide",
          Types.oneOf(DecideKind.class, ManagerReader::id),
          "",
          "Who decides after each period: AptStore with an archive (`aptstore`) or on one tier"
              + " (`aptstore-perf`), `scarlett`, DUX's persistent `region`, or the daemon `athanor"
              + " storage serve` (`serve`) with the next three keys.");
  static final Key<ByteSize> SSD =
      new Key<>("ssd", ANY_SIZE, "none", "Of `serve`: as its option `--ssd`.");
  static final Key<ByteSize> EXTRA_REPLICAS =
      new Key<>(
          "extra replicas", ANY_SIZE, "none", "Of `serve`: as its option `--extra-replicas`.");
  static final Key<Duration> ARCHIVE_AFTER =
      new Key<>(
          "archive after",
          Types.duration("60s", "36500d"),
          "none",
          "Of `serve`: as its option `--archive-after`; files are new at the beginning.");
  static final Key<PredictKind> PREDICT =
      new Key<>(
          "predict",
          Types.oneOf(PredictKind.class, ManagerReader::id),
          "`aptstore`; of Scarlett `concurrent`, of a region `dux`, of `serve` `recurrence`",
          "How popularity is predicted; `perfect` knows the next period.");
  static final Key<DeviceType> HOME =
      new Key<>(
          "home",
          Types.oneOf(DeviceType.class, Keys::idOf),
          "`disk`",
          "The devices that have all files.");
  static final Key<DeviceType> OTHER =
      new Key<>(
          "other",
          Types.oneOf(DeviceType.class, Keys::idOf),
          "`archive`; of a region `ssd`",
          "The devices of unpopular files, or of a region's copies.");
  static final Key<Double> BUDGET =
      new Key<>(
          "budget",
          Types.decimal(0, 1000),
          "`1.1`",
          "What replicas on `home` may take, in units of what all files take at the beginning.");
  static final Key<ByteSize> REGION =
      new Key<>("region", ANY_SIZE, "required for a region", "Room for the copies of a region.");
  static final Key<Duration> PERIOD =
      new Key<>("period", Types.duration("1s", "3650d"), "`1h`", "Time between decisions.");
  static final Key<Duration> TIME_SLOT =
      new Key<>(
          "slot",
          Types.duration("1s", "3650d"),
          "`1m`",
          "Accesses of a file in the same slot of time are `concurrent`.");
  static final Key<Integer> STREAMS =
      new Key<>("streams", Types.integer(1, 1000), "`2`", "Blocks that a node sends at once.");
  static final Key<Double> ERROR =
      new Key<>(
          "error",
          Types.percent(),
          "`0%`",
          "How wrong predictions are: each is more or less by at most this part. What will not be"
              + " read is still known.");
  static final Key<Double> MISTAKEN =
      new Key<>(
          "mistaken",
          Types.percent(),
          "`0%`",
          "With what chance a file gets the prediction of another one, drawn among all: files that"
              + " will be read are missed, and others are predicted instead.");
  static final List<Key<?>> MANAGERS =
      List.of(
          DECIDE,
          SSD,
          EXTRA_REPLICAS,
          ARCHIVE_AFTER,
          PREDICT,
          HOME,
          OTHER,
          BUDGET,
          REGION,
          PERIOD,
          TIME_SLOT,
          STREAMS,
          ERROR,
          MISTAKEN);

  static final Key<Place> FAILED_NODES =
      new Key<>(
          "nodes", Types.place("a list of failures"), "", "Which nodes fail, each with keys.");
  static final Key<Duration> DEAD_AFTER =
      new Key<>(
          "dead after",
          TIME,
          "`630s`",
          "From a node's failure until HDFS makes new replicas of what it had.");
  static final List<Key<?>> FAILING = List.of(FAILED_NODES, DEAD_AFTER, STREAMS);
  static final Key<Duration> FAILS_AT = new Key<>("at", TIME, "", "When, from the beginning.");
  static final Key<Integer> FAILED_NODE =
      new Key<>(
          "node",
          Types.integer(1, MAX_COUNT),
          "drawn by chance",
          "The node that fails, from 1, counted through all racks.");
  static final Key<Integer> FAILED_COUNT =
      new Key<>(
          "count",
          Types.integer(1, MAX_COUNT),
          "`1`, or all of the rack",
          "How many nodes fail at once, drawn by chance of those that fail at no other time.");
  static final Key<Integer> FAILED_RACK =
      new Key<>("rack", Types.integer(1, MAX_COUNT), "any", "The rack of these nodes, from 1.");
  static final Key<Duration> BACK_AFTER =
      new Key<>(
          "back after",
          TIME,
          "they do not come back",
          "From the failure until these nodes are there again, with what their devices have.");
  static final List<Key<?>> FAILURE =
      List.of(FAILS_AT, FAILED_NODE, FAILED_COUNT, FAILED_RACK, BACK_AFTER);

  static final Key<Duration> JOB_START =
      new Key<>(
          "job start", TIME, "`5s`", "From a job's submission until its first task can start.");
  static final Key<Duration> JOB_END =
      new Key<>("job end", TIME, "`1s`", "From the end of the last task to that of the job.");
  static final Key<Framework> FRAMEWORK =
      new Key<>(
          "framework",
          Types.oneOf(Framework.class),
          "`hadoop`",
          "What runs the jobs: see [frameworks](#frameworks).");
  static final Key<Duration> TASK_START =
      new Key<>(
          "task start",
          TIME,
          "`1s`",
          "From a free slot to the start of a process: allocation, localisation. Hadoop starts one"
              + " for each task, the others one for each job and node.");
  static final Key<Duration> TASK_START_CPU =
      new Key<>(
          "task start cpu", TIME, "`1s`", "Time of a core that the start of a process takes.");
  static final Key<Double> TASK_START_CORES =
      new Key<>(
          "task start cores",
          Types.decimal(1, 1_000),
          "`1`",
          "How many cores the start of a process uses at most. JVMs compile and collect beside the"
              + " task.");
  static final Key<Double> SLOWSTART =
      new Key<>(
          "slowstart",
          Types.decimal(0, 1),
          "`0.05`",
          "The part of the maps that have ended before reduces start (`hadoop`).");
  static final Key<Integer> COPIES =
      new Key<>(
          "copies", Types.integer(1, 1000), "`5`", "Nodes that a reduce copies from at once.");
  static final Key<ByteSize> SORT_MEMORY =
      new Key<>(
          "sort memory",
          ANY_SIZE,
          "`80m`",
          "The output of a map that needs no second pass over its device.");
  static final Key<ByteSize> MERGE_MEMORY =
      new Key<>(
          "merge memory",
          ANY_SIZE,
          "`0`",
          "The input of a reduce that stays in memory. Hadoop writes all to its device by"
              + " default.");
  static final Key<ByteSize> NODE_MEMORY =
      new Key<>(
          "node memory",
          ANY_SIZE,
          "`1g`",
          "Output of a job's maps that stays in the memory of a node (`athanor`).");
  static final Key<Duration> HEARTBEAT =
      new Key<>(
          "heartbeat",
          TIME,
          "`0s`",
          "Time between two heartbeats of a node, with which it gets tasks: `3s` in Hadoop 1. `0s`"
              + " gives them at once.");
  static final Key<Integer> HEARTBEAT_TASKS =
      new Key<>(
          "tasks per heartbeat",
          Types.integer(1, 1000),
          "`1`",
          "Tasks that a node gets with a heartbeat at most.");
  static final Key<Duration> RACK_WAIT =
      new Key<>(
          "rack wait",
          TIME,
          "`2s`",
          "How long a job that has refused a slot waits for one on a node with its input, before it"
              + " takes one in the rack.");
  static final Key<Duration> ANY_WAIT =
      new Key<>("any wait", TIME, "`2s`", "How long it waits then, before it takes any slot.");
  static final Key<Boolean> READ_MAP_OUTPUT =
      new Key<>(
          "read map output",
          Types.bool(),
          "`false`",
          "Whether the shuffle reads the devices of maps. Otherwise their output is still in the"
              + " page cache. Needs an exact shuffle.");
  static final Key<ShuffleKind> SHUFFLE =
      new Key<>(
          "shuffle",
          Types.oneOf(ShuffleKind.class),
          "`exact` up to 500 nodes, else `aggregated`",
          "Whether each copy from node to node is a flow of its own, or a reduce copies from all"
              + " nodes as if from one.");
  static final Key<ByteSize> OUTPUT_BLOCK =
      new Key<>("output block", BLOCK_SIZE, "`hdfs.block`", "Block size of jobs' outputs.");
  static final Key<Integer> OUTPUT_REPLICATION =
      new Key<>("output replication", REPLICAS, "`hdfs.replication`", "Replicas of jobs' outputs.");
  static final List<Key<?>> MAPREDUCES =
      List.of(
          FRAMEWORK,
          JOB_START,
          JOB_END,
          TASK_START,
          TASK_START_CPU,
          TASK_START_CORES,
          SLOWSTART,
          COPIES,
          SORT_MEMORY,
          MERGE_MEMORY,
          NODE_MEMORY,
          HEARTBEAT,
          HEARTBEAT_TASKS,
          RACK_WAIT,
          ANY_WAIT,
          READ_MAP_OUTPUT,
          SHUFFLE,
          OUTPUT_BLOCK,
          OUTPUT_REPLICATION);

  static final Key<String> JOB_NAME =
      new Key<>("name", Types.name(), "", "Names the job in results.");
  static final Key<ByteSize> INPUT =
      new Key<>("input", ANY_SIZE, "`0`", "Size of the file that it reads.");
  static final Key<Integer> MAPS =
      new Key<>(
          "maps",
          Types.integer(1, MAX_COUNT),
          "one for each block of the input",
          "Number of maps; required without an input.");
  static final Key<Integer> REDUCES =
      new Key<>(
          "reduces", Types.integer(0, MAX_COUNT), "`0`, or as measured", "Number of reduces.");
  static final Key<ByteSize> SHUFFLED =
      new Key<>("shuffle", ANY_SIZE, "`0`, or as measured", "What all maps emit for reduces.");
  static final Key<ByteSize> OUTPUT =
      new Key<>("output", ANY_SIZE, "`0`", "What is written to HDFS.");
  static final Key<Double> MAP_CYCLES =
      new Key<>(
          "map cycles per byte",
          NOT_NEGATIVE,
          "`40`, or as measured",
          "For each byte of input, or of what maps emit without an input.");
  static final Key<Double> REDUCE_CYCLES =
      new Key<>(
          "reduce cycles per byte",
          NOT_NEGATIVE,
          "`10`, or as measured",
          "For each byte of `shuffle`.");
  static final Key<Duration> SUBMIT =
      new Key<>("submit", TIME, "`0s`", "When it is submitted, from the beginning.");
  static final Key<Integer> TIMES =
      new Key<>(
          "times",
          Types.integer(1, 100_000),
          "`1`",
          "How often it is submitted. All read the same file; the names get numbers.");
  static final Key<Duration> EVERY = new Key<>("every", TIME, "`0s`", "Time between submissions.");
  static final Key<String> QUEUE =
      new Key<>(
          "queue", Types.text("the name of a queue"), "`default`, or the only one", "Its queue.");
  static final Key<Place> PROFILE =
      new Key<>(
          "profile",
          MAPPING,
          "none",
          "Measured runs of its application, which say what it does; `input` and `output` are"
              + " required then.");

  static final Key<List<String>> AFTER =
      new Key<>(
          "after",
          Types.listOf(Types.name(), "a list of jobs"),
          "none",
          "Names of jobs above this one that must have ended before it starts. If both have the"
              + " same `times`, each is after the one with its number, else after all of them.");
  static final Key<Integer> PRIORITY =
      new Key<>(
          "priority",
          Types.integer(0, 100),
          "`" + JobTerms.USUAL_PRIORITY + "`",
          "Jobs with greater numbers are considered first.");
  static final Key<Duration> WITHIN =
      new Key<>(
          "within",
          Types.duration("1ms", "3650d"),
          "none",
          "The time from its submission to the end that it shall have. Results count those that end"
              + " later.");

  /** Of jobs that are placed on several clusters. */
  static final List<Key<?>> PLACED_JOB = List.of(AFTER, PRIORITY, WITHIN);

  static final List<Key<?>> JOB =
      List.of(
          JOB_NAME,
          PROFILE,
          INPUT,
          MAPS,
          REDUCES,
          SHUFFLED,
          OUTPUT,
          MAP_CYCLES,
          REDUCE_CYCLES,
          SUBMIT,
          TIMES,
          EVERY,
          QUEUE);

  static final Key<String> APPLICATION =
      new Key<>(
          "application",
          Types.text("the name of an application"),
          "",
          "Its name in the catalogue, as `athanor profile list` shows it.");
  static final Key<String> MEASURED_FRAMEWORK =
      new Key<>(
          "framework",
          Types.text("the name of a framework"),
          "`hadoop`",
          "The framework that ran it: one of MapReduce.");
  static final Key<ByteSize> MEASURED_INPUT =
      new Key<>(
          "input",
          Types.size("1"),
          "the job's `input`",
          "Takes the runs whose input has the nearest size, by ratio.");
  static final Key<String> RUN =
      new Key<>(
          "run",
          ValueType.ofText(
              "the beginning of a run's id, 1 to 16 hexadecimal digits",
              text -> Optional.of(text).filter(some -> some.matches("[0-9a-f]{1,16}"))),
          "the newest, and those like it",
          "Takes this run.");
  static final Key<Frequency> MEASURED_CLOCK =
      new Key<>(
          "clock",
          Types.frequency(),
          "as measured, or as the processor's name has it",
          "Cycles per second of the cores that ran it.");
  static final List<Key<?>> PROFILES =
      List.of(APPLICATION, MEASURED_FRAMEWORK, MEASURED_INPUT, RUN, MEASURED_CLOCK);

  static final Key<String> FILE =
      new Key<>(
          "file",
          Types.text("a path"),
          "",
          "The trace; relative to the scenario file's directory. `.gz` is unpacked.");
  static final Key<Double> DIVISOR =
      new Key<>(
          "divide bytes by",
          Types.decimal(1, 1e12),
          "`1`",
          "For a cluster that is smaller than the trace's.");
  static final Key<Integer> MOST_REDUCES =
      new Key<>(
          "most reduces",
          Types.integer(1, MAX_COUNT),
          "the cluster's slots for reduces",
          "Reduces of a job at most.");
  static final List<Key<?>> TRACES = List.of(FILE, DIVISOR, MOST_REDUCES, QUEUE);

  static final Key<String> AUDIT =
      new Key<>(
          "audit",
          Types.text("a path"),
          "",
          "The log; relative to the scenario file's directory. `.gz` is unpacked.");
  static final Key<String> NAMESPACE =
      new Key<>(
          "namespace",
          Types.text("a path"),
          "",
          "What `hdfs oiv -p XML` or `-p Delimited` wrote: sizes, block sizes and replications of"
              + " the files.");
  static final Key<ReadersKind> READERS =
      new Key<>(
          "readers",
          Types.oneOf(ReadersKind.class),
          "`nodes`",
          "Where clients are: each host of the log on a node, the hosts dealt to the nodes in turn"
              + " (`nodes`), or each access on a node drawn by chance (`any`).");
  static final Key<Double> SPEED =
      new Key<>(
          "speed",
          Types.decimal(1e-6, 1e6),
          "`1`",
          "The times between accesses are divided by it.");
  static final Key<ByteSize> OTHER_FILES =
      new Key<>(
          "size of unknown files",
          ANY_SIZE,
          "none: they are refused",
          "Size of the files that the namespace does not have, such as those that were deleted"
              + " before it was written.");
  static final List<Key<?>> LOGGED =
      List.of(AUDIT, NAMESPACE, READERS, SPEED, DIVISOR, OTHER_FILES);

  static final Key<Integer> CLIENT_FILES =
      new Key<>(
          "files",
          Types.integer(1, MAX_COUNT),
          "`1`",
          "Files that each node writes at once, and that it reads at once when all are written.");
  static final Key<ByteSize> CLIENT_SIZE =
      new Key<>("size", Types.size("1"), "", "Size of each file.");
  static final Key<ReadKind> CLIENT_READ =
      new Key<>(
          "read",
          Types.oneOf(ReadKind.class),
          "`other`",
          "Which files a node reads: those of another node, which is drawn by chance (`other`), its"
              + " own ones, or none.");
  static final Key<Duration> CLIENT_PAUSE =
      new Key<>("pause", TIME, "`4s`", "Time between the last write and the first read.");
  static final List<Key<?>> CLIENT = List.of(CLIENT_FILES, CLIENT_SIZE, CLIENT_READ, CLIENT_PAUSE);

  private Keys() {}

  static String idOf(DeviceType type) {
    return type.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
