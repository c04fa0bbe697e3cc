// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.TypeConverter;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.util.Records;
import org.athanor.engine.config.EngineKeys;
import org.athanor.engine.config.YarnSettings;
import org.athanor.engine.job.SubmittedJob;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the application of a session: writes its files, copies the engine's jars if the cluster
 * does not have them, and submits the application. Its identifier is that of the session's first
 * job, so that Hadoop's own clients find this job. Immutable.
 */
final class SessionStart {
  private static final Logger LOG = LoggerFactory.getLogger(SessionStart.class);

  /** What Hadoop's job clients list. */
  private static final String APPLICATION_TYPE = MRJobConfig.MR_APPLICATION_TYPE;

  private static final String MASTER = "org.athanor.engine.yarnmaster.ApplicationMaster";

  private final SubmittedJob first;
  private final YarnSettings settings;
  private final JobConf conf;
  private final ApplicationId id;
  private final SessionFiles files;

  /**
   * @param first the job for which the session begins
   */
  SessionStart(SubmittedJob first, YarnSettings settings) throws IOException {
    this.first = first;
    this.settings = settings;
    this.conf = new JobConf(first.configuration());
    this.id = TypeConverter.toYarn(first.id()).getAppId();
    this.files = new SessionFiles(conf, first.user().getShortUserName(), id);
  }

  ApplicationId id() {
    return id;
  }

  SessionFiles files() {
    return files;
  }

  /**
   * Submits the application, and returns what Workers the session will have.
   *
   * @throws IOException if it was not accepted; then nothing of it is left. One line
   */
  WorkerSize submit(ResourceManager manager, Resource largest, byte[] secret) throws IOException {
    WorkerSize size = WorkerSize.of(settings, conf, manager.nodes(), largest);
    size.writeTo(conf);
    boolean submitted = false;
    try {
      files.makeDirectory();
      boolean isNewEngine = chooseEngine();
      files.create(conf);
      manager.submit(application(secret));
      submitted = true;
      if (isNewEngine) {
        deleteOldEngines();
      }
      return size;
    } finally {
      if (!submitted) {
        files.delete();
      }
    }
  }

  /** Returns the directory of the user's engines. */
  private Path engines() {
    String user = first.user().getShortUserName();
    Path engines = new Path(SessionFiles.staging(conf, user), "athanor-engine");
    return files.fileSystem().makeQualified(engines);
  }

  private void deleteOldEngines() {
    try {
      FileSystem fs = files.fileSystem();
      long now = fs.getFileStatus(files.configuration()).getModificationTime();
      new OldEngines(fs, engines()).delete(now);
    } catch (IOException e) {
      LOG.warn("{}: old jars are not deleted: {}", engines(), e.toString());
    }
  }

  /** Returns whether the engine was not on the cluster before. */
  private boolean chooseEngine() throws IOException {
    if (settings.engine().isEmpty()) {
      EngineUpload.Engine engine =
          new EngineUpload(files.fileSystem(), engines()).upload(EngineJars.find());
      ContainerLaunch.setEngine(conf, engine.jars());
      return engine.isNew();
    }
    Path directory = new Path(settings.engine());
    if ("file".equals(directory.toUri().getScheme())) {
      ContainerLaunch.setEngineOnEachNode(conf, directory);
      return false;
    }
    List<FileStatus> jars = new ArrayList<>();
    for (FileStatus file : directory.getFileSystem(conf).listStatus(directory)) {
      if (file.isFile() && file.getPath().getName().endsWith(".jar")) {
        jars.add(file);
      }
    }
    if (jars.isEmpty()) {
      throw new IOException(
          EngineKeys.YARN_ENGINE.name() + "=" + settings.engine() + ": has no jars");
    }
    ContainerLaunch.setEngine(conf, jars);
    return false;
  }

  private ApplicationSubmissionContext application(byte[] secret) throws IOException {
    ApplicationSubmissionContext application =
        Records.newRecord(ApplicationSubmissionContext.class);
    application.setApplicationId(id);
    application.setApplicationName(name());
    application.setApplicationType(APPLICATION_TYPE);
    application.setQueue(conf.getQueueName());
    application.setResource(
        Resource.newInstance(settings.masterMemoryMb(), settings.masterVcores()));
    application.setAMContainerSpec(master(secret));
    application.setMaxAppAttempts(SessionFiles.mostMasters(conf));
    application.setCancelTokensWhenComplete(
        conf.getBoolean(MRJobConfig.JOB_CANCEL_DELEGATION_TOKEN, true));
    ApplicationSettings.copy(conf, application);
    return application;
  }

  /** Returns the name of the first job, which is what a user looks for in a list. */
  private String name() {
    String name = conf.getJobName();
    return name.isEmpty() ? "Athanor" : name;
  }

  private ContainerLaunchContext master(byte[] secret) throws IOException {
    Credentials credentials = new Credentials(first.credentials());
    SessionSecret.add(credentials, id, secret);
    String command =
        new JvmCommand(MASTER, conf, settings.masterMemoryMb())
            .with("-XX:+UseSerialGC")
            .with(
                conf.get(
                    MRJobConfig.MR_AM_ADMIN_COMMAND_OPTS,
                    MRJobConfig.DEFAULT_MR_AM_ADMIN_COMMAND_OPTS))
            .with(conf.get(MRJobConfig.MR_AM_COMMAND_OPTS, ""))
            .line(files.directory().toString());
    return new ContainerLaunch(conf, files)
        .context(
            command, List.of(MRJobConfig.MR_AM_ADMIN_USER_ENV, MRJobConfig.MR_AM_ENV), credentials);
  }
}
