// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.doctor;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.MRConfig;
import org.apache.hadoop.util.VersionInfo;
import org.athanor.cli.usage.UsageException;
import org.athanor.engine.config.Deployment;
import org.athanor.engine.config.EngineKeys;
import org.athanor.engine.config.EngineSettings;
import org.athanor.engine.config.InvalidSettingException;
import org.athanor.engine.config.JobKeys;
import org.athanor.engine.config.Setting;
import org.athanor.engine.config.YarnSettings;
import org.athanor.engine.job.SettingSource;
import org.athanor.engine.yarn.EngineJars;

/** Checks of this machine's Java, Hadoop, configuration and jars. Nothing is called. */
final class InstallationChecks {
  private static final int LEAST_JAVA = 17;
  private static final Set<String> TESTED_HADOOP = Set.of("3.3.6", "3.4.2", "3.5.0");
  private static final String SERVICE =
      "META-INF/services/org.apache.hadoop.mapreduce.protocol.ClientProtocolProvider";
  private static final String ENGINE_CLASS =
      "org/athanor/engine/client/AthanorClientProtocolProvider.class";
  private static final String JNA = "jna-";

  private final Target target;

  InstallationChecks(Target target) {
    this.target = target;
  }

  List<Check> all() {
    return List.of(
        Check.of("Java", "", () -> java(Runtime.version().feature())),
        Check.of("configuration", "correct the file", this::configuration),
        Check.of("settings", "correct the setting", this::settings),
        Check.of("Hadoop", "", () -> hadoop(VersionInfo.getVersion())),
        Check.of("framework", "", this::framework),
        Check.of("deployment", "correct " + EngineKeys.DEPLOY.name(), this::deployment),
        Check.of("engine", "put all jars of `athanor classpath` on the class path", this::engine));
  }

  static Finding java(int feature) {
    String text = System.getProperty("java.version") + ", " + System.getProperty("java.home");
    return feature >= LEAST_JAVA
        ? Finding.ok(text)
        : Finding.problem(text, "Java " + LEAST_JAVA + " or newer is needed: set JAVA_HOME");
  }

  private Finding configuration() {
    if (target.site().isPresent()) {
      try {
        target.site().get().checkNumbers(Map.of());
      } catch (UsageException e) {
        return Finding.problem(e.getMessage(), "correct the file");
      }
      List<String> names = new ArrayList<>();
      target.site().get().sites().forEach(file -> names.add(file.getFileName().toString()));
      Collections.sort(names);
      return Finding.ok(target.site().get().path() + ": " + String.join(", ", names));
    }
    URL core = target.conf().getResource("core-site.xml");
    return core == null
        ? Finding.ok("none, so that Hadoop's defaults hold (no --conf, no HADOOP_CONF_DIR)")
        : Finding.ok(core + ", on the class path");
  }

  private Finding settings() {
    Configuration conf = target.conf();
    try {
      JobKeys.check(conf);
      checkValues(conf);
    } catch (InvalidSettingException e) {
      return Finding.problem(e.getMessage(), "correct the setting");
    }
    Map<String, String> set = new TreeMap<>();
    for (Setting setting : EngineKeys.all()) {
      if (!SettingSource.isDefault(conf, setting.name())) {
        set.put(setting.name(), conf.get(setting.name()));
      }
    }
    return Finding.ok(
        set.isEmpty() ? "none of Athanor's keys is set" : String.join(", ", pairs(set)));
  }

  /** Reads the settings as the engine would. */
  private static void checkValues(Configuration conf) {
    Runtime machine = Runtime.getRuntime();
    Record unused =
        Deployment.of(conf) == Deployment.YARN
            ? YarnSettings.of(conf)
            : EngineSettings.of(conf, machine.maxMemory(), machine.availableProcessors());
  }

  private List<String> pairs(Map<String, String> set) {
    List<String> pairs = new ArrayList<>();
    set.forEach(
        (key, value) -> {
          String source = target.sourceOf(key);
          pairs.add(key + "=" + value + (source.isEmpty() ? "" : " (" + source + ")"));
        });
    return pairs;
  }

  static Finding hadoop(String version) {
    return TESTED_HADOOP.contains(version)
        ? Finding.ok(version)
        : Finding.warning(
            version,
            "Athanor is tested with "
                + String.join(", ", TESTED_HADOOP.stream().sorted().toList())
                + " only");
  }

  private Finding framework() {
    String framework = target.framework();
    String text = MRConfig.FRAMEWORK_NAME + "=" + framework;
    return Finding.ok(
        framework.equals("athanor")
            ? text + ": also jobs of hadoop jar, Pig and Hive run on Athanor"
            : text
                + ": jobs run on Athanor by athanor run, or with -D"
                + " mapreduce.framework.name=athanor");
  }

  private Finding deployment() {
    String reason = Deployment.reason(target.conf());
    if (target.isOnYarn()) {
      return Finding.ok("jobs run on YARN: " + reason);
    }
    Configuration cluster = new Configuration(target.conf());
    cluster.set(EngineKeys.DEPLOY.name(), "auto");
    boolean namesCluster = Deployment.of(cluster) == Deployment.YARN;
    return new Finding(
        Finding.Level.OK,
        "jobs run in the client's JVM: " + reason,
        namesCluster ? EngineKeys.DEPLOY.name() + "=yarn would run them on the cluster" : "");
  }

  private Finding engine() throws IOException {
    ClassLoader loader = InstallationChecks.class.getClassLoader();
    List<URL> copies = Collections.list(loader.getResources(ENGINE_CLASS));
    if (copies.size() > 1) {
      return Finding.warning(
          "the class path has the engine " + copies.size() + " times: " + copies,
          "remove all but one");
    }
    if (Collections.list(loader.getResources(SERVICE)).stream().noneMatch(this::namesEngine)) {
      return Finding.problem(
          "no " + SERVICE + " on the class path names the engine",
          "take the engine's own jar, not one that was packed anew without its services");
    }
    List<Path> jars = EngineJars.find();
    if (jars.stream().noneMatch(jar -> jar.getFileName().toString().startsWith(JNA))) {
      return Finding.warning(
          names(jars) + ", without JNA", "athanor.affinity needs the JNA jar on the class path");
    }
    return Finding.ok(names(jars));
  }

  private boolean namesEngine(URL service) {
    try (java.io.InputStream in = service.openStream()) {
      return new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)
          .contains("org.athanor.engine");
    } catch (IOException e) {
      return false;
    }
  }

  private static String names(List<Path> jars) throws IOException {
    List<String> names = new ArrayList<>();
    for (Path jar : jars) {
      long size = Files.isDirectory(jar) ? 0 : Files.size(jar);
      names.add(jar.getFileName() + (size == 0 ? "" : " (" + size / 1000 + " kB)"));
    }
    return jars.get(0).getParent() + ": " + String.join(", ", names);
  }
}
