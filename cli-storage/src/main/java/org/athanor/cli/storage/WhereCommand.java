// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.athanor.cli.ExitCode;
import org.athanor.cli.Version;
import org.athanor.cli.json.JsonWriter;
import org.athanor.cli.table.TextTable;
import org.athanor.cli.usage.UsageException;
import org.athanor.storage.tier.DeviceType;
import org.athanor.tiering.apply.FileState;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Shows on which devices files are. */
@Command(
    mixinStandardHelpOptions = true,
    name = "where",
    description = {
      "Shows on which devices the replicas of files are.",
      "A device in brackets holds replicas of some blocks only: readers of the file cannot rely on it."
    },
    versionProvider = Version.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Examples:",
      "  athanor storage where /data/customers",
      "      shows a file, or each file below a directory",
      "  athanor storage where /data --json | jq -r '.files[] | select(.whole[] == \"SSD\").path'",
      "      lists the files that are on SSD with all of their blocks",
      "",
      "Exit code: 0 success, 1 HDFS does not answer, 2 wrong usage, or no such path."
    })
final class WhereCommand implements Callable<Integer> {
  @ParentCommand private StorageCommand storage;

  @Parameters(
      paramLabel = "PATH",
      arity = "1..*",
      description = "Files or directories of the HDFS, absolute.")
  private List<String> paths;

  @Mixin private HdfsOptions cluster;

  @Option(names = "--json", description = "Write JSON.")
  private boolean json;

  private record Located(String path, FileState file) {
    /** Replicas on each device. */
    Map<DeviceType, Integer> replicas() {
      Map<DeviceType, Integer> replicas = new EnumMap<>(DeviceType.class);
      for (List<DeviceType> block : file.blocks()) {
        block.forEach(device -> replicas.merge(device, 1, Integer::sum));
      }
      return replicas;
    }

    /** The devices that hold each block. */
    Set<DeviceType> whole() {
      Set<DeviceType> whole = EnumSet.noneOf(DeviceType.class);
      if (!file.blocks().isEmpty()) {
        whole.addAll(EnumSet.allOf(DeviceType.class));
        file.blocks().forEach(whole::retainAll);
      }
      return whole;
    }
  }

  @Override
  public Integer call() throws UsageException, IOException, InterruptedException {
    List<Located> files = new ArrayList<>();
    for (String path : paths) {
      Paths.check("PATH", path);
    }
    cluster.run(
        (client, hdfs) -> {
          for (String path : paths) {
            try {
              hdfs.forEach(path, (name, file, directory) -> files.add(new Located(name, file)));
            } catch (FileNotFoundException e) {
              throw new UsageException(path + ": does not exist in HDFS", e);
            }
          }
          return null;
        });
    storage.out().print(json ? json(files) : text(files));
    storage.out().flush();
    return ExitCode.SUCCESS;
  }

  private static String text(List<Located> files) {
    TextTable table = new TextTable("file", "length>", "replicas>", "policy", "devices");
    for (Located located : files) {
      Set<DeviceType> whole = located.whole();
      List<String> devices = new ArrayList<>();
      located
          .replicas()
          .forEach(
              (device, replicas) ->
                  devices.add(whole.contains(device) ? "" + device : "(" + device + ")"));
      table.add(
          located.path,
          Amounts.size(located.file.bytes()),
          String.valueOf(located.file.replicas()),
          located.file.policy(),
          String.join(" ", devices));
    }
    return files.isEmpty() ? "No files.\n" : table.toString();
  }

  private static String json(List<Located> files) {
    JsonWriter json = new JsonWriter().beginObject().name("files").beginArray();
    for (Located located : files) {
      json.element().beginObject();
      json.name("path").value(located.path);
      json.name("bytes").value(located.file.bytes());
      json.name("replication").value(located.file.replicas());
      json.name("policy").value(located.file.policy());
      json.name("blocks").value(located.file.blocks().size());
      json.name("replicas").beginObject();
      located.replicas().forEach((device, count) -> json.name(device.name()).value(count));
      json.endObject();
      json.name("whole").beginArray();
      located.whole().forEach(device -> json.element().value(device.name()));
      json.endArray();
      json.endObject();
    }
    return json.endArray().endObject() + "\n";
  }
}
