// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The scripts that run on nodes. They need a POSIX shell, which every node has. */
enum Script {
  /** Replaces itself by a command; see {@link ShellProcess}. */
  LAUNCH,
  /** Ends the processes of a mark. */
  END,
  /** Makes a directory that is its owner's alone; see {@link PrivateDirectory}. */
  PRIVATE,
  PACK,
  UNPACK,
  /** Prints the text that {@link SystemInfoParser} reads. */
  DETECT;

  private final String text = read();

  /** Returns the command that runs the script with these arguments. */
  List<String> with(List<String> arguments) {
    List<String> command = new ArrayList<>(List.of("sh", "-c", text, "sh"));
    command.addAll(arguments);
    return command;
  }

  private String read() {
    String file = name().toLowerCase(Locale.ROOT) + ".sh";
    try (InputStream in = Script.class.getResourceAsStream(file)) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(file, e);
    }
  }
}
