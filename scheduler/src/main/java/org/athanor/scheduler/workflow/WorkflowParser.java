// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.workflow;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.athanor.yaml.Place;
import org.athanor.yaml.Problem;
import org.athanor.yaml.Section;
import org.athanor.yaml.Types;
import org.athanor.yaml.YamlNode;
import org.athanor.yaml.text.Nearest;

/** Converts a document to a workflow. */
final class WorkflowParser {
  private final String fallbackName;
  private final Map<String, String> given;

  /**
   * Makes a parser.
   *
   * @param fallbackName name of a workflow without one
   * @param given values of parameters instead of those of the file
   */
  WorkflowParser(String fallbackName, Map<String, String> given) {
    this.fallbackName = fallbackName;
    this.given = given;
  }

  /** Reads a workflow. Returns empty and reports problems if anything is wrong with it. */
  Optional<Workflow> parse(Place document) {
    Optional<Map<String, Place>> keys = document.keys();
    if (keys.isEmpty()) {
      return Optional.empty();
    }
    Map<String, String> parameters = parameters(keys.get(), document);
    Set<String> open = open(keys.get());
    Section top = new Section(new Substitution(parameters, open).inDocument(document), Keys.TOP);
    String name = top.get(Keys.NAME).orElse(fallbackName);
    Optional<Sla> sla = JobReader.sla(top);
    Optional<Schedule> schedule = ScheduleReader.read(top);
    JobReader reader = new JobReader(name, top);
    Map<String, Place> places = top.place(Keys.JOBS).flatMap(Place::keys).orElse(Map.of());
    if (places.isEmpty()) {
      top.place(Keys.JOBS).ifPresent(place -> place.report("must have one job or more"));
    }
    List<Job> jobs = new ArrayList<>();
    places.forEach(
        (job, place) -> {
          checkName(job, place);
          reader.read(job, place).ifPresent(jobs::add);
        });
    List<Dependency> dependencies = new DependencyReader(places, jobs).read();
    JobOrder order = new JobOrder(jobs.stream().map(Job::name).toList(), dependencies);
    checkCircle(order.circle(), places);
    return document.problems().isEmpty()
        ? Optional.of(
            new Workflow(name, parameters, sla, schedule, ordered(jobs, order), dependencies))
        : Optional.empty();
  }

  /** The names of parameters that a nominal time would give. */
  private Set<String> open(Map<String, Place> keys) {
    return keys.containsKey(Keys.SCHEDULE.name()) && !given.containsKey(NominalTime.PARAMETER)
        ? NominalTime.names()
        : Set.of();
  }

  /**
   * Reads parameters in the order of the file, so that later ones can have earlier ones in them.
   * Those of the nominal time are before all.
   */
  private Map<String, String> parameters(Map<String, Place> keys, Place document) {
    Map<String, Place> declared =
        Optional.ofNullable(keys.get(Keys.PARAMETERS.name())).flatMap(Place::keys).orElse(Map.of());
    boolean scheduled = keys.containsKey(Keys.SCHEDULE.name());
    Map<String, String> values = new LinkedHashMap<>();
    if (scheduled) {
      nominal(document).forEach(values::put);
    }
    Set<String> open = open(keys);
    declared.forEach(
        (name, value) -> {
          if (scheduled && NominalTime.names().contains(name)) {
            value.report("is the time of the schedule; choose another name");
            return;
          }
          Optional<String> text = Optional.ofNullable(given.get(name));
          text.or(
                  () ->
                      value
                          .text("a text or a number")
                          .map(some -> new Substitution(values, open).text(some, value)))
              .ifPresent(some -> values.put(name, some));
        });
    for (String name : given.keySet()) {
      boolean known =
          declared.containsKey(name) || (scheduled && name.equals(NominalTime.PARAMETER));
      if (!known) {
        document.problems().add(Problem.ofOption(unknown(name, declared)));
      }
    }
    return values;
  }

  private Map<String, String> nominal(Place document) {
    String text = given.get(NominalTime.PARAMETER);
    if (text == null) {
      return Map.of();
    }
    try {
      return NominalTime.parameters(text);
    } catch (IllegalArgumentException wrong) {
      document
          .problems()
          .add(
              Problem.ofOption(
                  "parameter " + NominalTime.PARAMETER + "=" + text + ": " + wrong.getMessage()));
      return NominalTime.parameters("1970-01-01T00:00:00Z");
    }
  }

  private static String unknown(String name, Map<String, Place> declared) {
    return "parameter "
        + name
        + ": "
        + (name.equals(NominalTime.PARAMETER)
            ? "the workflow has no schedule; write the key schedule with a cron"
            : declared.isEmpty()
                ? "the workflow has no parameters"
                : Nearest.unknown("parameter", name, declared.keySet()));
  }

  private static void checkName(String job, Place place) {
    YamlNode name = new YamlNode.Scalar(place.line(), job, true);
    Types.name()
        .read(new Place(place.file(), place.line(), Keys.JOBS.name(), name, place.problems()));
  }

  private static void checkCircle(List<String> circle, Map<String, Place> places) {
    if (!circle.isEmpty()) {
      places
          .get(circle.get(0))
          .report("jobs depend on each other in a circle: " + String.join(" after ", circle));
    }
  }

  private static List<Job> ordered(List<Job> jobs, JobOrder order) {
    Map<String, Job> byName =
        jobs.stream().collect(Collectors.toMap(Job::name, Function.identity()));
    return order.jobs().stream().map(byName::get).toList();
  }
}
