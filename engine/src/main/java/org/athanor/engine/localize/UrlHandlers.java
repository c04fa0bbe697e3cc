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
 * Replaces {@link URL#setURLStreamHandlerFactory}, which may be called once in a JVM. Calls in a
 * job's classes are redirected to this class ({@link RedirectedCalls}), where each class loader may
 * have one factory. A factory serves the threads whose context class loader is its class loader or
 * a descendant of it. If the application itself has set a factory for the JVM, tasks use that one,
 * as with Hadoop's local runner. Thread-safe.
 */
public final class UrlHandlers {
  private static final Logger LOG = LoggerFactory.getLogger(UrlHandlers.class);

  private static final Map<ClassLoader, Registration> REGISTRATIONS = new ConcurrentHashMap<>();
  private static final StackWalker CALLERS =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private static boolean installed;

  private UrlHandlers() {}

  /** A class loader's factory, and the handlers that it has created, by protocol. */
  private record Registration(
      URLStreamHandlerFactory factory, Map<String, URLStreamHandler> handlers) {

    /** Returns null if the factory has no handler for the protocol, so that the JDK's is used. */
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
   * Sets the factory of the class loader of the calling class.
   *
   * @throws Error if the class loader has a factory already, as the JDK's method does
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
          protocol -> handler(protocol) == null ? null : new ThreadHandler(protocol));
    } catch (Error e) { // the JDK throws no subclass here
      LOG.info(
          "the application has set a factory of URL handlers, so tasks use that one: {}",
          e.toString());
    }
    installed = true;
  }

  /** Returns the current thread's handler; null if it has none for the protocol. */
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

  /** Removes the factories of these loaders. */
  static void remove(Collection<? extends ClassLoader> loaders) {
    REGISTRATIONS.keySet().removeAll(loaders);
  }

  /**
   * Delegates to the current thread's handler. The JDK caches this object for its protocol until
   * the JVM ends.
   */
  private static final class ThreadHandler extends URLStreamHandler {
    private final String protocol;

    ThreadHandler(String protocol) {
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
