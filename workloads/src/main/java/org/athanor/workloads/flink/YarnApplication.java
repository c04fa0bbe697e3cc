// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.client.cli.CliFrontend;
import org.apache.flink.client.deployment.ClusterClientFactory;
import org.apache.flink.client.deployment.ClusterDescriptor;
import org.apache.flink.client.deployment.DefaultClusterClientServiceLoader;
import org.apache.flink.client.deployment.application.ApplicationConfiguration;
import org.apache.flink.client.program.ClusterClient;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.DeploymentOptionsInternal;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.util.FlinkException;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;

/**
 * Does what {@code flink run -t yarn-application} does, and then waits until the application has
 * ended, which Flink's client does not. If it fails or is ended before, it kills the application.
 * Its exit status is 0 if the program succeeded, 1 if not, 2 if the arguments are wrong.
 */
public final class YarnApplication {
  private static final String USAGE =
      "arguments: [-DKEY=VALUE]... [-C URL]... -c CLASS JAR [ARGUMENT]...";
  private static final String TARGET = "yarn-application";
  private static final long POLL_MILLIS = 100;

  private YarnApplication() {}

  /**
   * The arguments, which have the form of those of {@code flink run}.
   *
   * @param configuration Flink's, with the settings, jar and libraries of the program
   */
  record Submission(Configuration configuration, String mainClass, List<String> arguments) {
    /**
     * Reads the arguments.
     *
     * @param configuration to which settings, jar and libraries are added
     * @throws IllegalArgumentException if they are wrong
     */
    static Submission parse(Configuration configuration, String... args) {
      List<String> libraries = new ArrayList<>();
      String mainClass = "";
      int next = 0;
      while (next < args.length && args[next].startsWith("-")) {
        String option = args[next++];
        int equals = option.indexOf('=');
        if (option.startsWith("-D") && equals > 2) {
          configuration.setString(option.substring(2, equals), option.substring(equals + 1));
        } else if (next < args.length && option.equals("-C")) {
          libraries.add(args[next++]);
        } else if (next < args.length && option.equals("-c")) {
          mainClass = args[next++];
        } else {
          throw new IllegalArgumentException(option + ": not an option, or incomplete; " + USAGE);
        }
      }
      if (mainClass.isEmpty() || next == args.length) {
        throw new IllegalArgumentException("class and jar are missing; " + USAGE);
      }
      configuration.set(DeploymentOptions.TARGET, TARGET);
      configuration.set(PipelineOptions.JARS, List.of(Path.of(args[next]).toUri().toString()));
      configuration.set(PipelineOptions.CLASSPATHS, libraries);
      return new Submission(
          configuration, mainClass, Arrays.asList(args).subList(next + 1, args.length));
    }
  }

  public static void main(String[] args) {
    String directory = CliFrontend.getConfigurationDirectoryFromEnv();
    Configuration configuration = GlobalConfiguration.loadConfiguration(directory);
    // Where Flink looks for the configuration of the application's log.
    configuration.set(DeploymentOptionsInternal.CONF_DIR, directory);
    Submission submission;
    try {
      submission = Submission.parse(configuration, args);
    } catch (IllegalArgumentException wrong) {
      System.err.println(YarnApplication.class.getSimpleName() + ": " + wrong.getMessage());
      System.exit(2);
      return;
    }
    int status = 1;
    try {
      status = run(submission) ? 0 : 1;
    } catch (Throwable failed) {
      System.err.print("Exception in thread \"main\" ");
      failed.printStackTrace();
    }
    // Threads of clients that have failed may run on.
    System.exit(status);
  }

  private static boolean run(Submission submission) throws Exception {
    ClusterClientFactory<ApplicationId> factory =
        new DefaultClusterClientServiceLoader().getClusterClientFactory(submission.configuration());
    try (ClusterDescriptor<ApplicationId> yarn =
            factory.createClusterDescriptor(submission.configuration());
        YarnClient client = YarnClient.createYarnClient();
        ApplicationGuard guard =
            ApplicationGuard.install(
                application -> kill(factory, submission.configuration(), application),
                YarnApplication::say)) {
      client.init(new YarnConfiguration());
      client.start();
      ApplicationId id = deploy(factory, yarn, submission);
      guard.deployed(id);
      ApplicationReport report = await(client, id);
      guard.ended();
      return tell(report);
    }
  }

  private static ApplicationId deploy(
      ClusterClientFactory<ApplicationId> factory,
      ClusterDescriptor<ApplicationId> yarn,
      Submission submission)
      throws Exception {
    ApplicationConfiguration program =
        new ApplicationConfiguration(
            submission.arguments().toArray(String[]::new), submission.mainClass());
    try (ClusterClient<ApplicationId> client =
        yarn.deployApplicationCluster(
                factory.getClusterSpecification(submission.configuration()), program)
            .getClusterClient()) {
      return client.getClusterId();
    }
  }

  private static void say(String line) {
    System.err.println(line);
  }

  private static void kill(
      ClusterClientFactory<ApplicationId> factory,
      Configuration configuration,
      ApplicationId application)
      throws FlinkException {
    try (ClusterDescriptor<ApplicationId> yarn = factory.createClusterDescriptor(configuration)) {
      yarn.killCluster(application);
    }
  }

  private static ApplicationReport await(YarnClient client, ApplicationId id)
      throws IOException, YarnException, InterruptedException {
    ApplicationReport report = client.getApplicationReport(id);
    while (!ended(report.getYarnApplicationState())) {
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
      report = client.getApplicationReport(id);
    }
    return report;
  }

  private static boolean ended(YarnApplicationState state) {
    return state == YarnApplicationState.FINISHED
        || state == YarnApplicationState.FAILED
        || state == YarnApplicationState.KILLED;
  }

  /** Prints how an application ended, in one line, and returns whether its program succeeded. */
  private static boolean tell(ApplicationReport report) {
    FinalApplicationStatus status = report.getFinalApplicationStatus();
    String diagnostics = report.getDiagnostics() == null ? "" : report.getDiagnostics().strip();
    System.err.println(
        report.getApplicationId()
            + " ended as "
            + status
            + (diagnostics.isEmpty() ? "" : ": " + diagnostics.replaceAll("\\s*\\R\\s*", "; ")));
    return status == FinalApplicationStatus.SUCCEEDED;
  }
}
