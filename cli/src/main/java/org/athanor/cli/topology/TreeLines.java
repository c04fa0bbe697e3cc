// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.topology;

import java.nio.charset.Charset;

/** The lines that connect a tree's branches. */
public enum TreeLines {
  UNICODE("├─ ", "│  ", "└─ "),
  /** For terminals whose character set has no box drawing. */
  ASCII("|- ", "|  ", "`- ");

  private final String branch;
  private final String past;
  private final String last;

  TreeLines(String branch, String past, String last) {
    this.branch = branch;
    this.past = past;
    this.last = last;
  }

  /** Returns the lines to use with a character set. */
  public static TreeLines in(Charset charset) {
    return charset.canEncode() && charset.newEncoder().canEncode(UNICODE.last) ? UNICODE : ASCII;
  }

  /** The text before a child. */
  String to(boolean lastChild) {
    return lastChild ? last : branch;
  }

  /** The text below {@link #to}, before the child's own children. */
  String below(boolean lastChild) {
    return lastChild ? "   " : past;
  }
}
