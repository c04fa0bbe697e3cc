// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.oozie;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Translates one action to a job. Used once, by one thread. */
final class ActionTranslation {
  private static final List<String> INPUT =
      List.of("mapreduce.input.fileinputformat.inputdir", "mapred.input.dir");
  private static final List<String> OUTPUT =
      List.of("mapreduce.output.fileoutputformat.outputdir", "mapred.output.dir");

  /** Where an action runs is what the scheduler decides. */
  private static final Set<String> WHERE =
      Set.of("job-tracker", "resource-manager", "name-node", "master", "mode", "name");

  private final XmlElement action;
  private final Map<String, String> global;
  private final String globalNameNode;
  private final Expressions expressions;
  private final Notes notes;

  /**
   * Makes it.
   *
   * @param global settings of all actions
   * @param globalNameNode as the file writes it, of actions without one of their own; may be empty
   */
  ActionTranslation(
      XmlElement action,
      Map<String, String> global,
      String globalNameNode,
      Expressions expressions,
      Notes notes) {
    this.action = action;
    this.global = global;
    this.globalNameNode = globalNameNode;
    this.expressions = expressions;
    this.notes = notes;
  }

  /** The keys of the job; empty, with a note, if the action has no translation. */
  Optional<Map<String, Object>> job() {
    if (!action.attribute("cred").isEmpty()) {
      notes.add(action, "credentials " + action.attribute("cred") + " are not translated");
    }
    List<XmlElement> bodies =
        action.children().stream()
            .filter(child -> !Set.of("ok", "error").contains(child.name()))
            .toList();
    if (bodies.isEmpty()) {
      notes.add(action, action.attribute("name") + " does nothing; it was left out");
      return Optional.empty();
    }
    bodies.stream().skip(1).forEach(more -> notes.add(more, "is not translated"));
    XmlElement body = bodies.get(0);
    Optional<Map<String, Object>> job =
        switch (body.name()) {
          case "map-reduce" -> mapReduce(body);
          case "java" -> java(body);
          case "shell" -> shell(body);
          case "spark" -> spark(body);
          case "sub-workflow" -> nested(body);
          default -> {
            notes.add(
                body,
                "action "
                    + action.attribute("name")
                    + " is not translated: there is no such type of job; what runs after it does"
                    + " not wait for it");
            yield Optional.empty();
          }
        };
    job.ifPresent(this::addRetries);
    return job;
  }

  private void addRetries(Map<String, Object> job) {
    String most = action.attribute("retry-max");
    if (most.isEmpty()) {
      return;
    }
    String minutes = action.attribute("retry-interval");
    boolean numbers = most.matches("\\d{1,2}") && minutes.matches("|\\d{1,4}");
    if (!numbers) {
      notes.add(action, "retry-max=" + most + ", retry-interval=" + minutes + ": not translated");
    } else if (Integer.parseInt(most) > 0) {
      job.put("retries", Integer.valueOf(most));
      job.put("retry wait", (minutes.isEmpty() ? "10" : minutes) + "m");
      job.put("retry factor", 1);
    }
  }

  private static Map<String, Object> ofType(String type) {
    Map<String, Object> job = new LinkedHashMap<>();
    job.put("type", type);
    return job;
  }

  private Optional<Map<String, Object>> mapReduce(XmlElement body) {
    noteOthers(body, "streaming", "configuration", "file", "prepare");
    Map<String, String> settings = settings(body);
    Optional<String> input = take(settings, INPUT);
    Optional<String> output = take(settings, OUTPUT);
    Optional<XmlElement> streaming = body.first("streaming");
    if (streaming.isEmpty()) {
      notes.add(
          body,
          "action "
              + action.attribute("name")
              + " is not translated: it has classes instead of a program; write a driver, and a job"
              + " of type jar");
      return Optional.empty();
    }
    Optional<XmlElement> mapper = streaming.get().first("mapper");
    if (mapper.isEmpty() || input.isEmpty() || output.isEmpty()) {
      notes.add(
          streaming.get(),
          "action "
              + action.attribute("name")
              + " is not translated: mapper, input or output directory are missing");
      return Optional.empty();
    }
    noteOthers(streaming.get(), "mapper", "reducer");
    Map<String, Object> job = ofType("streaming");
    job.put("mapper", expressions.text(mapper.get()));
    streaming.get().first("reducer").ifPresent(some -> job.put("reducer", expressions.text(some)));
    job.put("inputs", Arrays.asList(input.get().split(",", -1)));
    job.put("outputs", List.of(output.get()));
    addList(job, "files", body.all("file"));
    addPrepare(body, job, output.get());
    addSettings(job, settings);
    return Optional.of(job);
  }

  private static Optional<String> take(Map<String, String> settings, List<String> names) {
    Optional<String> found = Optional.empty();
    for (String name : names) {
      Optional<String> value = Optional.ofNullable(settings.remove(name));
      found = found.or(() -> value);
    }
    return found.filter(text -> !text.isBlank());
  }

  private Optional<Map<String, Object>> java(XmlElement body) {
    noteOthers(body, "main-class", "arg", "configuration", "file", "prepare", "capture-output");
    Map<String, Object> job = ofType("jar");
    String jar = "lib/" + action.attribute("name") + ".jar";
    Optional<XmlElement> named =
        body.all("file").stream().filter(file -> file.text().endsWith(".jar")).findFirst();
    if (named.isEmpty()) {
      notes.add(body, "which jar has the class is not in the file; " + jar + " was written");
    }
    job.put("jar", named.map(expressions::text).orElse(jar));
    body.first("main-class").ifPresent(some -> job.put("main", expressions.text(some)));
    addList(job, "arguments", body.all("arg"));
    noteData();
    notePrepare(body);
    noteCapture(body);
    addSettings(job, settings(body));
    return Optional.of(job);
  }

  private Optional<Map<String, Object>> shell(XmlElement body) {
    noteOthers(body, "exec", "argument", "configuration", "prepare", "capture-output");
    Optional<XmlElement> program = body.first("exec");
    if (program.isEmpty()) {
      notes.add(body, "has no <exec>; it was left out");
      return Optional.empty();
    }
    Map<String, Object> job = ofType("shell");
    job.put(
        "command",
        Stream.concat(program.stream(), body.all("argument").stream())
            .map(expressions::text)
            .toList());
    notePrepare(body);
    noteCapture(body);
    return Optional.of(job);
  }

  private Optional<Map<String, Object>> spark(XmlElement body) {
    noteOthers(body, "jar", "class", "spark-opts", "arg", "configuration", "prepare");
    Optional<XmlElement> program = body.first("jar");
    if (program.isEmpty()) {
      notes.add(body, "has no <jar>; it was left out");
      return Optional.empty();
    }
    Map<String, Object> job = ofType("spark");
    job.put("program", expressions.text(program.get()));
    body.first("class").ifPresent(some -> job.put("main", expressions.text(some)));
    addList(job, "arguments", body.all("arg"));
    Map<String, String> settings = settings(body);
    body.first("spark-opts").ifPresent(options -> addOptions(options, settings));
    noteData();
    notePrepare(body);
    addSettings(job, settings);
    return Optional.of(job);
  }

  /** Options {@code --conf name=value} become settings. */
  private void addOptions(XmlElement options, Map<String, String> settings) {
    List<String> others = new ArrayList<>();
    String[] words = expressions.text(options).split("\\s+", -1);
    for (int i = 0; i < words.length; i++) {
      if (words[i].equals("--conf") && i + 1 < words.length && words[i + 1].contains("=")) {
        i++;
        int equals = words[i].indexOf('=');
        settings.put(words[i].substring(0, equals), words[i].substring(equals + 1));
      } else if (!words[i].isEmpty()) {
        others.add(words[i]);
      }
    }
    if (!others.isEmpty()) {
      notes.add(options, String.join(" ", others) + ": only --conf name=value is translated");
    }
  }

  private Optional<Map<String, Object>> nested(XmlElement body) {
    noteOthers(body, "app-path", "configuration", "propagate-configuration");
    Optional<XmlElement> path = body.first("app-path");
    if (path.isEmpty()) {
      notes.add(body, "has no <app-path>; it was left out");
      return Optional.empty();
    }
    Map<String, Object> job = ofType("workflow");
    job.put("file", expressions.text(path.get()) + "/workflow.yaml");
    notes.add(path.get(), "import that workflow, too, and name its file");
    body.first("propagate-configuration")
        .ifPresent(some -> notes.add(some, "is not translated; give all parameters by name"));
    Map<String, String> parameters = configuration(body, expressions);
    if (!parameters.isEmpty()) {
      job.put("parameters", parameters);
    }
    return Optional.of(job);
  }

  private void addList(Map<String, Object> job, String key, List<XmlElement> elements) {
    if (!elements.isEmpty()) {
      job.put(key, elements.stream().map(expressions::text).toList());
    }
  }

  private Map<String, String> settings(XmlElement body) {
    Map<String, String> settings = new LinkedHashMap<>(global);
    settings.putAll(configuration(body, expressions));
    return settings;
  }

  private static void addSettings(Map<String, Object> job, Map<String, String> settings) {
    if (!settings.isEmpty()) {
      job.put("settings", settings);
    }
  }

  /** The properties of the element {@code configuration} below another one. */
  static Map<String, String> configuration(XmlElement owner, Expressions expressions) {
    Map<String, String> settings = new LinkedHashMap<>();
    for (XmlElement configuration : owner.all("configuration")) {
      for (XmlElement property : configuration.all("property")) {
        property
            .value("name")
            .ifPresent(
                name ->
                    settings.put(name, property.first("value").map(expressions::text).orElse("")));
      }
    }
    return settings;
  }

  private void noteOthers(XmlElement owner, String... known) {
    for (XmlElement child : owner.children()) {
      if (!List.of(known).contains(child.name()) && !WHERE.contains(child.name())) {
        notes.add(child, "is not translated");
      }
    }
  }

  private void noteData() {
    notes.add(
        action,
        action.attribute("name")
            + ": what it reads and writes is not in the file; add inputs and outputs");
  }

  private void noteCapture(XmlElement body) {
    body.first("capture-output").ifPresent(some -> notes.add(some, "is not translated"));
  }

  /**
   * Oozie deletes paths before an action; a job deletes its outputs. What else is deleted, or made,
   * is noted.
   */
  private void addPrepare(XmlElement body, Map<String, Object> job, String output) {
    for (XmlElement prepare : body.all("prepare")) {
      for (XmlElement step : prepare.children()) {
        if (step.name().equals("delete") && isSame(body, step.attribute("path"), output)) {
          job.put("prepare", "delete");
        } else {
          notes.add(step, step.attribute("path") + " is not translated");
        }
      }
    }
  }

  /** Whether two paths are one; a path may begin with the address of the action's NameNode. */
  private boolean isSame(XmlElement body, String deleted, String output) {
    String nameNode = Expressions.spelled(body.value("name-node").orElse(globalNameNode));
    return within(nameNode, Expressions.spelled(deleted))
        .equals(within(nameNode, Expressions.spelled(output)));
  }

  /** The path on the NameNode, without separators at its end. */
  private static String within(String nameNode, String path) {
    boolean begins =
        !nameNode.isEmpty()
            && (path.startsWith(nameNode + "/") || path.startsWith(nameNode + "${"));
    String cut = begins ? path.substring(nameNode.length()) : path;
    return cut.replaceFirst("(?<=.)/+$", "");
  }

  /** What a job writes is not known here, so nothing can be said to be its output. */
  private void notePrepare(XmlElement body) {
    for (XmlElement prepare : body.all("prepare")) {
      for (XmlElement step : prepare.children()) {
        String remedy =
            step.name().equals("delete")
                ? "; if it is an output of the job, add it to outputs, and prepare: delete"
                : "";
        notes.add(step, step.attribute("path") + " is not translated" + remedy);
      }
    }
  }
}
