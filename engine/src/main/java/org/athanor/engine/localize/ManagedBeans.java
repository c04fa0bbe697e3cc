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
 * The beans that a job's code has registered with the JVM's servers of managed beans, such as
 * metrics. A server keeps a bean, and with it all that its loader has loaded, until somebody
 * unregisters it; on a cluster the JVM ends with the task. Thread-safe.
 */
final class ManagedBeans {
  private static final Logger LOG = LoggerFactory.getLogger(ManagedBeans.class);

  private ManagedBeans() {}

  /** Unregisters the beans whose classes these loaders have loaded. Starts no server. */
  static void forget(Collection<? extends ClassLoader> loaders) {
    Set<ClassLoader> gone = new HashSet<>(loaders);
    for (MBeanServer server : MBeanServerFactory.findMBeanServer(null)) {
      for (ObjectName name : server.queryNames(null, null)) {
        forget(server, name, gone);
      }
    }
  }

  private static void forget(MBeanServer server, ObjectName name, Set<ClassLoader> gone) {
    try {
      if (gone.contains(server.getClassLoaderFor(name))) {
        server.unregisterMBean(name);
      }
    } catch (InstanceNotFoundException e) {
      LOG.debug("{} is gone already", name);
    } catch (JMException | RuntimeException e) {
      LOG.warn("the bean {} of a job that has ended stays registered: {}", name, e.toString());
    }
  }
}
