// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.athanor.cli.driver.ConfigurationDirectory;
import org.athanor.cli.usage.UsageException;
import org.athanor.tiering.apply.HadoopHdfs;
import org.athanor.tiering.apply.MoverProcess;
import picocli.CommandLine.Option;

/** The options of commands that talk to an HDFS. */
final class HdfsOptions {
  /** The work of a command. */
  interface Action<T> {
    T with(FileSystem client, HadoopHdfs hdfs)
        throws IOException, UsageException, InterruptedException;
  }

  @Option(
      names = "--conf",
      paramLabel = "<dir>",
      description = "Hadoop configuration directory. Default: $$HADOOP_CONF_DIR")
  private Path conf;

  /**
   * Whether a configuration is named.
   *
   * @throws UsageException if it cannot be read
   */
  boolean isNamed() throws UsageException {
    return ConfigurationDirectory.find(conf).isPresent();
  }

  /**
   * Opens the HDFS that the configuration names, and closes it after the work.
   *
   * @throws UsageException if no configuration is named, or it cannot be read
   */
  <T> T run(Action<T> action) throws UsageException, IOException, InterruptedException {
    return run(KerberosLogin.OF_USER, action);
  }

  /** The same, logged in to a secure HDFS in another way than by the user's ticket. */
  <T> T run(KerberosLogin login, Action<T> action)
      throws UsageException, IOException, InterruptedException {
    return with(conf, login, action);
  }

  /**
   * Opens the HDFS that a configuration directory names, and closes it after the work.
   *
   * @param directory null for that of the environment
   * @throws UsageException if no configuration is named, or it cannot be read
   */
  static <T> T with(Path directory, Action<T> action)
      throws UsageException, IOException, InterruptedException {
    return with(directory, KerberosLogin.OF_USER, action);
  }

  private static <T> T with(Path directory, KerberosLogin login, Action<T> action)
      throws UsageException, IOException, InterruptedException {
    ConfigurationDirectory site =
        ConfigurationDirectory.find(directory)
            .orElseThrow(
                () ->
                    new UsageException(
                        "no cluster: set HADOOP_CONF_DIR, or give --conf, a Hadoop configuration"
                            + " directory"));
    Configuration configuration = new Configuration();
    for (Path file : site.sites()) {
      configuration.addResource(new org.apache.hadoop.fs.Path(file.toUri()));
    }
    // Hadoop would close the client when the JVM is asked to end, while the command still uses it.
    configuration.setBoolean("fs.automatic.close", false);
    MoverProcess mover = login.logIn(configuration, MoverProcess.ofThisJvm(site.path()));
    try (FileSystem client = FileSystem.newInstance(configuration)) {
      return action.with(client, new HadoopHdfs(client, mover));
    }
  }
}
