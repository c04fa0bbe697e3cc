// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.workflow;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.yaml.Key;
import org.athanor.yaml.Place;
import org.athanor.yaml.Section;

/** Reads jobs of a file. */
final class JobReader {
  private static final int PRIORITY = 50;
  private static final String POOL = "default";

  private final String workflow;
  private final int priority;
  private final String pool;

  /**
   * Makes a reader.
   *
   * @param workflow its name
   * @param top keys of the workflow that are defaults of jobs
   */
  JobReader(String workflow, Section top) {
    this.workflow = workflow;
    this.priority = top.get(Keys.PRIORITY).orElse(PRIORITY);
    this.pool = top.get(Keys.POOL).orElse(POOL);
  }

  /** Reads a job. Returns empty and reports problems if anything is wrong with it. */
  Optional<Job> read(String name, Place place) {
    int before = place.problems().size();
    Optional<Map<String, Place>> keys = place.keys();
    if (keys.isEmpty()) {
      return Optional.empty();
    }
    Place typePlace = keys.get().get(Keys.TYPE.name());
    if (typePlace == null) {
      place.report("type is missing; must be " + Keys.TYPE.type().allowed());
      return Optional.empty();
    }
    return Keys.TYPE
        .type()
        .read(typePlace)
        .map(type -> job(name, place, type))
        .filter(job -> place.problems().size() == before);
  }

  private Job job(String name, Place place, JobType type) {
    Section section = new Section(place, "a job of type " + type.id(), Keys.of(type));
    List<String> inputs = list(section, Keys.INPUTS);
    List<String> outputs = list(section, Keys.OUTPUTS);
    if (type == JobType.STREAMING && (inputs.isEmpty() || outputs.size() != 1)) {
      place.report("a job of type streaming must have inputs, and one of outputs");
    }
    return new Job(
        name,
        section.get(Keys.APPLICATION).orElse(workflow + "/" + name),
        program(section, type),
        inputs,
        outputs,
        list(section, Keys.AFTER),
        section.get(Keys.SETTINGS).orElse(Map.of()),
        rules(section),
        section.place(Keys.ARGUMENTS).map(ChosenFileSystem::of).orElse(List.of()));
  }

  /** The program. A required value that is missing was reported, and the job is left out. */
  private static Program program(Section section, JobType type) {
    return switch (type) {
      case JAR ->
          new Program.Jar(
              required(section, Keys.JAR), section.get(Keys.MAIN), list(section, Keys.ARGUMENTS));
      case STREAMING ->
          new Program.Streaming(
              required(section, Keys.MAPPER),
              section.get(Keys.COMBINER),
              section.get(Keys.REDUCER),
              list(section, Keys.FILES));
      case SPARK ->
          new Program.Spark(
              required(section, Keys.PROGRAM),
              section.get(Keys.MAIN),
              list(section, Keys.ARGUMENTS));
      case SHELL -> new Program.Shell(list(section, Keys.COMMAND));
      case WORKFLOW ->
          new Program.Nested(
              required(section, Keys.FILE), section.get(Keys.GIVEN).orElse(Map.of()));
    };
  }

  private Job.Rules rules(Section section) {
    return new Job.Rules(
        section.get(Keys.PRIORITY).orElse(priority),
        section.get(Keys.POOL).orElse(pool),
        sla(section),
        section.get(Keys.ESTIMATE),
        retries(section),
        section.get(Keys.TIMEOUT),
        section.get(Keys.PREPARE).isPresent());
  }

  private static Retries retries(Section section) {
    int most = section.get(Keys.RETRIES).orElse(0);
    Optional<Duration> wait = section.get(Keys.RETRY_WAIT);
    Optional<Double> factor = section.get(Keys.RETRY_FACTOR);
    if (most == 0) {
      for (Key<?> key : List.of(Keys.RETRY_WAIT, Keys.RETRY_FACTOR)) {
        section.place(key).ifPresent(place -> place.report("needs retries of 1 or more"));
      }
      return Retries.NONE;
    }
    return new Retries(most, wait.orElse(Duration.ofSeconds(30)), factor.orElse(2.0));
  }

  /** The promise of a job or a workflow. Reports one that is empty, or has both of its keys. */
  static Optional<Sla> sla(Section owner) {
    Section section = owner.below(Keys.SLA, Keys.SLAS);
    Optional<Sla> within = section.get(Keys.WITHIN).map(Sla.Within::new);
    Optional<Sla> by = section.get(Keys.BY);
    boolean both = section.place(Keys.WITHIN).isPresent() && section.place(Keys.BY).isPresent();
    boolean none = section.place(Keys.WITHIN).isEmpty() && section.place(Keys.BY).isEmpty();
    if (both || none) {
      owner.place(Keys.SLA).ifPresent(place -> place.report("must have either within or by"));
    }
    return within.or(() -> by);
  }

  private static String required(Section section, Key<String> key) {
    return section.get(key).orElse("");
  }

  private static List<String> list(Section section, Key<List<String>> key) {
    return section.get(key).orElse(List.of());
  }
}
