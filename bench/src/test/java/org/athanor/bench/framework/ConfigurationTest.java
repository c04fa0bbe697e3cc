// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.athanor.bench.workload.Api;
import org.athanor.bench.workload.Program;
import org.athanor.cluster.Mark;
import org.athanor.cluster.artifact.Distribution;
import org.athanor.cluster.artifact.InstalledHome;
import org.athanor.cluster.hadoop.ConfigurationText;
import org.athanor.yaml.text.ByteSize;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares configuration files and command lines for a node of 2 cores and 3 GB with expected
 * texts. {@code -Dathanor.test.renew=true} rewrites the expected texts.
 */
@Tag("short")
class ConfigurationTest {

  private static final Path EXPECTED =
      Path.of("src/test/resources/org/athanor/bench/framework/configuration");

  @TempDir private Path directory;

  private Path home(String... jars) throws IOException {
    Path home = directory.resolve("home");
    for (String jar : jars) {
      Files.createDirectories(home.resolve(jar).getParent());
      Files.createFile(home.resolve(jar));
    }
    return home;
  }

  private Deployment deploy(String kind, String mode, Path home, Map<String, String> settings)
      throws Exception {
    return deploy(kind, mode, home, JvmSpec.DEFAULT, settings);
  }

  private Deployment deploy(
      String kind, String mode, Path home, JvmSpec jvm, Map<String, String> settings)
      throws Exception {
    FrameworkRequest request =
        new FrameworkRequest(
            kind,
            mode,
            Optional.empty(),
            Optional.of(home),
            Optional.of("/java"),
            jvm,
            settings,
            Map.of());
    return TestSites.frameworks()
        .create(request)
        .deploy(TestSites.local(new Mark("configuration"), directory.resolve("work")));
  }

  private static Program program(Api api) {
    return new Program(
        "wordcount",
        api,
        Path.of("/lib/programs.jar"),
        List.of(Path.of("/lib/more.jar")),
        "org.acme.WordCount",
        List.of("file:/in", "file:/out"),
        Map.of("acme.key", "a value"),
        Map.of());
  }

  /** Compares all files of the deployment, its environment and its client's command. */
  private void check(String name, Deployment deployment, Program program) throws IOException {
    Map<String, String> texts = new TreeMap<>();
    try (Stream<Path> files = Files.list(deployment.configuration())) {
      for (Path file : files.toList()) {
        texts.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    texts.put("environment", lines(new TreeMap<>(deployment.environment())));
    texts.put("command", String.join("\n", deployment.submission(program).arguments()) + "\n");
    String text =
        texts.entrySet().stream()
            .map(entry -> "==== " + entry.getKey() + "\n" + entry.getValue())
            .collect(Collectors.joining());
    String neutral =
        text.replaceAll(directory + "/work/(?:[a-z]+-[a-z]+)-\\d+", "/work/DEPLOYMENT")
            .replace(directory.toString(), "");
    Path expected = EXPECTED.resolve(name + ".txt");
    if (Boolean.getBoolean("athanor.test.renew")) {
      Files.createDirectories(EXPECTED);
      Files.writeString(expected, neutral);
    }
    assertThat(neutral)
        .as(
            "renew with ./mvnw test -pl bench -am -Dtest=ConfigurationTest"
                + " -Dathanor.test.renew=true")
        .isEqualTo(Files.readString(expected));
  }

  private static String lines(Map<String, String> map) {
    return map.entrySet().stream()
        .map(entry -> entry.getKey() + "=" + entry.getValue() + "\n")
        .collect(Collectors.joining());
  }

  private Program withJar(Program program) throws IOException {
    Path jar = directory.resolve("programs.jar");
    try (var out = new java.util.jar.JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new java.util.jar.JarEntry("x"));
    }
    return new Program(
        program.workload(),
        program.api(),
        jar,
        program.libraries(),
        program.mainClass(),
        program.arguments(),
        program.settings(),
        program.variables());
  }

  @Test
  void hadoopLocal() throws Exception {
    try (Deployment deployment =
        deploy(
            "hadoop",
            "local",
            home("hadoop-common-3.5.0.jar"),
            Map.of("mapreduce.job.reduces", "7", "a.new.key", "<1 & 2>"))) {
      check("hadoop-local", deployment, withJar(program(Api.MAPREDUCE)));
    }
  }

  @Test
  void sparkLocal() throws Exception {
    try (Deployment deployment =
        deploy(
            "spark",
            "local",
            home("jars/spark-core_2.13-4.3.0.jar"),
            Map.of("spark.serializer", "org.apache.spark.serializer.KryoSerializer"))) {
      check("spark-local", deployment, program(Api.SPARK));
    }
  }

  @Test
  void flinkLocal() throws Exception {
    try (Deployment deployment =
        deploy("flink", "local", home("lib/flink-dist-2.3.0.jar"), Map.of())) {
      check("flink-local", deployment, program(Api.FLINK));
    }
  }

  private static JvmSpec jvm() {
    return new JvmSpec(
        Optional.of(ByteSize.of("1g")), List.of("-XX:+UseParallelGC", "-Xlog:gc:file=gc.log"));
  }

  @Test
  void oneJvmHasTheHeapAndTheOptionsOfTheExperiment() throws Exception {
    try (Deployment hadoop =
        deploy("hadoop", "local", home("hadoop-common-3.5.0.jar"), jvm(), Map.of())) {
      assertThat(hadoop.submission(withJar(program(Api.MAPREDUCE))).arguments())
          .startsWith("/java/bin/java", "-Xmx1024m", "-XX:+UseParallelGC", "-Xlog:gc:file=gc.log");
    }
    Path flinkHome = home("lib/flink-dist-2.3.0.jar");
    try (Deployment flink = deploy("flink", "local", flinkHome, jvm(), Map.of())) {
      assertThat(flink.submission(program(Api.FLINK)).arguments())
          .startsWith("/java/bin/java", "-Xmx1024m", "-XX:+UseParallelGC", "-Xlog:gc:file=gc.log");
    }
    Path sparkHome = home("jars/spark-core_2.13-4.3.0.jar");
    try (Deployment spark = deploy("spark", "local", sparkHome, jvm(), Map.of())) {
      assertThat(Files.readString(spark.configuration().resolve("spark-defaults.conf")))
          .contains("\nspark.driver.memory 1024m\n")
          .contains("\nspark.driver.extraJavaOptions -XX:+UseParallelGC -Xlog:gc:file=gc.log\n");
    }
  }

  @Test
  void aBuildOfAthanorGetsAllVariablesOfItsLauncher() throws Exception {
    Path home = directory.resolve("before");
    Path launcher = Files.createDirectories(home).resolve("athanor");
    Files.writeString(launcher, "#!/bin/sh\n");
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
    Program program = withJar(program(Api.MAPREDUCE));
    try (Deployment before = deploy("athanor", "embedded", home, jvm(), Map.of())) {
      assertThat(before.submission(program).arguments()).startsWith(launcher.toString(), "run");
      assertThat(before.environment())
          .containsEntry("ATHANOR_HEAP", "1024m")
          .containsEntry("ATHANOR_OPTS", "-XX:+UseParallelGC -Xlog:gc:file=gc.log")
          .containsEntry("ATHANOR_SESSION", "off");
    }
    try (Deployment plain = deploy("athanor", "embedded", home, Map.of())) {
      assertThat(plain.environment())
          .as("not those of whoever runs the experiment")
          .containsEntry("ATHANOR_OPTS", "");
    }
  }

  @Test
  void hiveKeepsItsFilesInTheDirectoryOfTheDeployment() throws Exception {
    Site site = TestSites.local(new Mark("configuration"), directory.resolve("work"));
    Workspace workspace = Workspace.reserve(site, "hive-local");
    FrameworkRequest request =
        new FrameworkRequest(
            "hive",
            "local",
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Map.of("hive.merge.mapfiles", "false", "mapreduce.map.speculative", "true"),
            Map.of());
    HiveLocal local = (HiveLocal) TestSites.frameworks().create(request);
    workspace.publish(local.configuration(site, Shares.of(site), workspace));
    HiveHome hive =
        new HiveHome(
            workspace, "/java/bin/java", List.of("-Xmx2048m"), List.of("/conf", "/hive/*"));

    check(
        "hive-local",
        new ClientDeployment(
            workspace,
            hive.environment(Map.of("JAVA_HOME", "/java")),
            hive::command,
            new HiveOutput(),
            Processes.NONE),
        program(Api.HIVE));
  }

  @Test
  void hivesTasksInContainersHaveItsLibraryAndOptions() throws Exception {
    checkOnYarn(
        HiveYarn.MODE,
        Map.of(
            "hive.merge.mapfiles",
            "false",
            "mapreduce.map.speculative",
            "true",
            "yarn.nodemanager.vmem-pmem-ratio",
            "3"));
  }

  @Test
  void hivesJobsOnAthanorHaveItsSession() throws Exception {
    checkOnYarn(
        HiveYarn.ATHANOR_MODE,
        Map.of("hive.aux.jars.path", "file:///mine.jar", "athanor.threads", "1"));
  }

  /** Compares what jobs of Hive read on YARN, without starting the daemons. */
  private void checkOnYarn(String mode, Map<String, String> settings) throws Exception {
    Site site = TestSites.local(new Mark("configuration"), directory.resolve("work"));
    Workspace workspace = Workspace.reserve(site, "hive-yarn");
    FrameworkRequest request =
        new FrameworkRequest(
            "hive", mode, Optional.empty(), Optional.empty(), Optional.empty(), settings, Map.of());
    HiveYarn hive = (HiveYarn) TestSites.frameworks().create(request);
    Distribution home =
        InstalledHome.read(
            "hive", home("lib/hive-exec-4.0.1.jar", "lib/commons-collections-3.2.2.jar"));
    Map<String, String> files = new HashMap<>(HiveHome.files(hive.hiveSite(workspace, home)));
    YarnCluster.files(site, Shares.of(site), workspace, hive.hadoopSettings(site))
        .forEach(
            (name, keys) -> files.put(name + ".xml", ConfigurationText.xml(new TreeMap<>(keys))));
    workspace.publish(files);

    check(
        "hive-" + mode,
        new ClientDeployment(
            workspace,
            Map.of(),
            new HiveHome(
                    workspace, "/java/bin/java", List.of("-Xmx1024m"), List.of("/conf", "/hive/*"))
                ::command,
            new HiveOutput(),
            Processes.NONE),
        program(Api.HIVE));
  }

  @Test
  void commandsOfTheUserGetOnlyTheEnvironment() throws Exception {
    try (Deployment deployment =
        deploy("hadoop", "local", home("hadoop-common-3.5.0.jar"), Map.of())) {
      Program command =
          new Program(
              "command",
              Api.COMMAND,
              Path.of("/none"),
              List.of(),
              "",
              List.of("sh", "-c", "hadoop jar x"),
              Map.of(),
              Map.of());
      assertThat(deployment.submission(command).arguments())
          .containsExactly("sh", "-c", "hadoop jar x");
      assertThat(deployment.submission(command).environment())
          .containsEntry("HADOOP_CONF_DIR", deployment.configuration().toString());
    }
  }

  @Test
  void yarnGetsEachSettingInItsFile() throws IOException {
    Site site = TestSites.local(new Mark("configuration"), directory.resolve("work"));
    Map<String, Map<String, String>> files =
        YarnCluster.files(
            site,
            Shares.of(site),
            Workspace.reserve(site, "x"),
            Map.of(
                "yarn.nodemanager.vmem-pmem-ratio", "3",
                "yarn.app.mapreduce.am.resource.mb", "700",
                "yarn.scheduler.capacity.root.queues", "q",
                "mapreduce.map.speculative", "false"));
    assertThat(files.get("core-site")).containsExactly(Map.entry("fs.defaultFS", "file:///"));
    assertThat(files.get("yarn-site")).containsOnlyKeys("yarn.nodemanager.vmem-pmem-ratio");
    assertThat(files.get("capacity-scheduler"))
        .containsOnlyKeys("yarn.scheduler.capacity.root.queues");
    assertThat(files.get("mapred-site"))
        .containsEntry("yarn.app.mapreduce.am.resource.mb", "700")
        .containsEntry("mapreduce.map.memory.mb", "1152")
        .containsEntry("mapreduce.map.java.opts", "-Xmx921m")
        .containsEntry("mapreduce.reduce.memory.mb", "1152")
        .containsEntry("mapreduce.task.io.sort.mb", "230")
        .containsEntry("mapreduce.job.reduces", "2")
        .containsEntry("mapreduce.map.speculative", "false");
  }

  /** In hdfs-site.xml: Hadoop reads the defaults of HDFS after core-site.xml. */
  @Test
  void allFrameworksHaveTheSettingsOfTheFileSystem() throws IOException {
    Site site = onHdfs(List.of());
    Workspace workspace = Workspace.reserve(site, "x");
    assertThat(MapReduceSettings.siteFiles(site, workspace).get("hdfs-site.xml"))
        .contains("<name>dfs.replication</name>", "<value>2</value>");
    assertThat(SparkHome.common(site, Shares.of(site), workspace, "local[2]"))
        .containsEntry("spark.hadoop.dfs.replication", "2");
    assertThat(YarnCluster.files(site, Shares.of(site), workspace, Map.of()).get("hdfs-site"))
        .containsExactly(Map.entry("dfs.replication", "2"));
  }

  @Test
  void intermediateDataGoToTheSpillDirectories() throws IOException {
    Site site = onHdfs(List.of(Path.of("/s1"), Path.of("/s2")));
    Workspace workspace = Workspace.reserve(site, "x");
    String name = workspace.temporary().getParent().getFileName().toString();
    String both = "/s1/" + name + ",/s2/" + name;
    assertThat(SparkHome.common(site, Shares.of(site), workspace, "local[2]"))
        .containsEntry("spark.local.dir", both);
    assertThat(FlinkHome.common(Shares.of(site), workspace)).containsEntry("io.tmp.dirs", both);
    assertThat(MapReduceSettings.spill(site, workspace))
        .containsEntry("mapreduce.cluster.local.dir", both);
    Site without = onHdfs(List.of());
    assertThat(MapReduceSettings.spill(without, Workspace.reserve(without, "x"))).isEmpty();
  }

  /** Spark adds {@code .sparkStaging}, MapReduce and Tez add the user. */
  @Test
  void jobsAreStagedInTheStoragesOwnDirectory() throws IOException {
    Site hdfs = onHdfs(List.of(), Optional.empty());
    assertThat(hdfs.files().staging()).contains("/user");
    assertThat(FileSystem.of("file:///").staging()).isEmpty();
    Site own = onHdfs(List.of(), Optional.of("hdfs://localhost:9000/me/run"));
    String staging = "hdfs://localhost:9000/me/run/staging";
    Shares shares = Shares.of(own);
    Workspace workspace = Workspace.reserve(own, "x");
    assertThat(YarnCluster.files(own, shares, workspace, Map.of()).get("mapred-site"))
        .containsEntry("yarn.app.mapreduce.am.staging-dir", staging);
    assertThat(SparkYarn.keys(own, shares, workspace, "/spark"))
        .containsEntry("spark.yarn.stagingDir", staging);
    Distribution tez = new Distribution("tez", "0.10.5", Path.of("/tez"), List.of("/tez/*"));
    assertThat(TezYarn.tezSite(own, workspace, tez, Map.of()))
        .containsEntry("tez.staging-dir", staging);
    assertThat(FlinkYarn.keys(own, workspace, home("lib/flink-dist-2.3.0.jar")))
        .containsEntry("yarn.staging-directory", staging);
  }

  private Site onHdfs(List<Path> spill) {
    return onHdfs(spill, Optional.empty());
  }

  private Site onHdfs(List<Path> spill, Optional<String> own) {
    Site local = TestSites.local(new Mark("configuration"), directory.resolve("work"));
    return new Site(
        local.master(),
        local.workers(),
        local.mark(),
        local.share(),
        new FileSystem("hdfs://localhost:9000", Map.of("dfs.replication", "2"), own, spill),
        local.work(),
        local.installation(),
        local.cache());
  }

  @Test
  void tasksOnYarnFindCachedFilesAndJarsOnTheLocalFileSystem() {
    Site local = TestSites.local(new Mark("configuration"), directory.resolve("work"));
    assertThat(HadoopYarn.taskSettings(local))
        .containsOnly(
            Map.entry("mapreduce.job.working.dir", "."),
            Map.entry("mapreduce.client.libjars.wildcard", "false"));
    assertThat(HadoopYarn.taskSettings(onHdfs(List.of()))).isEmpty();
  }

  @Test
  void aWorkerOfAthanorHasTheMemoryOfMapReducesTasks() throws IOException {
    Site site = TestSites.local(new Mark("configuration"), directory.resolve("work"));
    Map<String, String> settings = AthanorYarn.settings(site);
    assertThat(settings)
        .containsEntry("mapreduce.framework.name", "athanor")
        .containsEntry("athanor.deploy", "yarn")
        .containsEntry("athanor.yarn.workers", "1")
        .containsEntry("athanor.yarn.worker.memory", "2304m");
    Map<String, String> mapred =
        YarnCluster.files(site, Shares.of(site), Workspace.reserve(site, "x"), settings)
            .get("mapred-site");
    assertThat(mapred)
        .containsAllEntriesOf(settings)
        .containsEntry("mapreduce.map.memory.mb", "1152")
        .containsEntry("yarn.app.mapreduce.am.resource.mb", "768");
  }

  /** 12288 = 1024 for the coordinator + 8 tasks of 1408, four of them in each of two processes. */
  @Test
  void processesOfANodeShareWhatTasksWouldHave() throws IOException {
    Site one = TestSites.local(new Mark("none"), directory);
    Site site =
        new Site(
            one.master(),
            List.of(one.master(), one.master(), one.master()),
            one.mark(),
            new NodeShare(4, 12288L << 20, 2, 8),
            FileSystem.of("hdfs://m:1"),
            one.work(),
            one.installation(),
            one.cache());
    Shares shares = Shares.of(site);
    Workspace workspace = Workspace.reserve(site, "x");
    assertThat(AthanorYarn.settings(site))
        .containsEntry("athanor.yarn.workers", "6")
        .containsEntry("athanor.yarn.worker.memory", "5632m")
        .containsEntry("athanor.threads", "4");
    assertThat(SparkYarn.keys(site, shares, workspace, "/spark"))
        .containsEntry("spark.executor.instances", "6")
        .containsEntry("spark.executor.cores", "4")
        .containsEntry("spark.executor.memory", "5120m")
        .containsEntry("spark.default.parallelism", "24");
    assertThat(FlinkStandalone.keys(shares, workspace, site.master(), List.of(1, 2)))
        .containsEntry("taskmanager.memory.process.size", "5632m")
        .containsEntry("taskmanager.numberOfTaskSlots", "4")
        .containsEntry("parallelism.default", "24");
    assertThat(MapReduceSettings.yarn(shares))
        .containsEntry("mapreduce.map.memory.mb", "1408")
        .containsEntry("mapreduce.job.reduces", "24");
  }

  @Test
  void athanorRunsDriversWithItsLauncher() throws Exception {
    Program program = withJar(program(Api.MAPREDUCE));
    assertThat(AthanorLauncher.command(Path.of("../athanor"), program))
        .containsExactly(
            "../athanor",
            "run",
            "--json",
            "-D",
            "acme.key=a value",
            program.jar().toString(),
            "org.acme.WordCount",
            "-libjars",
            "/lib/more.jar",
            "file:/in",
            "file:/out");
  }

  @Test
  void tezFindsItsJarsOnEveryNode() throws IOException {
    Site site = TestSites.local(new Mark("none"), directory.resolve("work"));
    Workspace workspace = Workspace.reserve(site, "x");
    Distribution tez = new Distribution("tez", "0.10.5", Path.of("/tez"), List.of("/tez/*"));
    Map<String, String> settings = Map.of("tez.am.log.level", "WARN", "a.b", "c");
    assertThat(TezYarn.tezSite(site, workspace, tez, settings))
        .containsEntry("tez.cluster.additional.classpath.prefix", "/tez/*")
        .containsEntry("tez.am.resource.memory.mb", "768")
        .containsEntry("tez.task.resource.memory.mb", "1152")
        .containsEntry("tez.simple.history.logging.dir", workspace.events().toUri().toString())
        .containsEntry("tez.am.log.level", "WARN")
        .doesNotContainKey("a.b");
  }

  private FlinkYarn flinkYarn(Map<String, String> settings) {
    FrameworkRequest request =
        new FrameworkRequest(
            "flink",
            FlinkYarn.MODE,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            settings,
            Map.of());
    return (FlinkYarn) TestSites.frameworks().create(request);
  }

  /** The JobManager has 1 GB although its share is 768 MB, as in a session cluster. */
  @Test
  void flinkOnYarnHasTheMemoryOfASessionCluster() throws IOException {
    Site site = TestSites.local(new Mark("none"), directory.resolve("work"));
    Path home = home("lib/flink-dist-2.3.0.jar", "lib/small.jar");
    Files.writeString(home.resolve("lib/flink-dist-2.3.0.jar"), "larger");
    Workspace workspace = Workspace.reserve(site, "x");
    assertThat(FlinkYarn.keys(site, workspace, home))
        .containsEntry("jobmanager.memory.process.size", "1024m")
        .containsEntry("taskmanager.memory.process.size", "2304m")
        .containsEntry("taskmanager.numberOfTaskSlots", "2")
        .containsEntry("parallelism.default", "2")
        .containsEntry("yarn.flink-dist-jar", home.resolve("lib/small.jar").toUri().toString())
        .doesNotContainKey("io.tmp.dirs");
    Distribution hadoop =
        new Distribution("hadoop", "3.5.0", Path.of("/hadoop"), List.of("/hadoop/*"));
    assertThat(flinkYarn(Map.of()).daemonSettings(Shares.of(site), home, hadoop))
        .containsOnly(
            Map.entry("yarn.nodemanager.resource.memory-mb", "3328"),
            Map.entry("yarn.scheduler.maximum-allocation-mb", "3328"),
            Map.entry("yarn.application.classpath", home + "/lib/*,$HADOOP_CONF_DIR,/hadoop/*"));
  }

  @Test
  void flinkAndTheDaemonsOfYarnHaveKeysThatBeginAlike() {
    Site site = TestSites.local(new Mark("none"), directory.resolve("work"));
    Distribution hadoop =
        new Distribution("hadoop", "3.5.0", Path.of("/hadoop"), List.of("/hadoop/*"));
    Map<String, String> settings =
        Map.of(
            "yarn.application.queue", "own",
            "yarn.nodemanager.pmem-check-enabled", "false",
            "yarn.scheduler.capacity.root.queues", "own");
    assertThat(flinkYarn(settings).daemonSettings(Shares.of(site), Path.of("/flink"), hadoop))
        .containsEntry("yarn.nodemanager.pmem-check-enabled", "false")
        .containsEntry("yarn.scheduler.capacity.root.queues", "own")
        .doesNotContainKey("yarn.application.queue");
  }

  /** 1024 for a JobManager + T × 128 MB × n, so that P processes have more than 1024 each. */
  @Test
  void noTaskManagerFitsIntoTheMemoryOfAJobManager() {
    assertMinMemory(new NodeShare(2, 1L << 40, 1, 2), 1024 + 2 * 640);
    assertMinMemory(new NodeShare(1, 1L << 40, 1, 1), 1024 + 1152);
    assertMinMemory(new NodeShare(8, 1L << 40, 2, 8), 1024 + 8 * 384);
  }

  private void assertMinMemory(NodeShare share, int expected) {
    Site site = with(share);
    assertThat(flinkYarn(Map.of()).minMemory(site)).isEqualTo(expected);
    Shares least =
        Shares.of(
            new NodeShare(share.cores(), (long) expected << 20, share.workers(), share.tasks()), 1);
    assertThat(least.process()).isGreaterThan(FlinkStandalone.jobManager(least));
  }

  private Site with(NodeShare share) {
    Site local = TestSites.local(new Mark("none"), directory.resolve("work"));
    return new Site(
        local.master(),
        local.workers(),
        local.mark(),
        share,
        local.files(),
        local.work(),
        local.installation(),
        local.cache());
  }
}
