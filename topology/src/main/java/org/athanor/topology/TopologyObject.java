// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * An object of a topology: a package, a cache, a core, a NUMA node, a device. Immutable,
 * thread-safe, readable also after its topology is closed. Equal only to itself; {@link #gpIndex}
 * finds it again in copies of the topology.
 *
 * <p>Packages, dies, caches, groups, cores and PUs make up the main tree: {@link #children}. NUMA
 * nodes, devices and Misc objects hang on it in lists of their own.
 */
public final class TopologyObject {
  private final TopologyObject parent; // null for the root
  private final ObjectProperties properties;
  // Both are set while the topology is loaded, before anybody else sees the object.
  private ObjectTree tree;
  private Map<ObjectType.Kind, List<TopologyObject>> childrenByKind = Map.of();

  TopologyObject(TopologyObject parent, ObjectProperties properties) {
    this.parent = parent;
    this.properties = properties;
  }

  /** To be called once, with a list for each kind, in the order of the kinds. */
  void setChildren(Map<ObjectType.Kind, List<TopologyObject>> lists) {
    childrenByKind = lists;
  }

  /** To be called once. */
  void setTree(ObjectTree itsTree) {
    tree = itsTree;
  }

  ObjectTree tree() {
    return tree;
  }

  // ---- what it is

  public ObjectType type() {
    return properties.type();
  }

  /** More about the type, such as {@code MCDRAM} of a NUMA node or {@code CUDA} of an OS device. */
  public Optional<String> subtype() {
    return Optional.ofNullable(properties.subtype());
  }

  /** The name of an OS device or Misc object, of a PCI device if known; rarely of others. */
  public Optional<String> name() {
    return Optional.ofNullable(properties.name());
  }

  /**
   * The operating system's number for it. Unique among PUs and among NUMA nodes; cores of different
   * packages may have the same. Empty if it has none.
   */
  public OptionalInt osIndex() {
    return properties.osIndex() < 0 ? OptionalInt.empty() : OptionalInt.of(properties.osIndex());
  }

  /** Its place, from 0, among all objects of its type and depth, in the order of the tree. */
  public int logicalIndex() {
    return properties.logicalIndex();
  }

  /** A number that is unique in the topology and stays when it is restricted or exported. */
  public long gpIndex() {
    return properties.gpIndex();
  }

  /** Levels below the root in the main tree; a negative number for each other type. */
  public int depth() {
    return properties.depth();
  }

  /** Bytes of memory of the NUMA nodes in or below it. */
  public long totalMemoryBytes() {
    return properties.totalMemoryBytes();
  }

  /** Whether all normal children have the same subtrees of normal objects. */
  public boolean hasSymmetricSubtree() {
    return properties.symmetricSubtree();
  }

  /** Keys and values in hwloc's order; a key may occur several times. */
  public List<Info> infos() {
    return properties.infos();
  }

  /** The first value of that key. */
  public Optional<String> info(String name) {
    return infos().stream().filter(i -> i.name().equals(name)).map(Info::value).findFirst();
  }

  /** What only objects of its type have. */
  public Optional<ObjectAttributes> attributes() {
    return Optional.ofNullable(properties.attributes());
  }

  /** Its size, line and associativity if it is a cache or a memory-side cache. */
  public Optional<CacheAttributes> cache() {
    return attributes(CacheAttributes.class);
  }

  /** Its memory if it is a NUMA node. */
  public Optional<NumaAttributes> numa() {
    return attributes(NumaAttributes.class);
  }

  /** Its identifiers if it is a PCI device. */
  public Optional<PciAttributes> pci() {
    return attributes(PciAttributes.class);
  }

  public Optional<BridgeAttributes> bridge() {
    return attributes(BridgeAttributes.class);
  }

  public Optional<OsDeviceAttributes> osDevice() {
    return attributes(OsDeviceAttributes.class);
  }

  public Optional<GroupAttributes> group() {
    return attributes(GroupAttributes.class);
  }

  private <A extends ObjectAttributes> Optional<A> attributes(Class<A> type) {
    return attributes().filter(type::isInstance).map(type::cast);
  }

  // ---- where it is

  /** Whether it has CPUs and NUMA nodes: all but I/O and Misc objects do, be it empty sets. */
  public boolean hasSets() {
    return properties.sets() != null;
  }

  /**
   * The PUs in or below it; of a NUMA node those it is near to.
   *
   * @throws IllegalStateException if {@link #hasSets} is false: ask {@link #locality}
   */
  public CpuSet cpuset() {
    return sets().cpuset();
  }

  /** As {@link #cpuset}, with PUs that are offline, disallowed, or of unknown place. */
  public CpuSet completeCpuset() {
    return sets().completeCpuset();
  }

  /**
   * The NUMA nodes in, below or above it: those it is near to.
   *
   * @throws IllegalStateException if {@link #hasSets} is false: ask {@link #locality}
   */
  public NodeSet nodeset() {
    return sets().nodeset();
  }

  /** As {@link #nodeset}, with nodes that are offline, disallowed, or of unknown place. */
  public NodeSet completeNodeset() {
    return sets().completeNodeset();
  }

  private ObjectProperties.Sets sets() {
    if (!hasSets()) {
      throw new IllegalStateException(
          this + " has no cpuset and nodeset: I/O and Misc objects have none, ask locality()");
    }
    return properties.sets();
  }

  /** The object itself, or for I/O and Misc objects the one they are near to: has sets, normal. */
  public TopologyObject locality() {
    TopologyObject object = this;
    while (!object.hasSets()) {
      object = object.parent;
    }
    return object;
  }

  // ---- what is around it

  /** Empty for the root. */
  public Optional<TopologyObject> parent() {
    return Optional.ofNullable(parent);
  }

  /** Parent, its parent and so on up to the root. */
  public Stream<TopologyObject> ancestors() {
    return Stream.iterate(parent, o -> o != null, o -> o.parent);
  }

  /** The closest ancestor of that type. */
  public Optional<TopologyObject> ancestor(ObjectType type) {
    return ancestors().filter(o -> o.type() == type).findFirst();
  }

  /** Children in the main tree. */
  public List<TopologyObject> children() {
    return children(ObjectType.Kind.NORMAL);
  }

  /** NUMA nodes and memory-side caches. */
  public List<TopologyObject> memoryChildren() {
    return children(ObjectType.Kind.MEMORY);
  }

  /** Bridges and devices. */
  public List<TopologyObject> ioChildren() {
    return children(ObjectType.Kind.IO);
  }

  public List<TopologyObject> miscChildren() {
    return children(ObjectType.Kind.MISC);
  }

  private List<TopologyObject> children(ObjectType.Kind kind) {
    return childrenByKind.get(kind);
  }

  /** Normal, memory, I/O and Misc children, in this order. */
  public List<TopologyObject> allChildren() {
    return childrenByKind.values().stream().flatMap(List::stream).toList();
  }

  /** This object and all below it; an object comes before its children. */
  public Stream<TopologyObject> subtree() {
    return Stream.concat(Stream.of(this), allChildren().stream().flatMap(TopologyObject::subtree));
  }

  /** Whether the object is below {@code ancestor}, at any depth; false for itself. */
  public boolean isBelow(TopologyObject ancestor) {
    return ancestors().anyMatch(o -> o == ancestor);
  }

  /** Its place, from 0, in its parent's list of children. */
  public int siblingRank() {
    return properties.siblingRank();
  }

  /** The next one in its parent's list of children. */
  public Optional<TopologyObject> nextSibling() {
    return at(siblings(), siblingRank() + 1);
  }

  public Optional<TopologyObject> previousSibling() {
    return at(siblings(), siblingRank() - 1);
  }

  private List<TopologyObject> siblings() {
    return parent == null ? List.of(this) : parent.children(type().kind());
  }

  /** The next object of the same type and depth, under whatever parent. */
  public Optional<TopologyObject> nextCousin() {
    return at(tree.level(depth()), logicalIndex() + 1);
  }

  public Optional<TopologyObject> previousCousin() {
    return at(tree.level(depth()), logicalIndex() - 1);
  }

  private static Optional<TopologyObject> at(List<TopologyObject> list, int index) {
    return index >= 0 && index < list.size() ? Optional.of(list.get(index)) : Optional.empty();
  }

  /** Type and indexes, as in {@code Core L#3 P#5}; the name if it has one. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(type().hwlocName()).append(" L#").append(logicalIndex());
    osIndex().ifPresent(index -> text.append(" P#").append(index));
    name().ifPresent(name -> text.append(" \"").append(name).append('"'));
    return text.toString();
  }
}
