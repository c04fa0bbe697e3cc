// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.util.regex.Pattern;

/** Quotes words for a POSIX shell, which then does not change them. */
public final class ShellWord {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=@%+,-]+");

  private ShellWord() {}

  /** Puts a word between quotes. */
  public static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }

  /**
   * Quotes an argument of a command if necessary. Not for the first word of a command: a word of
   * the shell such as {@code if} would not be quoted.
   */
  public static String argument(String word) {
    return PLAIN.matcher(word).matches() ? word : quoted(word);
  }
}
