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
 * @param problems everything that is wrong in all files
 * @param files content of all files that were read, by absolute path
 */
public record WorkflowTree(
    Optional<String> workflow,
    Optional<Sla> sla,
    Optional<Schedule> schedule,
    List<JobSpec> jobs,
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
    top.ifPresent(
        workflow -> reader.add(workflow, absolute, "", Set.of(), List.of(), List.of(absolute)));
    boolean valid = reader.problems.isEmpty();
    return new WorkflowTree(
        top.filter(workflow -> valid).map(Workflow::name),
        top.flatMap(Workflow::sla),
        top.flatMap(Workflow::schedule),
        valid ? List.copyOf(reader.jobs) : List.of(),
        List.copyOf(reader.problems),
        reader.files);
  }

  /** Collects jobs and problems. */
  private static final class Reader {
    private static final String SEPARATOR = "/";
    private static final int MOST_JOBS = 10_000;

    private final Source source;
    private final List<JobSpec> jobs = new ArrayList<>();
    private final List<Problem> problems = new ArrayList<>();
    private final Map<Path, byte[]> files = new LinkedHashMap<>();

    Reader(Source source) {
      this.source = source;
    }

    Optional<Workflow> parse(Path shown, Path file, Map<String, String> parameters) {
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
     * Adds the jobs of a workflow.
     *
     * @param after what all of them run after
     * @param path files that are being read, the outermost first
     * @return the names of all jobs
     */
    Set<String> add(
        Workflow workflow,
        Path file,
        String prefix,
        Set<String> after,
        List<Sla> slas,
        List<Path> path) {
      Set<String> all = new LinkedHashSet<>();
      Map<String, Set<String>> names = new HashMap<>(); // of the run, by name in this file
      for (Job job : workflow.jobs()) {
        Set<String> before = new LinkedHashSet<>(after);
        for (Dependency dependency : workflow.dependenciesOf(job.name())) {
          before.addAll(names.getOrDefault(dependency.on(), Set.of()));
        }
        List<Sla> promises = new ArrayList<>(slas);
        job.rules().sla().ifPresent(promises::add);
        String name = prefix + job.name();
        Set<String> added;
        if (job.program() instanceof Program.Nested nested) {
          added = nest(job, nested, file, name, before, promises, path);
        } else {
          added = Set.of(name);
          jobs.add(new JobSpec(name, job, file.getParent(), before, List.copyOf(promises)));
        }
        names.put(job.name(), added);
        all.addAll(added);
      }
      return all;
    }

    private Set<String> nest(
        Job job,
        Program.Nested nested,
        Path file,
        String name,
        Set<String> before,
        List<Sla> promises,
        List<Path> path) {
      Path inner = file.getParent().resolve(nested.file()).normalize();
      String place = "jobs." + job.name();
      if (path.contains(inner)) {
        problem(
            file,
            place
                + ": nests "
                + nested.file()
                + ", which is being read already: a circle of workflows");
        return Set.of();
      }
      if (!job.rules().retries().equals(Retries.NONE) || job.rules().timeout().isPresent()) {
        problem(
            file,
            place + ": retries and timeout are for single jobs; write them in " + nested.file());
        return Set.of();
      }
      if (jobs.size() > MOST_JOBS) {
        problem(file, place + ": more than " + MOST_JOBS + " jobs in a run");
        return Set.of();
      }
      List<Path> deeper = new ArrayList<>(path);
      deeper.add(inner);
      List<Sla> inherited = new ArrayList<>(promises);
      Optional<Workflow> workflow = parse(inner, inner, nested.parameters());
      workflow.flatMap(Workflow::sla).ifPresent(inherited::add);
      return workflow
          .map(found -> add(found, inner, name + SEPARATOR, before, inherited, deeper))
          .orElse(Set.of());
    }

    private void problem(Path file, String text) {
      problems.add(new Problem(file.toString(), 0, text));
    }
  }
}
