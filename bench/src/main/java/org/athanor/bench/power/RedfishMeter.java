// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.power;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The power that a Redfish service has for a chassis: {@code PowerWatts} of its {@code
 * EnvironmentMetrics} (DSP0268 since 2020.4), or else {@code PowerConsumedWatts} of the first
 * {@code PowerControl} of its {@code Power}, which by that schema is the one of the whole chassis.
 * Unless an experiment names the resource, there must be one chassis only that has one of them.
 */
final class RedfishMeter implements PowerMeter {
  private static final String CHASSIS = "/redfish/v1/Chassis";
  private static final int MOST_CHASSIS = 64;

  private final String name;
  private final RedfishClient client;
  private final Optional<String> asked;
  private Optional<String> resource = Optional.empty();
  private String domain = "whole node, by Redfish";
  private Optional<String> estimated = Optional.empty();

  /**
   * Makes a meter; nothing is sent yet.
   *
   * @param asked path of the resource with the power; empty: it is looked for
   */
  RedfishMeter(String name, RedfishClient client, Optional<String> asked) {
    this.name = name;
    this.client = client;
    this.asked = asked;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String domain() {
    return domain;
  }

  @Override
  public Optional<String> estimated() {
    return estimated;
  }

  @Override
  public List<PowerReading> read() throws PowerException, InterruptedException {
    if (resource.isEmpty()) {
      find();
    }
    long before = System.nanoTime();
    JsonNode content =
        client
            .get(resource.get())
            .orElseThrow(() -> new PowerException("has no resource " + resource.get()));
    long middle = before + (System.nanoTime() - before) / 2;
    return List.of(PowerReading.of(middle, watts(content)));
  }

  private double watts(JsonNode content) throws PowerException {
    JsonNode watts = value(content);
    if (!watts.isNumber()) {
      throw new PowerException("has no number for the power in " + resource.get());
    }
    return watts.asDouble();
  }

  private static JsonNode value(JsonNode content) {
    JsonNode newer = content.path("PowerWatts").path("Reading");
    return newer.isMissingNode()
        ? content.path("PowerControl").path(0).path("PowerConsumedWatts")
        : newer;
  }

  private void find() throws PowerException, InterruptedException {
    List<String> found = new ArrayList<>();
    if (asked.isPresent()) {
      found.add(asked.get());
    } else {
      List<String> chassis = chassis();
      for (String each : chassis) {
        withPower(each).ifPresent(found::add);
      }
      if (found.isEmpty()) {
        throw new PowerException(
            "has no power of a chassis, of " + chassis.size() + " that it lists");
      }
      if (found.size() > 1) {
        throw new PowerException(
            "has the power of several chassis; name one of them as resource: "
                + String.join(", ", found));
      }
    }
    describe(found.get(0));
    resource = Optional.of(found.get(0));
  }

  private List<String> chassis() throws PowerException, InterruptedException {
    JsonNode list =
        client.get(CHASSIS).orElseThrow(() -> new PowerException("has no list " + CHASSIS));
    List<String> paths = new ArrayList<>();
    for (JsonNode member : list.path("Members")) {
      if (paths.size() < MOST_CHASSIS) {
        link(member).ifPresent(paths::add);
      }
    }
    return paths;
  }

  /** The chassis' resource that has a number for the power. */
  private Optional<String> withPower(String chassis) throws PowerException, InterruptedException {
    Optional<JsonNode> content = client.get(chassis);
    for (String part : List.of("EnvironmentMetrics", "Power")) {
      Optional<String> path = content.flatMap(known -> link(known.path(part)));
      if (path.isPresent() && client.get(path.get()).filter(n -> value(n).isNumber()).isPresent()) {
        return path;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> link(JsonNode node) {
    JsonNode path = node.path("@odata.id");
    return path.isString() && path.stringValue().matches("/[!-~]{1,500}")
        ? Optional.of(path.stringValue())
        : Optional.empty();
  }

  /** Finds out whether the device calculates the power, where it has a sensor that says so. */
  private void describe(String path) throws PowerException, InterruptedException {
    domain = "whole node, by Redfish, " + path;
    JsonNode source =
        client.get(path).map(node -> node.path("PowerWatts").path("DataSourceUri")).orElse(null);
    if (source != null && source.isString() && source.stringValue().startsWith("/")) {
      Optional<JsonNode> sensor = client.get(source.stringValue());
      if (sensor
          .map(node -> node.path("Implementation").asString(""))
          .orElse("")
          .equals("Synthesized")) {
        estimated = Optional.of("the device calculates its power (sensor: Synthesized)");
      }
    }
  }

  @Override
  public void close() throws InterruptedException {
    client.close();
  }
}
