// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.logs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.logaggregation.AggregatedLogFormat.LogKey;
import org.apache.hadoop.yarn.logaggregation.AggregatedLogFormat.LogValue;
import org.apache.hadoop.yarn.logaggregation.LogAggregationUtils;
import org.apache.hadoop.yarn.logaggregation.filecontroller.LogAggregationFileController;
import org.apache.hadoop.yarn.logaggregation.filecontroller.LogAggregationFileControllerContext;
import org.apache.hadoop.yarn.logaggregation.filecontroller.LogAggregationFileControllerFactory;
import org.athanor.engine.files.FileErrors;
import org.athanor.engine.job.Containers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes logs to local files, in a directory per container, as a node manager does. When the job
 * ends, they are aggregated into one file, in the configured format and directory.
 */
final class AggregatedLogs implements JobLogs {
  private static final Logger LOG = LoggerFactory.getLogger(AggregatedLogs.class);
  private static final long NOT_ROLLING = -1;

  private final Configuration conf;
  private final Containers containers;
  private final UserGroupInformation user;
  private final Path root;

  AggregatedLogs(Configuration conf, Containers containers, UserGroupInformation user, Path root) {
    this.conf = conf;
    this.containers = containers;
    this.user = user;
    this.root = root;
    ProcessOutput.tap();
  }

  @Override
  public <T> T captureJob(Supplier<T> step) {
    return capture(containers.ofJob(), step);
  }

  @Override
  public void capture(TaskAttemptID attempt, Runnable work) {
    capture(
        containers.of(attempt),
        () -> {
          work.run();
          return null;
        });
  }

  private <T> T capture(ContainerId container, Supplier<T> work) {
    ContainerLog log = new ContainerLog(directory().resolve(container.toString()));
    log.beginHere();
    try {
      return work.get();
    } finally {
      log.endHere();
    }
  }

  private Path directory() {
    return root.resolve(containers.application().toString());
  }

  @Override
  public void close() {
    ProcessOutput.untap();
    try {
      if (Files.exists(directory())) {
        aggregate();
      }
    } catch (Exception | LinkageError e) {
      LOG.warn(
          "logs of {} could not be aggregated: {}", containers.application(), FileErrors.reason(e));
    }
  }

  private void aggregate() throws Exception {
    LogAggregationFileController controller =
        new LogAggregationFileControllerFactory(conf).getFileControllerForWrite();
    controller.verifyAndCreateRemoteLogDir();
    controller.createAppDir(user.getShortUserName(), containers.application(), user);
    LogAggregationFileControllerContext file = file(controller);
    controller.initializeWriter(file);
    try {
      for (Path container : containerDirectories()) {
        ContainerId id = ContainerId.fromString(container.getFileName().toString());
        controller.write(
            new LogKey(id), new LogValue(List.of(root.toString()), id, user.getShortUserName()));
      }
      file.setUploadedLogsInThisCycle(true);
    } finally {
      controller.postWrite(file);
    }
  }

  private LogAggregationFileControllerContext file(LogAggregationFileController controller) {
    NodeId node = Containers.node();
    org.apache.hadoop.fs.Path file =
        controller.getRemoteNodeLogFileForApp(
            containers.application(), user.getShortUserName(), node);
    return new LogAggregationFileControllerContext(
        file,
        file.suffix(LogAggregationUtils.TMP_FILE_SUFFIX),
        false,
        NOT_ROLLING,
        containers.application(),
        Map.of(),
        node,
        user);
  }

  private List<Path> containerDirectories() throws IOException {
    try (Stream<Path> directories = Files.list(directory())) {
      return directories.sorted().toList();
    }
  }
}
