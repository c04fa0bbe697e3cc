// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.clusters;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.athanor.yaml.Key;
import org.athanor.yaml.Place;
import org.athanor.yaml.Types;
import org.athanor.yaml.ValueType;
import org.athanor.yaml.text.ByteRate;
import org.athanor.yaml.text.ByteSize;

/** Every key that a file of clusters may have. {@code docs/scheduling.md} lists these. */
final class Keys {
  /** The values of the key {@code kind}. */
  enum KindName {
    LOCAL,
    YARN;

    String id() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final double MOST_WATTS = 100_000;

  static final Key<Place> CLUSTERS =
      new Key<>(
          "clusters",
          Types.place("names of clusters, each with keys"),
          "",
          "The clusters: names, and keys.");
  static final Key<Place> REGIONS =
      new Key<>(
          "regions",
          Types.place("names of regions, each with network locations"),
          "none",
          "The regions of the storage: names, each with one network location of Hadoop or a list,"
              + " such as `/east`. Nodes at or below one of them are in the region. Inputs are"
              + " found there, but not copied.");
  static final Key<String> STORAGE_RULES =
      new Key<>(
          "storage rules",
          Types.text("a file"),
          "none",
          "The rules file of the NameNode's plug-ins, or a copy of it, instead of `regions`: the"
              + " regions are those of the rules, and inputs are copied to them. A relative path"
              + " begins where the file of clusters is.");
  static final List<Key<?>> TOP = List.of(CLUSTERS, REGIONS, STORAGE_RULES);

  static final Key<KindName> KIND =
      new Key<>(
          "kind",
          Types.oneOf(KindName.class),
          "",
          "`local` is the engine on this machine, `yarn` a cluster with a ResourceManager.");
  static final Key<Double> CORES =
      new Key<>(
          "cores",
          Types.decimal(0.1, 10_000_000),
          "all",
          "So many vcores are used at most; of a local cluster, processors.");
  static final Key<ByteSize> MEMORY =
      new Key<>("memory", Types.size("64m"), "all", "So much memory is used at most.");
  static final Key<String> REGION =
      new Key<>(
          "region",
          Types.name(),
          "none",
          "The storage's region whose files are near: one of `regions`, or of the storage rules.");
  static final Key<String> STORAGE =
      new Key<>(
          "storage",
          Types.name(),
          "none",
          "A word for the class of its storage, such as `ssd`. Runs on unlike storage are kept"
              + " apart.");
  static final Key<String> NETWORK =
      new Key<>(
          "network",
          Types.name(),
          "none",
          "A word for the class of its network, such as `10gbit`. Runs on unlike networks are kept"
              + " apart.");
  static final Key<ByteRate> DISK_RATE =
      new Key<>(
          "disk rate",
          Types.rate(),
          "unlimited",
          "What all its disks together read and write. Jobs may want more, and take longer.");
  static final Key<ByteRate> NETWORK_RATE =
      new Key<>(
          "network rate",
          Types.rate(),
          "unlimited",
          "What its nodes together receive. Copies of inputs take as long as the lower rate of the"
              + " two clusters says, at most 100 MB/s where neither is given.");
  static final Key<Place> POWER =
      new Key<>("power", Types.place("keys and values"), "none", "Power of each node, see below.");
  static final Key<String> ZONE =
      new Key<>(
          "zone", Types.name(), "none", "The zone of its electricity, as files of carbon name it.");
  static final List<Key<?>> COMMON =
      List.of(KIND, CORES, MEMORY, REGION, STORAGE, NETWORK, DISK_RATE, NETWORK_RATE, POWER, ZONE);

  static final Key<String> LOCAL_CONFIGURATION =
      new Key<>(
          "hadoop configuration",
          Types.text("a directory"),
          "that of `HADOOP_CONF_DIR`, else none",
          "The directory with the `core-site.xml` of the file system of its jobs; a relative path"
              + " begins where the file of clusters is. Without any, that is this machine's.");
  static final List<Key<?>> LOCAL = List.of(LOCAL_CONFIGURATION);

  static final Key<String> CONFIGURATION =
      new Key<>(
          "hadoop configuration",
          Types.text("a directory"),
          "",
          "The directory with the cluster's `core-site.xml` and `yarn-site.xml`; a relative path"
              + " begins where the file of clusters is.");
  static final Key<List<String>> RESOURCE_MANAGER =
      new Key<>(
          "resource manager",
          Types.listOf(Types.text("an address such as rm.example.org:8088"), "a list of addresses"),
          "those of `yarn-site.xml`",
          "Addresses of the ResourceManagers' web interfaces: `host:port`, or with `http://` or"
              + " `https://` before.");
  static final Key<String> QUEUE =
      new Key<>(
          "queue",
          Types.text("the name of a queue"),
          "that of the cluster",
          "The queue that jobs are submitted to.");
  static final Key<String> LABEL =
      new Key<>(
          "label",
          Types.name(),
          "none",
          "The label of the nodes that jobs of MapReduce and Spark run on.");
  static final Key<MapReduceFramework> FRAMEWORK =
      new Key<>(
          "framework",
          Types.oneOf(MapReduceFramework.class),
          "`hadoop`",
          "What jobs of type `jar` and `streaming` run on: Hadoop's MapReduce, or the engine in"
              + " containers. A job's setting `mapreduce.framework.name`, `yarn` or `athanor`,"
              + " wins.");
  static final Key<String> HISTORY_SERVER =
      new Key<>(
          "history server",
          Types.text("an address"),
          "none",
          "Address of the web interface of YARN's timeline server, usually of port 8188, which is"
              + " asked about applications that the ResourceManager has forgotten; see below.");
  static final Key<Place> POWER_DOWN =
      new Key<>(
          "power down",
          Types.place("keys and values"),
          "none",
          "How its nodes are switched off and on, see below; needs `power`.");
  static final List<Key<?>> YARN =
      List.of(CONFIGURATION, RESOURCE_MANAGER, QUEUE, LABEL, FRAMEWORK, HISTORY_SERVER, POWER_DOWN);

  static final Key<Double> IDLE =
      new Key<>("idle", watts(), "", "Watts of a node that does nothing.");
  static final Key<Double> MAX =
      new Key<>(
          "max", watts(), "", "Watts of a node whose processors are all busy, not below `idle`.");
  static final List<Key<?>> POWERS = List.of(IDLE, MAX);

  static final Key<List<String>> NODES =
      new Key<>(
          "nodes",
          Types.listOf(Types.text("the name of a node"), "a list of names of nodes"),
          "",
          "The nodes that may be off, as HDFS and YARN name them; a DataNode may have its port"
              + " behind it, as in `host:9866`. All others are always on.");
  static final Map<PowerDown.Hook, Key<List<String>>> HOOKS = hooks();
  static final Key<Integer> LEAST_NODES =
      new Key<>(
          "least nodes",
          Types.integer(1, 1_000_000),
          "3",
          "So many nodes of the cluster are never off.");
  static final Key<Integer> SPARE_NODES =
      new Key<>(
          "spare nodes",
          Types.integer(0, 1_000_000),
          "1",
          "So many nodes more than are needed are on.");
  static final Key<Double> FACTOR =
      new Key<>(
          "factor",
          Types.decimal(1, 100),
          "2",
          "The energy of a boot counts so many times, when what it saves is weighed.");
  static final Key<Double> STANDBY =
      new Key<>("standby", watts(), "0", "Watts of a node that is off, below `idle`.");
  static final Key<Duration> DRAIN_TIME =
      new Key<>(
          "drain time",
          Types.duration("1s", "7d"),
          "1h",
          "A node whose containers have not ended by then stays on.");
  static final Key<Duration> BOOT_TIME =
      new Key<>(
          "boot time",
          Types.duration("1s", "1d"),
          "10m",
          "A node that HDFS does not hear of by then is switched on again.");
  static final Key<Duration> HOOK_TIME =
      new Key<>(
          "command time",
          Types.duration("1s", "1h"),
          "2m",
          "A command that takes longer is ended, and has failed.");
  static final Key<Duration> MAINTENANCE_TIME =
      new Key<>(
          "maintenance time",
          Types.duration("10m", "365d"),
          "7d",
          "So long is HDFS told to do without a node; it is switched on before that.");
  static final List<Key<?>> POWER_DOWNS =
      Stream.of(
              Stream.of(NODES),
              HOOKS.values().stream(),
              Stream.of(LEAST_NODES, SPARE_NODES, FACTOR, STANDBY),
              Stream.of(DRAIN_TIME, BOOT_TIME, HOOK_TIME, MAINTENANCE_TIME))
          .<Key<?>>flatMap(keys -> keys)
          .toList();

  private Keys() {}

  private static Map<PowerDown.Hook, Key<List<String>>> hooks() {
    Map<PowerDown.Hook, Key<List<String>>> hooks = new EnumMap<>(PowerDown.Hook.class);
    hooks.put(PowerDown.Hook.DRAIN, hook("drain", "Lets YARN decommission `${node}` gracefully."));
    hooks.put(
        PowerDown.Hook.MAINTENANCE,
        hook(
            "maintenance",
            "Lets HDFS take `${node}` into maintenance until `${until}`, in milliseconds since"
                + " 1970."));
    hooks.put(PowerDown.Hook.OFF, hook("off", "Switches `${node}` off."));
    hooks.put(
        PowerDown.Hook.ON,
        hook("on", "Switches `${node}` on, or does nothing if it is; its daemons start then."));
    hooks.put(
        PowerDown.Hook.RESTORE,
        hook("restore", "Takes back what `drain` and `maintenance` did to `${node}`."));
    return Collections.unmodifiableMap(hooks);
  }

  private static Key<List<String>> hook(String name, String what) {
    return new Key<>(
        name,
        Types.listOf(Types.text("a program, or an argument"), "a program and its arguments"),
        "",
        what);
  }

  private static ValueType<Double> watts() {
    return Types.decimal(0, MOST_WATTS);
  }
}
