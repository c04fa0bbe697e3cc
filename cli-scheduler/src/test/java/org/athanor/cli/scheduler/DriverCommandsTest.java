// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.athanor.scheduler.clusters.Kind;
import org.athanor.scheduler.clusters.MapReduceFramework;
import org.athanor.scheduler.launch.Driver;
import org.athanor.scheduler.launch.LocalShare;
import org.athanor.scheduler.run.JobSpec;
import org.athanor.scheduler.run.WorkflowTree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriverCommandsTest {
  private static final String KEY = "fs.s3a.secret.key";

  @TempDir private Path top;

  private JobSpec job(String type, String settings) throws IOException {
    Path file = top.resolve("w.yaml");
    Files.writeString(file, "jobs:\n  one: {" + type + ", settings: {" + settings + "}}\n");
    WorkflowTree tree = WorkflowTree.read(file, Map.of());
    assertThat(tree.problems()).isEmpty();
    return tree.jobs().get(0);
  }

  private static DriverCommands.Here here(Optional<Path> configuration, boolean limited) {
    return new DriverCommands.Here(configuration, new LocalShare(3, 1L << 30, 512 << 20), limited);
  }

  private static String rights(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void keepsSettingsOfMapReduceOutOfTheArguments() throws IOException {
    Path site = Files.createDirectory(top.resolve("site"));
    Files.writeString(
        site.resolve("core-site.xml"),
        "<configuration><property><name>a.b</name><value>c</value></property><property><name>"
            + KEY
            + "</name><value>old</value></property></configuration>");
    DriverCommands commands = new DriverCommands(Path.of("/athanor"), name -> null);
    Path conf = top.resolve("own/conf");
    Driver driver =
        commands.onThisMachine(
            job("type: jar, jar: x.jar", KEY + ": hush, athanor.threads: 9"),
            here(Optional.of(site), false),
            conf);
    assertThat(driver.command())
        .isEqualTo(
            List.of(
                "/athanor",
                "run",
                "--conf",
                conf.toString(),
                "-D",
                "athanor.threads=3",
                "-D",
                "athanor.deploy=embedded",
                "x.jar"));
    assertThat(driver.environment())
        .containsEntry("ATHANOR_HEAP", "512m")
        .containsEntry("ATHANOR_SESSION", "off");
    assertThat(rights(conf)).isEqualTo("rwx------");
    for (String name : List.of("core", "hdfs", "mapred", "yarn")) {
      Path file = conf.resolve(name + "-site.xml");
      assertThat(rights(file)).isEqualTo("rw-------");
      Configuration read = new Configuration(false);
      read.addResource(new org.apache.hadoop.fs.Path(file.toUri()));
      assertThat(read.get(KEY)).isEqualTo("hush");
      assertThat(read.get("a.b")).isEqualTo(name.equals("core") ? "c" : null);
    }
  }

  /** Also one that starts Hadoop's or Spark's commands itself. */
  @Test
  void jobsOfThisMachineUseTheConfigurationOfTheirCluster() throws IOException {
    Path site = Files.createDirectory(top.resolve("site"));
    DriverCommands commands = new DriverCommands(Path.of("/athanor"), name -> null);
    for (String type : List.of("type: jar, jar: x.jar", "type: shell, command: [x]")) {
      assertThat(
              commands
                  .onThisMachine(
                      job(type, ""), here(Optional.of(site), false), top.resolve("own/conf"))
                  .environment())
          .contains(
              Map.entry("HADOOP_CONF_DIR", site.toString()),
              Map.entry("YARN_CONF_DIR", site.toString()));
    }
  }

  @Test
  void whatIsNoNumberOfThreadsIsForTheEngineToRefuse() throws IOException {
    assertThat(
            new DriverCommands(Path.of("/athanor"), name -> null)
                .onThisMachine(
                    job("type: jar, jar: x.jar", "athanor.threads: many"),
                    here(Optional.empty(), false),
                    top.resolve("own/conf"))
                .command())
        .contains("athanor.threads=many")
        .doesNotContain("athanor.threads=3");
  }

  /** What somebody says about all heaps must not exceed what the cluster has. */
  @Test
  void theHeapOfTheEnvironmentHoldsUnlessTheClusterIsLimited() throws IOException {
    DriverCommands commands =
        new DriverCommands(Path.of("/athanor"), name -> name.equals("ATHANOR_HEAP") ? "2g" : null);
    JobSpec jar = job("type: jar, jar: x.jar", "");
    Path conf = top.resolve("own/conf");
    assertThat(commands.onThisMachine(jar, here(Optional.empty(), false), conf).environment())
        .doesNotContainKey("ATHANOR_HEAP");
    assertThat(commands.onThisMachine(jar, here(Optional.empty(), true), conf).environment())
        .containsEntry("ATHANOR_HEAP", "512m");
  }

  /** A job's settings win over those of its cluster, in any file, and these over defaults. */
  @Test
  void noFileOfTheClusterOverridesAJobsSettings() throws IOException {
    Path site = Files.createDirectory(top.resolve("site"));
    Files.writeString(
        site.resolve("athanor-site.xml"),
        "<configuration><property><name>mapreduce.job.reduces</name><value>1</value>"
            + "<final>true</final></property><property><name>mapreduce.task.io.sort.mb</name>"
            + "<value>7</value></property></configuration>");
    Files.writeString(site.resolve("log4j.properties"), "a=b");
    DriverCommands commands = new DriverCommands(Path.of("/athanor"), name -> null);
    Kind.Yarn lab = new Kind.Yarn(site, List.of(), Optional.empty(), Optional.empty());
    Path conf = top.resolve("own/conf");
    Driver unused =
        commands.onYarn(job("type: jar, jar: x.jar", "mapreduce.job.reduces: 3"), lab, "t-1", conf);
    Configuration read = new Configuration(false);
    for (String name : List.of("core", "hdfs", "mapred", "yarn", "athanor")) {
      read.addResource(new org.apache.hadoop.fs.Path(conf.resolve(name + "-site.xml").toUri()));
    }
    assertThat(read.get("mapreduce.job.reduces")).isEqualTo("3");
    assertThat(read.get("mapreduce.task.io.sort.mb")).isEqualTo("7");
    assertThat(conf.resolve("log4j.properties")).hasContent("a=b");
  }

  /** Whatever other files say: the job runs on YARN, its applications have the tag. */
  @Test
  void jobsOnYarnRunThereAndHaveTheTag() throws IOException {
    Path site = Files.createDirectory(top.resolve("site"));
    Files.writeString(
        site.resolve("yarn-site.xml"),
        "<configuration><property><name>mapreduce.job.tags</name><value>lab</value></property>"
            + "</configuration>");
    DriverCommands commands = new DriverCommands(Path.of("/athanor"), name -> null);
    Kind.Yarn lab = new Kind.Yarn(site, List.of(), Optional.of("nightly"), Optional.empty());
    Path conf = top.resolve("own/conf");
    Driver plain = commands.onYarn(job("type: jar, jar: x.jar", KEY + ": hush"), lab, "t-1", conf);
    assertThat(plain.command())
        .isEqualTo(
            List.of(
                "/athanor",
                "run",
                "--conf",
                conf.toString(),
                "-D",
                "mapreduce.framework.name=yarn",
                "-D",
                "mapreduce.job.tags=lab,t-1",
                "x.jar"));
    assertThat(plain.environment()).containsEntry("HADOOP_CONF_DIR", conf.toString());
    for (String name : List.of("mapred", "yarn")) {
      Configuration read = new Configuration(false);
      read.addResource(new org.apache.hadoop.fs.Path(conf.resolve(name + "-site.xml").toUri()));
      assertThat(read.get("mapreduce.job.tags")).isEqualTo("lab,t-1");
      assertThat(read.get("mapreduce.job.queuename")).isEqualTo("nightly");
      assertThat(read.get(KEY)).isEqualTo("hush");
    }
    Driver tagged =
        commands.onYarn(job("type: jar, jar: x.jar", "mapreduce.job.tags: team"), lab, "t-2", conf);
    assertThat(tagged.command()).contains("mapreduce.job.tags=team,t-2");
  }

  /** A job, or a cluster, chooses the engine; then its session has the job's tag. */
  @Test
  void jobsOnTheEngineRunInContainersWithTheTag() throws IOException {
    Path site = Files.createDirectory(top.resolve("site"));
    DriverCommands commands = new DriverCommands(Path.of("/athanor"), name -> null);
    Path conf = top.resolve("own/conf");
    List<String> onEngine =
        List.of(
            "/athanor",
            "run",
            "--conf",
            conf.toString(),
            "-D",
            "athanor.deploy=yarn",
            "-D",
            "mapreduce.framework.name=athanor",
            "-D",
            "mapreduce.job.tags=t-1",
            "x.jar");
    Kind.Yarn hadoop = yarn(site, MapReduceFramework.HADOOP);
    Kind.Yarn engine = yarn(site, MapReduceFramework.ATHANOR);
    String chosen = "mapreduce.framework.name: athanor, athanor.deploy: embedded";
    assertThat(commands.onYarn(job("type: jar, jar: x.jar", chosen), hadoop, "t-1", conf).command())
        .isEqualTo(onEngine);
    assertThat(commands.onYarn(job("type: jar, jar: x.jar", ""), engine, "t-1", conf).command())
        .isEqualTo(onEngine);
    Configuration read = new Configuration(false);
    read.addResource(new org.apache.hadoop.fs.Path(conf.resolve("mapred-site.xml").toUri()));
    assertThat(read.get("mapreduce.job.queuename")).isEqualTo("nightly");
    assertThat(read.get("mapreduce.job.node-label-expression")).isEqualTo("gpu");
    JobSpec onHadoop = job("type: jar, jar: x.jar", "mapreduce.framework.name: yarn");
    assertThat(commands.onYarn(onHadoop, engine, "t-1", conf).command())
        .contains("mapreduce.framework.name=yarn")
        .doesNotContain("athanor.deploy=yarn");
    JobSpec local = job("type: jar, jar: x.jar", "mapreduce.framework.name: local");
    assertThatThrownBy(() -> commands.onYarn(local, engine, "t-1", conf))
        .hasMessage(
            "mapreduce.framework.name=local: must be yarn or athanor on a YARN cluster, so that its"
                + " applications have the job's tag");
  }

  /**
   * The choice is about YARN: the same job on this machine runs on the engine, not on a cluster.
   */
  @Test
  void theFrameworkOfYarnClustersChangesNothingHere() throws IOException {
    DriverCommands commands = new DriverCommands(Path.of("/athanor"), name -> null);
    JobSpec onHadoop = job("type: jar, jar: x.jar", "mapreduce.framework.name: yarn");
    JobSpec plain = job("type: jar, jar: x.jar", "");
    DriverCommands.Here here = here(Optional.empty(), false);
    assertThat(commands.onThisMachine(onHadoop, here, top.resolve("conf")).command())
        .contains("athanor.deploy=embedded")
        .isEqualTo(commands.onThisMachine(plain, here, top.resolve("conf")).command());
  }

  /** Programs such as {@code hadoop jar} have no engine on their class path. */
  @Test
  void programsOfTheShellHaveHadoopsMapReduceUnlessTheySayOtherwise() throws IOException {
    Path site = Files.createDirectory(top.resolve("site"));
    DriverCommands commands = new DriverCommands(Path.of("/athanor"), name -> null);
    Path conf = top.resolve("own/conf");
    Kind.Yarn engine = yarn(site, MapReduceFramework.ATHANOR);
    commands.onYarn(job("type: shell, command: [x]", ""), engine, "t-1", conf);
    assertThat(framework(conf)).isEqualTo("yarn");
    commands.onYarn(
        job("type: shell, command: [x]", "mapreduce.framework.name: athanor"), engine, "t-1", conf);
    assertThat(framework(conf)).isEqualTo("athanor");
  }

  private static String framework(Path conf) {
    Configuration read = new Configuration(false);
    read.addResource(new org.apache.hadoop.fs.Path(conf.resolve("mapred-site.xml").toUri()));
    return read.get("mapreduce.framework.name");
  }

  private static Kind.Yarn yarn(Path site, MapReduceFramework framework) {
    return new Kind.Yarn(
        site, List.of(), Optional.of("nightly"), Optional.of("gpu"), framework, Optional.empty());
  }

  /** What a program starts with Hadoop's, Tez's or Spark's client has the attempt's tag. */
  @Test
  void programsOfTheShellGetConfigurationsWithTheTag() throws IOException {
    Path site = Files.createDirectory(top.resolve("site"));
    Files.writeString(
        site.resolve("tez-site.xml"),
        "<configuration><property><name>tez.application.tags</name><value>none</value></property>"
            + "</configuration>");
    Path spark = Files.createDirectory(top.resolve("spark-conf"));
    Files.writeString(spark.resolve("spark-defaults.conf"), "spark.yarn.tags lab\nspark.a b\n");
    Files.writeString(spark.resolve("log4j2.properties"), "x=y");
    DriverCommands commands =
        new DriverCommands(
            Path.of("/athanor"), name -> name.equals("SPARK_CONF_DIR") ? spark.toString() : null);
    Kind.Yarn lab = new Kind.Yarn(site, List.of(), Optional.of("nightly"), Optional.of("ssd"));
    Path conf = top.resolve("own/conf");
    Driver driver = commands.onYarn(job("type: shell, command: [x, y]", ""), lab, "t-1", conf);
    assertThat(driver.command()).isEqualTo(List.of("x", "y"));
    assertThat(driver.environment())
        .containsEntry("HADOOP_CONF_DIR", conf.toString())
        .containsEntry("ATHANOR_SCHEDULE_CONFIGURATION", site.toString())
        .containsEntry("SPARK_CONF_DIR", conf.resolve("spark").toString());
    Configuration read = new Configuration(false);
    for (String name : List.of("core", "mapred", "tez")) {
      read.addResource(new org.apache.hadoop.fs.Path(conf.resolve(name + "-site.xml").toUri()));
    }
    assertThat(read.get("mapreduce.job.tags")).isEqualTo("t-1");
    assertThat(read.get("tez.application.tags")).isEqualTo("none,t-1");
    assertThat(PrivateSettings.sparkDefaults(conf.resolve("spark")))
        .containsOnly(
            Map.entry("spark.yarn.tags", "lab,t-1"),
            Map.entry("spark.a", "b"),
            Map.entry("spark.yarn.queue", "nightly"),
            Map.entry("spark.yarn.am.nodeLabelExpression", "ssd"),
            Map.entry("spark.yarn.executor.nodeLabelExpression", "ssd"));
    assertThat(read.get("mapreduce.job.node-label-expression")).isEqualTo("ssd");
    assertThat(conf.resolve("spark/log4j2.properties")).hasContent("x=y");
    assertThat(rights(conf.resolve("spark"))).isEqualTo("rwx------");
    Driver plain =
        new DriverCommands(Path.of("/athanor"), name -> null)
            .onYarn(job("type: shell, command: [x]", ""), lab, "t-2", top.resolve("other"));
    assertThat(plain.environment()).doesNotContainKey("SPARK_CONF_DIR");
  }

  /** Not every file of a configuration is for the user, or in UTF-8. */
  @Test
  void filesOfSparkThatCannotBeReadAreNoObstacle() throws IOException {
    Path spark = Files.createDirectory(top.resolve("conf"));
    Files.write(
        spark.resolve("spark-defaults.conf"),
        "# caf\u00e9\nspark.driver.memory 3g\n".getBytes(StandardCharsets.ISO_8859_1));
    Files.write(spark.resolve("secret"), new byte[1]);
    Files.setPosixFilePermissions(spark.resolve("secret"), Set.of());
    boolean readable = Files.isReadable(spark.resolve("secret")); // by root
    DriverCommands commands =
        new DriverCommands(
            Path.of("/athanor"), name -> name.equals("SPARK_CONF_DIR") ? spark.toString() : null);
    Path site = Files.createDirectory(top.resolve("site"));
    Kind.Yarn lab = new Kind.Yarn(site, List.of(), Optional.empty(), Optional.empty());
    Path conf = top.resolve("own/conf");
    commands.onYarn(job("type: shell, command: [x, y]", ""), lab, "t-1", conf);
    assertThat(Files.exists(conf.resolve("spark/secret"))).isEqualTo(readable);
    assertThat(PrivateSettings.sparkDefaults(conf.resolve("spark")))
        .containsEntry("spark.driver.memory", "3g");
    assertThat(commands.sparkDefault("spark.driver.memory")).contains("3g");
    assertThat(commands.sparkDefault("spark.executor.memory")).isEmpty();
  }

  /** Its master and its executors: else they would run where others count on the nodes. */
  @Test
  void sparkRunsOnTheNodesWithTheLabelOfTheCluster() throws IOException {
    Path submit = Files.createDirectories(top.resolve("spark/bin")).resolve("spark-submit");
    Files.createFile(
        submit, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    DriverCommands commands =
        new DriverCommands(
            Path.of("/athanor"),
            name -> name.equals("SPARK_HOME") ? top.resolve("spark").toString() : null);
    Path site = Files.createDirectory(top.resolve("site"));
    Kind.Yarn lab = new Kind.Yarn(site, List.of(), Optional.empty(), Optional.of("ssd"));
    Path conf = top.resolve("own/conf");
    String own = "spark.yarn.executor.nodeLabelExpression";
    for (String executors : List.of("ssd", "gpu")) {
      String settings = executors.equals("ssd") ? "" : own + ": " + executors;
      Driver driver = commands.onYarn(job("type: spark, program: x.py", settings), lab, "t", conf);
      Properties read = new Properties();
      try (Reader in = Files.newBufferedReader(conf.resolve("spark.properties"))) {
        read.load(in);
      }
      assertThat(driver.command()).contains("--properties-file");
      assertThat(read)
          .containsEntry("spark.yarn.am.nodeLabelExpression", "ssd")
          .containsEntry(own, executors);
    }
  }

  @Test
  void keepsSettingsOfSparkOutOfTheArgumentsAndItsDefaults() throws IOException {
    Path submit = Files.createDirectories(top.resolve("spark/bin")).resolve("spark-submit");
    Files.createFile(
        submit, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Files.createDirectory(top.resolve("spark/conf"));
    Files.writeString(
        top.resolve("spark/conf/spark-defaults.conf"), "spark.a  b\nspark.password old\n");
    DriverCommands commands =
        new DriverCommands(
            Path.of("/athanor"),
            name -> name.equals("SPARK_HOME") ? top.resolve("spark").toString() : null);
    Path conf = top.resolve("own/conf");
    Driver driver =
        commands.onThisMachine(
            job("type: spark, program: x.py", "spark.password: 'h=u \\s#h'"),
            here(Optional.empty(), true),
            conf);
    assertThat(driver.command()).containsSubsequence("--master", "local[3]");
    Path file = conf.resolve("spark.properties");
    assertThat(driver.command())
        .containsSubsequence("--properties-file", file.toString(), "x.py")
        .noneMatch(word -> word.contains("password"));
    assertThat(rights(file)).isEqualTo("rw-------");
    Properties read = new Properties();
    try (Reader in = Files.newBufferedReader(file)) {
      read.load(in);
    }
    assertThat(read)
        .containsOnly(Map.entry("spark.a", "b"), Map.entry("spark.password", "h=u \\s#h"));
  }
}
