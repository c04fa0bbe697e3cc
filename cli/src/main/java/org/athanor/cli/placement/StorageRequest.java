// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.placement;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a run asks the storage daemon for.
 *
 * @param asked {@code auto}, or a configuration
 * @param application name in the catalogue
 * @param inputs paths that were named as input; if none were, those arguments that exist
 * @param waitSeconds how long to wait for an answer
 * @param requests directory of the requests; empty for the usual one
 * @param conf Hadoop configuration directory; empty for that of the environment
 * @param arguments of the driver
 */
public record StorageRequest(
    String asked,
    String application,
    List<String> inputs,
    int waitSeconds,
    Optional<String> requests,
    Optional<Path> conf,
    List<String> arguments) {
  public StorageRequest {
    inputs = List.copyOf(inputs);
    arguments = List.copyOf(arguments);
  }

  /** The arguments of the launcher. */
  List<String> words() {
    List<String> words =
        new ArrayList<>(
            List.of(
                "storage",
                "request",
                "--storage=" + asked,
                "--application=" + application,
                "--wait=" + waitSeconds));
    inputs.forEach(input -> words.add("--input=" + input));
    requests.ifPresent(directory -> words.add("--requests=" + directory));
    conf.ifPresent(directory -> words.add("--conf=" + directory));
    words.add("--");
    words.addAll(arguments);
    return words;
  }
}
