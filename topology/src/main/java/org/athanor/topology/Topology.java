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
 * The hardware of a machine: a tree of objects, their distances and kinds, and the operations that
 * bind to them. All data is read when the topology is loaded, never changes, and stays readable
 * after {@link #close}. Binding, export and restriction call libhwloc and throw {@link
 * IllegalStateException} once the topology is closed. Thread-safe: any number of threads may use a
 * topology; {@code close} waits for running calls of libhwloc.
 *
 * <p>Methods throw {@link IllegalArgumentException} for an object of another topology.
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
   * Loads the part of this machine that the process may use, with hwloc's default filters.
   *
   * @throws HwlocUnavailableException if libhwloc cannot be used
   */
  public static Topology load() {
    return loader().load();
  }

  /** Returns a loader for this machine, on which filters and flags can be set. */
  public static TopologyLoader loader() {
    return new TopologyLoader(new TopologySource.ThisMachine());
  }

  /** Returns a loader for another source, on which filters and flags can be set. */
  public static TopologyLoader loader(TopologySource source) {
    return new TopologyLoader(source);
  }

  /**
   * Loads a machine from an XML file that hwloc exported, in format 1, 2 or 3. Leaves out what
   * format 3 has and hwloc 2 cannot represent.
   *
   * @throws TopologyException if the file cannot be read or is malformed
   */
  public static Topology fromXml(Path file) {
    return loader(new TopologySource.XmlFile(file)).load();
  }

  /** Loads a machine from the content of an XML file, see {@link #fromXml}. */
  public static Topology fromXmlText(String xml) {
    return loader(new TopologySource.XmlText(xml)).load();
  }

  /**
   * Loads an imaginary machine from a description of its levels, such as {@code "package:2 l3:1
   * core:8 pu:2"}.
   *
   * @throws TopologyException if libhwloc does not understand it
   */
  public static Topology fromSynthetic(String description) {
    return loader(new TopologySource.Synthetic(description)).load();
  }

  public TopologySource source() {
    return source;
  }

  /** Whether it describes this machine, so that binding is possible. */
  public boolean isThisSystem() {
    return snapshot.isThisSystem();
  }

  /** Whether the operating system supports the feature. */
  public boolean supports(SupportedFeature feature) {
    return snapshot.support().contains(feature);
  }

  /** Returns the features that the operating system supports. */
  public Set<SupportedFeature> support() {
    return snapshot.support();
  }

  // ---- objects

  /** Returns the root object, the machine. */
  public TopologyObject root() {
    return tree.root();
  }

  /** Returns the number of levels of the main tree, including machine and PUs. */
  public int depth() {
    return tree.depth();
  }

  /**
   * Returns the objects at a depth in the order of their logical index; empty if there are none.
   * The depths of the main tree are 0 to {@link #depth} - 1. Each type outside the main tree has a
   * negative depth, see {@link #depthOf}.
   */
  public List<TopologyObject> level(int depth) {
    return tree.level(depth);
  }

  /**
   * Returns the depth of the objects of this type. Empty if there are none or if they are groups at
   * several depths, see {@link #depthsOf}.
   */
  public OptionalInt depthOf(ObjectType type) {
    List<Integer> depths = tree.depths(type);
    return depths.size() == 1 ? OptionalInt.of(depths.get(0)) : OptionalInt.empty();
  }

  /** Returns the depths that have objects of this type, ascending. */
  public List<Integer> depthsOf(ObjectType type) {
    return tree.depths(type);
  }

  /**
   * Returns all objects of this type in the order of their logical index. Groups at several depths
   * are ordered by depth.
   */
  public List<TopologyObject> objects(ObjectType type) {
    return tree.objects(type);
  }

  public int count(ObjectType type) {
    return tree.objects(type).size();
  }

  /**
   * Returns the object of this type with this logical index.
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

  /** Returns the PU with this OS index. */
  public Optional<TopologyObject> pu(int osIndex) {
    return byOsIndex(ObjectType.PU, osIndex);
  }

  /** Returns the NUMA node with this OS index. */
  public Optional<TopologyObject> numaNode(int osIndex) {
    return byOsIndex(ObjectType.NUMA_NODE, osIndex);
  }

  private Optional<TopologyObject> byOsIndex(ObjectType type, int osIndex) {
    return tree.objects(type).stream()
        .filter(o -> o.osIndex().isPresent() && o.osIndex().getAsInt() == osIndex)
        .findFirst();
  }

  /**
   * Returns the object with this global index. An object has the same one in all copies of a
   * topology.
   */
  public Optional<TopologyObject> byGpIndex(long gpIndex) {
    return root().subtree().filter(o -> o.gpIndex() == gpIndex).findFirst();
  }

  /** Returns the PUs of the machine. {@code root().completeCpuset()} also has offline PUs. */
  public CpuSet cpuset() {
    return root().cpuset();
  }

  public NodeSet nodeset() {
    return root().nodeset();
  }

  /**
   * Returns the PUs that the process may use: those of {@link #cpuset} except disallowed ones,
   * which are kept only with {@link LoadFlag#INCLUDE_DISALLOWED}.
   */
  public CpuSet allowedCpuset() {
    return snapshot.allowedCpuset();
  }

  public NodeSet allowedNodeset() {
    return snapshot.allowedNodeset();
  }

  /** Returns the known distances between objects. */
  public List<DistanceMatrix> distances() {
    return snapshot.distances();
  }

  /** Returns the latencies between NUMA nodes; empty if unknown. */
  public Optional<DistanceMatrix> numaDistances() {
    return snapshot.distances().stream()
        .filter(m -> m.kinds().contains(DistanceMatrix.Kind.MEANS_LATENCY))
        .filter(m -> m.objects().stream().allMatch(o -> o.type() == ObjectType.NUMA_NODE))
        .findFirst();
  }

  /** Returns the kinds of PUs, the most efficient first; empty if unknown. */
  public List<CpuKind> cpuKinds() {
    return snapshot.cpuKinds();
  }

  /**
   * Returns the common kind of these PUs; empty if they have several kinds or the kind is unknown.
   */
  public Optional<CpuKind> cpuKindOf(CpuSet cpus) {
    return snapshot.cpuKinds().stream()
        .filter(kind -> !cpus.isEmpty() && cpus.isIncludedIn(kind.cpuset()))
        .findFirst();
  }

  /**
   * Returns the attributes by which NUMA nodes are compared. Since hwloc 2.3; empty with older
   * versions.
   */
  public List<MemoryAttribute> memoryAttributes() {
    return snapshot.memoryAttributes();
  }

  // ---- traversal

  /**
   * Returns the deepest object of the main tree that has all of these PUs; empty if there is none.
   */
  public Optional<TopologyObject> covering(CpuSet cpus) {
    return Traversal.covering(root(), cpus);
  }

  /** Returns the objects of this type that have at least one of these PUs. */
  public List<TopologyObject> intersecting(CpuSet cpus, ObjectType type) {
    return Traversal.intersecting(objects(type), cpus);
  }

  /** Returns the objects of this type that have PUs, all of them among these. */
  public List<TopologyObject> inside(CpuSet cpus, ObjectType type) {
    return Traversal.inside(objects(type), cpus);
  }

  /**
   * Returns the smallest list of objects of the main tree that together have exactly these PUs.
   * Ignores PUs that the machine does not have.
   */
  public List<TopologyObject> largestInside(CpuSet cpus) {
    return Traversal.largestInside(root(), cpus);
  }

  /** Returns the deepest common ancestor; an object counts as its own ancestor. */
  public TopologyObject commonAncestor(TopologyObject a, TopologyObject b) {
    return Traversal.commonAncestor(tree.checkOwn(a), tree.checkOwn(b));
  }

  /**
   * Returns up to {@code max} objects of the same type and depth, the closest first: those below
   * the nearest ancestor that has other PUs, then those below the next such ancestor, and so on.
   *
   * @throws IllegalStateException if the object has no cpuset
   */
  public List<TopologyObject> closest(TopologyObject object, int max) {
    return Traversal.closest(tree.checkOwn(object), tree.level(object.depth()), max);
  }

  /** Returns the NUMA nodes that are local to at least one of these PUs. */
  public NodeSet nodesetOf(CpuSet cpus) {
    NodeSet nodes = NodeSet.empty();
    for (TopologyObject node : objects(ObjectType.NUMA_NODE)) {
      if (node.cpuset().intersects(cpus)) {
        nodes = nodes.with(node.osIndex().getAsInt());
      }
    }
    return nodes;
  }

  /** Returns the PUs to which at least one of these NUMA nodes is local. */
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
   * Keeps one PU per core: of a core's PUs in the set, the one with position {@code which}, from 0.
   * Drops the PUs of cores that have fewer. Keeps PUs that are not in a core.
   */
  public CpuSet singlifyPerCore(CpuSet cpus, int which) {
    return Traversal.singlifyPerCore(objects(ObjectType.CORE), cpus, which);
  }

  /**
   * Distributes workers over the whole machine, see {@link #distribute(List, int, int, Direction)}.
   *
   * @return a cpuset for each worker
   */
  public List<CpuSet> distribute(int workers) {
    return distribute(List.of(root()), workers, Integer.MAX_VALUE, Direction.FORWARD);
  }

  /**
   * Distributes workers over parts of the machine, like {@code hwloc_distrib}: each object gets a
   * number of workers in proportion to its PUs, and divides them among its children until an object
   * has one worker.
   *
   * @param roots objects with cpusets that share no PU
   * @param workers number of workers, at least 1
   * @param untilDepth objects at this depth or deeper do not divide their workers among their
   *     children
   * @return a cpuset for each worker; several workers have the same one if there are fewer PUs than
   *     workers
   * @throws IllegalArgumentException if there are no workers or no PUs
   */
  public List<CpuSet> distribute(
      List<TopologyObject> roots, int workers, int untilDepth, Direction direction) {
    roots.forEach(tree::checkOwn);
    return Distribution.of(roots, workers, untilDepth, direction);
  }

  /** The object at which a distribution begins. */
  public enum Direction {
    /** Begin at the first object. */
    FORWARD,
    /** Begin at the last object, because the operating system usually uses the first one. */
    REVERSE
  }

  // ---- native

  /** Returns the operations that bind threads and processes to PUs. */
  public CpuBinding cpuBinding() {
    return new CpuBinding(this, nativeTopology);
  }

  /** Returns the operations that bind the memory of threads and processes to NUMA nodes. */
  public MemoryBinding memoryBinding() {
    return new MemoryBinding(this, nativeTopology);
  }

  /**
   * Returns a copy that has only these PUs. Leaves out objects without any of them, except NUMA
   * nodes and the objects that contain them, see {@link RestrictFlag#REMOVE_EMPTIED}. The caller
   * must close the copy too.
   *
   * @throws TopologyException if no PU would be left
   */
  public Topology restrictedTo(CpuSet cpus, RestrictFlag... flags) {
    return restricted(cpus.toMaskString(), 0, flags);
  }

  /**
   * Returns a copy that has only these NUMA nodes and the PUs to which they are local. Since hwloc
   * 2.1.
   */
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

  /** Returns the topology as hwloc's XML in format 2, which {@link #fromXmlText} reads. */
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
   * Returns the topology as a synthetic description, which {@link #fromSynthetic} reads. It has
   * neither names nor devices.
   *
   * @throws TopologyException if the tree is not symmetric, because it then has no such description
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

  /** Frees native memory. Further calls have no effect. */
  @Override
  public void close() {
    nativeTopology.close();
  }

  /** Returns the source and the numbers of packages, cores and PUs. */
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
