// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.util.regex.Pattern;

/** Words that a POSIX shell takes as they are. */
public final class ShellWord {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=@%+,-]+");

  private ShellWord() {}

  /** The word between quotes, whatever is in it. */
  public static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }

  /**
   * An argument of a command, between quotes only if it needs them, as people would write it. Not
   * for a command's first word, which may be one of the shell's own, such as {@code if}.
   */
  public static String argument(String word) {
    return PLAIN.matcher(word).matches() ? word : quoted(word);
  }
}
