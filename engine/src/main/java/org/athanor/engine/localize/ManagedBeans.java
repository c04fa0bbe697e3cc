// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.localize;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Unregisters the JMX beans that a job's code has registered, such as metrics. The JVM's servers
 * hold a bean, and so its class loader with all classes, until it is unregistered; on a cluster the
 * JVM ends with the task. Thread-safe.
 */
final class ManagedBeans {
  private static final Logger LOG = LoggerFactory.getLogger(ManagedBeans.class);

  private ManagedBeans() {}

  /** Unregisters the beans whose classes these loaders have loaded. Does not start a server. */
  static void unregister(Collection<? extends ClassLoader> loaders) {
    Set<ClassLoader> closed = new HashSet<>(loaders);
    for (MBeanServer server : MBeanServerFactory.findMBeanServer(null)) {
      for (ObjectName name : server.queryNames(null, null)) {
        unregister(server, name, closed);
      }
    }
  }

  private static void unregister(MBeanServer server, ObjectName name, Set<ClassLoader> closed) {
    try {
      if (closed.contains(server.getClassLoaderFor(name))) {
        server.unregisterMBean(name);
      }
    } catch (InstanceNotFoundException e) {
      LOG.debug("{} has been unregistered meanwhile", name);
    } catch (JMException | RuntimeException e) {
      LOG.warn("the JMX bean {} of an ended job stays registered: {}", name, e.toString());
    }
  }
}
