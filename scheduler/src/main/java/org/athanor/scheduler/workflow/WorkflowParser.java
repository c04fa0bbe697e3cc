// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.workflow;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    Map<String, String> parameters =
        parameters(Optional.ofNullable(keys.get().get(Keys.PARAMETERS.name())), document);
    Section top = new Section(new Substitution(parameters).inDocument(document), Keys.TOP);
    String name = top.get(Keys.NAME).orElse(fallbackName);
    Optional<Sla> sla = JobReader.sla(top);
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
        ? Optional.of(new Workflow(name, parameters, sla, ordered(jobs, order), dependencies))
        : Optional.empty();
  }

  /**
   * Reads parameters in the order of the file, so that later ones can have earlier ones in them.
   */
  private Map<String, String> parameters(Optional<Place> place, Place document) {
    Map<String, Place> declared = place.flatMap(Place::keys).orElse(Map.of());
    Map<String, String> values = new LinkedHashMap<>();
    declared.forEach(
        (name, value) -> {
          Optional<String> text = Optional.ofNullable(given.get(name));
          text.or(
                  () ->
                      value
                          .text("a text or a number")
                          .map(some -> new Substitution(values).text(some, value)))
              .ifPresent(some -> values.put(name, some));
        });
    for (String name : given.keySet()) {
      if (!declared.containsKey(name)) {
        document.problems().add(Problem.ofOption(unknown(name, declared)));
      }
    }
    return values;
  }

  private static String unknown(String name, Map<String, Place> declared) {
    return "parameter "
        + name
        + ": "
        + (declared.isEmpty()
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
