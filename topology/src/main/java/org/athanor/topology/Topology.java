// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.PointerByReference;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.athanor.topology.hwloc.Errno;
import org.athanor.topology.hwloc.HwlocFunctions;
import org.athanor.topology.hwloc.NativeBitmap;
import org.athanor.topology.hwloc.NativeTopology;

/**
 * The hardware of a machine: a tree of objects, their distances and kinds, and the way to bind to
 * them. All that can be read is read when it is loaded, never changes, and stays readable after
 * {@link #close}. Binding, export and restriction ask libhwloc and throw {@link
 * IllegalStateException} once the topology is closed. Thread-safe: any number of threads may use a
 * topology; {@code close} waits for those that are within libhwloc.
 *
 * <p>Methods that take objects throw {@link IllegalArgumentException} for those of other
 * topologies.
 */
public final class Topology implements AutoCloseable {
  private static final int SYNTHETIC_BYTES = 4096;

  private final TopologySource source;
  private final NativeTopology nativeTopology;
  private final Snapshot snapshot;
  private final ObjectTree tree;

  Topology(TopologySource source, NativeTopology nativeTopology, Snapshot snapshot) {
    this.source = source;
    this.nativeTopology = nativeTopology;
    this.snapshot = snapshot;
    this.tree = snapshot.tree();
  }

  // ---- loading

  /**
   * This machine, as far as the process may use it, with hwloc's default filters.
   *
   * @throws HwlocUnavailableException if libhwloc cannot be used
   */
  public static Topology load() {
    return loader().load();
  }

  /** This machine, with filters and flags to be set. */
  public static TopologyLoader loader() {
    return new TopologyLoader(new TopologySource.ThisMachine());
  }

  /** Another machine or a description, with filters and flags to be set. */
  public static TopologyLoader loader(TopologySource source) {
    return new TopologyLoader(source);
  }

  /**
   * The machine in a file that hwloc exported: format 1, 2 or 3. Of format 3, what hwloc 2 has no
   * place for is left out.
   *
   * @throws TopologyException if it cannot be read or is malformed
   */
  public static Topology fromXml(Path file) {
    return loader(new TopologySource.XmlFile(file)).load();
  }

  /** As {@link #fromXml}, from the text itself. */
  public static Topology fromXmlText(String xml) {
    return loader(new TopologySource.XmlText(xml)).load();
  }

  /**
   * A machine that need not exist, described level by level, as in {@code "package:2 l3:1 core:8
   * pu:2"}.
   *
   * @throws TopologyException if libhwloc does not understand it
   */
  public static Topology fromSynthetic(String description) {
    return loader(new TopologySource.Synthetic(description)).load();
  }

  public TopologySource source() {
    return source;
  }

  /** Whether it describes this machine, so that binding by it is possible. */
  public boolean isThisSystem() {
    return snapshot.isThisSystem();
  }

  /** Whether the operating system is able to do that. */
  public boolean supports(SupportedFeature feature) {
    return snapshot.support().contains(feature);
  }

  /** All that the operating system is able to do. */
  public Set<SupportedFeature> support() {
    return snapshot.support();
  }

  // ---- objects

  /** The machine. */
  public TopologyObject root() {
    return tree.root();
  }

  /** How many levels the main tree has, machine and PUs included. */
  public int depth() {
    return tree.depth();
  }

  /**
   * The objects at a depth, by logical index. Depths of the main tree are 0 to {@link #depth} - 1;
   * other types have a negative one each, see {@link #depthOf}. Empty if there are none.
   */
  public List<TopologyObject> level(int depth) {
    return tree.level(depth);
  }

  /**
   * The depth of the objects of that type; empty if there are none, or if they are groups at
   * several depths, see {@link #depthsOf}.
   */
  public OptionalInt depthOf(ObjectType type) {
    List<Integer> depths = tree.depths(type);
    return depths.size() == 1 ? OptionalInt.of(depths.get(0)) : OptionalInt.empty();
  }

  /** The depths with objects of that type, ascending. */
  public List<Integer> depthsOf(ObjectType type) {
    return tree.depths(type);
  }

  /** All objects of that type by logical index; groups of several depths by depth. */
  public List<TopologyObject> objects(ObjectType type) {
    return tree.objects(type);
  }

  public int count(ObjectType type) {
    return tree.objects(type).size();
  }

  /**
   * The object of that type and logical index.
   *
   * @throws IndexOutOfBoundsException if there is none
   */
  public TopologyObject object(ObjectType type, int logicalIndex) {
    List<TopologyObject> objects = tree.objects(type);
    if (logicalIndex < 0 || logicalIndex >= objects.size()) {
      throw new IndexOutOfBoundsException(
          type + " L#" + logicalIndex + ": there are " + objects.size());
    }
    return objects.get(logicalIndex);
  }

  /** The PU with that OS index. */
  public Optional<TopologyObject> pu(int osIndex) {
    return byOsIndex(ObjectType.PU, osIndex);
  }

  /** The NUMA node with that OS index. */
  public Optional<TopologyObject> numaNode(int osIndex) {
    return byOsIndex(ObjectType.NUMA_NODE, osIndex);
  }

  private Optional<TopologyObject> byOsIndex(ObjectType type, int osIndex) {
    return tree.objects(type).stream()
        .filter(o -> o.osIndex().isPresent() && o.osIndex().getAsInt() == osIndex)
        .findFirst();
  }

  /** The object with that global index, which copies of a topology have in common. */
  public Optional<TopologyObject> byGpIndex(long gpIndex) {
    return root().subtree().filter(o -> o.gpIndex() == gpIndex).findFirst();
  }

  /** The PUs of the machine; {@code root().completeCpuset()} also has those offline. */
  public CpuSet cpuset() {
    return root().cpuset();
  }

  public NodeSet nodeset() {
    return root().nodeset();
  }

  /** The PUs that the process may use; those of {@link #cpuset} unless disallowed ones are kept. */
  public CpuSet allowedCpuset() {
    return snapshot.allowedCpuset();
  }

  public NodeSet allowedNodeset() {
    return snapshot.allowedNodeset();
  }

  /** How far objects are from each other, as far as that is known. */
  public List<DistanceMatrix> distances() {
    return snapshot.distances();
  }

  /** The latencies between NUMA nodes; empty if they are not known. */
  public Optional<DistanceMatrix> numaDistances() {
    return snapshot.distances().stream()
        .filter(m -> m.kinds().contains(DistanceMatrix.Kind.MEANS_LATENCY))
        .filter(m -> m.objects().stream().allMatch(o -> o.type() == ObjectType.NUMA_NODE))
        .findFirst();
  }

  /** The kinds of PUs, the most efficient one first; empty if nothing is known about kinds. */
  public List<CpuKind> cpuKinds() {
    return snapshot.cpuKinds();
  }

  /** The kind that all those PUs are of; empty if they are of several, or none is known. */
  public Optional<CpuKind> cpuKindOf(CpuSet cpus) {
    return snapshot.cpuKinds().stream()
        .filter(kind -> !cpus.isEmpty() && cpus.isIncludedIn(kind.cpuset()))
        .findFirst();
  }

  /** By what NUMA nodes compare; since hwloc 2.3, empty with an older one. */
  public List<MemoryAttribute> memoryAttributes() {
    return snapshot.memoryAttributes();
  }

  // ---- traversal

  /** The deepest object of the main tree with all of those PUs; empty if there is none. */
  public Optional<TopologyObject> covering(CpuSet cpus) {
    return Traversal.covering(root(), cpus);
  }

  /** The objects of that type with some of those PUs. */
  public List<TopologyObject> intersecting(CpuSet cpus, ObjectType type) {
    return Traversal.intersecting(objects(type), cpus);
  }

  /** The objects of that type with PUs, and none but those. */
  public List<TopologyObject> inside(CpuSet cpus, ObjectType type) {
    return Traversal.inside(objects(type), cpus);
  }

  /**
   * The fewest objects of the main tree that together have just those PUs; PUs that the machine
   * does not have are ignored.
   */
  public List<TopologyObject> largestInside(CpuSet cpus) {
    return Traversal.largestInside(root(), cpus);
  }

  /** The deepest object that is, or is above, both. */
  public TopologyObject commonAncestor(TopologyObject a, TopologyObject b) {
    return Traversal.commonAncestor(tree.checkOwn(a), tree.checkOwn(b));
  }

  /**
   * Up to {@code max} objects of the same type and depth, the closest first: those below the
   * nearest ancestor with further PUs, then those below the next one, and so on.
   *
   * @throws IllegalStateException if the object has no cpuset
   */
  public List<TopologyObject> closest(TopologyObject object, int max) {
    return Traversal.closest(tree.checkOwn(object), tree.level(object.depth()), max);
  }

  /** The NUMA nodes that are near some of those PUs. */
  public NodeSet nodesetOf(CpuSet cpus) {
    NodeSet nodes = NodeSet.empty();
    for (TopologyObject node : objects(ObjectType.NUMA_NODE)) {
      if (node.cpuset().intersects(cpus)) {
        nodes = nodes.with(node.osIndex().getAsInt());
      }
    }
    return nodes;
  }

  /** The PUs that are near some of those NUMA nodes. */
  public CpuSet cpusetOf(NodeSet nodes) {
    CpuSet cpus = CpuSet.empty();
    for (TopologyObject node : objects(ObjectType.NUMA_NODE)) {
      if (nodes.contains(node.osIndex().getAsInt())) {
        cpus = cpus.or(node.cpuset());
      }
    }
    return cpus;
  }

  /**
   * One PU of each core: of those of a core that are in the set, the one at place {@code which}
   * from 0. Cores with fewer give none. PUs outside any core stay.
   */
  public CpuSet singlifyPerCore(CpuSet cpus, int which) {
    return Traversal.singlifyPerCore(objects(ObjectType.CORE), cpus, which);
  }

  /**
   * Spreads workers over the whole machine, see {@link #distribute(List, int, int, Direction)}.
   *
   * @return a cpuset for each worker
   */
  public List<CpuSet> distribute(int workers) {
    return distribute(List.of(root()), workers, Integer.MAX_VALUE, Direction.FORWARD);
  }

  /**
   * Spreads workers over parts of the machine, as hwloc's {@code hwloc_distrib} does: each object
   * gets a share by its number of PUs, and hands it down to its children until a share is 1.
   *
   * @param roots objects with cpusets that share no PU
   * @param workers how many, from 1
   * @param untilDepth shares are not handed down from objects at this depth or deeper
   * @return a cpuset for each worker; the same one several times where PUs are fewer than workers
   * @throws IllegalArgumentException if there are no workers, or no PUs
   */
  public List<CpuSet> distribute(
      List<TopologyObject> roots, int workers, int untilDepth, Direction direction) {
    roots.forEach(tree::checkOwn);
    return Distribution.of(roots, workers, untilDepth, direction);
  }

  /** Where to begin. */
  public enum Direction {
    /** At the first object. */
    FORWARD,
    /** At the last object: the first one is usually busy with the system's own work. */
    REVERSE
  }

  // ---- native

  /** Binds threads and processes to PUs. */
  public CpuBinding cpuBinding() {
    return new CpuBinding(this, nativeTopology);
  }

  /** Binds the memory of threads and processes to NUMA nodes. */
  public MemoryBinding memoryBinding() {
    return new MemoryBinding(this, nativeTopology);
  }

  /**
   * A copy with nothing but those PUs. Objects without any of them are left out, but for NUMA nodes
   * and what holds them, see {@link RestrictFlag#REMOVE_EMPTIED}. The copy has to be closed too.
   *
   * @throws TopologyException if no PU would be left
   */
  public Topology restrictedTo(CpuSet cpus, RestrictFlag... flags) {
    return restricted(cpus.toMaskString(), 0, flags);
  }

  /** A copy with nothing but those NUMA nodes and the PUs near them. Since hwloc 2.1. */
  public Topology restrictedTo(NodeSet nodes, RestrictFlag... flags) {
    return restricted(nodes.toMaskString(), RestrictFlag.BY_NODESET, flags);
  }

  private Topology restricted(String mask, long kind, RestrictFlag... flags) {
    long bits = kind;
    for (RestrictFlag flag : flags) {
      bits |= flag.bit(kind);
    }
    long allBits = bits;
    NativeTopology copy = nativeTopology.duplicate();
    try {
      HwlocFunctions functions = copy.functions();
      Snapshot restricted =
          copy.use(
              topology -> {
                try (NativeBitmap set = new NativeBitmap(functions, mask)) {
                  if (functions.hwloc_topology_restrict(topology, set.pointer(), allBits) != 0) {
                    throw new TopologyException(
                        source + ": cannot be restricted to " + mask + ": " + Errno.last().text());
                  }
                }
                return SnapshotReader.read(copy.hwloc(), topology);
              });
      return new Topology(source, copy, restricted);
    } catch (RuntimeException | Error e) {
      copy.close();
      throw e;
    }
  }

  /** As hwloc's XML, format 2; {@link #fromXmlText} reads it. */
  public String toXml() {
    HwlocFunctions functions = nativeTopology.functions();
    return nativeTopology.use(
        topology -> {
          PointerByReference text = new PointerByReference();
          if (functions.hwloc_topology_export_xmlbuffer(topology, text, new IntByReference(), 0)
              != 0) {
            throw new TopologyException(
                source + ": cannot be exported as XML: " + Errno.last().text());
          }
          Pointer xml = text.getValue();
          try {
            return xml.getString(0, "UTF-8");
          } finally {
            functions.hwloc_free_xmlbuffer(topology, xml);
          }
        });
  }

  /** Writes {@link #toXml} to a file. */
  public void exportXml(Path file) throws IOException {
    Files.writeString(file, toXml());
  }

  /**
   * As a synthetic description, which {@link #fromSynthetic} reads; it has neither names nor
   * devices.
   *
   * @throws TopologyException if the tree is not symmetric: those have no such description
   */
  public String toSynthetic(SyntheticFlag... flags) {
    long bits = SyntheticFlag.bits(List.of(flags));
    return nativeTopology.use(
        topology -> {
          byte[] text = new byte[SYNTHETIC_BYTES];
          int length = exportSynthetic(topology, text, bits);
          if (length >= text.length) {
            text = new byte[length + 1];
            length = exportSynthetic(topology, text, bits);
          }
          return new String(text, 0, length, StandardCharsets.US_ASCII);
        });
  }

  private int exportSynthetic(Pointer topology, byte[] text, long flags) {
    int length =
        nativeTopology
            .functions()
            .hwloc_topology_export_synthetic(topology, text, text.length, flags);
    if (length < 0) {
      throw new TopologyException(
          source + ": has no synthetic description: its tree is not symmetric");
    }
    return length;
  }

  /** Frees native memory. Doing it again has no effect. */
  @Override
  public void close() {
    nativeTopology.close();
  }

  /** The source, and how many packages, cores and PUs there are. */
  @Override
  public String toString() {
    return source
        + ": "
        + count(ObjectType.PACKAGE)
        + " packages, "
        + count(ObjectType.CORE)
        + " cores, "
        + count(ObjectType.PU)
        + " PUs";
  }
}
