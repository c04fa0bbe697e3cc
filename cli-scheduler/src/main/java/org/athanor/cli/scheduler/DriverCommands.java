// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.athanor.scheduler.clusters.Kind;
import org.athanor.scheduler.clusters.MapReduceFramework;
import org.athanor.scheduler.launch.Driver;
import org.athanor.scheduler.launch.LocalShare;
import org.athanor.scheduler.run.JobSpec;
import org.athanor.scheduler.workflow.Program;

/** The command lines of jobs. */
final class DriverCommands {
  static final String MAPREDUCE_TAGS = "mapreduce.job.tags";

  /**
   * Names the directory of which the attempt's configuration is a copy, for Hadoop's commands that
   * know a configuration of their own, as those of {@code athanor cluster} do.
   */
  static final String COPIED = "ATHANOR_SCHEDULE_CONFIGURATION";

  private static final String HEAP = "ATHANOR_HEAP";
  private static final String TEZ_TAGS = "tez.application.tags";
  private static final String SPARK_TAGS = "spark.yarn.tags";
  private static final String SPARK_QUEUE = "spark.yarn.queue";
  private static final List<String> SPARK_LABELS =
      List.of("spark.yarn.am.nodeLabelExpression", "spark.yarn.executor.nodeLabelExpression");
  private static final String DEPLOY = "athanor.deploy";

  /** A job for this machine must not become an application of a cluster whose files it uses. */
  private static final String EMBEDDED = DEPLOY + "=embedded";

  private final Path athanor;
  private final UnaryOperator<String> environment;

  /**
   * Makes it.
   *
   * @param athanor the launcher
   * @param environment value of a variable, or null
   */
  DriverCommands(Path athanor, UnaryOperator<String> environment) {
    this.athanor = athanor;
    this.environment = environment;
  }

  /**
   * A local cluster.
   *
   * @param configuration an absolute path; empty: Hadoop's defaults
   * @param share what the job may use of it
   * @param limited whether the cluster has less memory than the machine, whatever the environment
   *     says about heaps
   */
  record Here(Optional<Path> configuration, LocalShare share, boolean limited) {}

  /**
   * On this machine, in the engine or in Spark's local mode.
   *
   * @param configuration where a private copy of the cluster's with the settings is written
   */
  Driver onThisMachine(JobSpec job, Here here, Path configuration) throws IOException {
    Map<String, String> settings = new HashMap<>(job.job().settings());
    Map<String, String> variables = new HashMap<>();
    here.configuration()
        .ifPresent(
            directory -> {
              variables.put("HADOOP_CONF_DIR", directory.toString());
              variables.put("YARN_CONF_DIR", directory.toString());
            });
    if (job.job().program() instanceof Program.Spark spark) {
      return new Driver(
          spark(spark, "local[" + here.share().threads() + "]", settings, configuration),
          variables,
          job.directory());
    }
    if (job.job().program() instanceof Program.Shell) {
      return new Driver(program(job, List.of()), variables, job.directory());
    }
    settings.remove(MapReduceFramework.KEY); // which is about YARN clusters: here is the engine
    String wanted = settings.remove(LocalShare.THREADS);
    boolean isNumber = wanted == null || wanted.strip().matches("\\d{1,9}");
    String threads = isNumber ? Integer.toString(here.share().threads()) : wanted; // to be refused
    List<String> options = new ArrayList<>();
    if (!settings.isEmpty()) {
      PrivateSettings.hadoop(here.configuration(), settings, configuration);
      options.addAll(options(settings, configuration));
    }
    options.addAll(List.of("-D", LocalShare.THREADS + "=" + threads));
    options.addAll(List.of("-D", EMBEDDED));
    // The engines of a session have heaps of their own, and are not processes of the attempt.
    variables.put("ATHANOR_SESSION", "off");
    String heap = environment.apply(HEAP);
    if (here.limited() || heap == null || heap.isEmpty()) {
      variables.put(HEAP, (here.share().heapBytes() >> 20) + "m");
    }
    return new Driver(program(job, options), variables, job.directory());
  }

  /**
   * On YARN: MapReduce programs on the framework that the job or the cluster chooses, in
   * applications that have the tag.
   *
   * @param tag for all applications
   * @param configuration where a private copy of the cluster's is written, in which MapReduce jobs
   *     get the settings and the tag
   */
  Driver onYarn(JobSpec job, Kind.Yarn yarn, String tag, Path configuration) throws IOException {
    Map<String, String> settings = new HashMap<>(job.job().settings());
    Optional<Path> base = Optional.of(yarn.configuration());
    Map<String, String> variables = new HashMap<>();
    variables.put("HADOOP_CONF_DIR", configuration.toString());
    variables.put("YARN_CONF_DIR", configuration.toString());
    variables.put(COPIED, yarn.configuration().toAbsolutePath().normalize().toString());
    if (job.job().program() instanceof Program.Spark spark) {
      settings.merge(SPARK_TAGS, tag, (given, own) -> given + "," + own);
      sparkPlace(yarn).forEach(settings::putIfAbsent);
      settings.put("spark.yarn.submit.waitAppCompletion", "true");
      PrivateSettings.hadoop(base, Map.of(MAPREDUCE_TAGS, tags(job, yarn, tag)), configuration);
      return new Driver(spark(spark, "yarn", settings, configuration), variables, job.directory());
    }
    putFramework(job, yarn, settings);
    yarn.queue().ifPresent(queue -> settings.putIfAbsent("mapreduce.job.queuename", queue));
    yarn.label()
        .ifPresent(label -> settings.putIfAbsent("mapreduce.job.node-label-expression", label));
    settings.put(MAPREDUCE_TAGS, tags(job, yarn, tag));
    if (job.job().program() instanceof Program.Shell) {
      variables.putAll(forPrograms(settings, yarn, tag, configuration));
    }
    PrivateSettings.hadoop(base, settings, configuration);
    return new Driver(program(job, options(settings, configuration)), variables, job.directory());
  }

  /**
   * Programs of the shell may need Hadoop's MapReduce also where it is not what jobs run on. Other
   * frameworks than these two have no applications that could have the tag.
   */
  private static void putFramework(JobSpec job, Kind.Yarn yarn, Map<String, String> settings)
      throws IOException {
    String given = settings.get(MapReduceFramework.KEY);
    if (given != null && MapReduceFramework.of(given).isEmpty()) {
      throw new IOException(
          MapReduceFramework.KEY
              + "="
              + given
              + ": must be yarn or athanor on a YARN cluster, so that its applications have the"
              + " job's tag");
    }
    MapReduceFramework framework =
        given == null && job.job().program() instanceof Program.Shell
            ? MapReduceFramework.HADOOP
            : MapReduceFramework.of(job.job().settings(), yarn);
    settings.put(MapReduceFramework.KEY, framework.value());
    if (framework == MapReduceFramework.ATHANOR) {
      settings.put(DEPLOY, "yarn");
    }
  }

  /**
   * What lets the applications that a program of type shell starts have the attempt's tag: in the
   * configuration for MapReduce and Tez, and in a copy of Spark's, if the environment names one.
   *
   * @param settings of Hadoop's configuration; some are added
   * @return variables of the program
   */
  private Map<String, String> forPrograms(
      Map<String, String> settings, Kind.Yarn yarn, String tag, Path configuration)
      throws IOException {
    String tez = settings.get(TEZ_TAGS);
    if (tez == null) {
      tez =
          PrivateSettings.value(
              yarn.configuration(), TEZ_TAGS, List.of("core-site.xml", "tez-site.xml"));
    }
    settings.put(TEZ_TAGS, tez.isEmpty() ? tag : tez + "," + tag);
    Optional<Path> spark = sparkConfiguration().filter(Files::isDirectory);
    if (spark.isEmpty()) {
      return Map.of();
    }
    Properties defaults = PrivateSettings.sparkDefaults(spark.get());
    Map<String, String> own = new HashMap<>();
    String given = defaults.getProperty(SPARK_TAGS, "");
    own.put(SPARK_TAGS, given.isEmpty() ? tag : given + "," + tag);
    sparkPlace(yarn)
        .forEach(
            (key, value) -> {
              if (defaults.getProperty(key) == null) {
                own.put(key, value);
              }
            });
    Path copy = configuration.resolve("spark");
    PrivateSettings.sparkDirectory(spark.get(), own, copy);
    return Map.of("SPARK_CONF_DIR", copy.toString());
  }

  /** Spark's settings for the queue and the nodes of a cluster's jobs. */
  private static Map<String, String> sparkPlace(Kind.Yarn yarn) {
    Map<String, String> place = new HashMap<>();
    yarn.queue().ifPresent(queue -> place.put(SPARK_QUEUE, queue));
    yarn.label().ifPresent(label -> SPARK_LABELS.forEach(key -> place.put(key, label)));
    return place;
  }

  /** What Spark's configuration says for jobs that do not say it. */
  Optional<String> sparkDefault(String key) throws IOException {
    Optional<Path> directory = sparkConfiguration();
    return directory.isEmpty()
        ? Optional.empty()
        : Optional.ofNullable(PrivateSettings.sparkDefaults(directory.get()).getProperty(key));
  }

  /** Spark's configuration, if the environment says where it is. */
  private Optional<Path> sparkConfiguration() {
    String given = environment.apply("SPARK_CONF_DIR");
    if (given != null && !given.isEmpty()) {
      return Optional.of(Path.of(given));
    }
    String home = environment.apply("SPARK_HOME");
    return home == null || home.isEmpty() ? Optional.empty() : Optional.of(Path.of(home, "conf"));
  }

  /** The attempt's tag, after those that the job or the cluster's configuration has. */
  private static String tags(JobSpec job, Kind.Yarn yarn, String tag) {
    String given = job.job().settings().get(MAPREDUCE_TAGS);
    if (given == null) {
      given = PrivateSettings.value(yarn.configuration(), MAPREDUCE_TAGS);
    }
    return given.isEmpty() ? tag : given + "," + tag;
  }

  /**
   * Options of {@code athanor run}. What decides where the job runs, and under which tags, must
   * hold against any file, and settings of Athanor are checked as options: none of these is a
   * secret.
   */
  private static List<String> options(Map<String, String> settings, Path configuration) {
    List<String> options = new ArrayList<>(List.of("--conf", configuration.toString()));
    new TreeMap<>(settings)
        .forEach(
            (key, value) -> {
              if (key.equals(MapReduceFramework.KEY)
                  || key.equals(MAPREDUCE_TAGS)
                  || key.startsWith("athanor.")) {
                options.addAll(List.of("-D", key + "=" + value));
              }
            });
    return options;
  }

  private List<String> program(JobSpec job, List<String> options) throws IOException {
    Program program = job.job().program();
    if (program instanceof Program.Shell shell) {
      return shell.command();
    }
    List<String> command = new ArrayList<>(List.of(athanor.toString(), "run"));
    command.addAll(options);
    if (program instanceof Program.Jar jar) {
      command.add(jar.jar());
      jar.mainClass().ifPresent(command::add);
      command.addAll(jar.arguments());
      return command;
    }
    if (program instanceof Program.Streaming streaming) {
      command.add(streamingJar().toString());
      if (!streaming.files().isEmpty()) {
        command.addAll(List.of("-files", String.join(",", streaming.files())));
      }
      command.addAll(List.of("-mapper", streaming.mapper()));
      streaming.combiner().ifPresent(text -> command.addAll(List.of("-combiner", text)));
      command.addAll(List.of("-reducer", streaming.reducer().orElse("NONE")));
      job.job().inputs().forEach(input -> command.addAll(List.of("-input", input)));
      command.addAll(List.of("-output", job.job().outputs().get(0)));
      return command;
    }
    throw new IllegalStateException("job " + job.name() + ": " + program + " is not a program");
  }

  private Path streamingJar() throws IOException {
    String home = environment.apply("HADOOP_HOME");
    if (home != null && !home.isEmpty()) {
      Path tools = Path.of(home, "share", "hadoop", "tools", "lib");
      if (Files.isDirectory(tools)) {
        try (DirectoryStream<Path> jars =
            Files.newDirectoryStream(tools, "hadoop-streaming-*.jar")) {
          for (Path jar : jars) {
            return jar;
          }
        }
      }
    }
    throw new IOException(
        "HADOOP_HOME="
            + (home == null ? "" : home)
            + ": has no share/hadoop/tools/lib/hadoop-streaming-*.jar, which jobs of type streaming"
            + " need; set it to an unpacked Hadoop");
  }

  private List<String> spark(
      Program.Spark program, String master, Map<String, String> settings, Path configuration)
      throws IOException {
    String home = environment.apply("SPARK_HOME");
    Path submit = home == null ? null : Path.of(home, "bin", "spark-submit");
    if (submit == null || !Files.isExecutable(submit)) {
      throw new IOException(
          "SPARK_HOME="
              + (home == null ? "" : home)
              + ": has no bin/spark-submit, which jobs of type spark need; set it to an unpacked"
              + " Spark");
    }
    List<String> command = new ArrayList<>(List.of(submit.toString(), "--master", master));
    if (!settings.isEmpty()) {
      Path properties = configuration.resolve("spark.properties");
      PrivateSettings.spark(sparkConfiguration().orElseThrow(), settings, properties);
      command.addAll(List.of("--properties-file", properties.toString()));
    }
    program.mainClass().ifPresent(main -> command.addAll(List.of("--class", main)));
    command.add(program.program());
    command.addAll(program.arguments());
    return command;
  }
}
