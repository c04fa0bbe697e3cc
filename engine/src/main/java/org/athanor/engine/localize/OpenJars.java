// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.localize;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.Closeable;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.util.HashMap;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * The open jars of one class loader. The JDK's URL connections are not used, because they share the
 * handle of a jar between all class loaders of a JVM: closing one loader would close the jar for
 * the loaders of other jobs. Thread-safe.
 */
final class OpenJars implements Closeable {
  @GuardedBy("this")
  private final Map<String, JarFile> jars = new HashMap<>();

  @GuardedBy("this")
  private boolean closed;

  /**
   * Opens a class or resource that the loader has found.
   *
   * @throws IOException if it cannot be read, or the loader is closed
   */
  InputStream open(URL found) throws IOException {
    URLConnection connection = found.openConnection();
    if (connection instanceof JarURLConnection inJar && isFile(inJar.getJarFileURL())) {
      JarFile jar = jar(inJar.getJarFileURL());
      JarEntry entry = jar.getJarEntry(inJar.getEntryName());
      if (entry == null) {
        throw new FileNotFoundException(found.toString());
      }
      return jar.getInputStream(entry);
    }
    connection.setUseCaches(false);
    return connection.getInputStream();
  }

  /** Returns the manifest of the jar that contains {@code found}; an empty one if there is none. */
  Manifest manifest(URL found) throws IOException {
    Manifest manifest =
        found.openConnection() instanceof JarURLConnection inJar && isFile(inJar.getJarFileURL())
            ? jar(inJar.getJarFileURL()).getManifest()
            : null;
    return manifest == null ? new Manifest() : manifest;
  }

  private static boolean isFile(URL jar) {
    return jar.getProtocol().equals("file");
  }

  private synchronized JarFile jar(URL url) throws IOException {
    if (closed) {
      throw new IOException(url + ": its class loader is closed");
    }
    JarFile jar = jars.get(url.toString());
    if (jar == null) {
      jar =
          new JarFile(
              new File(URI.create(url.toString())),
              true,
              JarFile.OPEN_READ,
              JarFile.runtimeVersion());
      jars.put(url.toString(), jar);
    }
    return jar;
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    for (JarFile jar : jars.values()) {
      jar.close();
    }
    jars.clear();
  }
}
