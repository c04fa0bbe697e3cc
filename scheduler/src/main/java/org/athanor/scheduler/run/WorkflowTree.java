// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.scheduler.workflow.Dependency;
import org.athanor.scheduler.workflow.Job;
import org.athanor.scheduler.workflow.JobOrder;
import org.athanor.scheduler.workflow.Program;
import org.athanor.scheduler.workflow.Retries;
import org.athanor.scheduler.workflow.Schedule;
import org.athanor.scheduler.workflow.Sla;
import org.athanor.scheduler.workflow.Workflow;
import org.athanor.scheduler.workflow.WorkflowFile;
import org.athanor.yaml.Problem;

/**
 * A workflow file and those that it nests, as one list of jobs. The content of all files is kept,
 * because a run goes on with the files as they were when it was submitted.
 *
 * @param workflow name of the outer one; empty if there are problems
 * @param schedule of the outer one; those of nested ones say nothing
 * @param nested nested workflows with rules of their own, each after those that are in it
 * @param problems everything that is wrong in all files
 * @param files content of all files that were read, by absolute path
 */
public record WorkflowTree(
    Optional<String> workflow,
    Optional<Sla> sla,
    Optional<Schedule> schedule,
    List<JobSpec> jobs,
    List<NestedSpec> nested,
    List<Problem> problems,
    Map<Path, byte[]> files) {

  /** Reads the content of a file. */
  @FunctionalInterface
  public interface Source {
    /** The bytes of a file with an absolute path. */
    byte[] read(Path file) throws IOException;
  }

  /**
   * Reads the file and those that it nests. Never throws: every error becomes a problem.
   *
   * @param parameters values instead of those of the file
   */
  public static WorkflowTree read(Path file, Map<String, String> parameters) {
    return read(file, parameters, Files::readAllBytes);
  }

  /** The same from another source, such as the files of a run that was submitted before. */
  public static WorkflowTree read(Path file, Map<String, String> parameters, Source source) {
    Reader reader = new Reader(source);
    Path absolute = file.toAbsolutePath().normalize();
    Optional<Workflow> top = reader.parse(file, absolute, parameters);
    top.map(workflow -> reader.tree(workflow, absolute, List.of(absolute)))
        .filter(tree -> reader.problems.isEmpty())
        .ifPresent(tree -> reader.add(tree, "", Set.of(), List.of()));
    boolean valid = reader.problems.isEmpty();
    return new WorkflowTree(
        top.filter(workflow -> valid).map(Workflow::name),
        top.flatMap(Workflow::sla),
        top.flatMap(Workflow::schedule),
        valid ? List.copyOf(reader.jobs) : List.of(),
        valid ? List.copyOf(reader.nested) : List.of(),
        List.copyOf(reader.problems),
        reader.files);
  }

  /** Collects jobs and problems. */
  private static final class Reader {
    private static final int MOST_JOBS = 10_000;

    private final Source source;
    private final List<JobSpec> jobs = new ArrayList<>();
    private final List<NestedSpec> nested = new ArrayList<>();
    private final List<Problem> problems = new ArrayList<>();
    private final Map<Path, byte[]> files = new LinkedHashMap<>();
    private final Map<List<Object>, Optional<Workflow>> parsed = new HashMap<>();
    private int found; // jobs, also those that nest others

    Reader(Source source) {
      this.source = source;
    }

    /** Reads a file, once for each set of parameters, however often it is nested. */
    Optional<Workflow> parse(Path shown, Path file, Map<String, String> parameters) {
      List<Object> key = List.of(file, parameters);
      Optional<Workflow> known = parsed.get(key);
      if (known == null) {
        known = parseNew(shown, file, parameters);
        parsed.put(key, known);
      }
      return known;
    }

    private Optional<Workflow> parseNew(Path shown, Path file, Map<String, String> parameters) {
      byte[] content;
      try {
        content = files.containsKey(file) ? files.get(file) : source.read(file);
      } catch (IOException e) {
        // Reading it again words the reason.
        problems.addAll(WorkflowFile.read(shown, parameters).problems());
        if (problems.isEmpty()) {
          problems.add(new Problem(shown.toString(), 0, "cannot be read: " + e.getMessage()));
        }
        return Optional.empty();
      }
      files.put(file, content);
      WorkflowFile read = WorkflowFile.parse(shown, content, parameters);
      problems.addAll(read.problems());
      return read.workflow();
    }

    /**
     * Reads what a workflow nests.
     *
     * @param path files that are being read, the outermost first
     */
    NestedTree tree(Workflow workflow, Path file, List<Path> path) {
      Map<String, NestedTree> inner = new LinkedHashMap<>();
      for (Job job : workflow.jobs()) {
        found++;
        if (job.program() instanceof Program.Nested program) {
          nest(job, program, file, path).ifPresent(tree -> inner.put(job.name(), tree));
        }
      }
      return new NestedTree(workflow, file, inner);
    }

    private Optional<NestedTree> nest(Job job, Program.Nested program, Path file, List<Path> path) {
      Path inner = file.getParent().resolve(program.file()).normalize();
      String place = "jobs." + job.name();
      if (path.contains(inner)) {
        problem(
            file,
            place
                + ": nests "
                + program.file()
                + ", which is being read already: a circle of workflows");
        return Optional.empty();
      }
      if (found > MOST_JOBS) {
        problem(file, place + ": more than " + MOST_JOBS + " jobs in a run");
        return Optional.empty();
      }
      List<Path> deeper = new ArrayList<>(path);
      deeper.add(inner);
      return parse(inner, inner, program.parameters())
          .map(workflow -> tree(workflow, inner, deeper));
    }

    /**
     * Adds the jobs of a workflow.
     *
     * @param after what all of them run after
     * @return the names of all jobs
     */
    Set<String> add(NestedTree tree, String prefix, Set<String> after, List<Sla> slas) {
      Set<String> all = new LinkedHashSet<>();
      Map<String, Set<String>> names = new HashMap<>(); // of the run, by name in this file
      Map<String, Job> byName = new HashMap<>();
      tree.workflow().jobs().forEach(job -> byName.put(job.name(), job));
      List<Dependency> dependencies = tree.dependencies();
      JobOrder order = tree.order(dependencies);
      if (!order.circle().isEmpty()) {
        problem(
            tree.file(),
            "jobs."
                + order.circle().get(0)
                + ": with what nested workflows read and write, jobs depend on each other in a"
                + " circle: "
                + String.join(" after ", order.circle()));
        return all;
      }
      Map<String, Set<String>> on = new HashMap<>();
      for (Dependency each : dependencies) {
        on.computeIfAbsent(each.job(), job -> new LinkedHashSet<>()).add(each.on());
      }
      for (String key : order.jobs()) {
        Job job = byName.get(key);
        Set<String> before = new LinkedHashSet<>(after);
        for (String earlier : on.getOrDefault(key, Set.of())) {
          before.addAll(names.getOrDefault(earlier, Set.of()));
        }
        List<Sla> promises = new ArrayList<>(slas);
        job.rules().sla().ifPresent(promises::add);
        String name = prefix + key;
        NestedTree inner = tree.nested().get(key);
        Set<String> added = Set.of(name);
        if (inner == null) {
          jobs.add(new JobSpec(name, job, tree.file().getParent(), before, List.copyOf(promises)));
        } else {
          inner.workflow().sla().ifPresent(promises::add);
          added = add(inner, name + NestedSpec.SEPARATOR, before, promises);
          if (!job.rules().retries().equals(Retries.NONE) || job.rules().timeout().isPresent()) {
            nested.add(new NestedSpec(name, job.rules().retries(), job.rules().timeout()));
          }
        }
        names.put(key, added);
        all.addAll(added);
      }
      return all;
    }

    private void problem(Path file, String text) {
      problems.add(new Problem(file.toString(), 0, text));
    }
  }
}
