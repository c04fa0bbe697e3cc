// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The cache of local files needs no client of HDFS. */
class WithoutHdfsTest {
  /** Loads everything itself, but nothing of HDFS. */
  private static final class Loader extends URLClassLoader {
    Loader() {
      super(urls(), ClassLoader.getPlatformClassLoader());
    }

    private static URL[] urls() {
      return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
          .map(Loader::url)
          .toArray(URL[]::new);
    }

    private static URL url(String file) {
      try {
        return new File(file).toURI().toURL();
      } catch (MalformedURLException e) {
        throw new IllegalArgumentException(file, e);
      }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (name.startsWith("org.apache.hadoop.hdfs.") || name.equals("org.apache.hadoop.fs.Hdfs")) {
        throw new ClassNotFoundException(name);
      }
      return super.findClass(name);
    }

    @Override
    public URL findResource(String name) {
      return name.startsWith("org/apache/hadoop/hdfs/") ? null : super.findResource(name);
    }
  }

  @Test
  void localFilesAreCached() throws Exception {
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    try (Loader loader = new Loader()) {
      Thread.currentThread().setContextClassLoader(loader);
      Class<?> files = loader.loadClass("org.athanor.engine.cache.CachedFiles");
      Map<?, ?> classes = (Map<?, ?>) files.getMethod("classes").invoke(null);
      assertThat(classes.keySet().stream().map(Object::toString))
          .containsExactly("fs.file.impl", "fs.AbstractFileSystem.file.impl");

      Class<?> configuration = loader.loadClass("org.apache.hadoop.conf.Configuration");
      Object conf = configuration.getConstructor(boolean.class).newInstance(false);
      configuration
          .getMethod("set", String.class, String.class)
          .invoke(conf, "athanor.cache", "on");
      files.getMethod("useIn", configuration).invoke(null, conf);
      assertThat(configuration.getMethod("get", String.class).invoke(conf, "fs.file.impl"))
          .isEqualTo("org.athanor.engine.cache.CachedLocalFileSystem");
      assertThat(
              loader
                  .loadClass("org.athanor.engine.cache.FlushedFileSystem")
                  .getConstructor(URI.class, configuration)
                  .newInstance(URI.create("file:///"), conf))
          .isNotNull();
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }
}
