// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.artifact;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A range of Java feature releases, both ends included. */
public record JavaRange(int first, int last) {

  static final JavaRange ANY = new JavaRange(0, Integer.MAX_VALUE);

  private static final Pattern FORM = Pattern.compile("(\\d+)-(\\d*)");

  static JavaRange parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("java: " + text + ": must look like 17- or 8-22");
    }
    return new JavaRange(
        Integer.parseInt(matcher.group(1)),
        matcher.group(2).isEmpty() ? Integer.MAX_VALUE : Integer.parseInt(matcher.group(2)));
  }

  public boolean contains(int feature) {
    return first <= feature && feature <= last;
  }

  /** Such as {@code 17 or newer}, {@code 8 to 22}, {@code 17}. */
  @Override
  public String toString() {
    if (first == last) {
      return Integer.toString(first);
    }
    return last == Integer.MAX_VALUE ? first + " or newer" : first + " to " + last;
  }
}
