// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.athanor.bench.framework.ExternalDefinition.ExternalDaemon;
import org.athanor.bench.words.Nearest;
import org.athanor.bench.workload.Api;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Reads the description of an external framework; collects all that is wrong with it. */
final class ExternalReader {

  /** What every command and file may name. */
  static final Set<String> SITE =
      Set.of(
          "master",
          "nodes",
          "node_count",
          "cores",
          "total_cores",
          "memory",
          "worker_memory",
          "filesystem",
          "conf",
          "logs",
          "tmp",
          "home",
          "java_home");

  /** What daemons may name beside it. */
  static final Set<String> NODE = Set.of("node");

  /** What submissions may name beside it; and whatever else a workload has. */
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

  private final List<String> problems = new ArrayList<>();

  /** A definition, or what is wrong with it. */
  record Reading(Optional<ExternalDefinition> definition, List<String> problems) {}

  static Reading read(Path file) {
    ExternalReader reader = new ExternalReader();
    try {
      JsonNode root = new YAMLMapper().readTree(Files.readString(file));
      ExternalDefinition definition = reader.definition(root);
      boolean good = reader.problems.isEmpty();
      return new Reading(
          good ? Optional.of(definition) : Optional.empty(),
          reader.problems.stream().map(it -> file + ": " + it).toList());
    } catch (IOException e) {
      return new Reading(
          Optional.empty(), List.of(file + ": cannot be read: " + e.getClass().getSimpleName()));
    } catch (JacksonException e) {
      return new Reading(
          Optional.empty(),
          List.of(
              file
                  + ": not YAML: line "
                  + Optional.ofNullable(e.getLocation()).map(it -> it.getLineNr()).orElse(0)
                  + ": "
                  + e.getOriginalMessage().lines().findFirst().orElse("")));
    }
  }

  private ExternalDefinition definition(JsonNode root) {
    for (String key : root.propertyNames()) {
      if (!KEYS.contains(key)) {
        problems.add(
            key + ": unknown; there are " + String.join(", ", KEYS) + Nearest.hint(key, KEYS));
      }
    }
    Map<String, Template> submit = submissions(root.path("submit"));
    if (submit.isEmpty()) {
      problems.add("submit: is missing: a command, or one for each workload");
    }
    Template others = submit.remove(OTHERS);
    return new ExternalDefinition(
        text(root, "name").orElse("external"),
        text(root, "version").orElse("unknown"),
        api(text(root, "api").orElse("command")),
        text(root, "check").map(it -> template("check", it, SITE)),
        templates("environment", root.path("environment"), SITE),
        templates("files", root.path("files"), SITE),
        commands("start", root.path("start")),
        daemons(root.path("daemons")),
        text(root, "health").map(it -> template("health", it, SITE)),
        submit,
        Optional.ofNullable(others),
        commands("stop", root.path("stop")),
        patterns(root.path("errors")));
  }

  private Optional<String> text(JsonNode root, String key) {
    JsonNode value = root.path(key);
    if (value.isMissingNode()) {
      return Optional.empty();
    }
    if (!value.isValueNode() || value.isNull()) {
      problems.add(key + ": must be a text");
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
    problems.add("api: " + text + ": must be mapreduce, spark, flink or command");
    return Api.COMMAND;
  }

  /** Placeholders of submissions are checked with the program: a workload may have its own. */
  private Map<String, Template> submissions(JsonNode submit) {
    Map<String, Template> commands = new LinkedHashMap<>();
    if (submit.isString()) {
      commands.put(OTHERS, new Template(submit.asString()));
    } else if (submit.isObject()) {
      submit
          .properties()
          .forEach(
              entry -> commands.put(entry.getKey(), new Template(entry.getValue().asString(""))));
    }
    return commands;
  }

  private Map<String, Template> templates(String key, JsonNode map, Set<String> known) {
    Map<String, Template> templates = new LinkedHashMap<>();
    map.properties()
        .forEach(
            entry ->
                templates.put(
                    entry.getKey(),
                    template(key + "." + entry.getKey(), entry.getValue().asString(""), known)));
    return templates;
  }

  private List<Template> commands(String key, JsonNode list) {
    List<Template> commands = new ArrayList<>();
    if (list.isString()) {
      commands.add(template(key, list.asString(), SITE));
    }
    for (JsonNode command : list.isArray() ? list : List.<JsonNode>of()) {
      commands.add(template(key, command.asString(""), SITE));
    }
    return commands;
  }

  private List<ExternalDaemon> daemons(JsonNode list) {
    Set<String> known = new LinkedHashSet<>(SITE);
    known.addAll(NODE);
    List<ExternalDaemon> daemons = new ArrayList<>();
    for (JsonNode daemon : list) {
      String name = daemon.path("name").asString("daemon-" + (daemons.size() + 1));
      String on = daemon.path("on").asString("master");
      if (!on.equals("master") && !on.equals("each")) {
        problems.add("daemons." + name + ".on: " + on + ": must be master or each");
      }
      if (!daemon.path("run").isString()) {
        problems.add("daemons." + name + ".run: is missing: a command");
      }
      String run = daemon.path("run").asString("");
      daemons.add(
          new ExternalDaemon(
              name, on.equals("each"), template("daemons." + name + ".run", run, known)));
    }
    return daemons;
  }

  private List<Pattern> patterns(JsonNode list) {
    List<Pattern> patterns = new ArrayList<>();
    for (JsonNode pattern : list) {
      try {
        patterns.add(Pattern.compile(pattern.asString("")));
      } catch (PatternSyntaxException e) {
        problems.add(
            "errors: " + e.getPattern() + ": not a regular expression: " + e.getDescription());
      }
    }
    return patterns;
  }

  private Template template(String key, String text, Set<String> known) {
    Template template = new Template(text);
    template.problems(known).forEach(problem -> problems.add(key + ": " + problem));
    return template;
  }
}
