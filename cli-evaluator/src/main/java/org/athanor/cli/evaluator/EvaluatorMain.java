// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.evaluator;

import java.io.PrintStream;
import org.athanor.cli.CommandRunner;
import org.athanor.cli.ExitCode;
import picocli.CommandLine;

/** The {@code athanor} command for {@code bench}, {@code cluster} and {@code profile}. */
public final class EvaluatorMain {
  private EvaluatorMain() {}

  /** Runs one command; the JVM ends with its {@link ExitCode}. */
  public static void main(String[] args) {
    int code = execute(System.out, System.err, args);
    if (code != ExitCode.SUCCESS) {
      System.exit(code);
    }
  }

  /** Runs one command and returns its {@link ExitCode}. */
  public static int execute(PrintStream out, PrintStream err, String... args) {
    return CommandRunner.execute(new CommandLine(new EvaluatorCommand(out, err)), out, err, args);
  }
}
