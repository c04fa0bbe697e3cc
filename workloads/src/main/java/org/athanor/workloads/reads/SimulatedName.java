// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.reads;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a simulated read, which tells what it was made of: {@code PART.MOLECULE.COPY}, then
 * {@code :} and the wrong bases, as {@code 17A,88C}: base 17, from 0, should be A.
 *
 * @param part the part of the input in which the molecules are counted
 * @param molecule number of the piece of DNA; its reads are duplicates of each other
 * @param copy number of the read of this piece, from 0
 */
public record SimulatedName(int part, long molecule, int copy, List<WrongBase> wrong) {
  private static final Pattern FORM =
      Pattern.compile("(\\d{1,9})\\.(\\d{1,18})\\.(\\d{1,9}):((?:\\d{1,9}[ACGT](?:,|$))*)");

  /**
   * A base that was read wrong.
   *
   * @param offset its place in the read, from 0
   * @param right what it should be
   */
  public record WrongBase(int offset, char right) {}

  public SimulatedName {
    wrong = List.copyOf(wrong);
  }

  /**
   * Returns the name of a simulated read.
   *
   * @throws IOException if it is none
   */
  public static SimulatedName of(Read read) throws IOException {
    String name = read.name().toString();
    return parse(name)
        .orElseThrow(
            () ->
                new IOException(
                    "read " + name + " is not a simulated one; its name must be as generated"));
  }

  /** Parses a name; empty if it is none of this form. */
  public static Optional<SimulatedName> parse(String name) {
    Matcher form = FORM.matcher(name);
    if (!form.matches()) {
      return Optional.empty();
    }
    List<WrongBase> wrong = new ArrayList<>();
    for (String word : form.group(4).split(",", -1)) {
      if (!word.isEmpty()) {
        int last = word.length() - 1;
        wrong.add(new WrongBase(Integer.parseInt(word.substring(0, last)), word.charAt(last)));
      }
    }
    return Optional.of(
        new SimulatedName(
            Integer.parseInt(form.group(1)),
            Long.parseLong(form.group(2)),
            Integer.parseInt(form.group(3)),
            wrong));
  }
}
