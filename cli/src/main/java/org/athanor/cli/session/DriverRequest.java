// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.session;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What an engine needs to know of a driver, beside its standard streams.
 *
 * @param engine the engine's number
 * @param columns of the terminal on standard error; 0 if that is none
 * @param umask the permissions that new files do not get
 * @param directory the working directory
 * @param environment all variables
 * @param arguments of the command {@code athanor}, as typed
 */
public record DriverRequest(
    int engine,
    int columns,
    int umask,
    String directory,
    Map<String, String> environment,
    List<String> arguments) {
  private static final int FIXED = 5;

  Message message() {
    List<String> words = new ArrayList<>();
    words.add(Integer.toString(engine));
    words.add(Integer.toString(columns));
    words.add(Integer.toString(umask));
    words.add(directory);
    words.add(Integer.toString(environment.size()));
    environment.forEach(
        (name, value) -> {
          words.add(name);
          words.add(value);
        });
    words.addAll(arguments);
    return Message.of(Message.Kind.RUN, words.toArray(String[]::new));
  }

  /**
   * Reads a keeper's message.
   *
   * @throws IOException if it is malformed
   */
  public static DriverRequest of(Message message) throws IOException {
    List<String> words = message.words();
    try {
      int variables = Integer.parseInt(words.get(FIXED - 1));
      Map<String, String> environment = new LinkedHashMap<>();
      for (int i = 0; i < variables; i++) {
        environment.put(words.get(FIXED + 2 * i), words.get(FIXED + 2 * i + 1));
      }
      return new DriverRequest(
          Integer.parseInt(words.get(0)),
          Integer.parseInt(words.get(1)),
          Integer.parseInt(words.get(2)),
          words.get(3),
          environment,
          List.copyOf(words.subList(FIXED + 2 * variables, words.size())));
    } catch (RuntimeException e) {
      throw new IOException("malformed message", e);
    }
  }
}
