// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.athanor.bench.counter.TezHistory;
import org.athanor.bench.workload.Api;
import org.athanor.cluster.artifact.Distribution;
import org.athanor.cluster.hadoop.ConfigurationText;

/**
 * Tez on YARN: runs MapReduce's jars unchanged ({@code mapreduce.framework.name=yarn-tez}). Each
 * job is one graph of tasks, in containers that are reused.
 */
final class TezYarn extends YarnFramework {

  private static final String HISTORY =
      "org.apache.tez.dag.history.logging.impl.SimpleHistoryLoggingService";

  TezYarn(Choice choice, Source hadoop) {
    super(choice, Api.MAPREDUCE, hadoop);
  }

  @Override
  public String processes(NodeShare share) {
    return Shares.of(share, 1).single();
  }

  @Override
  public Deployment deploy(Site site) throws IOException, InterruptedException {
    Distribution tez = choice.source().locate(site);
    Workspace workspace = Workspace.reserve(site, "tez-yarn");
    workspace.publish(
        Map.of(
            "tez-site.xml",
            ConfigurationText.xml(tezSite(site, workspace, tez, choice.settings()))));
    Map<String, String> hadoopSettings = new LinkedHashMap<>();
    hadoopSettings.put("mapreduce.framework.name", "yarn-tez");
    choice.settings().forEach(hadoopSettings::put);
    YarnCluster yarn =
        YarnCluster.start(site, workspace, choice, hadoop.locate(site), hadoopSettings);
    List<String> classPath = new ArrayList<>();
    classPath.add(workspace.configuration().toString());
    classPath.addAll(tez.classPath());
    classPath.addAll(Arrays.asList(yarn.classPath().split(":", -1)));
    HadoopClient client =
        new HadoopClient(
            yarn.environment().get("JAVA_HOME") + "/bin/java",
            HadoopYarn.CLIENT_OPTIONS,
            workspace.temporary(),
            classPath);
    EventFiles histories =
        new EventFiles(
            site.nodes(), site.mark(), workspace, "histories of Tez", TezHistory.REDUCTION);
    return new ClientDeployment(
        workspace,
        yarn.environment(),
        client::command,
        new TezOutput(yarn.containers(), histories),
        yarn);
  }

  /** {@code tez-site.xml}. Tez's jars are at the same path on every node, so none is uploaded. */
  static Map<String, String> tezSite(
      Site site, Workspace workspace, Distribution tez, Map<String, String> settings) {
    Shares shares = Shares.of(site);
    Map<String, String> keys = new LinkedHashMap<>();
    site.files().staging().ifPresent(staging -> keys.put("tez.staging-dir", staging));
    keys.put("tez.ignore.lib.uris", "true");
    keys.put("tez.use.cluster.hadoop-libs", "true");
    keys.put(
        "tez.cluster.additional.classpath.prefix",
        tez.classPath().stream().map(TezYarn::entry).collect(Collectors.joining(":")));
    keys.put("tez.am.resource.memory.mb", "" + shares.coordinator());
    keys.put("tez.task.resource.memory.mb", "" + shares.task());
    // No artifact contains the pages of the user interface.
    keys.put("tez.am.tez-ui.webservice.enable", "false");
    // A file on the ApplicationMaster's node.
    keys.put("tez.history.logging.service.class", HISTORY);
    keys.put("tez.simple.history.logging.dir", workspace.events().toUri().toString());
    settings.entrySet().stream()
        .filter(setting -> setting.getKey().startsWith("tez."))
        .sorted(Map.Entry.comparingByKey())
        .forEach(setting -> keys.put(setting.getKey(), setting.getValue()));
    return keys;
  }

  private static String entry(String entry) {
    return Path.of(entry).toString();
  }
}
