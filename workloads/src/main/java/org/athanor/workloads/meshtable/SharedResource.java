// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.meshtable;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.util.UUID;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanRegistration;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * A resource that is open until the first of these: {@link #close}; the deregistration of this JMX
 * bean; the end of the process. A process that runs tasks of several jobs, such as a Worker of
 * Athanor, deregisters the beans of a job's classes when the job ends. Thread-safe, if the resource
 * is.
 */
final class SharedResource<T extends Closeable>
    implements SharedResourceMBean, MBeanRegistration, Closeable {
  /** Priority among the hooks of a process: before that of Hadoop's file systems. */
  private static final int SHUTDOWN_PRIORITY = 30;

  private final String description;
  private final T resource;
  private final Runnable closed;
  private final ObjectName name;
  private final Runnable hook = this::end;

  private SharedResource(String description, T resource, Runnable closed) throws JMException {
    this.description = description;
    this.resource = resource;
    this.closed = closed;
    name = new ObjectName("org.athanor:type=SharedResource,id=" + UUID.randomUUID());
  }

  /**
   * Takes over a resource; closes it if that fails.
   *
   * @param closed is called before the resource is closed, perhaps more than once
   */
  static <T extends Closeable> SharedResource<T> of(String description, T resource, Runnable closed)
      throws IOException {
    try {
      SharedResource<T> shared = new SharedResource<>(description, resource, closed);
      ManagementFactory.getPlatformMBeanServer().registerMBean(shared, shared.name);
      ShutdownHookManager.get().addShutdownHook(shared.hook, SHUTDOWN_PRIORITY);
      return shared;
    } catch (JMException | RuntimeException e) {
      resource.close();
      throw new IOException(description + ": could not be shared by tasks: " + e, e);
    }
  }

  T resource() {
    return resource;
  }

  @Override
  public String getDescription() {
    return description;
  }

  @Override
  public void close() throws IOException {
    try {
      ManagementFactory.getPlatformMBeanServer().unregisterMBean(name);
    } catch (InstanceNotFoundException e) {
      // Another thread closes it.
    } catch (RuntimeMBeanException e) {
      if (e.getCause() instanceof UncheckedIOException io) {
        throw io.getCause();
      }
      throw e.getTargetException();
    } catch (JMException e) {
      throw new IOException(description + ": stays open: " + e, e);
    }
  }

  @Override
  public ObjectName preRegister(MBeanServer server, ObjectName given) {
    return given;
  }

  @Override
  public void postRegister(Boolean done) {}

  @Override
  public void preDeregister() {}

  /** Closes the resource: nobody needs it any more. */
  @Override
  public void postDeregister() {
    if (!ShutdownHookManager.get().isShutdownInProgress()) {
      ShutdownHookManager.get().removeShutdownHook(hook);
    }
    end();
  }

  private void end() {
    closed.run();
    try {
      resource.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
