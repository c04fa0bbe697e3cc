// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.athanor.cli.ExitCode;
import org.athanor.cli.Version;
import org.athanor.cli.usage.ListenAddress;
import org.athanor.cli.usage.UsageException;
import org.athanor.tiering.serve.ClaimHolder;
import org.athanor.tiering.serve.RemoteStatus;
import org.athanor.tiering.serve.StatusClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Shows what the daemon does, and who has the claim on the HDFS. */
@Command(
    mixinStandardHelpOptions = true,
    name = "status",
    description = {
      "Shows what the daemon does and has done, and who has the claim on the HDFS.",
      "The daemon must have been started with --http. The claim is that of the HDFS that",
      "HADOOP_CONF_DIR or --conf names; without one, HDFS is not asked."
    },
    versionProvider = Version.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Examples:",
      "  athanor storage serve --audit-log /var/log/hadoop/hdfs-audit.log --ssd 2t --http 7877 &",
      "  athanor storage status",
      "  athanor storage status --http namenode.example.org:7877",
      "  athanor storage status --json | jq .daemon.plan",
      "      docs/storage.md describes the members",
      "",
      "Exit code: 0 a daemon answers, 1 none does, 2 wrong usage."
    })
final class StatusCommand implements Callable<Integer> {
  @ParentCommand private StorageCommand storage;

  @Option(
      names = "--http",
      paramLabel = "<[host:]port>",
      defaultValue = "7877",
      description = "Where the daemon shows its status page. Default: ${DEFAULT-VALUE}")
  private String http;

  @Option(names = "--json", description = "Write JSON.")
  private boolean json;

  @Mixin private HdfsOptions cluster;

  @Override
  public Integer call() throws UsageException, InterruptedException {
    InetSocketAddress address = ListenAddress.parse("--http", http);
    if (address.getPort() == 0) {
      throw new UsageException("--http=" + http + ": must be the port of a daemon, from 1");
    }
    Optional<RemoteStatus> daemon = Optional.empty();
    String silence =
        "none answers at "
            + address.getHostString()
            + ":"
            + address.getPort()
            + "; is it running, with --http?";
    try {
      daemon = StatusClient.ask(address);
    } catch (IOException e) {
      silence = e.getMessage();
    }
    StatusText.Claim claim = claim();
    storage
        .out()
        .print(
            json ? StatusText.json(daemon, silence, claim) : StatusText.of(daemon, silence, claim));
    storage.out().flush();
    return daemon.isPresent() ? ExitCode.SUCCESS : ExitCode.FAILED;
  }

  private StatusText.Claim claim() throws UsageException, InterruptedException {
    if (!cluster.isNamed()) {
      return new StatusText.Claim(
          Optional.empty(), "not known: set HADOOP_CONF_DIR, or give --conf");
    }
    try {
      Optional<ClaimHolder> holder =
          cluster.run((client, hdfs) -> ClaimHolder.of((DistributedFileSystem) client));
      return new StatusText.Claim(holder, "nobody has it: no daemon works on this HDFS");
    } catch (IOException e) {
      String message = e.getMessage() == null ? e.toString() : e.getMessage();
      return new StatusText.Claim(
          Optional.empty(), "not known: " + message.lines().findFirst().orElse(""));
    }
  }
}
