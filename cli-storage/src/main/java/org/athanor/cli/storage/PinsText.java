// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.util.List;
import java.util.Optional;
import org.athanor.cli.json.JsonWriter;
import org.athanor.cli.usage.UsageException;
import org.athanor.tiering.pins.PinsFile;

/** Pins on the command line. */
final class PinsText {
  private PinsText() {}

  /** Checks paths, and takes slashes at their ends away. */
  static List<String> paths(List<String> arguments) throws UsageException {
    List<String> paths = arguments.stream().map(Paths::withoutSlash).toList();
    for (String path : paths) {
      Optional<String> problem = PinsFile.problem(path);
      if (problem.isPresent()) {
        throw new UsageException("PATH=" + path + problem.get());
      }
    }
    return paths;
  }

  /** Says that a pin is that of a directory above a path. */
  static String above(String pin, String path) {
    return pin.equals(path) ? "" : " by " + pin;
  }

  static String all(PinsFile file, List<String> pins) {
    return pins.isEmpty()
        ? "Nothing is pinned in " + file.path() + ".\n"
        : String.join("\n", pins) + "\n";
  }

  static String json(PinsFile file, List<String> pins) {
    JsonWriter json = new JsonWriter().beginObject();
    json.name("file").value(file.path().toString()).name("pins").beginArray();
    pins.forEach(pin -> json.element().value(pin));
    return json.endArray().endObject() + "\n";
  }
}
