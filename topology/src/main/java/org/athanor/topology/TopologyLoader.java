// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import com.sun.jna.Pointer;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.athanor.topology.hwloc.Errno;
import org.athanor.topology.hwloc.Hwloc;
import org.athanor.topology.hwloc.HwlocFunctions;
import org.athanor.topology.hwloc.NativeTopology;

/**
 * Loads a topology with given filters and flags. Types without a filter have hwloc's default: no
 * instruction caches, no I/O objects, no Misc objects, no memory-side caches. May load any number
 * of times. Not thread-safe.
 */
public final class TopologyLoader {
  private static final List<ObjectType> IO_TYPES =
      List.of(ObjectType.BRIDGE, ObjectType.PCI_DEVICE, ObjectType.OS_DEVICE);

  private final TopologySource source;
  private final Map<ObjectType, TypeFilter> filters = new EnumMap<>(ObjectType.class);
  private TypeFilter filterOfAll; // null if not set
  private final Set<LoadFlag> flags = EnumSet.noneOf(LoadFlag.class);

  TopologyLoader(TopologySource source) {
    this.source = source;
  }

  /** Sets the filter of one type. */
  public TopologyLoader filter(ObjectType type, TypeFilter filter) {
    filters.put(type, filter);
    return this;
  }

  /**
   * Sets the filter of all types that allow it: machine, PU and NUMA node are always kept, and
   * groups only if they show structure. Replaces the filters set before.
   */
  public TopologyLoader filterAll(TypeFilter filter) {
    filterOfAll = filter;
    filters.clear();
    return this;
  }

  /** Sets the filter of bridges, PCI and OS devices. */
  public TopologyLoader filterIo(TypeFilter filter) {
    IO_TYPES.forEach(type -> filter(type, filter));
    return this;
  }

  public TopologyLoader flags(LoadFlag... more) {
    flags.addAll(List.of(more));
    return this;
  }

  /**
   * Loads the topology. It holds native memory until it is closed.
   *
   * @throws HwlocUnavailableException if libhwloc cannot be used
   * @throws TopologyException if the source cannot be read or is malformed, or libhwloc refuses a
   *     filter or flag
   */
  public Topology load() {
    Hwloc hwloc = HwlocLibrary.require();
    NativeTopology topology = NativeTopology.create(hwloc);
    try {
      Snapshot snapshot =
          topology.use(
              pointer -> {
                configure(hwloc.functions(), pointer);
                load(hwloc.functions(), pointer);
                return SnapshotReader.read(hwloc, pointer);
              });
      return new Topology(source, topology, snapshot);
    } catch (RuntimeException | Error e) {
      topology.close();
      throw e;
    }
  }

  private void configure(HwlocFunctions functions, Pointer topology) {
    if (functions.hwloc_topology_set_flags(topology, LoadFlag.bits(impliedFlags())) != 0) {
      throw refused("does not know all of the flags " + flags);
    }
    if (filterOfAll != null
        && functions.hwloc_topology_set_all_types_filter(topology, filterOfAll.number()) != 0) {
      throw refused("does not accept the filter " + filterOfAll + " for objects of all types");
    }
    filters.forEach(
        (type, filter) -> {
          if (functions.hwloc_topology_set_type_filter(topology, type.number(), filter.number())
              != 0) {
            throw refused("does not accept the filter " + filter + " for objects of type " + type);
          }
        });
    if (source instanceof TopologySource.XmlFile xml) {
      setXml(functions, topology, read(xml.file()));
    } else if (source instanceof TopologySource.XmlText xml) {
      setXml(functions, topology, xml.xml());
    } else if (source instanceof TopologySource.Synthetic synthetic
        && functions.hwloc_topology_set_synthetic(topology, synthetic.description()) != 0) {
      throw refused(
          "does not understand the description, which should be like \"package:2 core:8 pu:2\"");
    }
  }

  /**
   * Adds {@link LoadFlag#IS_THIS_SYSTEM} for this machine, because libhwloc restricts a topology to
   * bindings only with this flag.
   */
  private Set<LoadFlag> impliedFlags() {
    Set<LoadFlag> implied = EnumSet.noneOf(LoadFlag.class);
    implied.addAll(flags);
    if (source instanceof TopologySource.ThisMachine
        && (flags.contains(LoadFlag.RESTRICT_TO_CPU_BINDING)
            || flags.contains(LoadFlag.RESTRICT_TO_MEMORY_BINDING))) {
      implied.add(LoadFlag.IS_THIS_SYSTEM);
    }
    return implied;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      throw new TopologyException(file + ": there is no such file", e);
    } catch (CharacterCodingException e) {
      throw new TopologyException(file + ": is not UTF-8 text: must be hwloc XML", e);
    } catch (IOException e) {
      throw new TopologyException(file + ": cannot be read: " + e, e);
    }
  }

  private void setXml(HwlocFunctions functions, Pointer topology, String xml) {
    byte[] text = (XmlFormat.forVersion2(xml, source) + "\0").getBytes(StandardCharsets.UTF_8);
    if (functions.hwloc_topology_set_xmlbuffer(topology, text, text.length) != 0) {
      throw refused("cannot read it: it is not hwloc XML");
    }
  }

  private void load(HwlocFunctions functions, Pointer topology) {
    if (functions.hwloc_topology_load(topology) != 0) {
      throw refused("cannot load it: " + Errno.last().text());
    }
    if (functions.hwloc_topology_abi_check(topology) != 0) {
      throw refused("has a binary interface that does not match its version");
    }
  }

  private TopologyException refused(String what) {
    return new TopologyException(
        source + ": libhwloc (interface " + HwlocLibrary.version() + ") " + what);
  }
}
