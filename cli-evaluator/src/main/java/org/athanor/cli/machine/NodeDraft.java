// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.cluster.SystemInfo;
import org.athanor.profile.run.NodeKind;

/** A node of which not all figures are known yet. The first one that is set stays. */
public final class NodeDraft {
  private static final long TEST_BYTES = 256L << 20;
  private static final Duration TEST_LIMIT = Duration.ofSeconds(5);

  /** What a node needs, besides what every machine says. */
  public enum Item {
    CLOCK,
    LINK,
    READ,
    WRITE,
    CAPACITY
  }

  private final Map<Item, Figure> figures = new EnumMap<>(Item.class);
  private String name = "";
  private int cores;
  private long memoryBytes;
  private String deviceType = "disk";

  /** Sets a figure, unless it is known. */
  public void set(Item item, Figure figure) {
    figures.putIfAbsent(item, figure);
  }

  private void set(Item item, Optional<Figure> figure) {
    figure.ifPresent(some -> set(item, some));
  }

  /** Sets what a machine says of itself. */
  public void set(SystemInfo system, ThisMachine files) {
    name = "this machine, " + system.cpuModel();
    cores = system.processors();
    memoryBytes = system.memoryBytes();
    set(Item.CLOCK, files.hertz(system.cpuModel()));
    set(Item.LINK, files.link());
  }

  /** Sets what a catalogue says of a kind of nodes. */
  public void set(CatalogueKinds.Kind kind) {
    NodeKind hardware = kind.hardware();
    name = kind.text();
    cores = hardware.processors();
    memoryBytes = hardware.memoryBytes();
    set(Item.CLOCK, kind.hertz());
  }

  /**
   * Sets what the device of a directory is and does. Measures only what is not known.
   *
   * @param directory that exists
   */
  public void measure(Path directory, ThisMachine files) throws IOException {
    if (!figures.containsKey(Item.READ) || !figures.containsKey(Item.WRITE)) {
      DiskTest.Rates rates = new DiskTest(directory, TEST_BYTES, TEST_LIMIT).run();
      set(Item.READ, rates.read());
      set(Item.WRITE, rates.write());
    }
    double total = Files.getFileStore(directory).getTotalSpace();
    set(Item.CAPACITY, new Figure(total, "of the file system of " + directory));
    boolean inMemory = Files.getFileStore(directory).type().equals("tmpfs");
    String onDevice = files.rotates(directory).orElse(true) ? "disk" : "ssd";
    deviceType = inMemory ? "ram-disk" : onDevice;
  }

  /** Of which kind the node is, for people. */
  public String name() {
    return name;
  }

  /** What is not known. */
  public List<Item> missing() {
    List<Item> missing = new ArrayList<>(List.of(Item.values()));
    missing.removeAll(figures.keySet());
    return missing;
  }

  /** The node, of which nothing is missing. */
  public NodeFigures complete() {
    return new NodeFigures(
        name,
        cores,
        memoryBytes,
        figures.get(Item.CLOCK),
        figures.get(Item.LINK),
        figures.get(Item.READ),
        figures.get(Item.WRITE),
        figures.get(Item.CAPACITY),
        deviceType);
  }
}
