// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.athanor.bench.experiment.StorageSpec;
import org.athanor.bench.framework.FileSystem;
import org.athanor.bench.workload.WorkloadTools;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.NodeProcess;
import org.athanor.cluster.RandomId;
import org.athanor.cluster.hadoop.ConfigurationText;

/**
 * Checks a storage before anything is started: that all nodes see the same directory, or that an
 * HDFS that exists can be written. Leaves nothing behind.
 */
final class StorageCheck {
  private static final Duration COMMAND_TIMEOUT = Duration.ofMinutes(2);
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final StorageSpec storage;
  private final Testbed testbed;

  StorageCheck(StorageSpec storage, Testbed testbed) {
    this.storage = storage;
    this.testbed = testbed;
  }

  /** The key of a storage's problems. */
  static String subject(StorageSpec storage) {
    return storage.label().map(label -> "storage." + label).orElse("filesystem");
  }

  /** The file system that frameworks will have, before it is started. */
  static FileSystem expected(StorageSpec storage, Testbed testbed, int size) {
    Optional<String> directory =
        switch (storage.type()) {
          case LOCAL, HDFS -> Optional.empty();
          case SHARED -> Optional.of("file://" + testbed.directories(storage, size).get(0));
          case URI -> storage.uri();
        };
    String uri =
        switch (storage.type()) {
          case LOCAL, SHARED -> "file:///";
          case HDFS -> "hdfs://" + testbed.master().address() + ":9000";
          case URI -> storage.uri().orElse("hdfs:///").replaceFirst("^(hdfs://[^/]*).*$", "$1");
        };
    return new FileSystem(uri, storage.clientSettings(size), directory, testbed.spill(storage));
  }

  /** What is wrong, in one line for each node. */
  List<String> problems() throws InterruptedException {
    try {
      return switch (storage.type()) {
        case LOCAL, HDFS -> List.of();
        case SHARED -> storage.data().isEmpty() ? List.of() : notSeen(storage.data().get(0));
        case URI -> storage.uri().isEmpty() ? List.of() : notWritable(storage.uri().get());
      };
    } catch (IOException failed) {
      return List.of(String.valueOf(failed.getMessage()));
    }
  }

  /** Makes a file on the master, and looks whether the other nodes have it. */
  private List<String> notSeen(Path directory) throws IOException, InterruptedException {
    Node master = testbed.master();
    String probe = directory.resolve(".athanor-probe-" + RandomId.make()).toString();
    CommandResult made = run(master, "mkdir", probe);
    if (made.status() != 0) {
      return List.of(
          directory
              + " cannot be written on "
              + master.name()
              + ": it must exist; "
              + made.errors().strip().replaceFirst(".*: ", ""));
    }
    List<String> problems = new ArrayList<>();
    try {
      for (Node node : testbed.nodes()) {
        if (run(node, "test", "-d", probe).status() != 0) {
          problems.add(
              node.name()
                  + " does not see what "
                  + master.name()
                  + " writes to "
                  + directory
                  + "; mount the same file system there on both, or use type: hdfs");
        }
      }
    } finally {
      run(master, "rmdir", probe);
    }
    return problems;
  }

  private List<String> notWritable(String uri) throws IOException, InterruptedException {
    Path lib = testbed.installation().lib();
    WorkloadTools tools = new WorkloadTools(lib, testbed.java(), Optional.empty());
    String directory = URI.create(uri).getRawPath().isEmpty() ? uri + "/" : uri;
    CommandResult result =
        run(
            testbed.master(),
            tools.writable(directory),
            ConfigurationText.xml(storage.clientSettings(testbed.nodes().size())));
    if (result.status() == 0) {
      return List.of();
    }
    String why =
        result.errors().lines().findFirst().map(it -> it.replaceFirst("^-?test", "")).orElse("");
    return List.of(
        uri
            + " is no directory that "
            + testbed.master().name()
            + " can write"
            + (why.isBlank() ? "" : why)
            + "; create it, or check address and permissions");
  }

  /** Runs a command that prints little. */
  private CommandResult run(Node node, Command command, String input)
      throws IOException, InterruptedException {
    Mark mark = testbed.marks().tools().part("storage");
    NodeProcess process = node.start(mark, command);
    OptionalInt status = OptionalInt.empty();
    try {
      try (OutputStream pipe = process.input()) {
        pipe.write(input.getBytes(StandardCharsets.UTF_8));
      }
      status = process.await(COMMAND_TIMEOUT);
    } finally {
      if (status.isEmpty()) {
        node.endAll(mark, GRACE);
      }
    }
    if (status.isEmpty()) {
      throw new IOException(
          node.name()
              + ": the file system has not answered in "
              + COMMAND_TIMEOUT.toSeconds()
              + " s; check its address");
    }
    return new CommandResult(status.getAsInt(), text(process.output()), text(process.errors()));
  }

  private static String text(InputStream output) throws IOException {
    return new String(output.readAllBytes(), StandardCharsets.UTF_8);
  }

  private CommandResult run(Node node, String... command) throws IOException, InterruptedException {
    return node.run(testbed.marks().tools(), Command.of(command), COMMAND_TIMEOUT);
  }
}
