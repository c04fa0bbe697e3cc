// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.athanor.simulator.kernel.FlowNetwork;
import org.athanor.simulator.kernel.Route;
import org.athanor.storage.tier.DeviceType;

/**
 * The resources of a cluster. Nodes are counted from 0 through all racks, devices from 0 through
 * all nodes. The processors of a node are one resource of core-seconds, a device is one of
 * device-seconds, a link is one of bytes in each direction.
 */
public final class Cluster {
  private static final int UNLIMITED = -1;

  private final FlowNetwork network;
  private final List<NodeSpec> nodes = new ArrayList<>();
  private final List<DeviceSpec> devices = new ArrayList<>();
  private final int racks;

  /** Of each rack. */
  private final List<String> locations = new ArrayList<>();

  /** The switch between racks. */
  private final int core;

  private final int[] rackOf;
  private final int[] processors;
  private final int[] up;
  private final int[] down;
  private final int[] rackUp;
  private final int[] rackDown;
  private final int[] firstNode;

  private final int[] nodeOf;
  private final int[] deviceResource;
  private final int[][] blockDevices;
  private final int[][] localDevices;
  private final DataNodeLoads loads;

  /** Adds the resources of a cluster to a network. */
  public Cluster(ClusterSpec spec, FlowNetwork network) {
    this.network = network;
    racks = spec.racks().size();
    spec.racks().forEach(rack -> nodes.addAll(rack.nodes()));
    nodes.forEach(node -> devices.addAll(node.devices()));
    core = addIfLimited(spec.coreBytesPerSecond());
    int count = nodes.size();
    rackOf = new int[count];
    processors = new int[count];
    up = new int[count];
    down = new int[count];
    rackUp = new int[racks];
    rackDown = new int[racks];
    firstNode = new int[racks + 1];
    loads = new DataNodeLoads(count, network::now);
    nodeOf = new int[devices.size()];
    deviceResource = new int[devices.size()];
    blockDevices = new int[count][];
    localDevices = new int[count][];
    int node = 0;
    int device = 0;
    for (int rack = 0; rack < racks; rack++) {
      RackSpec rackSpec = spec.racks().get(rack);
      locations.add(rackSpec.location().isEmpty() ? "/rack" + (rack + 1) : rackSpec.location());
      rackUp[rack] = addIfLimited(rackSpec.uplinkBytesPerSecond());
      rackDown[rack] = addIfLimited(rackSpec.uplinkBytesPerSecond());
      firstNode[rack] = node;
      for (NodeSpec nodeSpec : rackSpec.nodes()) {
        rackOf[node] = rack;
        device = addNode(node, nodeSpec, device);
        node++;
      }
    }
    firstNode[racks] = node;
  }

  private int addIfLimited(double bytesPerSecond) {
    return Double.isInfinite(bytesPerSecond) ? UNLIMITED : network.addResource(bytesPerSecond);
  }

  private int addNode(int node, NodeSpec spec, int firstDevice) {
    processors[node] = network.addResource(spec.cores());
    up[node] = network.addResource(spec.linkBytesPerSecond());
    down[node] = network.addResource(spec.linkBytesPerSecond());
    List<Integer> forBlocks = new ArrayList<>();
    List<Integer> forTasks = new ArrayList<>();
    int device = firstDevice;
    for (DeviceSpec each : spec.devices()) {
      nodeOf[device] = node;
      deviceResource[device] = network.addResource(1, each.crowding());
      if (each.use().storesBlocks()) {
        forBlocks.add(device);
      }
      if (each.use().storesIntermediateData()) {
        forTasks.add(device);
      }
      device++;
    }
    blockDevices[node] = forBlocks.stream().mapToInt(Integer::intValue).toArray();
    localDevices[node] = forTasks.stream().mapToInt(Integer::intValue).toArray();
    return device;
  }

  /** Number of nodes. */
  public int nodes() {
    return nodes.size();
  }

  /** Number of racks. */
  public int racks() {
    return racks;
  }

  /** The location of a node's rack in the network, such as {@code /east/rack1}. */
  public String location(int node) {
    return locations.get(rackOf[node]);
  }

  /** Number of devices of all nodes. */
  public int devices() {
    return devices.size();
  }

  public NodeSpec node(int node) {
    return nodes.get(node);
  }

  public DeviceSpec device(int device) {
    return devices.get(device);
  }

  public int rackOf(int node) {
    return rackOf[node];
  }

  /** The first node of a rack; that of the number of racks is the number of nodes. */
  public int firstNode(int rack) {
    return firstNode[rack];
  }

  /** The node that has a device. */
  public int nodeOf(int device) {
    return nodeOf[device];
  }

  /** Number of devices for blocks of a node. */
  public int blockDevices(int node) {
    return blockDevices[node].length;
  }

  /** A device for blocks of a node, counted from 0. */
  public int blockDevice(int node, int index) {
    return blockDevices[node][index];
  }

  /** A device for intermediate data of a node; any index from 0, they take turns. */
  public int localDevice(int node, int index) {
    return localDevices[node][index % localDevices[node].length];
  }

  /** What its DataNodes serve; who moves blocks tells it. */
  public DataNodeLoads loads() {
    return loads;
  }

  /**
   * Changes the rate of a node's network interface, in each direction, from now on.
   *
   * @param bytesPerSecond from 0
   */
  public void setLink(int node, double bytesPerSecond) {
    network.setCapacity(up[node], bytesPerSecond);
    network.setCapacity(down[node], bytesPerSecond);
  }

  /** Adds the copying of bytes from node to node. On the same node nothing is needed. */
  public void addTransfer(Route.Builder route, int from, int to, double bytes) {
    if (from == to) {
      return;
    }
    route.add(up[from], bytes);
    route.add(down[to], bytes);
    int fromRack = rackOf[from];
    int toRack = rackOf[to];
    if (fromRack != toRack) {
      addIfLimited(route, rackUp[fromRack], bytes);
      addIfLimited(route, core, bytes);
      addIfLimited(route, rackDown[toRack], bytes);
    }
  }

  private static void addIfLimited(Route.Builder route, int resource, double bytes) {
    if (resource != UNLIMITED) {
      route.add(resource, bytes);
    }
  }

  /**
   * Adds what a node receives from many, without what these need for it.
   *
   * @param fromItself the part of the bytes that it has, 0 to 1
   * @param fromRack the part that its rack has, itself included, 0 to 1
   */
  public void addReceipt(
      Route.Builder route, int to, double bytes, double fromItself, double fromRack) {
    route.add(down[to], bytes * (1 - fromItself));
    addIfLimited(route, core, bytes * (1 - fromRack));
    addIfLimited(route, rackDown[rackOf[to]], bytes * (1 - fromRack));
  }

  /**
   * Adds what a node sends to many, without what these need for it.
   *
   * @param toRack the part of the bytes that stays in its rack, 0 to 1
   */
  public void addSending(Route.Builder route, int from, double bytes, double toRack) {
    route.add(up[from], bytes);
    addIfLimited(route, rackUp[rackOf[from]], bytes * (1 - toRack));
    addIfLimited(route, core, bytes * (1 - toRack));
  }

  /** Adds reading from a device. */
  public void addRead(Route.Builder route, int device, double bytes) {
    route.add(deviceResource[device], bytes / devices.get(device).readBytesPerSecond());
  }

  /** Adds writing to a device. */
  public void addWrite(Route.Builder route, int device, double bytes) {
    route.add(deviceResource[device], bytes / devices.get(device).writeBytesPerSecond());
  }

  /**
   * Adds computing on a node, and returns how long one core takes for it.
   *
   * @param cycles from 0
   * @return seconds
   */
  public double addCycles(Route.Builder route, int node, double cycles) {
    double coreSeconds = cycles / nodes.get(node).cyclesPerSecond();
    route.add(processors[node], coreSeconds);
    return coreSeconds;
  }

  /** Core-seconds that a node's processors have worked. */
  public double coreSeconds(int node) {
    return network.served(processors[node]);
  }

  /** Seconds that a device has worked, as if fully used or idle. */
  public double deviceSeconds(int device) {
    return network.served(deviceResource[device]);
  }

  /** Bytes that a node has sent. */
  public double sent(int node) {
    return network.served(up[node]);
  }

  /** Bytes that a node has received. */
  public double received(int node) {
    return network.served(down[node]);
  }

  /**
   * How much each kind of resource that can be full was used since the beginning. Of links and
   * uplinks the busier direction is taken: an aggregated shuffle uses one of them only.
   *
   * @param seconds since the beginning until now
   */
  public List<ResourceUse> uses(double seconds) {
    List<ResourceUse> uses = new ArrayList<>();
    uses.add(ResourceUse.of("processors", network, seconds, processors));
    for (DeviceType type : DeviceType.values()) {
      int[] ofType =
          IntStream.range(0, devices.size())
              .filter(device -> devices.get(device).type() == type)
              .map(device -> deviceResource[device])
              .toArray();
      if (ofType.length > 0) {
        String kind = type.name().toLowerCase(Locale.ROOT).replace('_', '-');
        uses.add(ResourceUse.of(kind, network, seconds, ofType));
      }
    }
    uses.add(
        ResourceUse.of("links", network, seconds, up)
            .or(ResourceUse.of("links", network, seconds, down)));
    int[] racksUp = IntStream.of(rackUp).filter(each -> each != UNLIMITED).toArray();
    int[] racksDown = IntStream.of(rackDown).filter(each -> each != UNLIMITED).toArray();
    if (racksUp.length > 0) {
      uses.add(
          ResourceUse.of("uplinks", network, seconds, racksUp)
              .or(ResourceUse.of("uplinks", network, seconds, racksDown)));
    }
    if (core != UNLIMITED) {
      uses.add(ResourceUse.of("core", network, seconds, core));
    }
    return uses;
  }
}
