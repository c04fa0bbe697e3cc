// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.athanor.bench.framework.ExternalDefinition.ExternalDaemon;
import org.athanor.bench.words.Template;
import org.athanor.bench.workload.Api;
import org.athanor.bench.workload.Workload;
import org.athanor.bench.workload.Workloads;
import org.athanor.cluster.Reason;
import org.athanor.yaml.NotYaml;
import org.athanor.yaml.text.Nearest;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Reads the description of an external framework and collects all problems of it. */
final class ExternalReader {

  /** Placeholders of every command and file. */
  static final Set<String> SITE =
      Set.of(
          "master",
          "nodes",
          "node_count",
          "cores",
          "total_cores",
          "workers_per_node",
          "tasks_per_node",
          "total_tasks",
          "memory",
          "worker_memory",
          "filesystem",
          "conf",
          "logs",
          "tmp",
          "spill",
          "home",
          "java_home");

  /** Additional placeholders of daemons. */
  static final Set<String> NODE = Set.of("node");

  /** Additional placeholders of submissions, beside those of the workload. */
  static final Set<String> PROGRAM =
      Set.of("workload", "jar", "libraries", "main", "arguments", "input", "output");

  private static final List<String> KEYS =
      List.of(
          "name",
          "version",
          "api",
          "check",
          "environment",
          "files",
          "start",
          "daemons",
          "health",
          "submit",
          "stop",
          "errors");

  private static final String OTHERS = "default";
  private static final int SHOWN_LENGTH = 60;
  private static final YAMLMapper MAPPER = new YAMLMapper();

  private final JsonNode root;

  /** JSON pointer → line. */
  private final Map<String, Integer> lines;

  private final List<Fault> faults = new ArrayList<>();

  private ExternalReader(JsonNode root, Map<String, Integer> lines) {
    this.root = root;
    this.lines = lines;
  }

  private record Fault(int line, String text) {
    @Override
    public String toString() {
      return (line > 0 ? "line " + line + ": " : "") + text;
    }
  }

  /**
   * A definition, or the problems of the description.
   *
   * @param problems ordered by line, each {@code line N: key=value: what}
   */
  record Reading(Optional<ExternalDefinition> definition, List<String> problems) {
    private static Reading wrong(String what) {
      return new Reading(Optional.empty(), List.of(what));
    }
  }

  static Reading read(Path file) {
    try {
      String text = Files.readString(file);
      ExternalReader reader = new ExternalReader(MAPPER.readTree(text), lines(text));
      ExternalDefinition definition = reader.definition();
      return new Reading(
          reader.faults.isEmpty() ? Optional.of(definition) : Optional.empty(),
          reader.faults.stream()
              .sorted(Comparator.comparingInt(Fault::line))
              .map(Fault::toString)
              .toList());
    } catch (IOException unreadable) {
      return Reading.wrong("cannot be read: " + Reason.of(unreadable));
    } catch (JacksonException error) {
      NotYaml why = NotYaml.of(error);
      return Reading.wrong(new Fault(why.line(), "not YAML: " + why.reason()).toString());
    }
  }

  private static Map<String, Integer> lines(String text) {
    Map<String, Integer> lines = new HashMap<>();
    try (JsonParser parser = MAPPER.createParser(text)) {
      while (parser.nextToken() != null) {
        lines.putIfAbsent(
            parser.streamReadContext().pathAsPointer().toString(),
            parser.currentTokenLocation().getLineNr());
      }
    }
    return lines;
  }

  /**
   * Reports a problem of a value.
   *
   * @param pointer JSON pointer to the value, which need not exist
   */
  private void report(String pointer, String what) {
    String place = pointer;
    while (!place.isEmpty() && !lines.containsKey(place)) {
      place = place.substring(0, place.lastIndexOf('/'));
    }
    String subject = pointer.substring(1).replaceAll("/\\d+(?=/|$)", "").replace('/', '.');
    JsonNode value = root.at(pointer);
    String shown = value.isValueNode() ? value.asString("").strip().replaceAll("\\s+", " ") : "";
    if (shown.length() > SHOWN_LENGTH) {
      shown = shown.substring(0, SHOWN_LENGTH) + "…";
    }
    faults.add(
        new Fault(
            place.isEmpty() ? 0 : lines.get(place),
            subject + (shown.isEmpty() ? "" : "=" + shown) + ": " + what));
  }

  private ExternalDefinition definition() {
    for (String key : root.propertyNames()) {
      if (!KEYS.contains(key)) {
        report("/" + key, Nearest.unknown("key", key, KEYS));
      }
    }
    Map<String, Template> submit = submissions();
    if (submit.isEmpty()) {
      report("/submit", "is missing; must be a command, or one for each workload");
    }
    Template others = submit.remove(OTHERS);
    return new ExternalDefinition(
        text("name").orElse("external"),
        text("version").orElse("unknown"),
        api(text("api").orElse("command")),
        text("check").map(it -> template("/check", SITE)),
        templates("environment"),
        templates("files"),
        commands("start"),
        daemons(),
        text("health").map(it -> template("/health", SITE)),
        submit,
        Optional.ofNullable(others),
        commands("stop"),
        patterns());
  }

  private Optional<String> text(String key) {
    JsonNode value = root.path(key);
    if (value.isMissingNode()) {
      return Optional.empty();
    }
    if (!value.isValueNode() || value.isNull()) {
      report("/" + key, "must be a text");
      return Optional.empty();
    }
    return Optional.of(value.asString());
  }

  private Api api(String text) {
    for (Api api : Api.values()) {
      if (api.name().toLowerCase(Locale.ROOT).equals(text)) {
        return api;
      }
    }
    report(
        "/api",
        Nearest.unknown("value", text, List.of("mapreduce", "spark", "flink", "hive", "command")));
    return Api.COMMAND;
  }

  /** The placeholders of the command that submits a workload. */
  static Set<String> placeholders(Workload workload) {
    return union(SITE, NODE, PROGRAM, Workloads.variables(workload));
  }

  @SafeVarargs
  private static Set<String> union(Set<String>... sets) {
    Set<String> all = new TreeSet<>();
    for (Set<String> set : sets) {
      all.addAll(set);
    }
    return all;
  }

  /** The default command may use the placeholders of all workloads. */
  private Map<String, Template> submissions() {
    Map<String, Set<String>> known = new LinkedHashMap<>();
    Set<String> all = new TreeSet<>();
    for (Workload workload : Workloads.all()) {
      if (Workloads.submitted(workload)) {
        known.put(workload.kind(), placeholders(workload));
        all.addAll(placeholders(workload));
      }
    }
    known.put(OTHERS, all);
    JsonNode submit = root.path("submit");
    Map<String, Template> commands = new LinkedHashMap<>();
    if (submit.isString()) {
      commands.put(OTHERS, template("/submit", all));
    }
    for (String name : submit.propertyNames()) {
      if (known.containsKey(name)) {
        commands.put(name, template("/submit/" + name, known.get(name)));
      } else {
        report("/submit/" + name, Nearest.unknown("workload", name, List.copyOf(known.keySet())));
      }
    }
    return commands;
  }

  private Map<String, Template> templates(String key) {
    Map<String, Template> templates = new LinkedHashMap<>();
    for (String name : root.path(key).propertyNames()) {
      String pointer = JsonPointer.compile("/" + key).appendProperty(name).toString();
      templates.put(name, template(pointer, SITE));
    }
    return templates;
  }

  private List<Template> commands(String key) {
    JsonNode list = root.path(key);
    List<Template> commands = new ArrayList<>();
    if (list.isString()) {
      commands.add(template("/" + key, SITE));
    }
    for (int i = 0; list.isArray() && i < list.size(); i++) {
      commands.add(template("/" + key + "/" + i, SITE));
    }
    return commands;
  }

  private List<ExternalDaemon> daemons() {
    Set<String> known = union(SITE, NODE);
    JsonNode list = root.path("daemons");
    List<ExternalDaemon> daemons = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      String pointer = "/daemons/" + i;
      JsonNode daemon = list.get(i);
      String name = daemon.path("name").asString("daemon-" + (i + 1));
      String on = daemon.path("on").asString("master");
      if (!on.equals("master") && !on.equals("each")) {
        report(pointer + "/on", Nearest.unknown("value", on, List.of("master", "each")));
      }
      if (!daemon.path("run").isString()) {
        report(pointer + "/run", "is missing; must be a command");
      }
      Template run = template(pointer + "/run", known);
      daemons.add(new ExternalDaemon(name, on.equals("each"), run));
    }
    return daemons;
  }

  private List<Pattern> patterns() {
    List<Pattern> patterns = new ArrayList<>();
    JsonNode list = root.path("errors");
    for (int i = 0; i < list.size(); i++) {
      try {
        patterns.add(Pattern.compile(list.get(i).asString("")));
      } catch (PatternSyntaxException error) {
        report("/errors/" + i, "must be a regular expression of Java: " + error.getDescription());
      }
    }
    return patterns;
  }

  private Template template(String pointer, Set<String> known) {
    Template template = new Template(root.at(pointer).asString(""));
    template.problems(known).forEach(problem -> report(pointer, problem));
    return template;
  }
}
