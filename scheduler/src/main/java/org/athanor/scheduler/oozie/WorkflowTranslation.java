// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.oozie;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/** Translates one workflow. Used once, by one thread. */
final class WorkflowTranslation {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Pattern NOT_IN_NAMES = Pattern.compile("[^A-Za-z0-9._-]+");
  private static final int LONGEST_NAME = 64;
  private static final Set<String> UNDERSTOOD =
      Set.of("start", "action", "fork", "join", "decision", "kill", "end", "parameters", "global");

  private final XmlElement root;
  private final Notes notes;
  private final Expressions expressions;
  private final Map<String, String> names = new LinkedHashMap<>();

  WorkflowTranslation(XmlElement root, Map<String, String> properties, Notes notes) {
    this.root = root;
    this.notes = notes;
    this.expressions = new Expressions(declared(root), properties, notes);
  }

  private static Map<String, String> declared(XmlElement root) {
    Map<String, String> values = new LinkedHashMap<>();
    for (XmlElement parameters : root.all("parameters")) {
      for (XmlElement property : parameters.all("property")) {
        values.put(property.value("name").orElse(""), property.value("value").orElse(""));
      }
    }
    return values;
  }

  String yaml() {
    for (XmlElement child : root.children()) {
      if (!UNDERSTOOD.contains(child.name())) {
        notes.add(child, "is not translated");
      }
    }
    Flow flow = new Flow(root, notes);
    Map<String, String> global = global();
    String nameNode =
        root.all("global").stream()
            .flatMap(each -> each.value("name-node").stream())
            .findFirst()
            .orElse("");
    Map<String, Map<String, Object>> jobs = new LinkedHashMap<>();
    for (XmlElement action : root.all("action")) {
      String name = action.attribute("name");
      if (flow.runs(name)) {
        new ActionTranslation(action, global, nameNode, expressions, notes)
            .job()
            .ifPresent(job -> jobs.put(name, job));
      }
    }
    jobs.keySet().forEach(this::jobName);
    StringBuilder text =
        new StringBuilder("name: " + quoted(cleaned(root.attribute("name"))) + "\n");
    StringBuilder body = new StringBuilder("jobs:\n");
    jobs.forEach(
        (name, job) -> {
          List<String> after = new ArrayList<>();
          flow.after(name, jobs.keySet()).forEach(each -> after.add(jobName(each)));
          if (!after.isEmpty()) {
            job.put("after", after);
          }
          body.append("  " + jobName(name) + ":\n");
          job.forEach((key, value) -> body.append("    " + key + ": " + quoted(value) + "\n"));
        });
    Map<String, String> parameters = expressions.used();
    if (!parameters.isEmpty()) {
      text.append("parameters:\n");
      parameters.forEach(
          (name, value) -> text.append("  " + quoted(name) + ": " + quoted(value) + "\n"));
    }
    if (jobs.isEmpty()) {
      notes.add(root, "no action could be translated; the file has no jobs");
    }
    return text.append(body).toString();
  }

  private Map<String, String> global() {
    Map<String, String> settings = new LinkedHashMap<>();
    for (XmlElement global : root.all("global")) {
      settings.putAll(ActionTranslation.configuration(global, expressions));
      for (XmlElement file : global.all("job-xml")) {
        notes.add(file, file.text() + " is not read; copy what is needed to settings");
      }
    }
    return settings;
  }

  /** A name that workflow files allow, the same for each action. */
  private String jobName(String action) {
    return names.computeIfAbsent(
        action,
        none -> {
          Set<String> taken = new LinkedHashSet<>(names.values());
          String name = cleaned(action);
          for (int i = 2; taken.contains(name); i++) {
            String end = "-" + i;
            String begin = cleaned(action);
            name = begin.substring(0, Math.min(begin.length(), LONGEST_NAME - end.length())) + end;
          }
          return name;
        });
  }

  private static String cleaned(String name) {
    String clean = NOT_IN_NAMES.matcher(name).replaceAll("-").replaceFirst("^[^A-Za-z0-9]+", "");
    String cut = clean.substring(0, Math.min(clean.length(), LONGEST_NAME));
    return cut.isEmpty() ? "unnamed" : cut;
  }

  /** JSON's texts, lists and maps are YAML. */
  private static String quoted(Object value) {
    return JSON.writeValueAsString(value);
  }
}
