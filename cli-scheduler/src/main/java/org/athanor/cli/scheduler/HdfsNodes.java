// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.AdminStates;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.athanor.scheduler.power.NodeHealth;

/**
 * The DataNodes of an HDFS at one moment. Only HDFS's superuser may ask for them. Immutable.
 *
 * <p>A name is a host, or an address, and stands for all DataNodes there; or a host and the port of
 * a DataNode.
 */
final class HdfsNodes {
  private final List<DatanodeInfo> live;
  private final List<DatanodeInfo> dead;

  private HdfsNodes(List<DatanodeInfo> live, List<DatanodeInfo> dead) {
    this.live = live;
    this.dead = dead;
  }

  /** Asks the NameNode. */
  static HdfsNodes read(DistributedFileSystem hdfs) throws IOException {
    return new HdfsNodes(
        List.of(hdfs.getDataNodeStats(DatanodeReportType.LIVE)),
        List.of(hdfs.getDataNodeStats(DatanodeReportType.DEAD)));
  }

  /** Whether a name means a DataNode. */
  private static boolean matches(String name, DatanodeInfo node) {
    int colon = name.lastIndexOf(':');
    boolean port =
        colon > 0 && colon == name.indexOf(':') && name.substring(colon + 1).matches("\\d{1,5}");
    String host = port ? name.substring(0, colon) : name;
    return (host.equalsIgnoreCase(node.getHostName()) || host.equals(node.getIpAddr()))
        && (!port || Integer.parseInt(name.substring(colon + 1)) == node.getXferPort());
  }

  /**
   * What YARN may call the host of a name, in lower case: the name itself without a port, and names
   * and addresses of its DataNodes.
   */
  Set<String> hosts(String name) {
    Set<String> hosts = new HashSet<>();
    int colon = name.lastIndexOf(':');
    hosts.add(colon > 0 && colon == name.indexOf(':') ? name.substring(0, colon) : name);
    for (List<DatanodeInfo> nodes : List.of(live, dead)) {
      for (DatanodeInfo node : nodes) {
        if (matches(name, node)) {
          hosts.add(node.getHostName());
          hosts.add(node.getIpAddr());
        }
      }
    }
    return hosts.stream().map(host -> host.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
  }

  /**
   * How the DataNodes of a name are; with several, the least of what they say.
   *
   * @param now by this machine's clock
   * @param heartbeat between two heartbeats of a DataNode
   */
  Health health(String name, Instant now, Duration heartbeat) {
    List<DatanodeInfo> here = new ArrayList<>();
    live.stream().filter(node -> matches(name, node)).forEach(here::add);
    boolean isLive = !here.isEmpty();
    for (DatanodeInfo node : dead) {
      if (matches(name, node)) {
        here.add(node);
        isLive = false;
      }
    }
    NodeHealth.Storage storage = NodeHealth.Storage.NONE;
    Instant heard = Instant.MAX;
    for (DatanodeInfo node : here) {
      NodeHealth.Storage one = storage(node.getAdminState());
      storage = storage == NodeHealth.Storage.NONE || storage == one ? one : mixed(storage, one);
      Instant last = heard(node, now, heartbeat);
      heard = last.isBefore(heard) ? last : heard;
    }
    return new Health(storage, isLive, here.isEmpty() ? Instant.EPOCH : heard);
  }

  /**
   * What HDFS says of a node.
   *
   * @param heard when it heard of it last, by this machine's clock; not later than it did
   */
  record Health(NodeHealth.Storage storage, boolean live, Instant heard) {}

  private static NodeHealth.Storage storage(AdminStates state) {
    return switch (state) {
      case NORMAL -> NodeHealth.Storage.IN_SERVICE;
      case ENTERING_MAINTENANCE -> NodeHealth.Storage.ENTERING_MAINTENANCE;
      case IN_MAINTENANCE -> NodeHealth.Storage.IN_MAINTENANCE;
      case DECOMMISSION_INPROGRESS, DECOMMISSIONED -> NodeHealth.Storage.DECOMMISSION;
    };
  }

  /** Of two DataNodes of a machine that are not alike. */
  private static NodeHealth.Storage mixed(NodeHealth.Storage one, NodeHealth.Storage other) {
    return one == NodeHealth.Storage.DECOMMISSION || other == NodeHealth.Storage.DECOMMISSION
        ? NodeHealth.Storage.DECOMMISSION
        : NodeHealth.Storage.ENTERING_MAINTENANCE;
  }

  /**
   * The NameNode's clock need not be this machine's: the newest heartbeat of all is taken for now,
   * less the time in which there may have been none.
   */
  private Instant heard(DatanodeInfo node, Instant now, Duration heartbeat) {
    if (node.getLastUpdate() <= 0) {
      return Instant.EPOCH;
    }
    long newest = live.stream().mapToLong(DatanodeInfo::getLastUpdate).max().orElse(0);
    long age = Math.max(0, newest - node.getLastUpdate());
    return newest == 0
        ? Instant.ofEpochMilli(node.getLastUpdate())
        : now.minusMillis(age).minus(heartbeat);
  }

  /** DataNodes in service that are dead. */
  long lost() {
    return dead.stream().filter(node -> node.getAdminState() == AdminStates.NORMAL).count();
  }

  /** Whether HDFS has heard of a DataNode in service, but not for some time. */
  boolean isSilent(Duration time) {
    long newest = live.stream().mapToLong(DatanodeInfo::getLastUpdate).max().orElse(0);
    return live.stream()
        .filter(node -> node.getAdminState() == AdminStates.NORMAL)
        .anyMatch(node -> newest - node.getLastUpdate() > time.toMillis());
  }

  /** Names by the identifiers of their DataNodes. */
  Map<String, String> names(Collection<String> names) {
    Map<String, String> found = new HashMap<>();
    for (List<DatanodeInfo> nodes : List.of(live, dead)) {
      for (DatanodeInfo node : nodes) {
        Optional<String> name = names.stream().filter(each -> matches(each, node)).findFirst();
        name.ifPresent(each -> found.put(node.getDatanodeUuid(), each));
      }
    }
    return found;
  }

  /** Names with a DataNode that is dead or not in service, and those without one. */
  Set<String> outOfService(Collection<String> names) {
    return names.stream()
        .filter(
            name ->
                live.stream().noneMatch(node -> matches(name, node))
                    || live.stream()
                        .filter(node -> matches(name, node))
                        .anyMatch(node -> node.getAdminState() != AdminStates.NORMAL)
                    || dead.stream().anyMatch(node -> matches(name, node)))
        .collect(Collectors.toSet());
  }

  /** The state of each DataNode of which HDFS hears, by its identifier. */
  Map<String, AdminStates> live() {
    Map<String, AdminStates> states = new HashMap<>();
    live.forEach(node -> states.put(node.getDatanodeUuid(), node.getAdminState()));
    return states;
  }
}
