// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.driver;

import java.util.List;
import org.athanor.cli.usage.UsageException;

/**
 * The call of a driver: {@code mainClass.main(arguments)} of a jar.
 *
 * @param arguments the driver's arguments, as typed
 */
public record DriverCall(DriverJar jar, String mainClass, List<String> arguments) {
  public DriverCall {
    arguments = List.copyOf(arguments);
  }

  /**
   * Reads the words after the jar as {@code hadoop jar} does: the first one is the main class if,
   * and only if, the manifest names none.
   *
   * @throws UsageException if neither names a main class
   */
  public static DriverCall of(DriverJar jar, List<String> words) throws UsageException {
    if (jar.manifestMainClass().isPresent()) {
      return new DriverCall(jar, jar.manifestMainClass().get(), words);
    }
    if (words.isEmpty()) {
      throw new UsageException(
          "MainClass is missing: "
              + jar.file()
              + " names none in its manifest; give it after the jar");
    }
    return new DriverCall(jar, DriverJar.className(words.get(0)), words.subList(1, words.size()));
  }
}
