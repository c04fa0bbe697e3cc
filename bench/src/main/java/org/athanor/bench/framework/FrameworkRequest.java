// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A framework as an experiment specifies it.
 *
 * @param version if empty, the version of {@code home}, or the kind's default
 * @param home directory of an installation on this machine; if empty, the framework is downloaded
 * @param java home directory of the Java to run on, the same on every node; if empty, each node's
 *     own Java
 * @param jvm the JVM of a mode that is one process
 * @param settings configuration in the framework's own keys, which overrides values derived from
 *     the site
 * @param options values of keys that only this kind has
 */
public record FrameworkRequest(
    String kind,
    String mode,
    Optional<String> version,
    Optional<Path> home,
    Optional<String> java,
    JvmSpec jvm,
    Map<String, String> settings,
    Map<String, String> options) {

  public FrameworkRequest {
    settings = Map.copyOf(settings);
    options = Map.copyOf(options);
  }

  /** A request without options for the JVM. */
  public FrameworkRequest(
      String kind,
      String mode,
      Optional<String> version,
      Optional<Path> home,
      Optional<String> java,
      Map<String, String> settings,
      Map<String, String> options) {
    this(kind, mode, version, home, java, JvmSpec.DEFAULT, settings, options);
  }

  /**
   * This request with the setting of the engine for the devices of its intermediate data.
   *
   * @param onSsd on solid-state disks, else on other devices
   * @throws IllegalArgumentException if the request has the setting; the message is a line of
   *     {@link Frameworks#problems}
   */
  public FrameworkRequest withIntermediateData(boolean onSsd) {
    Map<String, String> more = new HashMap<>(settings);
    if (more.put(AthanorLauncher.TIER, onSsd ? "ssd" : "disk") != null) {
      throw new IllegalArgumentException(
          "settings: " + AthanorLauncher.TIER + ": is decided by storage; remove one of the two");
    }
    return new FrameworkRequest(kind, mode, version, home, java, jvm, more, options);
  }

  /** A request with default values only. */
  public static FrameworkRequest of(String kind, String mode) {
    return new FrameworkRequest(
        kind, mode, Optional.empty(), Optional.empty(), Optional.empty(), Map.of(), Map.of());
  }
}
