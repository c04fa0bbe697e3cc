// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.cluster;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.athanor.cli.usage.UsageException;
import org.athanor.cluster.InvalidHostsException;
import org.athanor.cluster.hadoop.ClusterState;
import org.athanor.cluster.hadoop.Volumes;
import org.athanor.cluster.hadoop.Worker;
import org.athanor.cluster.hadoop.Workers;
import picocli.CommandLine.Option;

/** The options that choose a cluster's workers. */
final class WorkerOptions {
  private static final int MAX_WORKERS = 100;

  @Option(
      names = "--nodes",
      paramLabel = "<n>",
      description = "Workers on this machine. Default: 1")
  private Integer count;

  @Option(
      names = "--hosts",
      paramLabel = "<file>",
      description = "File with one host a line; a worker starts on each.")
  private Path hosts;

  @Option(
      names = "--volumes",
      paramLabel = "<list>",
      description = {
        "Volumes of each worker, each a DataNode of its own: how many ssd, disk,",
        "archive or nvdimm, and, if they are limited, READ/WRITE in bytes per",
        "second and :CAPACITY. Default: one disk without limits"
      })
  private String volumes;

  @Option(
      names = "--racks",
      paramLabel = "<list>",
      description = {
        "Network locations of the workers on this machine, which take them in turn.",
        "Default: all are in /default-rack"
      })
  private String racks;

  /** The requested workers, or else those of the existing cluster. */
  List<Worker> workers(Optional<ClusterState> before) throws UsageException {
    if (hosts != null && count != null) {
      throw new UsageException("--nodes and --hosts: only one can be given");
    }
    if (hosts != null && racks != null) {
      throw new UsageException(
          "--racks and --hosts: only one can be given; in the host file, write the rack behind the"
              + " host, such as rack=/east/rack1");
    }
    List<Volumes> each = volumes();
    try {
      if (hosts != null) {
        return Workers.ofFile(hosts, each);
      }
      if (count == null && volumes == null && racks == null && before.isPresent()) {
        return Workers.ofTexts(before.get().nodes());
      }
    } catch (InvalidHostsException e) {
      throw new UsageException(e.getMessage(), e);
    }
    if (count == null && before.isPresent()) {
      throw new UsageException(
          (volumes == null ? "--racks" : "--volumes")
              + ": a cluster exists in this directory; give its workers too, by --nodes or --hosts,"
              + " or another --dir");
    }
    int number = count == null ? 1 : count;
    if (number < 1 || number > MAX_WORKERS) {
      throw new UsageException("--nodes=" + number + ": must be between 1 and " + MAX_WORKERS);
    }
    try {
      return Workers.here(number, racks == null ? List.of() : List.of(racks.split(",", -1)), each);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--racks=" + racks + ": " + e.getMessage(), e);
    }
  }

  private List<Volumes> volumes() throws UsageException {
    try {
      return volumes == null ? List.of() : Volumes.parseList(volumes);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--volumes=" + volumes + ": " + e.getMessage(), e);
    }
  }
}
