// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** A vocabulary with a few frameworks and workloads. */
public class FixedVocabulary implements Vocabulary {

  @Override
  public Map<String, FrameworkWords> frameworks() {
    Map<String, FrameworkWords> words = new LinkedHashMap<>();
    words.put(
        "hadoop",
        new FrameworkWords(
            List.of("local", "yarn"),
            List.of("local"),
            List.of("3.3.6", "3.5.0"),
            List.of(),
            true));
    words.put(
        "spark",
        new FrameworkWords(
            List.of("local", "standalone", "yarn"),
            List.of("local"),
            List.of("4.3.0"),
            List.of(),
            false));
    words.put(
        "solo",
        new FrameworkWords(List.of("local"), List.of("local"), List.of(), List.of(), false));
    words.put(
        "external",
        new FrameworkWords(
            List.of("external"),
            List.of(),
            List.of(),
            List.of(
                new Option("submit", OptionType.TEXT, "", "The command."),
                new Option("start", OptionType.TEXTS, "none", "Commands before.")),
            false));
    return words;
  }

  @Override
  public Map<String, List<Option>> workloads() {
    Option size = new Option("size", OptionType.SIZE, "1g", "Size of the input.");
    Map<String, List<Option>> words = new LinkedHashMap<>();
    words.put(
        "wordcount", List.of(size, new Option("input", OptionType.PATH, "generated", "An input.")));
    words.put("terasort", List.of(size));
    words.put(
        "kmeans",
        List.of(
            new Option("clusters", OptionType.COUNT, "10", "k."),
            new Option("rounds", OptionType.WHOLE, "0", "Rounds."),
            new Option("spread", OptionType.DECIMAL, "1", "Spread."),
            new Option("patience", OptionType.DURATION, "1m", "Patience."),
            new Option("exact", OptionType.BOOLEAN, "false", "Exact.")));
    words.put("command", List.of(new Option("run", OptionType.TEXT, "", "The command line.")));
    return words;
  }

  @Override
  public Set<String> serviceRoles() {
    return new TreeSet<>(Set.of("broker", "load"));
  }

  @Override
  public List<String> monitors() {
    return List.of("cpu", "memory", "disk", "network");
  }
}
