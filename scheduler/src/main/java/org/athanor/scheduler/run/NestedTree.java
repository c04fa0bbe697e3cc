// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.scheduler.workflow.DataPath;
import org.athanor.scheduler.workflow.Dependency;
import org.athanor.scheduler.workflow.Job;
import org.athanor.scheduler.workflow.JobOrder;
import org.athanor.scheduler.workflow.Workflow;

/**
 * A workflow file with the workflows that its jobs nest, and their order by what all of them read
 * and write.
 *
 * @param file absolute
 * @param nested by the names of the jobs that nest them
 */
record NestedTree(Workflow workflow, Path file, Map<String, NestedTree> nested) {

  /**
   * A path that some job names.
   *
   * @param written as it is in the file
   * @param resolved where a relative one is on a local cluster
   */
  private record Located(String text, DataPath written, DataPath resolved) {
    static Located of(Path file, String text) {
      boolean absolute = text.startsWith("/") || text.matches("[a-zA-Z][a-zA-Z0-9+.-]*:.*");
      String full = absolute ? text : file.resolveSibling(text).normalize().toString();
      return new Located(text, DataPath.of(text), DataPath.of(full));
    }

    boolean overlaps(Located other) {
      return written.overlaps(other.written) || resolved.overlaps(other.resolved);
    }
  }

  /** What a job, with all that it nests, reads and writes. */
  private static final class Paths {
    private final List<Located> read = new ArrayList<>();
    private final List<Located> written = new ArrayList<>();

    void add(NestedTree tree, Job job) {
      job.inputs().forEach(path -> read.add(Located.of(tree.file, path)));
      job.outputs().forEach(path -> written.add(Located.of(tree.file, path)));
      NestedTree inner = tree.nested.get(job.name());
      if (inner != null) {
        inner.workflow.jobs().forEach(each -> add(inner, each));
      }
    }
  }

  /**
   * The dependencies of the workflow, and those that follow from what nested workflows read and
   * write: a job that reads what another one writes is after it, with all that either nests.
   */
  List<Dependency> dependencies() {
    List<Dependency> all = new ArrayList<>(workflow.dependencies());
    if (nested.isEmpty()) {
      return all;
    }
    Set<List<String>> known = new HashSet<>();
    all.forEach(each -> known.add(List.of(each.job(), each.on())));
    Map<String, Paths> paths = new LinkedHashMap<>();
    for (Job job : workflow.jobs()) {
      Paths of = new Paths();
      of.add(this, job);
      paths.put(job.name(), of);
    }
    for (String reader : paths.keySet()) {
      for (String writer : paths.keySet()) {
        boolean derived = nested.containsKey(reader) || nested.containsKey(writer);
        if (derived && !reader.equals(writer) && !known.contains(List.of(reader, writer))) {
          shared(paths.get(reader), paths.get(writer))
              .ifPresent(path -> all.add(new Dependency(reader, writer, Optional.of(path))));
        }
      }
    }
    return all;
  }

  private static Optional<String> shared(Paths reader, Paths writer) {
    return reader.read.stream()
        .filter(path -> writer.written.stream().anyMatch(path::overlaps))
        .map(Located::text)
        .findFirst();
  }

  /** The jobs' order by all dependencies. */
  JobOrder order(List<Dependency> dependencies) {
    return new JobOrder(workflow.jobs().stream().map(Job::name).toList(), dependencies);
  }
}
