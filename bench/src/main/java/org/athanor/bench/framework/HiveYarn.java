// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.athanor.bench.workload.Api;
import org.athanor.cluster.artifact.Distribution;

/**
 * Hive whose jobs run in containers of YARN: by Hadoop, or by Athanor's engine. Hive's command line
 * and metastore are on the master.
 */
final class HiveYarn extends YarnFramework {

  static final String MODE = "yarn";
  static final String ATHANOR_MODE = "athanor-yarn";

  /**
   * Heap of the command line, in mebibytes: more than that of {@link HadoopYarn}'s client, since it
   * has the metastore and builds the hash tables of map joins.
   */
  private static final List<String> CLIENT_OPTIONS = List.of("-Xmx1024m");

  HiveYarn(Choice choice, Source hadoop) {
    super(choice, Api.HIVE, hadoop);
  }

  private boolean onAthanor() {
    return mode().equals(ATHANOR_MODE);
  }

  @Override
  public String processes(NodeShare share) {
    Shares shares = Shares.of(share, 1);
    return onAthanor() ? shares.threaded("Worker") : shares.single();
  }

  @Override
  public List<String> problems(Site site) throws IOException, InterruptedException {
    List<String> problems = new ArrayList<>(super.problems(site));
    if (onAthanor()) {
      problems.addAll(
          AthanorLauncher.problems(site, choice.settings(), AthanorYarn.LOCAL_DIRECTORIES));
    }
    return problems;
  }

  @Override
  public Deployment deploy(Site site) throws IOException, InterruptedException {
    Distribution home = choice.source().locate(site);
    Workspace workspace = Workspace.reserve(site, "hive-yarn");
    workspace.publish(HiveHome.files(hiveSite(workspace, home)));
    YarnCluster yarn =
        YarnCluster.start(site, workspace, choice, hadoop.locate(site), hadoopSettings(site));
    List<String> classPath = new ArrayList<>();
    classPath.add(workspace.configuration().toString());
    if (onAthanor()) {
      classPath.add(AthanorLauncher.engine(site));
    }
    classPath.addAll(Arrays.asList(yarn.classPath().split(":", -1)));
    classPath.addAll(home.classPath());
    String java = yarn.environment().get("JAVA_HOME") + "/bin/java";
    HiveHome hive = new HiveHome(workspace, java, CLIENT_OPTIONS, classPath);
    Map<String, String> environment = hive.environment(yarn.environment());
    try {
      hive.makeMetastore(site, environment);
    } catch (IOException | InterruptedException | RuntimeException failed) {
      try {
        yarn.close();
      } catch (IOException | RuntimeException close) {
        failed.addSuppressed(close);
      }
      throw failed;
    }
    // The history server knows no jobs of Athanor's engine.
    HiveOutput output = onAthanor() ? new HiveOutput() : new HiveOutput(yarn.history());
    return new ClientDeployment(workspace, environment, hive::command, output, yarn);
  }

  /** {@code hive-site.xml}. */
  Map<String, String> hiveSite(Workspace workspace, Distribution home) throws IOException {
    return HiveHome.site(choice, workspace, missingInHadoop(home));
  }

  /** The settings that are not Hive's, in the files of YARN and of jobs. */
  Map<String, String> hadoopSettings(Site site) {
    return HiveHome.settings(
        choice.override(onAthanor() ? AthanorYarn.settings(site) : taskSettings(site)), false);
  }

  private static Map<String, String> taskSettings(Site site) {
    Map<String, String> keys = new LinkedHashMap<>(HadoopYarn.taskSettings(site));
    keys.put("mapreduce.admin.map.child.java.opts", HiveHome.taskOptions());
    keys.put("mapreduce.admin.reduce.child.java.opts", HiveHome.taskOptions());
    return keys;
  }

  /** A library of Hive's tasks that Hadoop has not had since 3.5.0, so that containers lack it. */
  private static List<Path> missingInHadoop(Distribution home) throws IOException {
    List<Path> jars = new ArrayList<>();
    for (String entry : home.classPath()) {
      Path directory = Path.of(entry).getParent();
      try (DirectoryStream<Path> found =
          Files.newDirectoryStream(directory, "commons-collections-3*.jar")) {
        found.forEach(jars::add);
      }
    }
    return jars;
  }
}
