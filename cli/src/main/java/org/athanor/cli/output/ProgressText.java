// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.output;

import java.io.PrintStream;

/** Shows the current activity in one line of a terminal; nothing in a pipe. Thread-safe. */
public final class ProgressText {
  private static final String CLEAR = "\r\u001b[K";

  private final PrintStream terminal;
  private final int columns;

  private ProgressText(PrintStream terminal, int columns) {
    this.terminal = terminal;
    this.columns = columns;
  }

  public static ProgressText on(PrintStream err) {
    return new ProgressText(err, Integer.getInteger("athanor.terminal.columns", 0));
  }

  public synchronized void show(String text) {
    if (columns > 0) {
      terminal.print(CLEAR + text.substring(0, Math.min(text.length(), columns - 1)));
      terminal.flush();
    }
  }

  /** Prints a line that stays, also in a pipe. */
  public synchronized void print(String line) {
    clear();
    terminal.println(line);
  }

  public void clear() {
    show("");
  }
}
