// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.bench.experiment.StorageSpec;
import org.athanor.bench.experiment.StorageType;
import org.athanor.cluster.hadoop.Volumes;
import org.athanor.yaml.Key;
import org.athanor.yaml.Place;
import org.athanor.yaml.Section;
import org.athanor.yaml.text.ByteSize;

/**
 * Reads the key {@code storage}, or {@code filesystem} and {@code volumes}, which are short for one
 * storage without a label. Not thread-safe.
 */
final class StoragesReader {
  /** Settings that have keys of their own → these. */
  private static final Map<String, Key<?>> KEYS =
      Map.of(
          "dfs.replication",
          Keys.REPLICATION,
          "dfs.blocksize",
          Keys.BLOCK,
          "dfs.datanode.data.dir",
          Keys.DATA);

  private static final int CHECKSUM_BYTES = 512;

  private final Section top;
  private final int largest;
  private final int smallest;
  private final Map<String, Place> places = new HashMap<>();

  /**
   * @param largest most nodes that read and write a storage
   * @param smallest least nodes that store, the smallest size
   */
  StoragesReader(Section top, int largest, int smallest) {
    this.top = top;
    this.largest = largest;
    this.smallest = smallest;
  }

  /** {@code storage.LABEL}, or {@code filesystem} and {@code volumes} → its place in the file. */
  Map<String, Place> places() {
    return places;
  }

  /** The storages; never empty. Wrong ones are reported and left out. */
  List<StorageSpec> read() {
    Optional<Place> list = top.place(Keys.STORAGES);
    if (list.isEmpty()) {
      StorageType type = filesystem();
      return List.of(StorageSpec.of(type, volumes(top, type, "filesystem: hdfs")));
    }
    for (Key<?> key : List.of(Keys.FILESYSTEM, Keys.VOLUMES)) {
      top.place(key)
          .ifPresent(
              place ->
                  place.report("cannot be used together with storage; move it into each of them"));
    }
    List<Place> items = list.get().items();
    if (items.isEmpty()) {
      list.get().report("must be " + Keys.STORAGES.type().allowed());
    }
    List<StorageSpec> storages = new ArrayList<>();
    items.forEach(item -> storage(item).ifPresent(storages::add));
    return storages.isEmpty() ? List.of(StorageSpec.of(fallback(), List.of())) : storages;
  }

  private StorageType fallback() {
    return largest == 1 ? StorageType.LOCAL : StorageType.HDFS;
  }

  private StorageType filesystem() {
    StorageType type = top.get(Keys.FILESYSTEM).orElse(fallback());
    if (type == StorageType.LOCAL && largest > 1) {
      top.place(Keys.FILESYSTEM)
          .ifPresent(
              place ->
                  place.report(
                      "must be hdfs with "
                          + largest
                          + " nodes, which cannot read each other's files"));
    }
    return type;
  }

  /** The volumes of a section; empty if it names none. Reports those that cannot be used. */
  private static List<Volumes> volumes(Section section, StorageType type, String needed) {
    List<Volumes> volumes = section.get(Keys.VOLUMES).orElse(List.of());
    Optional<Place> place = section.place(Keys.VOLUMES);
    if (place.isPresent() && type != StorageType.HDFS) {
      place.get().report("needs " + needed + "; set that key, or remove this one");
    } else if (!volumes.isEmpty() && !UnlikeDevices.hasDisk(volumes)) {
      place.orElseThrow().report("must have a disk, to which HDFS writes; add disk=1");
    }
    return volumes;
  }

  /** Returns empty and reports a problem if another storage has the same label. */
  private Optional<StorageSpec> storage(Place item) {
    Section section = new Section(item, "a storage", Keys.STORAGE_ENTRY);
    StorageType type = section.get(Keys.TYPE).orElse(StorageType.HDFS);
    String label = section.get(Keys.STORAGE_LABEL).orElse(type.id());
    Place known = places.putIfAbsent("storage." + label, item);
    if (known != null) {
      item.report(
          "the label "
              + label
              + " is already used in line "
              + known.line()
              + "; choose another, such as label: "
              + label
              + "-2");
      return Optional.empty();
    }
    List<Path> data = section.get(Keys.DATA).orElse(List.of());
    List<Volumes> volumes = volumes(section, type, "type: hdfs");
    Optional<ByteSize> block = section.get(Keys.BLOCK);
    Map<String, String> settings = section.get(Keys.STORAGE_SETTINGS).orElse(Map.of());
    check(section, item, type, data, volumes, block, settings);
    reportTwice(section, Keys.DATA);
    reportTwice(section, Keys.SPILL);
    if (type == StorageType.HDFS) {
      checkReplication(section, volumes);
    }
    return Optional.of(
        new StorageSpec(
            Optional.of(label),
            type,
            data,
            section.get(Keys.SPILL).orElse(List.of()),
            section.get(Keys.LOCATION),
            block,
            section.get(Keys.REPLICATION),
            volumes,
            section.get(Keys.STORAGE_NETWORK),
            settings));
  }

  private void check(
      Section section,
      Place item,
      StorageType type,
      List<Path> data,
      List<Volumes> volumes,
      Optional<ByteSize> block,
      Map<String, String> settings) {
    boolean hdfs = type == StorageType.HDFS || type == StorageType.URI;
    if (type == StorageType.LOCAL && largest > 1) {
      section
          .place(Keys.TYPE)
          .ifPresent(
              place ->
                  place.report(
                      "must be hdfs, shared or uri with "
                          + largest
                          + " nodes, which cannot read each other's files"));
    }
    if (!hdfs) {
      refuse(section, type, List.of(Keys.BLOCK, Keys.REPLICATION, Keys.STORAGE_SETTINGS));
    }
    if (type != StorageType.HDFS) {
      refuse(section, type, List.of(Keys.STORAGE_NETWORK));
    }
    if (type == StorageType.URI) {
      refuse(section, type, List.of(Keys.DATA));
      require(section, item, type, Keys.LOCATION);
    } else {
      refuse(section, type, List.of(Keys.LOCATION));
    }
    if (type == StorageType.SHARED) {
      require(section, item, type, Keys.DATA);
    }
    section
        .place(Keys.DATA)
        .filter(place -> data.size() > 1 && (type != StorageType.HDFS || !volumes.isEmpty()))
        .ifPresent(
            place ->
                place.report(
                    "must be one directory "
                        + (volumes.isEmpty() ? "of type: " + type.id() : "with volumes")));
    if (block.filter(size -> size.bytes() % CHECKSUM_BYTES != 0).isPresent()) {
      section
          .place(Keys.BLOCK)
          .ifPresent(place -> place.report("must be a multiple of " + CHECKSUM_BYTES + " bytes"));
    }
    for (String key : settings.keySet()) {
      if (KEYS.containsKey(key)) {
        section
            .place(Keys.STORAGE_SETTINGS)
            .ifPresent(
                place -> place.report(key + " has a key of its own; use " + KEYS.get(key).name()));
      }
    }
  }

  /** A DataNode has at most one replica of a block. */
  private void checkReplication(Section section, List<Volumes> volumes) {
    int perNode = volumes.isEmpty() ? 1 : volumes.stream().mapToInt(Volumes::count).sum();
    int most = smallest * perNode;
    if (section.get(Keys.REPLICATION).orElse(1) > most) {
      section
          .place(Keys.REPLICATION)
          .ifPresent(
              place ->
                  place.report(
                      "must be at most "
                          + most
                          + ", the number of DataNodes with the smallest of sizes, "
                          + smallest
                          + "; reduce it, or remove that size"));
    }
  }

  /** A directory that is named twice would count as two disks. */
  private static void reportTwice(Section section, Key<List<Path>> key) {
    Set<Path> known = new HashSet<>();
    for (Path path : section.get(key).orElse(List.of())) {
      if (!known.add(path)) {
        section
            .place(key)
            .ifPresent(place -> place.report("names " + path + " twice; remove one of them"));
      }
    }
  }

  private static void refuse(Section section, StorageType type, List<Key<?>> keys) {
    for (Key<?> key : keys) {
      section
          .place(key)
          .ifPresent(place -> place.report("is no key of type: " + type.id() + "; remove it"));
    }
  }

  private static void require(Section section, Place item, StorageType type, Key<?> key) {
    if (section.place(key).isEmpty()) {
      item.report("type: " + type.id() + " needs " + key.name() + ": " + key.type().allowed());
    }
  }
}
