// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.localize;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.Proxy;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.net.URLStreamHandlerFactory;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@link URL#setURLStreamHandlerFactory} for classes of which a JVM has several copies. The JDK's
 * may be called once in a JVM; calls in a job's classes come here ({@link RedirectedCalls}), where
 * each class loader may have a factory. It serves the threads whose context class loader that is or
 * descends from. If the application has set one for the JVM, that one serves the tasks too, as
 * under Hadoop's local runner. Thread-safe.
 */
public final class UrlHandlers {
  private static final Logger LOG = LoggerFactory.getLogger(UrlHandlers.class);

  private static final Map<ClassLoader, Registration> REGISTRATIONS = new ConcurrentHashMap<>();
  private static final StackWalker CALLERS =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private static boolean installed;

  private UrlHandlers() {}

  /** A loader's factory, and what it has made, by protocol. */
  private record Registration(
      URLStreamHandlerFactory factory, Map<String, URLStreamHandler> handlers) {

    /** Returns null if the factory leaves the protocol to the JDK. */
    URLStreamHandler handler(String protocol) {
      URLStreamHandler known = handlers.get(protocol);
      if (known != null) {
        return known;
      }
      URLStreamHandler made = factory.createURLStreamHandler(protocol);
      if (made != null) {
        handlers.put(protocol, made);
      }
      return made;
    }
  }

  /**
   * Sets the factory of the loader of the class that calls this.
   *
   * @throws Error if it has one, as the JDK's does
   */
  public static void setURLStreamHandlerFactory(URLStreamHandlerFactory factory) {
    ClassLoader loader = CALLERS.getCallerClass().getClassLoader();
    Registration registration = new Registration(factory, new ConcurrentHashMap<>());
    if (REGISTRATIONS.putIfAbsent(loader, registration) != null) {
      throw new Error("factory already defined");
    }
    install();
  }

  private static synchronized void install() {
    if (installed) {
      return;
    }
    try {
      URL.setURLStreamHandlerFactory(
          protocol -> handler(protocol) == null ? null : new OfThread(protocol));
    } catch (Error e) { // of no class more special than this
      LOG.info(
          "tasks use the application's factory of URL handlers, not their own: {}", e.toString());
    }
    installed = true;
  }

  /** The current thread's; null if it has none for the protocol. */
  private static URLStreamHandler handler(String protocol) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    for (; loader != null; loader = loader.getParent()) {
      Registration registration = REGISTRATIONS.get(loader);
      if (registration != null) {
        return registration.handler(protocol);
      }
    }
    return null;
  }

  /** Drops the factories of these loaders. */
  static void forget(Collection<? extends ClassLoader> loaders) {
    REGISTRATIONS.keySet().removeAll(loaders);
  }

  /** What the JDK keeps for a protocol as long as the JVM lives: asks the thread's own handler. */
  private static final class OfThread extends URLStreamHandler {
    private final String protocol;

    OfThread(String protocol) {
      this.protocol = protocol;
    }

    @Override
    protected URLConnection openConnection(URL url) throws IOException {
      return own(url).openConnection();
    }

    @Override
    protected URLConnection openConnection(URL url, Proxy proxy) throws IOException {
      return own(url).openConnection(proxy);
    }

    private URL own(URL url) throws MalformedURLException {
      URLStreamHandler handler = handler(protocol);
      if (handler == null) {
        throw new MalformedURLException("unknown protocol: " + protocol);
      }
      return new URL(null, url.toExternalForm(), handler);
    }
  }
}
