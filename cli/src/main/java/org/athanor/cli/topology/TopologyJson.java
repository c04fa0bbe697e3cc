// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.topology;

import java.util.List;
import org.athanor.cli.json.JsonWriter;
import org.athanor.topology.BridgeAttributes;
import org.athanor.topology.CacheAttributes;
import org.athanor.topology.CpuKind;
import org.athanor.topology.DistanceMatrix;
import org.athanor.topology.GroupAttributes;
import org.athanor.topology.Info;
import org.athanor.topology.MemoryAttribute;
import org.athanor.topology.NumaAttributes;
import org.athanor.topology.ObjectAttributes;
import org.athanor.topology.ObjectType;
import org.athanor.topology.OsDeviceAttributes;
import org.athanor.topology.PciAttributes;
import org.athanor.topology.Topology;
import org.athanor.topology.TopologyObject;

/**
 * Writes all of a topology as JSON. Sizes are bytes, sets are lists such as {@code 0-3,8}, unknown
 * values are absent. Later versions may add members, and remove or change none.
 */
public final class TopologyJson {
  private final JsonWriter json = new JsonWriter();

  private TopologyJson() {}

  /**
   * @param athanorVersion the version that writes it
   */
  public static String of(MachineView view, String athanorVersion) {
    TopologyJson text = new TopologyJson();
    text.write(view, athanorVersion);
    return text.json.toString();
  }

  private void write(MachineView view, String athanorVersion) {
    Topology topology = view.topology();
    json.beginObject();
    text("athanor", athanorVersion);
    text("source", topology.source().toString());
    json.name("thisSystem").value(topology.isThisSystem());
    text("allowedCpuset", topology.allowedCpuset().toListString());
    text("allowedNodeset", topology.allowedNodeset().toListString());
    view.binding().ifPresent(cpus -> text("bindingCpuset", cpus.toListString()));
    counts(topology);
    cpuKinds(topology.cpuKinds());
    distances(topology.distances());
    memoryAttributes(topology.memoryAttributes());
    json.name("root");
    object(topology.root());
    json.endObject();
  }

  private void counts(Topology topology) {
    json.name("counts").beginObject();
    for (ObjectType type : ObjectType.values()) {
      if (topology.count(type) > 0) {
        number(type.hwlocName(), topology.count(type));
      }
    }
    json.endObject();
  }

  private void cpuKinds(List<CpuKind> kinds) {
    json.name("cpuKinds").beginArray();
    for (CpuKind kind : kinds) {
      json.element().beginObject();
      text("cpuset", kind.cpuset().toListString());
      kind.efficiency().ifPresent(efficiency -> number("efficiency", efficiency));
      infos(kind.infos());
      json.endObject();
    }
    json.endArray();
  }

  private void distances(List<DistanceMatrix> matrices) {
    json.name("distances").beginArray();
    for (DistanceMatrix matrix : matrices) {
      json.element().beginObject();
      matrix.name().ifPresent(name -> text("name", name));
      json.name("kinds").beginArray();
      matrix.kinds().stream().sorted().forEach(kind -> json.element().value(kind.name()));
      json.endArray().name("gpIndexes").beginArray();
      matrix.objects().forEach(object -> json.element().value(object.gpIndex()));
      json.endArray().name("values").beginArray();
      int size = matrix.objects().size();
      for (int from = 0; from < size; from++) {
        json.element().beginArray();
        for (int to = 0; to < size; to++) {
          json.element().value(matrix.value(from, to));
        }
        json.endArray();
      }
      json.endArray().endObject();
    }
    json.endArray();
  }

  private void memoryAttributes(List<MemoryAttribute> attributes) {
    json.name("memoryAttributes").beginArray();
    for (MemoryAttribute attribute : attributes) {
      json.element().beginObject();
      text("name", attribute.name());
      json.name("higherIsBetter").value(attribute.higherIsBetter());
      json.name("values").beginArray();
      for (MemoryAttribute.Value value : attribute.values()) {
        json.element().beginObject();
        number("gpIndex", value.node().gpIndex());
        value.initiator().ifPresent(cpus -> text("initiatorCpuset", cpus.toListString()));
        number("value", value.value());
        json.endObject();
      }
      json.endArray().endObject();
    }
    json.endArray();
  }

  private void object(TopologyObject object) {
    json.beginObject();
    text("type", object.type().hwlocName());
    object.subtype().ifPresent(subtype -> text("subtype", subtype));
    object.name().ifPresent(name -> text("name", name));
    number("logicalIndex", object.logicalIndex());
    object.osIndex().ifPresent(index -> number("osIndex", index));
    number("gpIndex", object.gpIndex());
    number("depth", object.depth());
    if (object.hasSets()) {
      text("cpuset", object.cpuset().toListString());
      text("completeCpuset", object.completeCpuset().toListString());
      text("nodeset", object.nodeset().toListString());
      text("completeNodeset", object.completeNodeset().toListString());
      number("totalMemoryBytes", object.totalMemoryBytes());
    }
    object.attributes().ifPresent(this::attributes);
    infos(object.infos());
    children("children", object.children());
    children("memoryChildren", object.memoryChildren());
    children("ioChildren", object.ioChildren());
    children("miscChildren", object.miscChildren());
    json.endObject();
  }

  private void attributes(ObjectAttributes attributes) {
    if (attributes instanceof CacheAttributes cache) {
      number("sizeBytes", cache.sizeBytes());
      number("cacheLevel", cache.level());
      text("cacheType", cache.type().name());
      cache.lineBytes().ifPresent(bytes -> number("lineBytes", bytes));
      cache.associativity().ifPresent(ways -> number("associativity", ways));
    } else if (attributes instanceof NumaAttributes numa) {
      number("localMemoryBytes", numa.localMemoryBytes());
      json.name("pageTypes").beginArray();
      for (NumaAttributes.PageType pages : numa.pageTypes()) {
        json.element().beginObject();
        number("sizeBytes", pages.sizeBytes());
        number("count", pages.count());
        json.endObject();
      }
      json.endArray();
    } else if (attributes instanceof GroupAttributes group) {
      number("groupDepth", group.depth());
      number("groupKind", group.kind());
      number("groupSubkind", group.subkind());
    } else if (attributes instanceof PciAttributes pci) {
      pci(pci);
    } else if (attributes instanceof BridgeAttributes bridge) {
      text("bridgeType", bridge.isHostBridge() ? "HOST" : "PCI");
      bridge.upstream().ifPresent(this::pci);
      number("busDomain", bridge.domain());
      number("secondaryBus", bridge.secondaryBus());
      number("subordinateBus", bridge.subordinateBus());
    } else if (attributes instanceof OsDeviceAttributes device) {
      text("osDeviceType", device.type().name());
    }
  }

  private void pci(PciAttributes pci) {
    json.name("pci").beginObject();
    text("busId", pci.busId());
    text("class", PciClass.name(pci.classId()));
    number("classId", pci.classId());
    number("vendorId", pci.vendorId());
    number("deviceId", pci.deviceId());
    number("subvendorId", pci.subvendorId());
    number("subdeviceId", pci.subdeviceId());
    number("revision", pci.revision());
    json.name("linkSpeedGBps").value(pci.linkSpeedGBps());
    json.endObject();
  }

  /** An array and not an object, since a name may occur several times. */
  private void infos(List<Info> infos) {
    json.name("infos").beginArray();
    for (Info info : infos) {
      json.element().beginObject();
      text("name", info.name());
      text("value", info.value());
      json.endObject();
    }
    json.endArray();
  }

  private void children(String name, List<TopologyObject> children) {
    json.name(name).beginArray();
    for (TopologyObject child : children) {
      json.element();
      object(child);
    }
    json.endArray();
  }

  private void text(String name, String value) {
    json.name(name).value(value);
  }

  private void number(String name, long value) {
    json.name(name).value(value);
  }
}
