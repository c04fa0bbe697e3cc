// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.file;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.simulator.job.JobSpec;
import org.athanor.simulator.trace.SwimJob;
import org.athanor.simulator.trace.SwimTrace;
import org.athanor.simulator.trace.SwimWorkload;
import org.athanor.simulator.trace.TraceException;
import org.athanor.yaml.Place;

/** The traces that a scenario file names, each read once for all variants. */
final class Traces {
  private final Path directory;
  private final Map<Path, List<SwimJob>> known = new HashMap<>();
  private final Map<Use, SwimWorkload> made = new HashMap<>();

  /**
   * What files and jobs depend on that are made of a trace.
   *
   * @param trace as {@link #read} returned it
   * @param queue of all jobs
   */
  record Use(
      List<SwimJob> trace,
      String queue,
      double divisor,
      long blockBytes,
      int replication,
      int mostReduces) {}

  /**
   * @param directory that relative paths start at
   */
  Traces(Path directory) {
    this.directory = directory;
  }

  /** Reads a trace. Returns empty and reports a problem if that is impossible. */
  Optional<List<SwimJob>> read(String name, Place place) {
    try {
      Path file = directory.resolve(name);
      List<SwimJob> jobs = known.get(file);
      if (jobs == null) {
        jobs = SwimTrace.read(file);
        known.put(file, jobs);
      }
      return Optional.of(jobs);
    } catch (TraceException wrong) {
      place.report(wrong.getMessage());
    } catch (NoSuchFileException missing) {
      place.report("there is no such file; must be a path from " + directory + ", or absolute");
    } catch (FileSystemException unreadable) {
      place.report("cannot be read: " + reason(unreadable));
    } catch (IOException unreadable) {
      place.report("cannot be read: " + unreadable.getMessage());
    } catch (InvalidPathException notPath) {
      place.report("must be a path");
    }
    return Optional.empty();
  }

  /** The files and jobs of a trace; the same objects for all variants that use it alike. */
  SwimWorkload workload(Use use) {
    return made.computeIfAbsent(use, Traces::make);
  }

  private static SwimWorkload make(Use use) {
    SwimWorkload made =
        SwimWorkload.of(
            use.trace(), use.divisor(), use.blockBytes(), use.replication(), use.mostReduces());
    return new SwimWorkload(
        made.files(), made.jobs().stream().map(job -> in(use.queue(), job)).toList());
  }

  private static JobSpec in(String queue, JobSpec job) {
    return new JobSpec(
        job.name(),
        queue,
        job.submitSeconds(),
        job.input(),
        job.maps(),
        job.reduces(),
        job.shuffleBytes(),
        job.outputBytes(),
        job.mapCyclesPerByte(),
        job.reduceCyclesPerByte());
  }

  private static String reason(FileSystemException error) {
    return error.getReason() == null ? error.getClass().getSimpleName() : error.getReason();
  }
}
