// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.athanor.topology.BindingTarget;
import org.athanor.topology.CpuKind;
import org.athanor.topology.CpuSet;
import org.athanor.topology.Info;
import org.athanor.topology.ObjectType;
import org.athanor.topology.SupportedFeature;
import org.athanor.topology.Topology;
import org.athanor.topology.TopologyObject;
import org.athanor.topology.TopologySource;

/**
 * A topology and how much of it to show. Immutable.
 *
 * @param topology may be closed
 * @param binding the PUs that this process is bound to; empty if it may use the whole machine, or
 *     if the machine is another one
 * @param devices whether I/O devices and Misc objects are shown
 */
public record MachineView(Topology topology, Optional<CpuSet> binding, boolean devices) {
  /** A view of an open topology. */
  public static MachineView of(Topology topology, boolean devices) {
    return new MachineView(topology, bindingOf(topology), devices);
  }

  private static Optional<CpuSet> bindingOf(Topology topology) {
    if (!topology.isThisSystem() || !topology.supports(SupportedFeature.GET_THIS_PROCESS_BINDING)) {
      return Optional.empty();
    }
    CpuSet bound = topology.cpuBinding().of(BindingTarget.currentProcess());
    return topology.allowedCpuset().isIncludedIn(bound) ? Optional.empty() : Optional.of(bound);
  }

  /** What the operating system has decided about a PU or NUMA node. */
  public enum Mark {
    /** The process may not use the object, by the decision of an administrator. */
    DISALLOWED("disallowed"),
    /** The process is bound to this PU, and not to all PUs. */
    BOUND("bound");

    private final String word;

    Mark(String word) {
      this.word = word;
    }

    public String word() {
      return word;
    }
  }

  /** The mark of an object; empty for all but some PUs and NUMA nodes. */
  public Optional<Mark> mark(TopologyObject object) {
    OptionalInt index = object.osIndex();
    if (index.isEmpty()) {
      return Optional.empty();
    }
    if (object.type() == ObjectType.NUMA_NODE) {
      return topology.allowedNodeset().contains(index.getAsInt())
          ? Optional.empty()
          : Optional.of(Mark.DISALLOWED);
    }
    if (object.type() != ObjectType.PU) {
      return Optional.empty();
    }
    if (!topology.allowedCpuset().contains(index.getAsInt())) {
      return Optional.of(Mark.DISALLOWED);
    }
    return binding.filter(bound -> bound.contains(index.getAsInt())).map(bound -> Mark.BOUND);
  }

  /** The kind of a core; empty if all cores are of one kind, or their kinds are unknown. */
  public Optional<String> coreKind(TopologyObject core) {
    if (core.type() != ObjectType.CORE || topology.cpuKinds().size() < 2) {
      return Optional.empty();
    }
    return topology.cpuKindOf(core.cpuset()).flatMap(MachineView::name);
  }

  private static Optional<String> name(CpuKind kind) {
    return kind.infos().stream()
        .filter(info -> info.name().equals("CoreType"))
        .map(Info::value)
        .findFirst()
        .or(
            () ->
                kind.efficiency().isPresent()
                    ? Optional.of("efficiency " + kind.efficiency().getAsInt())
                    : Optional.empty());
  }

  /** The processor's name, if that is known. */
  public static Optional<String> processor(TopologyObject object) {
    return object.info("CPUModel").map(model -> model.strip().replaceAll("\\s+", " "));
  }

  /** The children to show: memory first, then those of the main tree, then devices. */
  public List<TopologyObject> children(TopologyObject object) {
    List<TopologyObject> children = new ArrayList<>(object.memoryChildren());
    children.addAll(object.children());
    children.addAll(devices(object));
    return children;
  }

  /** The I/O devices and Misc objects to show directly below an object. */
  public List<TopologyObject> devices(TopologyObject object) {
    return devices
        ? Stream.concat(object.ioChildren().stream(), object.miscChildren().stream()).toList()
        : List.of();
  }

  /** The machine's name: {@code this machine}, or the name of its file. */
  public String machine() {
    return topology.source() instanceof TopologySource.XmlFile xml
        ? xml.file().getFileName().toString()
        : topology.source().toString();
  }

  /** The numbers of objects: {@code 2 packages, 2 NUMA nodes, 16 cores, 32 PUs}. */
  public String counts() {
    List<String> counts = new ArrayList<>();
    addCount(counts, ObjectType.PACKAGE, "package");
    addCount(counts, ObjectType.NUMA_NODE, "NUMA node");
    addCount(counts, ObjectType.CORE, "core");
    addCount(counts, ObjectType.PU, "PU");
    return String.join(", ", counts);
  }

  private void addCount(List<String> counts, ObjectType type, String noun) {
    int count = topology.count(type);
    if (count > 0) {
      counts.add(ObjectLabel.count(count, noun));
    }
  }
}
