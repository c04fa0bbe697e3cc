// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What an experiment says about a framework.
 *
 * @param version else the kind's default, or that of the home
 * @param home an installation on this machine; else it is fetched
 * @param java home of the Java to run on, on every node; else each node's own
 * @param settings in the framework's own keys; they win over what is derived from the site
 * @param options keys that only this kind has
 */
public record FrameworkRequest(
    String kind,
    String mode,
    Optional<String> version,
    Optional<Path> home,
    Optional<String> java,
    Map<String, String> settings,
    Map<String, String> options) {

  public FrameworkRequest {
    settings = Map.copyOf(settings);
    options = Map.copyOf(options);
  }

  /** With nothing but defaults. */
  public static FrameworkRequest of(String kind, String mode) {
    return new FrameworkRequest(
        kind, mode, Optional.empty(), Optional.empty(), Optional.empty(), Map.of(), Map.of());
  }
}
