// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.bench.experiment.Fresh;
import org.athanor.bench.experiment.MasterKind;
import org.athanor.bench.experiment.Order;
import org.athanor.bench.experiment.Repetitions;
import org.athanor.bench.experiment.StorageType;
import org.athanor.bench.framework.JvmSpec;
import org.athanor.bench.power.Certificate;
import org.athanor.cluster.hadoop.Volumes;
import org.athanor.storage.decision.StorageConfiguration;
import org.athanor.yaml.Key;
import org.athanor.yaml.Place;
import org.athanor.yaml.Types;
import org.athanor.yaml.ValueType;
import org.athanor.yaml.text.ByteSize;

/** Every key that an experiment file may have. {@code docs/experiment-file.md} lists these. */
final class Keys {
  private static final int MAX_PORT = 65535;
  private static final String DATA_TEXT =
      "Directories of its data, the same on each node: of `hdfs`, one for each disk; of `local` and"
          + " `shared`, one. Each run has a directory of its own in each, which other users cannot"
          + " read, and deletes it at its end.";
  private static final String SPILL_TEXT =
      "Directories for the frameworks' intermediate data, the same on each node, one for each disk;"
          + " as `data` in all else.";

  static final Key<String> NAME =
      new Key<>("name", Types.name(), "the file's name", "Names the experiment in results.");
  static final Key<Place> NODES =
      new Key<>(
          "nodes",
          Types.place("a list of nodes"),
          "`localhost`",
          "The machines. Each is `localhost`, `[user@]host[:port]` for a host over SSH, or keys and"
              + " values, see below. The first one is the master. `allocation`"
              + " stands for the nodes of a batch system's job, see [below](#batch-systems).");
  static final Key<String> HOSTS =
      new Key<>(
          "hosts",
          Types.text("a path"),
          "`nodes`",
          "A file with one host per line, instead of `nodes`. `#` begins a comment.");
  static final Key<MasterKind> MASTER =
      new Key<>(
          "master",
          Types.oneOf(MasterKind.class),
          "`shared`",
          "`shared`: the master is also a worker. `dedicated`: it is none, see"
              + " [below](#master-and-workers).");
  static final Key<Place> ROLES =
      new Key<>(
          "roles",
          Types.place("roles and numbers of nodes"),
          "none",
          "Nodes for services of workloads only, the last ones of `nodes`, see"
              + " [below](#master-and-workers).");
  static final Key<Place> SIZES =
      new Key<>(
          "sizes",
          Types.place("a list of numbers"),
          "the number of nodes that can work",
          "Numbers of workers to run with. A size of n uses the first n nodes that can work.");
  static final Key<StorageType> FILESYSTEM =
      new Key<>(
          "filesystem",
          Types.oneOf(List.of(StorageType.LOCAL, StorageType.HDFS), StorageType::id),
          "`local` if there is one node, else `hdfs`",
          "The file system of inputs and outputs: the node's local one, or an HDFS that is started"
              + " for the experiment. It is short for one `storage` of this type.");
  static final Key<Place> STORAGES =
      new Key<>(
          "storage",
          Types.place("a list of storages"),
          "one, as `filesystem` says",
          "The storages of inputs, outputs and intermediate data that each framework and workload"
              + " runs on, see [below](#storage). Instead of `filesystem` and `volumes`.");
  static final Key<List<Volumes>> VOLUMES =
      new Key<>(
          "volumes",
          ValueType.ofParser("volumes such as ssd=1x53m/24m,disk=2x6m/5m", Volumes::parseList),
          "one without limits",
          "Volumes that the HDFS has on each node, see [below](#unlike-devices). One of them must"
              + " be a `disk`.");
  static final Key<String> NETWORK =
      new Key<>(
          "network",
          interfaceName(),
          "the nodes' names",
          "The network interface, such as `ib0`, whose IPv4 addresses daemons and tasks use, the"
              + " same name on all nodes, see [below](#network).");
  static final Key<Fresh> FRESH =
      new Key<>(
          "fresh",
          Types.oneOf(Fresh.class),
          "HDFS is formatted for each size",
          "How often storages are emptied, HDFS is formatted, and inputs are generated again,"
              + " outside the measured time: for each `size`, or before each `trial`, see"
              + " [below](#fresh-state).");
  static final Key<Place> RESOURCES =
      new Key<>(
          "resources",
          Types.place("keys and values"),
          "see below",
          "Cores and memory of each worker that a framework may use, the same for all frameworks,"
              + " and how it divides them.");
  static final Key<Place> FRAMEWORKS =
      new Key<>(
          "frameworks",
          Types.place("a list of frameworks"),
          "",
          "The frameworks to compare, in the order of the report. Each is a kind, or a kind with"
              + " keys.");
  static final Key<Place> WORKLOADS =
      new Key<>(
          "workloads",
          Types.place("a list of workloads"),
          "",
          "The workloads that each framework runs. Each is a kind, or a kind with keys.");
  static final Key<Repetitions> REPETITIONS =
      new Key<>(
          "repetitions",
          RepetitionsReader.TYPE,
          "`5`",
          "Measured trials of each workload on each framework; or as many as an interval needs, see"
              + " [below](#repetitions).");
  static final Key<Integer> WARMUP =
      new Key<>(
          "warmup",
          Types.integer(0, 100),
          "`1`",
          "Trials before the measured ones, which do not count.");
  static final Key<Duration> TIMEOUT =
      new Key<>(
          "timeout",
          Types.duration("1s", "30d"),
          "`30m`",
          "Time limit of a trial, and of the check of its output. A trial that exceeds it is ended"
              + " and counts as timed out. A workload may have one of its own.");
  static final Key<String> BASELINE =
      new Key<>(
          "baseline",
          Types.text("the label of a framework"),
          "the first framework",
          "The framework that speed-ups are relative to.");
  static final Key<Long> SEED =
      new Key<>("seed", Types.number(), "`1`", "Seed of generated inputs.");
  static final Key<Boolean> DROP_CACHES =
      new Key<>(
          "dropCaches",
          Types.bool(),
          "`false`",
          "Empties the page caches of all nodes before each trial. Needs root on them.");
  static final Key<Place> MONITORS =
      new Key<>(
          "monitors", Types.place("`all` or a list"), "`all`", "The monitors that take samples.");
  static final Key<Duration> INTERVAL =
      new Key<>("interval", Types.duration("100ms", "1m"), "`1s`", "Time between samples.");
  static final Key<List<String>> EVENTS =
      new Key<>(
          "events",
          Types.listOf(
              ValueType.ofParser("the name of an event", ExperimentParser::event),
              "a list of events"),
          "none",
          "Events that the monitor `events` counts in addition, by the names that `perf list`"
              + " shows, without modifiers.");
  static final Key<Place> OWN_MONITORS =
      new Key<>(
          "ownMonitors",
          Types.place("a list of monitors"),
          "none",
          "Monitors of yours, see [below](#monitors).");
  static final Key<Place> POWER =
      new Key<>(
          "power",
          Types.place("a list of meters"),
          "none",
          "Meters of the power of whole nodes, outside of them, see [below](#power).");
  static final Key<Place> DISTURBANCE =
      new Key<>(
          "disturbance",
          Types.place("keys and values"),
          "see below",
          "When a trial is repeated because other programs used the nodes.");
  static final Key<Order> ORDER =
      new Key<>(
          "order",
          Types.oneOf(Order.class),
          "`interleaved`",
          "`interleaved`: each framework runs once per repetition, a different one first each time,"
              + " so that a slow drift of the machine affects all of them. `grouped`: one framework"
              + " runs after the other, with fewer starts of daemons.");
  static final Key<Place> SITE =
      new Key<>(
          "site",
          Types.place("keys and values"),
          "none",
          "Where the nodes are, for the catalogue of runs, see below.");
  static final Key<String> OUTPUT =
      new Key<>(
          "output",
          Types.text("a path"),
          "`./athanor-results/NAME-DATE-TIME`",
          "The directory of the results. Unless a run is resumed, it must be empty or not exist.");

  static final Key<String> WORK =
      new Key<>(
          "work",
          Types.text("an absolute path"),
          "`/var/tmp/athanor-USER`",
          "Directory on every node for the daemons' data, spills and outputs. Choose one on the"
              + " disks that are to be measured. Each run creates its own directory in it, which"
              + " other users cannot read.");

  static final Key<Place> WARM =
      new Key<>(
          "warm",
          Types.place("keys and values"),
          "nothing",
          "What is made warm on each node before each trial, see [below](#warm-nodes).");

  static final Key<ByteSize> WARM_MEMORY =
      new Key<>(
          "memory",
          Types.size("64m"),
          "none",
          "Free memory that has been used shortly before, so that a virtual machine has it from its"
              + " host.");
  static final Key<Boolean> WARM_INPUT =
      new Key<>(
          "input",
          Types.bool(),
          "`false`",
          "Whether the input is read, so that it is in the page cache. Of storages of type `local`"
              + " and `shared`.");
  static final List<Key<?>> WARMED = List.of(WARM_MEMORY, WARM_INPUT);

  static final List<Key<?>> TOP =
      List.of(
          NAME,
          NODES,
          HOSTS,
          MASTER,
          ROLES,
          SIZES,
          FILESYSTEM,
          VOLUMES,
          STORAGES,
          NETWORK,
          FRESH,
          RESOURCES,
          FRAMEWORKS,
          WORKLOADS,
          REPETITIONS,
          WARMUP,
          TIMEOUT,
          BASELINE,
          SEED,
          DROP_CACHES,
          WARM,
          MONITORS,
          EVENTS,
          OWN_MONITORS,
          INTERVAL,
          POWER,
          DISTURBANCE,
          ORDER,
          SITE,
          WORK,
          OUTPUT);

  static final Key<String> SSH =
      new Key<>(
          "ssh", Types.text("[user@]host[:port]"), "none", "A host that is reached over SSH.");
  static final Key<String> NAMESPACE =
      new Key<>(
          "namespace",
          Types.name(),
          "none",
          "A network namespace of this machine; together with `ssh`, the namespace from which the"
              + " host is reached. Needs root.");
  static final List<Key<?>> NODE = List.of(SSH, NAMESPACE);

  static final Key<Integer> LEAST =
      new Key<>("least", Types.integer(1, 1000), "`6`, or `most`", "Trials that are always run.");
  static final Key<Integer> MOST =
      new Key<>(
          "most",
          Types.integer(6, 1000),
          "`30`, or `least`",
          "Trials after which no more are run, however wide the interval is.");
  static final Key<Double> MEDIAN_INTERVAL =
      new Key<>(
          "interval",
          Types.percent(),
          "`5%`",
          "The 95 % confidence interval of the median time is to be within the median plus or minus"
              + " this.");
  static final List<Key<?>> REPETITION = List.of(LEAST, MOST, MEDIAN_INTERVAL);

  static final Key<Integer> CORES =
      new Key<>(
          "cores",
          Types.integer(1, 65536),
          "all processors of the weakest node",
          "Cores per node.");
  static final Key<ByteSize> MEMORY =
      new Key<>(
          "memory",
          Types.size("256m"),
          "3/4 of the weakest node's memory, or all but 2 GiB if that is less, but at least half",
          "Memory per node for all processes of a framework.");
  static final Key<Integer> WORKERS_PER_NODE =
      new Key<>(
          "workersPerNode",
          Types.integer(1, 1000),
          "`1`",
          "Processes per node that run tasks as threads: executors, TaskManagers, Athanor's"
              + " Workers.");
  static final Key<Integer> TASKS_PER_NODE =
      new Key<>(
          "tasksPerNode",
          Types.integer(1, 65536),
          "`cores`",
          "Tasks per node that run at the same time; a multiple of `workersPerNode`.");
  static final List<Key<?>> RESOURCE = List.of(CORES, MEMORY, WORKERS_PER_NODE, TASKS_PER_NODE);

  static final Key<String> LABEL =
      new Key<>(
          "label",
          Types.name(),
          "the kind",
          "The name in results. Several entries of one kind need different labels.");
  static final Key<String> VERSION =
      new Key<>("version", Types.text("a version"), "the newest known", "The release to run.");
  static final Key<String> MODE =
      new Key<>(
          "mode",
          Types.text("a mode"),
          "the first mode that suits the number of nodes",
          "How the framework is deployed, such as `local` or `yarn`.");
  static final Key<String> HOME =
      new Key<>(
          "home",
          Types.text("a directory"),
          "none: the release is downloaded",
          "Directory of an installation, the same on all nodes.");
  static final Key<String> JAVA =
      new Key<>(
          "java",
          Types.text("a directory"),
          "each node's own",
          "Home of the Java that the framework runs on, the same on all nodes.");
  static final Key<ByteSize> HEAP =
      new Key<>(
          JvmSpec.HEAP,
          Types.size("64m"),
          "what `resources` leave",
          "Largest heap of a mode in one JVM, see [below](#one-jvm).");
  static final Key<List<String>> JVM_OPTIONS =
      new Key<>(
          JvmSpec.OPTIONS,
          ValueType.ofParser(JvmSpec.FORM, JvmSpec::parse),
          "none",
          "Further options of the JVM of such a mode, see [below](#one-jvm).");
  static final Key<StorageConfiguration> STORAGE =
      new Key<>(
          "storage",
          Types.oneOf(StorageConfiguration.class, StorageConfiguration::id),
          "none",
          "The devices of its data in HDFS and of its intermediate data, see"
              + " [below](#unlike-devices).");
  static final Key<Map<String, String>> SETTINGS =
      new Key<>("settings", Types.settings(), "none", "Configuration in the framework's own keys.");
  static final Key<Place> HOOKS =
      new Key<>(
          "hooks",
          Types.place("keys and values"),
          "none",
          "Commands of yours before and after its trials, see [below](#hooks).");
  static final Key<Place> MATRIX =
      new Key<>(
          "matrix",
          Types.place("keys with lists of values"),
          "none",
          "Makes a variant for each combination of the values, see [below](#sweeps).");
  static final Key<String> FRAMEWORK_NETWORK =
      new Key<>(
          "network",
          interfaceName(),
          "`network` of the experiment",
          "The network interface of its daemons and tasks, see [below](#network).");
  static final List<Key<?>> FRAMEWORK =
      List.of(
          LABEL,
          VERSION,
          MODE,
          HOME,
          JAVA,
          HEAP,
          JVM_OPTIONS,
          STORAGE,
          FRAMEWORK_NETWORK,
          SETTINGS,
          HOOKS,
          MATRIX);

  static final Key<Duration> WORKLOAD_TIMEOUT =
      new Key<>(
          "timeout",
          Types.duration("1s", "30d"),
          "`timeout` of the experiment",
          "Time limit of its trials, and of the check of their outputs.");
  static final List<Key<?>> WORKLOAD = List.of(LABEL, WORKLOAD_TIMEOUT, HOOKS, MATRIX);

  static final Key<String> STORAGE_LABEL =
      new Key<>("label", Types.name(), "the type", "The name in results, different for each.");
  static final Key<StorageType> TYPE =
      new Key<>(
          "type",
          Types.oneOf(StorageType.class),
          "`hdfs`",
          "`local`: the file system of the only node. `hdfs`: an HDFS that is started for the"
              + " experiment. `shared`: a directory that all nodes see, such as one of Lustre or NFS."
              + " `uri`: an HDFS that exists, which is neither started nor ended.");
  static final Key<List<Path>> DATA = paths("data", "below `work`", DATA_TEXT);
  static final Key<List<Path>> SPILL = paths("spill", "below `work`", SPILL_TEXT);
  static final Key<String> LOCATION =
      new Key<>(
          "uri",
          ValueType.ofText(
              "hdfs://HOST:PORT or hdfs://NAME, and a path without any of * ? [ ] { } , # \\",
              text ->
                  Optional.of(text)
                      .filter(Keys::isHdfsDirectory)
                      .map(it -> it.replaceFirst("/+$", ""))),
          "none",
          "Of type `uri`: a directory of an HDFS. Inputs and outputs are in a directory of its own below"
              + " it, which is deleted at the end.");
  static final Key<ByteSize> BLOCK =
      new Key<>(
          "block",
          Types.size("1m"),
          "`128m`",
          "Of HDFS: bytes of a block (`dfs.blocksize`), a multiple of 512.");
  static final Key<Integer> REPLICATION =
      new Key<>(
          "replication",
          Types.integer(1, 512),
          "one for each worker, at most 3",
          "Of HDFS: replicas of each block (`dfs.replication`).");
  static final Key<String> STORAGE_NETWORK =
      new Key<>(
          "network",
          interfaceName(),
          "`network` of the experiment",
          "Of type `hdfs`: the network interface of its daemons, see [below](#network).");
  static final Key<Map<String, String>> STORAGE_SETTINGS =
      new Key<>(
          "settings",
          Types.settings(),
          "none",
          "Of HDFS: configuration of its daemons and clients, in Hadoop's keys.");
  static final List<Key<?>> STORAGE_ENTRY =
      List.of(
          STORAGE_LABEL,
          TYPE,
          DATA,
          SPILL,
          LOCATION,
          BLOCK,
          REPLICATION,
          VOLUMES,
          STORAGE_NETWORK,
          STORAGE_SETTINGS);

  static final Key<String> SETUP =
      new Key<>(
          "setup",
          Types.text("a command"),
          "none",
          "Runs before the first trial of a framework and workload on a number of nodes. If it"
              + " fails, so do these trials.");
  static final Key<String> PREPARE =
      new Key<>(
          "prepare",
          Types.text("a command"),
          "none",
          "Runs before each trial, warm-ups and repeated ones included. If it fails, so does the"
              + " trial.");
  static final Key<String> CLEANUP =
      new Key<>(
          "cleanup",
          Types.text("a command"),
          "none",
          "Runs after the last of these trials, also if some of them failed.");
  static final Key<Duration> HOOK_TIMEOUT =
      new Key<>(
          "timeout",
          Types.duration("1s", "30d"),
          "`10m`",
          "Time limit of each of these commands, which is then ended.");
  static final Key<Map<String, String>> ENVIRONMENT =
      new Key<>(
          "environment", Types.settings(), "none", "Variables for these commands, name and value.");
  static final List<Key<?>> HOOK = List.of(SETUP, PREPARE, CLEANUP, HOOK_TIMEOUT, ENVIRONMENT);

  static final Key<Double> LIMIT =
      new Key<>(
          "limit",
          Types.percent(),
          "`10%`",
          "Allowed CPU time of other programs and of the hypervisor, as a share of a node's CPU"
              + " time during the trial. A trial that exceeds it is flagged and repeated.");
  static final Key<Integer> ATTEMPTS =
      new Key<>(
          "attempts",
          Types.integer(1, 100),
          "`3`",
          "How often a trial is run at most. If all attempts are disturbed, the least disturbed one"
              + " counts, with its flag.");
  static final List<Key<?>> DISTURBANCES = List.of(LIMIT, ATTEMPTS);

  static final Key<String> REDFISH =
      new Key<>(
          "redfish",
          Types.text("a URL"),
          "none",
          "The URL of a Redfish service, such as `https://{node}-bmc`.");
  static final Key<String> IPMI =
      new Key<>(
          "ipmi",
          Types.text("host[:port]"),
          "none",
          "A device that is asked by IPMI 2.0 and DCMI, by the program `ipmitool`.");
  static final Key<String> METER_FILE =
      new Key<>(
          "file",
          Types.text("a path"),
          "none",
          "A file on the machine that runs `athanor`, to which a wall meter's program appends lines"
              + " of time and watts.");
  static final Key<Place> METERED =
      new Key<>("nodes", Types.place("names of nodes"), "all nodes", "The nodes that are metered.");
  static final Key<String> USER =
      new Key<>("user", Types.text("a user"), "none", "A user of the device, who may read power.");
  static final Key<String> SECRET =
      new Key<>(
          "secret",
          Types.text("a path"),
          "none",
          "A file whose first line is the user's password. Only its owner may have rights to it.");
  static final Key<Certificate> CERTIFICATE =
      new Key<>(
          "certificate",
          ValueType.ofParser(Certificate.FORM, Certificate::parse),
          "`checked`",
          "The certificate of a Redfish service. `checked`: it is of an authority that Java trusts,"
              + " and for the host; `sha256:` and its fingerprint: it is this one; `insecure`: it"
              + " may be any, so others in the network can learn the password.");
  static final Key<PowerReader.Login> LOGIN =
      new Key<>(
          "login",
          Types.oneOf(PowerReader.Login.class),
          "`basic`",
          "How a Redfish service knows the user. `basic`: each request has the password; `session`:"
              + " a session is opened for the run, and its token used.");
  static final Key<String> RESOURCE_PATH =
      new Key<>(
          "resource",
          ValueType.ofParser("a path such as /redfish/v1/Chassis/1/Power", PowerReader::resource),
          "the only one",
          "The Redfish resource with the power, `EnvironmentMetrics` or `Power` of a chassis.");
  static final Key<String> DOMAIN =
      new Key<>(
          "domain", Types.text("a text"), "the kind of meter", "What is metered, for reports.");
  static final Key<Duration> METER_INTERVAL =
      new Key<>(
          "interval", Types.duration("100ms", "10m"), "`1s`", "Time between readings of a meter.");
  static final List<Key<?>> METER =
      List.of(
          REDFISH,
          IPMI,
          METER_FILE,
          METERED,
          USER,
          SECRET,
          CERTIFICATE,
          LOGIN,
          RESOURCE_PATH,
          DOMAIN,
          METER_INTERVAL);

  static final Key<String> MONITOR_NAME =
      new Key<>(
          "name",
          ValueType.ofText(
              "a name of at most 32 lower-case letters and digits, a letter first",
              text -> Optional.of(text).filter(name -> name.matches("[a-z][a-z0-9]{0,31}"))),
          "",
          "The name in results, none of those above.");
  static final Key<String> MONITOR_CLASS =
      new Key<>(
          "class",
          ValueType.ofText(
              "the name of a class with its package",
              text ->
                  Optional.of(text).filter(name -> name.matches("[\\p{L}_$][\\p{L}\\p{N}_$.]*"))),
          "",
          "The monitor's class, which implements `org.athanor.agent.OwnMonitor`.");
  static final Key<String> MONITOR_JAR =
      new Key<>(
          "jar",
          Types.text("a path"),
          "",
          "The jar with the class, on the machine that runs `athanor`.");
  static final List<Key<?>> OWN_MONITOR = List.of(MONITOR_NAME, MONITOR_CLASS, MONITOR_JAR);

  static final Key<String> CLUSTER =
      new Key<>(
          "cluster",
          Types.name(),
          "none",
          "The name of the cluster in the file of clusters of `athanor schedule`, whose predictions"
              + " then use these trials.");
  static final Key<String> STORAGE_CLASS =
      new Key<>(
          "storage", Types.name(), "none", "A word for the class of its storage, such as `ssd`.");
  static final Key<String> NETWORK_CLASS =
      new Key<>(
          "network",
          Types.name(),
          "none",
          "A word for the class of its network, such as `10gbit`.");
  static final List<Key<?>> SITES = List.of(CLUSTER, STORAGE_CLASS, NETWORK_CLASS);

  private Keys() {}

  /** The name of a network interface, as the kernel allows it. */
  private static ValueType<String> interfaceName() {
    return ValueType.ofText(
        "the name of a network interface, such as eth0",
        text -> Optional.of(text).filter(name -> name.matches("[A-Za-z0-9._-]{1,15}")));
  }

  /** Absolute paths that Hadoop can have in a list. */
  private static Key<List<Path>> paths(String name, String fallback, String text) {
    ValueType<Path> path =
        ValueType.ofText(
            "an absolute path without blanks and any of , : ; ' \" $ * % & < > \\",
            it ->
                Optional.of(it)
                    .filter(some -> some.matches("/[^\\s,:;'\"$*%&<>\\\\\\x00]*"))
                    .map(some -> Path.of(some).normalize()));
    return new Key<>(name, Types.listOf(path, "a list of absolute paths"), fallback, text);
  }

  /** Hadoop's shell and the inputs of jobs take some characters as patterns or lists. */
  private static boolean isHdfsDirectory(String text) {
    if (!text.matches("hdfs://[A-Za-z0-9._-]+(:[1-9]\\d{0,4})?(/[^\\s*?\\[\\]{},#\\\\]*)?")) {
      return false;
    }
    try {
      return new URI(text).getPort() <= MAX_PORT;
    } catch (URISyntaxException wrong) {
      return false;
    }
  }
}
