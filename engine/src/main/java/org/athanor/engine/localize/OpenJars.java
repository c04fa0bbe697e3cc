// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.localize;

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
 * What one class loader reads its classes and resources from. The JDK's connections share the
 * handle of a jar between all loaders of a JVM, and the first loader that is closed closes it for
 * those of other jobs, too. Thread-safe.
 */
final class OpenJars implements Closeable {
  private final Map<String, JarFile> jars = new HashMap<>(); // guarded by this
  private boolean closed; // guarded by this

  /**
   * Reads what a loader has found.
   *
   * @throws IOException if it cannot be read, or this is closed
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

  /** Returns the manifest of the jar that something was found in; an empty one if there is none. */
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
