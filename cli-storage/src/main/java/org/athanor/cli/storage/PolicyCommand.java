// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.athanor.cli.ExitCode;
import org.athanor.cli.Version;
import org.athanor.cli.json.JsonWriter;
import org.athanor.cli.table.TextTable;
import org.athanor.cli.usage.UsageException;
import org.athanor.tiering.api.PathPolicies;
import org.athanor.tiering.api.PathPolicies.PathPolicy;
import org.athanor.tiering.api.PathPolicies.Policy;
import org.athanor.tiering.apply.HadoopHdfs;
import org.athanor.tiering.apply.TierUse;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Shows and sets storage policies. */
@Command(
    mixinStandardHelpOptions = true,
    name = "policy",
    description = {
      "Shows or sets the storage policies of files and directories, and what they mean.",
      "Setting one moves no replica: it counts for what is written from now on. 'athanor storage",
      "move' sets a policy and moves replicas; plans leave files alone with a policy of a directory."
    },
    versionProvider = Version.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Who may write to a path may set its policy; only for HDFS's superuser it is checked whether",
      "there are devices for it.",
      "",
      "HDFS does not tell a path's own policy from an equal one of its directory: the highest",
      "directory from which on all have it is shown.",
      "",
      "Examples:",
      "  athanor storage policy",
      "      shows the policies that there are, and on which devices they put replicas",
      "  athanor storage policy /data /data/customers",
      "      shows whether they have one of their own",
      "  athanor storage policy /data/scratch --set ONE_SSD",
      "      new files below it get a copy on SSD",
      "  athanor storage policy /data/scratch --unset",
      "      the policy of /data counts again",
      "",
      "Exit code: 0 success, 1 HDFS does not answer or refuses, 2 wrong usage, or no such path."
    })
final class PolicyCommand implements Callable<Integer> {
  @ParentCommand private StorageCommand storage;

  @Parameters(
      paramLabel = "PATH",
      arity = "0..*",
      description = "Files or directories of the HDFS, absolute. Default: show the policies")
  private List<String> arguments = List.of();

  @Option(names = "--set", paramLabel = "<policy>", description = "Give each path this policy.")
  private String set;

  @Option(names = "--unset", description = "Take each path's own policy away.")
  private boolean unset;

  @Option(names = "--json", description = "Write JSON.")
  private boolean json;

  @Mixin private HdfsOptions cluster;

  @Override
  public Integer call() throws UsageException, IOException, InterruptedException {
    if (set != null && unset) {
      throw new UsageException("--set and --unset: must be one of them");
    }
    if (arguments.isEmpty() && (set != null || unset)) {
      throw new UsageException((unset ? "--unset" : "--set") + ": needs a PATH");
    }
    List<String> paths = Paths.check(arguments);
    String text =
        cluster.run(
            (client, hdfs) -> {
              PathPolicies policies = new PathPolicies(client);
              if (paths.isEmpty()) {
                return json ? allJson(policies.all()) : allText(policies.all());
              }
              List<PathPolicy> found = policies(policies, hdfs, paths);
              return json ? json(found) : text(found);
            });
    storage.out().print(text);
    storage.out().flush();
    return ExitCode.SUCCESS;
  }

  private List<PathPolicy> policies(PathPolicies policies, HadoopHdfs hdfs, List<String> paths)
      throws UsageException, IOException {
    List<PathPolicy> found = new ArrayList<>();
    Optional<Map<String, TierUse>> tiers = set == null ? Optional.empty() : hdfs.tiersIfAllowed();
    try {
      // All paths exist before anything is changed.
      for (String path : paths) {
        found.add(policies.of(path));
      }
      if (set != null) {
        policies.check(set, tiers);
      }
    } catch (FileNotFoundException e) {
      throw new UsageException(e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--set=" + e.getMessage(), e);
    }
    if (set == null && !unset) {
      return found;
    }
    found.clear();
    for (String path : paths) {
      found.add(unset ? policies.unset(path) : policies.set(path, set, tiers));
    }
    if (set != null && tiers.isEmpty()) {
      storage
          .err()
          .println(
              "athanor storage policy: whether HDFS has devices with room for "
                  + set
                  + " was not checked: only its superuser may ask");
    }
    return found;
  }

  private static String allText(List<Policy> policies) {
    TextTable table = new TextTable("policy", "replicas");
    policies.forEach(policy -> table.add(policy.name(), policy.meaning()));
    return table.toString();
  }

  private static String allJson(List<Policy> policies) {
    JsonWriter writer = new JsonWriter().beginObject().name("policies").beginArray();
    for (Policy policy : policies) {
      writer.element().beginObject();
      describe(writer, policy);
      writer.endObject();
    }
    return writer.endArray().endObject() + "\n";
  }

  private static void describe(JsonWriter writer, Policy policy) {
    writer.name("policy").value(policy.name()).name("types").beginArray();
    policy.types().forEach(type -> writer.element().value(type));
    writer.endArray();
  }

  private static String text(List<PathPolicy> paths) {
    TextTable table = new TextTable("path", "policy", "of", "replicas");
    for (PathPolicy path : paths) {
      table.add(
          path.path() + (path.isDirectory() && !path.path().equals("/") ? "/" : ""),
          path.policy().name(),
          switch (path.origin()) {
            case OWN -> "its own";
            case DIRECTORY -> path.from();
            case ROOT -> "/, or HDFS's default";
          },
          path.policy().meaning());
    }
    return table.toString();
  }

  private static String json(List<PathPolicy> paths) {
    JsonWriter writer = new JsonWriter().beginObject().name("paths").beginArray();
    for (PathPolicy path : paths) {
      writer.element().beginObject();
      writer.name("path").value(path.path());
      writer.name("directory").value(path.isDirectory());
      describe(writer, path.policy());
      writer.name("origin").value(path.origin().name().toLowerCase(Locale.ROOT));
      writer.name("from").value(path.from());
      writer.endObject();
    }
    return writer.endArray().endObject() + "\n";
  }
}
