// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.athanor.agent.Monitor;
import org.athanor.bench.experiment.file.Vocabulary;
import org.athanor.bench.framework.FrameworkKind;
import org.athanor.bench.framework.FrameworkKind.Mode;
import org.athanor.bench.framework.Frameworks;
import org.athanor.bench.workload.HiBench;
import org.athanor.bench.workload.Parameter;
import org.athanor.bench.workload.Workload;
import org.athanor.bench.workload.Workloads;

/** The vocabulary of Athanor's own frameworks, workloads and monitors. */
record StandardVocabulary(Frameworks all) implements Vocabulary {

  @Override
  public Map<String, FrameworkWords> frameworks() {
    Map<String, FrameworkWords> words = new LinkedHashMap<>();
    for (FrameworkKind kind : all.kinds()) {
      words.put(
          kind.name(),
          new FrameworkWords(
              kind.modes().stream().map(Mode::name).toList(),
              kind.modes().stream().filter(Mode::oneNodeOnly).map(Mode::name).toList(),
              kind.versions(),
              kind.options().stream().map(StandardVocabulary::option).toList(),
              kind.placesIntermediateData()));
    }
    return words;
  }

  private static Option option(FrameworkKind.Option option) {
    return new Option(option.name(), OptionType.PATH, "", option.description());
  }

  @Override
  public Map<String, List<Option>> workloads() {
    Map<String, List<Option>> words = new LinkedHashMap<>();
    for (Workload workload : Workloads.all()) {
      words.put(
          workload.kind(),
          workload.parameters().stream()
              .map(parameter -> option(workload.kind(), parameter))
              .toList());
    }
    return words;
  }

  @Override
  public Map<String, String> otherNames() {
    return HiBench.names();
  }

  @Override
  public Map<String, String> expand(String kind, Map<String, String> values) {
    return HiBench.expand(kind, values);
  }

  /**
   * No parameter is declared as required: that depends on other parameters, and the workload checks
   * it.
   */
  private static Option option(String kind, Parameter parameter) {
    OptionType type =
        switch (parameter.type()) {
          case TEXT -> OptionType.TEXT;
          case COUNT -> OptionType.COUNT;
          case WHOLE -> OptionType.WHOLE;
          case DECIMAL -> OptionType.DECIMAL;
          case SIZE -> OptionType.SIZE;
          case BOOLEAN -> OptionType.BOOLEAN;
          case DURATION -> OptionType.DURATION;
          case PATH -> OptionType.PATH;
        };
    String fallback = parameter.fallback().isEmpty() ? "none" : "`" + parameter.fallback() + "`";
    List<String> words = parameter.name().equals("size") ? HiBench.profiles(kind) : List.of();
    return new Option(parameter.name(), type, fallback, parameter.text(), words);
  }

  @Override
  public List<String> monitors() {
    return Arrays.stream(Monitor.values()).map(Monitor::id).toList();
  }

  @Override
  public Set<String> serviceRoles() {
    return Workloads.all().stream()
        .flatMap(workload -> workload.roles().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Override
  public List<String> allocatedHosts() throws IOException {
    return new Allocation(System.getenv()).hosts();
  }
}
