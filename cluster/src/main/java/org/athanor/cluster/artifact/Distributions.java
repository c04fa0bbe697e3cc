// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.artifact;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The frameworks that can be fetched and their versions, from a resource file. Immutable. */
public final class Distributions {

  private static final String RESOURCE = "distributions.yaml";
  private static final long MEGABYTE = 1_000_000;

  private final JsonNode frameworks;

  private Distributions(JsonNode frameworks) {
    this.frameworks = frameworks;
  }

  /** The distributions that Athanor knows. */
  public static Distributions bundled() {
    try (InputStream in = Distributions.class.getResourceAsStream(RESOURCE)) {
      return new Distributions(new YAMLMapper().readTree(in));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The distributions in a text in the format of the resource file. */
  static Distributions parse(String yaml) {
    return new Distributions(new YAMLMapper().readTree(yaml));
  }

  /** Such as {@code [hadoop, tez, spark, flink]}. */
  public List<String> frameworks() {
    return List.copyOf(frameworks.propertyNames());
  }

  /** The versions of a framework, newest first. */
  public List<String> versions(String framework) {
    return List.copyOf(entry(framework).required("versions").propertyNames());
  }

  public String defaultVersion(String framework) {
    return entry(framework).required("default").asString();
  }

  /** A name for people, such as {@code Hadoop}. */
  public String title(String framework) {
    return entry(framework).required("title").asString();
  }

  /**
   * The Java releases that a version runs on; any release if the version is not listed, which may
   * be so for an installed home.
   */
  public JavaRange java(String framework, String version) {
    JsonNode range = entry(framework).path("versions").path(version).path("java");
    return range.isString() ? JavaRange.parse(range.asString()) : JavaRange.ANY;
  }

  /**
   * The files of a version, to be fetched.
   *
   * @throws IllegalArgumentException if there is no such version; the message lists the known
   *     versions
   */
  public ArtifactSet set(String framework, String version) {
    JsonNode entry = entry(framework);
    JsonNode variables = entry.required("versions").path(version);
    if (variables.isMissingNode()) {
      throw new IllegalArgumentException(
          framework
              + " version "
              + version
              + ": must be "
              + String.join(" or ", versions(framework))
              + "; for another version, give its home");
    }
    String title = title(framework) + " " + version;
    String id = framework + "-" + version;
    long bytes = variables.required("size").asLong() * MEGABYTE;
    if (entry.has("pip")) {
      return pip(entry.required("pip"), title, id, bytes, version, variables);
    }
    return maven(entry, title, id, bytes, version, variables);
  }

  private static ArtifactSet maven(
      JsonNode entry, String title, String id, long bytes, String version, JsonNode variables) {
    List<String> everywhere = strings(entry.path("exclude"));
    List<Coordinates> artifacts = new ArrayList<>();
    for (JsonNode artifact : entry.required("maven")) {
      List<String> exclusions = new ArrayList<>(everywhere);
      exclusions.addAll(strings(artifact.path("exclude")));
      String text =
          artifact.isString() ? artifact.asString() : artifact.path("artifact").asString();
      artifacts.add(Coordinates.parse(fill(text, version, variables), exclusions));
    }
    return new ArtifactSet.MavenSet(title, id, bytes, artifacts);
  }

  private static ArtifactSet pip(
      JsonNode pip, String title, String id, long bytes, String version, JsonNode variables) {
    return new ArtifactSet.PipPackage(
        title,
        id,
        bytes,
        fill(pip.required("package").asString(), version, variables),
        fill(pip.required("root").asString(), version, variables),
        strings(pip.required("keep")),
        strings(pip.path("executable")));
  }

  private static String fill(String template, String version, JsonNode variables) {
    String text = template.replace("{version}", version);
    for (Map.Entry<String, JsonNode> variable : variables.properties()) {
      text = text.replace("{" + variable.getKey() + "}", variable.getValue().asString());
    }
    return text;
  }

  private static List<String> strings(JsonNode array) {
    return array.valueStream().map(JsonNode::asString).toList();
  }

  private JsonNode entry(String framework) {
    return Optional.ofNullable(frameworks.get(framework))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "framework " + framework + ": must be " + String.join(" or ", frameworks())));
  }
}
