// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.athanor.cli.Version;
import org.athanor.cli.usage.UsageException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Sets the number of replicas of files. */
@Command(
    mixinStandardHelpOptions = true,
    name = "replicate",
    description = {
      "Sets the number of replicas of files, and waits until all blocks have them.",
      "Files stay on their devices. 'hdfs dfs -setrep -w' waits for ever, and does not ask whether",
      "there is room."
    },
    customSynopsis = "athanor storage replicate [OPTIONS] PATH... N",
    versionProvider = Version.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Needs HDFS's superuser, who may ask whether there is room. Left alone, and reported, are files",
      "that somebody is writing, that are erasure coded, have blocks with too few replicas, have",
      "changed since a snapshot, a storage policy that is not of SSD, disks and archive, or would be",
      "left fewer replicas than the rules of the NameNode's plug-ins allow.",
      "",
      "Examples:",
      "  athanor storage replicate /data/customers 5",
      "      gives each block of the file, or of each file below the directory, five replicas",
      "  athanor storage replicate /data/a /data/b 3 --no-wait",
      "      sets the numbers; HDFS makes and deletes replicas later",
      "  athanor storage replicate /data 4 --dry-run --json | jq -r '.files[] | .path + .detail'",
      "",
      "Exit code: 0 all is done, or left alone; 1 something failed or is incomplete; 2 wrong usage."
    })
final class ReplicateCommand implements Callable<Integer> {
  @ParentCommand private StorageCommand storage;

  // The number is the last one, which picocli cannot say.
  @Parameters(
      paramLabel = "PATH... N",
      hideParamSyntax = true,
      arity = "2..*",
      description = {
        "Files or directories of the HDFS, absolute, and the number of replicas, from 2 to 512."
      })
  private List<String> arguments;

  @Option(names = "--no-wait", description = "Do not wait until HDFS has made and deleted them.")
  private boolean noWait;

  @Option(names = "--dry-run", description = "Only say what would be done.")
  private boolean dryRun;

  @Option(names = "--json", description = "Write what became of each file as JSON.")
  private boolean json;

  @Mixin private LeastOption least;

  @Mixin private HdfsOptions cluster;

  @Override
  public Integer call() throws UsageException, IOException, InterruptedException {
    int last = arguments.size() - 1;
    int replicas = Replicas.parse("N", arguments.get(last));
    List<String> paths = Paths.check(arguments.subList(0, last));
    return cluster.run(
        (client, hdfs) ->
            new Execution(storage, least.limits(client.getConf(), storage.err()), dryRun, json)
                .run(hdfs, files -> files.setReplicas(paths, replicas, !noWait)));
  }
}
