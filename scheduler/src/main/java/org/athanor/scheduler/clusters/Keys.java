// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.clusters;

import java.util.List;
import java.util.Locale;
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
              + " such as `/east`. Nodes at or below one of them are in the region. Inputs are found"
              + " there, but not copied.");
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
      new Key<>("label", Types.name(), "none", "The label of the nodes that jobs run on.");
  static final List<Key<?>> YARN = List.of(CONFIGURATION, RESOURCE_MANAGER, QUEUE, LABEL);

  static final Key<Double> IDLE =
      new Key<>("idle", watts(), "", "Watts of a node that does nothing.");
  static final Key<Double> MAX =
      new Key<>(
          "max", watts(), "", "Watts of a node whose processors are all busy, not below `idle`.");
  static final List<Key<?>> POWERS = List.of(IDLE, MAX);

  private Keys() {}

  private static ValueType<Double> watts() {
    return Types.decimal(0, MOST_WATTS);
  }
}
