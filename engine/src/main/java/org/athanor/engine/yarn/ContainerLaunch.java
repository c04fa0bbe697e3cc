// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.v2.util.MRApps;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.yarn.api.ApplicationConstants;
import org.apache.hadoop.yarn.api.records.ApplicationAccessType;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.LocalResource;
import org.apache.hadoop.yarn.api.records.LocalResourceType;

/**
 * What each container of a session gets: files, environment, credentials. The client writes to the
 * session's configuration where the engine's jars are, so that the master can describe the
 * containers of Workers. Immutable.
 */
public final class ContainerLaunch {
  /** Paths of jars that YARN copies to containers, or of directories on each node; see below. */
  private static final String ENGINE = "athanor.internal.yarn.engine";

  /** The last part of the path of a directory that each node has, as in a class path. */
  private static final String ALL = "*";

  private final Configuration conf;
  private final SessionFiles files;

  /**
   * @param conf of the session, with the {@link #setEngine engine}
   */
  public ContainerLaunch(Configuration conf, SessionFiles files) {
    this.conf = conf;
    this.files = files;
  }

  /** Writes to a session's configuration which jars its containers get. */
  static void setEngine(Configuration conf, List<FileStatus> jars) {
    conf.setStrings(
        ENGINE, jars.stream().map(jar -> jar.getPath().toString()).toArray(String[]::new));
  }

  /** Returns what {@link #setEngine} wrote to a session's configuration. */
  static List<Path> engine(Configuration conf) {
    return Arrays.stream(conf.getTrimmedStrings(ENGINE)).map(Path::new).toList();
  }

  /** Writes to a session's configuration that each node has the jars in a directory. */
  static void setEngineOnEachNode(Configuration conf, Path directory) {
    conf.setStrings(ENGINE, new Path(directory, ALL).toString());
  }

  /** Returns who may see a container and end it: those who may do that with the first job. */
  private Map<ApplicationAccessType, String> access() {
    return Map.of(
        ApplicationAccessType.VIEW_APP,
        conf.get(MRJobConfig.JOB_ACL_VIEW_JOB, MRJobConfig.DEFAULT_JOB_ACL_VIEW_JOB),
        ApplicationAccessType.MODIFY_APP,
        conf.get(MRJobConfig.JOB_ACL_MODIFY_JOB, MRJobConfig.DEFAULT_JOB_ACL_MODIFY_JOB));
  }

  /**
   * Returns what to launch.
   *
   * @param environmentKeys keys of Hadoop's whose values are variables for the process
   * @param credentials are written to a file that the container's user alone can read
   * @throws IOException if a file of the session is not there
   */
  public ContainerLaunchContext context(
      String command, List<String> environmentKeys, Credentials credentials) throws IOException {
    Map<String, LocalResource> local = new LinkedHashMap<>();
    FileStatus session = files.fileSystem().getFileStatus(files.configuration());
    local.put(SessionFiles.LOCAL_CONFIGURATION, ContainerFiles.ofSession(session));
    List<String> engine = addEngine(local);
    addHadoop(local);
    Map<String, String> environment = new LinkedHashMap<>();
    environment.put(
        ApplicationConstants.Environment.CLASSPATH.name(), ClusterClassPath.of(conf, engine));
    MRApps.setEnvFromInputProperty(
        environment,
        MRJobConfig.MAPRED_ADMIN_USER_ENV,
        MRJobConfig.DEFAULT_MAPRED_ADMIN_USER_ENV,
        conf);
    for (String key : environmentKeys) {
      MRApps.setEnvFromInputProperty(environment, key, "", conf);
    }
    return ContainerLaunchContext.newInstance(
        local, environment, List.of(command), null, bytes(credentials), access());
  }

  private List<String> addEngine(Map<String, LocalResource> local) throws IOException {
    List<String> classPath = new ArrayList<>();
    for (Path jar : engine(conf)) {
      if (jar.getName().equals(ALL)) {
        classPath.add(jar.toUri().getPath());
      } else {
        FileSystem fs = jar.getFileSystem(conf);
        FileStatus file = fs.getFileStatus(jar);
        local.put(jar.getName(), ContainerFiles.kept(fs, file, LocalResourceType.FILE));
        classPath.add(ApplicationConstants.Environment.PWD.$$() + "/" + jar.getName());
      }
    }
    return classPath;
  }

  /** Adds Hadoop itself, where nodes get it from an archive. */
  private void addHadoop(Map<String, LocalResource> local) throws IOException {
    String archive = conf.get(MRJobConfig.MAPREDUCE_APPLICATION_FRAMEWORK_PATH, "");
    if (archive.isEmpty()) {
      return;
    }
    URI uri = URI.create(archive);
    Path named = new Path(uri.getScheme(), uri.getAuthority(), uri.getPath());
    Path path = named.getFileSystem(conf).resolvePath(named);
    FileSystem fs = path.getFileSystem(conf);
    local.put(
        uri.getFragment() == null ? named.getName() : uri.getFragment(),
        ContainerFiles.kept(fs, fs.getFileStatus(path), LocalResourceType.ARCHIVE));
  }

  private static ByteBuffer bytes(Credentials credentials) throws IOException {
    DataOutputBuffer out = new DataOutputBuffer();
    credentials.writeTokenStorageToStream(out);
    return ByteBuffer.wrap(out.getData(), 0, out.getLength());
  }
}
