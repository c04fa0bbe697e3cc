// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.athanor.cli.ExitCode;
import org.athanor.cli.Version;
import org.athanor.cli.json.JsonWriter;
import org.athanor.cli.table.TextTable;
import org.athanor.cli.usage.UsageException;
import org.athanor.storage.namenode.RulesFile;
import org.athanor.storage.tier.Region;
import org.athanor.storage.tier.Regions;
import org.athanor.tiering.api.FileRegions;
import org.athanor.tiering.api.RegionUse;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Shows regions, and where files are in them. */
@Command(
    mixinStandardHelpOptions = true,
    name = "regions",
    description = {
      "Shows the regions of a rules file with their nodes and space, or where files are in them.",
      "Of a file, the number of blocks that have a replica in the region is shown."
    },
    versionProvider = Version.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Which region a replica gets is decided by the plug-in for the NameNode, by placements with the",
      "policy 'region' in its rules file; see docs/storage.md. Without paths, it needs HDFS's",
      "superuser.",
      "",
      "Examples:",
      "  athanor storage regions --rules rules.txt",
      "  athanor storage regions /data --rules rules.txt",
      "      shows a file, or each file below a directory",
      "  athanor storage regions /data --rules rules.txt --json |",
      "      jq -r '.files[] | select((.regions | length) < 2).path'",
      "      lists the files all of whose replicas are in one region",
      "",
      "Exit code: 0 success, 1 HDFS does not answer, 2 wrong usage, or no such path."
    })
final class RegionsCommand implements Callable<Integer> {
  private static final String NO_REGION = "none";

  @ParentCommand private StorageCommand storage;

  @Parameters(
      paramLabel = "PATH",
      arity = "0..*",
      description = "Files or directories of the HDFS, absolute. Default: show the regions")
  private List<String> arguments = List.of();

  @Option(
      names = "--rules",
      paramLabel = "<file>",
      description = {
        "The rules file of the NameNode, or one with its regions.",
        "Default: what athanor.storage.rules is in the cluster's configuration"
      })
  private Path rules;

  @Option(names = "--json", description = "Write JSON.")
  private boolean json;

  @Mixin private HdfsOptions cluster;

  @Override
  public Integer call() throws UsageException, IOException, InterruptedException {
    List<String> paths = Paths.check(arguments);
    Optional<Regions> named =
        rules == null ? Optional.empty() : Optional.of(read(rules)); // before HDFS is asked
    String text =
        cluster.run(
            (client, hdfs) -> {
              Regions regions =
                  named.isPresent() ? named.get() : read(configured(client.getConf()));
              FileRegions files = new FileRegions((DistributedFileSystem) client, regions);
              if (paths.isEmpty()) {
                List<RegionUse> uses = files.use();
                return json ? usesJson(uses) : usesText(uses);
              }
              try {
                Map<String, Map<String, Integer>> found = files.findRegions(paths);
                return json ? filesJson(found) : filesText(found, regions);
              } catch (FileNotFoundException e) {
                throw new UsageException(e.getMessage(), e);
              }
            });
    storage.out().print(text);
    storage.out().flush();
    return ExitCode.SUCCESS;
  }

  private static Path configured(Configuration conf) throws UsageException {
    String file = conf.getTrimmed(RulesFile.KEY, "");
    if (file.isEmpty()) {
      throw new UsageException(
          "--rules: is missing, and " + RulesFile.KEY + " is not set in the configuration");
    }
    return Path.of(file);
  }

  private static Regions read(Path file) throws UsageException {
    Regions regions = RulesOption.read(file).regions();
    if (regions.all().isEmpty()) {
      throw new UsageException("--rules=" + file + ": has no regions; see docs/storage.md");
    }
    return regions;
  }

  private static String name(String region) {
    return region.equals(FileRegions.NONE) ? NO_REGION : region;
  }

  private static String usesText(List<RegionUse> uses) {
    TextTable table =
        new TextTable("region", "nodes>", "capacity>", "used>", "remaining>", "locations");
    for (RegionUse use : uses) {
      table.add(
          name(use.name()),
          String.valueOf(use.nodes()),
          Amounts.size(use.capacityBytes()),
          Amounts.size(use.usedBytes()),
          Amounts.size(use.remainingBytes()),
          String.join(", ", use.locations()));
    }
    return table.toString();
  }

  private static String usesJson(List<RegionUse> uses) {
    JsonWriter writer = new JsonWriter().beginObject().name("regions").beginArray();
    for (RegionUse use : uses) {
      writer.element().beginObject();
      writer.name("region").value(use.name()).name("locations").beginArray();
      use.locations().forEach(location -> writer.element().value(location));
      writer.endArray();
      writer.name("nodes").value(use.nodes());
      writer.name("capacityBytes").value(use.capacityBytes());
      writer.name("usedBytes").value(use.usedBytes());
      writer.name("remainingBytes").value(use.remainingBytes());
      writer.endObject();
    }
    return writer.endArray().endObject() + "\n";
  }

  private static String filesText(Map<String, Map<String, Integer>> files, Regions regions) {
    if (files.isEmpty()) {
      return "No files.\n";
    }
    List<String> names = new ArrayList<>(regions.all().stream().map(Region::name).toList());
    if (files.values().stream().anyMatch(blocks -> blocks.containsKey(FileRegions.NONE))) {
      names.add(FileRegions.NONE);
    }
    List<String> headings = new ArrayList<>(List.of("file"));
    names.forEach(name -> headings.add(name(name) + ">"));
    TextTable table = new TextTable(headings.toArray(new String[0]));
    files.forEach(
        (path, blocks) -> {
          List<String> cells = new ArrayList<>(List.of(path));
          names.forEach(name -> cells.add(String.valueOf(blocks.getOrDefault(name, 0))));
          table.add(cells.toArray(new String[0]));
        });
    return table.toString();
  }

  private static String filesJson(Map<String, Map<String, Integer>> files) {
    JsonWriter writer = new JsonWriter().beginObject().name("files").beginArray();
    files.forEach(
        (path, blocks) -> {
          writer.element().beginObject().name("path").value(path).name("regions").beginObject();
          blocks.forEach((region, count) -> writer.name(region).value(count));
          writer.endObject().endObject();
        });
    return writer.endArray().endObject() + "\n";
  }
}
