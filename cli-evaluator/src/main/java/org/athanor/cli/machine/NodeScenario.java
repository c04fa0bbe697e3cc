// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.machine;

import java.util.Locale;

/** A scenario file of equal nodes, with a job that fits them, as text. */
public final class NodeScenario {
  private static final long GIGABYTE = 1L << 30;
  private static final long MEGABYTE = 1L << 20;
  private static final int REPLICATION = 3;

  /** What a task needs at least. */
  private static final long CONTAINER_BYTES = GIGABYTE;

  private NodeScenario() {}

  /**
   * Writes the file.
   *
   * @param nodes from 1
   */
  public static String of(NodeFigures node, int nodes) {
    long containers = Math.max(1, Math.min(node.cores(), node.memoryBytes() / CONTAINER_BYTES));
    int replication = Math.min(REPLICATION, nodes);
    // An eighth of the devices, so that output and intermediate data have room, too.
    double room = node.capacity().value() * nodes / (8 * replication);
    long megabytes = Math.max(1, (long) (Math.min(room, (double) nodes * GIGABYTE) / MEGABYTE));
    StringBuilder text = new StringBuilder(1000);
    text.append("# " + nodes + " nodes like " + node.name() + ", for: athanor simulate run FILE\n");
    text.append("# Every key, with its values and default: docs/simulation.md\n\n");
    text.append("cluster:\n  nodes:\n    worker:\n");
    line(text, "count: " + nodes, "");
    line(text, "cores: " + node.cores(), "logical processors");
    line(text, "clock: " + gigahertz(node.hertz()), node.hertz().origin());
    line(text, "link: " + rate(node.link()), node.link().origin());
    line(text, "containers: " + containers, "a core each, and a GiB of memory");
    line(text, "devices:", "");
    line(text, "  " + node.deviceType() + ":", "");
    line(text, "    type: " + node.deviceType(), "");
    line(text, "    read: " + rate(node.read()), node.read().origin());
    line(text, "    write: " + rate(node.write()), node.write().origin());
    long capacity = Math.max(1, (long) node.capacity().value() / MEGABYTE);
    line(text, "    capacity: " + capacity + "m", node.capacity().origin());
    text.append("\nhdfs: {replication: " + replication + "}\n\njobs:\n");
    text.append("  - {name: sort, input: " + megabytes + "m, reduces: " + nodes * containers);
    text.append(", shuffle: " + megabytes + "m, output: " + megabytes + "m}\n");
    return text.toString();
  }

  private static void line(StringBuilder text, String entry, String origin) {
    text.append("      ").append(entry);
    if (!origin.isEmpty()) {
      // What names of files and processors have must not end the comment.
      text.append("   # ").append(origin.replaceAll("\\p{Cntrl}", "?"));
    }
    text.append('\n');
  }

  private static String gigahertz(Figure hertz) {
    return String.format(Locale.ROOT, "%.3f GHz", hertz.value() / 1e9);
  }

  private static String rate(Figure rate) {
    return String.format(Locale.ROOT, "%.3f MB/s", rate.value() / 1e6);
  }
}
