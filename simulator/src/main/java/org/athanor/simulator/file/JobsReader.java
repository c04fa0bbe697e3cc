// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;
import org.athanor.simulator.file.HdfsReader.Hdfs;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.job.JobTerms;
import org.athanor.simulator.measured.JobModel;
import org.athanor.yaml.Key;
import org.athanor.yaml.Place;
import org.athanor.yaml.Section;
import org.athanor.yaml.text.ByteSize;

/** The key {@code jobs}. */
final class JobsReader {
  /** A hundred years. */
  private static final double MOST_SECONDS = 3_153_600_000.0;

  private static final double MAP_CYCLES = 40;
  private static final double REDUCE_CYCLES = 10;

  private final ClusterFacts cluster;
  private final Hdfs hdfs;
  private final Queues queues;
  private final ProfileReader profiles;
  private final JobLimits limits;
  private final List<Key<?>> keys;
  private final Map<String, Integer> lineByName = new HashMap<>();
  private final Map<String, List<String>> namesOf = new HashMap<>(); // of the jobs above

  /** Makes a reader; {@code placed} if jobs are placed on several clusters. */
  JobsReader(
      ClusterFacts cluster,
      Hdfs hdfs,
      Queues queues,
      ProfileReader profiles,
      JobLimits limits,
      boolean placed) {
    this.cluster = cluster;
    this.hdfs = hdfs;
    this.queues = queues;
    this.profiles = profiles;
    this.limits = limits;
    this.keys = new ArrayList<>(Keys.JOB);
    if (placed) {
      keys.addAll(Keys.PLACED_JOB);
    }
  }

  /** Reads all jobs. A job that is wrong is reported and left out. */
  void read(Place place, Workload workload) {
    List<Place> items = place.items();
    if (items.isEmpty()) {
      place.report("must be a list of jobs, one or more");
    }
    items.forEach(item -> job(item, workload));
  }

  private void job(Place place, Workload workload) {
    int before = place.problems().size();
    Section section = new Section(place, "a job", keys);
    Optional<String> name = section.get(Keys.JOB_NAME);
    long input = bytes(section, Keys.INPUT);
    int maps = section.get(Keys.MAPS).orElse(0);
    Optional<JobModel> model = model(section, input);
    int reduces = reduces(section, model);
    long shuffle = shuffle(section, reduces, input, model);
    int times = section.get(Keys.TIMES).orElse(1);
    double submit = seconds(section, Keys.SUBMIT);
    double every = seconds(section, Keys.EVERY);
    if (submit + (times - 1) * every > MOST_SECONDS) {
      section
          .place(Keys.EVERY)
          .orElse(place)
          .report("the last of " + times + " jobs must be submitted within a hundred years");
    }
    List<String> names = name.map(text -> names(text, times)).orElse(List.of(""));
    JobSpec first =
        new JobSpec(
            name.orElse(""),
            queues.of(section, place),
            submit,
            input > 0 ? "/jobs/" + names.get(0) : "",
            // A job that is wrong is left out below, so this number is not used.
            input == 0 && maps == 0 ? 1 : maps,
            reduces,
            shuffle,
            bytes(section, Keys.OUTPUT),
            section
                .get(Keys.MAP_CYCLES)
                .orElse(model.map(JobModel::mapCyclesPerByte).orElse(MAP_CYCLES)),
            section
                .get(Keys.REDUCE_CYCLES)
                .orElse(model.map(JobModel::reduceCyclesPerByte).orElse(REDUCE_CYCLES)));
    if (input == 0 && maps == 0 && place.problems().size() == before) {
      place.report("has neither input nor maps; must have one of them");
    }
    if (name.isPresent()) {
      checkNames(names, section.place(Keys.JOB_NAME).orElse(place));
    }
    List<JobTerms> terms = terms(section, times);
    name.ifPresent(own -> namesOf.putIfAbsent(own, names));
    if (place.problems().size() > before) {
      return;
    }
    if (input > 0) {
      String noRoom =
          workload.add(new FileSpec(first.input(), input, hdfs.blockBytes(), hdfs.replication()));
      if (!noRoom.isEmpty()) {
        section.place(Keys.INPUT).orElse(place).report(noRoom);
      }
    }
    for (JobLimits.Excess each :
        limits.excesses(first, workload.inputBytes(first), workload.maps(first))) {
      section.place(each.key()).orElse(place).report(each.problem());
    }
    Place output = section.place(Keys.OUTPUT).orElse(place);
    String noRoom = "";
    for (int i = 0; i < times; i++) {
      JobSpec job = first.with(names.get(i), submit + i * every, terms.get(i));
      noRoom = workload.add(job, output, "");
    }
    if (!noRoom.isEmpty()) {
      output.report(noRoom);
    }
  }

  private static List<String> names(String name, int times) {
    return times == 1
        ? List.of(name)
        : IntStream.rangeClosed(1, times).mapToObj(number -> name + "-" + number).toList();
  }

  /** What was measured of the job's application; empty without the key, or if it is wrong. */
  private Optional<JobModel> model(Section section, long input) {
    Optional<Place> place = section.place(Keys.PROFILE);
    if (place.isEmpty()) {
      return Optional.empty();
    }
    for (Key<ByteSize> key : List.of(Keys.INPUT, Keys.OUTPUT)) {
      if (section.place(key).isEmpty()) {
        place.get().report("needs " + key.name() + " of the job, which the catalogue does not say");
        return Optional.empty();
      }
    }
    if (input == 0) {
      section.place(Keys.INPUT).ifPresent(at -> at.report("must be above 0 with a profile"));
      return Optional.empty();
    }
    return profiles.read(place.get(), input);
  }

  private int reduces(Section section, Optional<JobModel> model) {
    int reduces = section.get(Keys.REDUCES).orElse(model.map(JobModel::reduces).orElse(0));
    if (reduces > 0 && cluster.reduceSlots() == 0) {
      section
          .place(Keys.REDUCES)
          .or(() -> section.place(Keys.PROFILE))
          .ifPresent(place -> place.report("no node runs reduces; must be 0, or give nodes slots"));
    }
    return reduces;
  }

  /** What is shuffled; 0 if it is wrong. */
  private static long shuffle(Section section, int reduces, long input, Optional<JobModel> model) {
    Optional<Long> shuffle = section.get(Keys.SHUFFLED).map(ByteSize::bytes);
    if (shuffle.isEmpty() && reduces > 0) {
      return model.map(some -> Math.round(some.shuffledPerInputByte() * input)).orElse(0L);
    }
    if (shuffle.orElse(0L) > 0 && reduces == 0) {
      section
          .place(Keys.SHUFFLED)
          .ifPresent(place -> place.report("must be 0 without reduces, or set reduces"));
      return 0;
    }
    return shuffle.orElse(0L);
  }

  /** Reports the first name that another job has. */
  private void checkNames(List<String> names, Place place) {
    for (String name : names) {
      Integer known = lineByName.putIfAbsent(name, place.line());
      if (known != null) {
        place.report("line " + known + " has a job " + name + "; must be another name");
        return;
      }
    }
  }

  /** The terms of each of the jobs that a job stands for. Reports names that are not above it. */
  private List<JobTerms> terms(Section section, int times) {
    if (!keys.containsAll(Keys.PLACED_JOB)) {
      return Collections.nCopies(times, JobTerms.NONE);
    }
    int priority = section.get(Keys.PRIORITY).orElse(JobTerms.USUAL_PRIORITY);
    OptionalDouble within = section.get(Keys.WITHIN).stream().mapToDouble(Seconds::of).findAny();
    List<List<String>> before = new ArrayList<>();
    for (String name : section.get(Keys.AFTER).orElse(List.of())) {
      List<String> names = namesOf.get(name);
      if (names == null) {
        section
            .place(Keys.AFTER)
            .ifPresent(place -> place.report("no job above this one has the name " + name));
      } else {
        before.add(names);
      }
    }
    List<JobTerms> all = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      Set<String> after = new HashSet<>();
      for (List<String> names : before) {
        after.addAll(names.size() == times ? names.subList(i, i + 1) : names);
      }
      all.add(new JobTerms(priority, after, within));
    }
    return all;
  }

  private static long bytes(Section section, Key<ByteSize> key) {
    return section.get(key).map(ByteSize::bytes).orElse(0L);
  }

  private static double seconds(Section section, Key<Duration> key) {
    return section.get(key).map(Seconds::of).orElse(0.0);
  }
}
