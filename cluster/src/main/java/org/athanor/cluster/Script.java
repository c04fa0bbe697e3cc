// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What nodes are asked to do in the one language that all of them have: a POSIX shell's. */
enum Script {
  /** Becomes a command; see {@link ShellProcess}. */
  LAUNCH,
  /** Ends the processes of a mark. */
  END,
  /** Makes a directory that is its owner's alone; see {@link PrivateDirectory}. */
  PRIVATE,
  PACK,
  UNPACK,
  /** Prints what {@link SystemInfoParser} reads. */
  DETECT;

  private final String text = read();

  /** The command that runs it. */
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
