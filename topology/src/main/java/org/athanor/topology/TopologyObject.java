// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * An object of a topology: a package, a cache, a core, a NUMA node, a device. Immutable,
 * thread-safe, and readable after its topology is closed. Equal only to itself; {@link #gpIndex}
 * identifies its counterparts in copies of the topology.
 *
 * <p>Packages, dies, caches, groups, cores and PUs form the main tree, see {@link #children}. Each
 * object has separate lists of NUMA nodes, devices and Misc objects.
 */
public final class TopologyObject {
  private final TopologyObject parent; // null for the root
  private final ObjectProperties properties;
  // Both are set while the topology is loaded, before other threads can access the object.
  private ObjectTree tree;
  private Map<ObjectType.Kind, List<TopologyObject>> childrenByKind = Map.of();

  TopologyObject(TopologyObject parent, ObjectProperties properties) {
    this.parent = parent;
    this.properties = properties;
  }

  /** Sets the children. To be called once, with a list for each kind, in the order of the kinds. */
  void setChildren(Map<ObjectType.Kind, List<TopologyObject>> lists) {
    childrenByKind = lists;
  }

  /** Sets the tree. To be called once. */
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

  /** Returns the subtype, such as {@code MCDRAM} of a NUMA node or {@code CUDA} of an OS device. */
  public Optional<String> subtype() {
    return Optional.ofNullable(properties.subtype());
  }

  /**
   * Returns the name. OS devices and Misc objects have one, PCI devices if known, other objects
   * rarely.
   */
  public Optional<String> name() {
    return Optional.ofNullable(properties.name());
  }

  /**
   * Returns the index in the operating system; empty if there is none. Unique among PUs and among
   * NUMA nodes. Cores of different packages may have the same index.
   */
  public OptionalInt osIndex() {
    return properties.osIndex() < 0 ? OptionalInt.empty() : OptionalInt.of(properties.osIndex());
  }

  /**
   * Returns the position, from 0, among all objects of the same type and depth, in the order of the
   * tree.
   */
  public int logicalIndex() {
    return properties.logicalIndex();
  }

  /**
   * Returns an index that is unique in the topology and does not change when it is restricted or
   * exported.
   */
  public long gpIndex() {
    return properties.gpIndex();
  }

  /**
   * Returns the number of levels between this object and the root; types outside the main tree have
   * a negative depth.
   */
  public int depth() {
    return properties.depth();
  }

  /** Returns the memory of all NUMA nodes in or below the object, in bytes. */
  public long totalMemoryBytes() {
    return properties.totalMemoryBytes();
  }

  /** Whether all normal children have the same subtrees of normal objects. */
  public boolean hasSymmetricSubtree() {
    return properties.symmetricSubtree();
  }

  /** Returns keys and values in hwloc's order. A key may occur several times. */
  public List<Info> infos() {
    return properties.infos();
  }

  /** Returns the first value of this key. */
  public Optional<String> info(String name) {
    return infos().stream().filter(i -> i.name().equals(name)).map(Info::value).findFirst();
  }

  /** Returns the attributes that only objects of this type have. */
  public Optional<ObjectAttributes> attributes() {
    return Optional.ofNullable(properties.attributes());
  }

  /**
   * Returns size, line size and associativity of a cache or memory-side cache; empty for other
   * objects.
   */
  public Optional<CacheAttributes> cache() {
    return attributes(CacheAttributes.class);
  }

  /** Returns the memory of a NUMA node; empty for other objects. */
  public Optional<NumaAttributes> numa() {
    return attributes(NumaAttributes.class);
  }

  /** Returns the identifiers of a PCI device; empty for other objects. */
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

  /**
   * Whether it has a cpuset and a nodeset, which may be empty. All objects have them except I/O and
   * Misc objects.
   */
  public boolean hasSets() {
    return properties.sets() != null;
  }

  /**
   * Returns the PUs in or below the object; for a NUMA node, the PUs to which it is local.
   *
   * @throws IllegalStateException if {@link #hasSets} is false; use {@link #locality}
   */
  public CpuSet cpuset() {
    return sets().cpuset();
  }

  /** Returns {@link #cpuset} plus PUs that are offline, disallowed or at an unknown position. */
  public CpuSet completeCpuset() {
    return sets().completeCpuset();
  }

  /**
   * Returns the NUMA nodes in, below or above the object, which are local to it.
   *
   * @throws IllegalStateException if {@link #hasSets} is false; use {@link #locality}
   */
  public NodeSet nodeset() {
    return sets().nodeset();
  }

  /** Returns {@link #nodeset} plus nodes that are offline, disallowed or at an unknown position. */
  public NodeSet completeNodeset() {
    return sets().completeNodeset();
  }

  private ObjectProperties.Sets sets() {
    if (!hasSets()) {
      throw new IllegalStateException(
          this
              + " has no cpuset and no nodeset, because it is an I/O or Misc object: use locality()");
    }
    return properties.sets();
  }

  /**
   * Returns the object itself or, for I/O and Misc objects, the nearest ancestor that has a cpuset
   * and a nodeset.
   */
  public TopologyObject locality() {
    TopologyObject object = this;
    while (!object.hasSets()) {
      object = object.parent;
    }
    return object;
  }

  // ---- what is around it

  /** Returns the parent; empty for the root. */
  public Optional<TopologyObject> parent() {
    return Optional.ofNullable(parent);
  }

  /** Returns the parent, the parent's parent and so on up to the root. */
  public Stream<TopologyObject> ancestors() {
    return Stream.iterate(parent, o -> o != null, o -> o.parent);
  }

  /** Returns the closest ancestor of this type. */
  public Optional<TopologyObject> ancestor(ObjectType type) {
    return ancestors().filter(o -> o.type() == type).findFirst();
  }

  /** Returns the children in the main tree. */
  public List<TopologyObject> children() {
    return children(ObjectType.Kind.NORMAL);
  }

  /** Returns the NUMA nodes and memory-side caches. */
  public List<TopologyObject> memoryChildren() {
    return children(ObjectType.Kind.MEMORY);
  }

  /** Returns the bridges and devices. */
  public List<TopologyObject> ioChildren() {
    return children(ObjectType.Kind.IO);
  }

  public List<TopologyObject> miscChildren() {
    return children(ObjectType.Kind.MISC);
  }

  private List<TopologyObject> children(ObjectType.Kind kind) {
    return childrenByKind.get(kind);
  }

  /** Returns normal, memory, I/O and Misc children, in this order. */
  public List<TopologyObject> allChildren() {
    return childrenByKind.values().stream().flatMap(List::stream).toList();
  }

  /** Returns this object and all objects below it; an object comes before its children. */
  public Stream<TopologyObject> subtree() {
    return Stream.concat(Stream.of(this), allChildren().stream().flatMap(TopologyObject::subtree));
  }

  /** Whether the object is below {@code ancestor}, at any depth. False if both are the same. */
  public boolean isBelow(TopologyObject ancestor) {
    return ancestors().anyMatch(o -> o == ancestor);
  }

  /** Returns the position, from 0, in the parent's list of children. */
  public int siblingRank() {
    return properties.siblingRank();
  }

  /** Returns the next object in the parent's list of children. */
  public Optional<TopologyObject> nextSibling() {
    return at(siblings(), siblingRank() + 1);
  }

  public Optional<TopologyObject> previousSibling() {
    return at(siblings(), siblingRank() - 1);
  }

  private List<TopologyObject> siblings() {
    return parent == null ? List.of(this) : parent.children(type().kind());
  }

  /** Returns the next object of the same type and depth, which may have another parent. */
  public Optional<TopologyObject> nextCousin() {
    return at(tree.level(depth()), logicalIndex() + 1);
  }

  public Optional<TopologyObject> previousCousin() {
    return at(tree.level(depth()), logicalIndex() - 1);
  }

  private static Optional<TopologyObject> at(List<TopologyObject> list, int index) {
    return index >= 0 && index < list.size() ? Optional.of(list.get(index)) : Optional.empty();
  }

  /** Returns type, indexes and, if there is one, the name, such as {@code Core L#3 P#5}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(type().hwlocName()).append(" L#").append(logicalIndex());
    osIndex().ifPresent(index -> text.append(" P#").append(index));
    name().ifPresent(name -> text.append(" \"").append(name).append('"'));
    return text.toString();
  }
}
