// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import java.util.List;
import org.athanor.cli.bench.BatchSystem.Request;
import org.athanor.cluster.ShellWord;

/** The script of a job that runs a command in the directory in which it was submitted. */
final class BatchScript {
  /** The second line, by which a script that may be replaced is recognised. */
  static final String SIGN = "# Written by athanor bench submit.";

  private BatchScript() {}

  /**
   * Returns the text of a script.
   *
   * @param directory absolute
   * @param command program and arguments
   */
  static String of(BatchSystem system, Request request, String directory, List<String> command) {
    StringBuilder text = new StringBuilder("#!/bin/sh\n" + SIGN + "\n");
    system.directives(request).forEach(line -> text.append(line).append('\n'));
    text.append("cd ").append(ShellWord.argument(directory)).append(" || exit\nexec");
    command.forEach(word -> text.append(' ').append(ShellWord.argument(word)));
    return text.append('\n').toString();
  }
}
