// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.athanor.results.Secrets;
import org.athanor.yaml.text.ByteSize;

/**
 * The JVM of a framework that is one process, as an experiment specifies it.
 *
 * @param heap its largest heap; if empty, what the memory of the process leaves
 * @param options further options of the command {@code java}, each of {@link #OPTION}'s form
 */
public record JvmSpec(Optional<ByteSize> heap, List<String> options) {

  /** What a value of {@link #parse} must be, in words. */
  public static final String FORM = "options of Java, such as -XX:+UseParallelGC -Xlog:gc";

  /** A JVM without options of the user. */
  public static final JvmSpec DEFAULT = new JvmSpec(Optional.empty(), List.of());

  /** The keys of an experiment file, and of settings in results. */
  public static final String HEAP = "heap";

  public static final String OPTIONS = "jvmOptions";

  /** Options without blanks and characters that a shell would replace: launchers are scripts. */
  private static final Pattern OPTION =
      Pattern.compile("-(X|D|ea|da|agent|javaagent:|-[a-z][a-z-]*=)[\\w.,:;=+/%@~-]*");

  private static final Pattern SETS_HEAP = Pattern.compile("-Xmx.*|-XX:MaxHeapSize=.*");

  private static final long MEBIBYTE = 1 << 20;

  public JvmSpec {
    options = List.copyOf(options);
  }

  /**
   * Reads options that are separated by blanks.
   *
   * @throws IllegalArgumentException if one of them cannot be used; the message says why
   */
  public static List<String> parse(String text) {
    List<String> options =
        Arrays.stream(text.strip().split("\\s+")).filter(word -> !word.isEmpty()).toList();
    if (options.isEmpty()) {
      throw new IllegalArgumentException("must be " + FORM);
    }
    for (String option : options) {
      if (SETS_HEAP.matcher(option).matches()) {
        throw new IllegalArgumentException(option + " sets the heap; use the key " + HEAP);
      }
      if (!OPTION.matcher(option).matches()) {
        throw new IllegalArgumentException(
            "must be " + FORM + ", without quotes and patterns; " + option + " is not");
      }
    }
    return options;
  }

  /**
   * The largest heap in mebibytes.
   *
   * @param derived the heap that the memory of the process leaves, in mebibytes
   */
  int heap(int derived) {
    return heap.map(JvmSpec::mebibytes).orElse(derived);
  }

  private static int mebibytes(ByteSize size) {
    return Math.toIntExact(size.bytes() / MEBIBYTE);
  }

  /** The options for the command {@code java}, the largest heap first. */
  List<String> line(int derived) {
    List<String> line = new ArrayList<>();
    line.add("-Xmx" + heap(derived) + "m");
    line.addAll(options);
    return line;
  }

  /** The options without the heap, separated by blanks; empty if there are none. */
  Optional<String> text() {
    return options.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", options));
  }

  /** Why the heap cannot be that large; empty if it can. */
  Optional<String> problem(int derived) {
    return heap.filter(size -> mebibytes(size) > derived)
        .map(
            size ->
                HEAP
                    + ": "
                    + size
                    + " is more than resources leave for the heap of one process, "
                    + derived
                    + "m; use less, or more resources.memory");
  }

  /**
   * The options that have no effect, one problem each.
   *
   * @param properties the system properties that come after them on the command line
   */
  List<String> overridden(Collection<String> properties) {
    return options.stream()
        .filter(
            option ->
                properties.stream()
                    .anyMatch(
                        name -> option.equals("-D" + name) || option.startsWith("-D" + name + "=")))
        .map(option -> OPTIONS + ": " + option + ": Athanor sets this property itself; remove it")
        .toList();
  }

  /** The keys of the experiment file that have values, without secrets. */
  public Map<String, String> described() {
    Map<String, String> described = new TreeMap<>();
    heap.ifPresent(size -> described.put(HEAP, size.toString()));
    text().ifPresent(all -> described.put(OPTIONS, Secrets.redacted(all)));
    return described;
  }
}
