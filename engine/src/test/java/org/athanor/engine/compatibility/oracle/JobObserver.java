// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility.oracle;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.protocol.ClientProtocol;
import org.apache.hadoop.mapreduce.protocol.ClientProtocolProvider;

/**
 * Sees every job that any driver in this JVM submits, without changing the driver: found first on
 * the tests' class path, it passes each call on to the framework that the configuration names. It
 * acts only if {@value #KEY} is {@value #ON}. Thread-safe.
 */
public final class JobObserver extends ClientProtocolProvider {
  static final String KEY = "compatibility.observer";
  static final String ON = "on";

  private static final Object LOCK = new Object();
  // Guarded by LOCK. In the order of submission; null while a job is not known to be complete.
  private static final Map<String, ObservedJob> JOBS = new LinkedHashMap<>();
  // Guarded by LOCK.
  private static final Map<String, Client> CLIENTS = new LinkedHashMap<>();

  /** A framework's client and whether it keeps task reports. */
  private record Client(
      ClientProtocolProvider provider, ClientProtocol protocol, boolean reports) {}

  @Override
  public ClientProtocol create(Configuration conf) throws IOException {
    return conf.get(KEY, "").equals(ON) ? observe(conf, null) : null;
  }

  @Override
  public ClientProtocol create(InetSocketAddress address, Configuration conf) throws IOException {
    return conf.get(KEY, "").equals(ON) ? observe(conf, address) : null;
  }

  @Override
  public void close(ClientProtocol client) throws IOException {
    Observer observer = (Observer) Proxy.getInvocationHandler(client);
    observer.client().provider().close(observer.client().protocol());
  }

  private static ClientProtocol observe(Configuration conf, InetSocketAddress address)
      throws IOException {
    boolean reports = !conf.get("mapreduce.framework.name", "local").equals("local");
    for (ClientProtocolProvider provider : ServiceLoader.load(ClientProtocolProvider.class)) {
      if (provider instanceof JobObserver) {
        continue;
      }
      ClientProtocol protocol =
          address == null ? provider.create(conf) : provider.create(address, conf);
      if (protocol != null) {
        return proxy(new Client(provider, protocol, reports));
      }
    }
    return null;
  }

  private static ClientProtocol proxy(Client client) {
    return (ClientProtocol)
        Proxy.newProxyInstance(
            JobObserver.class.getClassLoader(),
            new Class<?>[] {ClientProtocol.class},
            new Observer(client));
  }

  /** Forgets all jobs. */
  static void reset() {
    synchronized (LOCK) {
      JOBS.clear();
      CLIENTS.clear();
    }
  }

  /** The jobs submitted since {@link #reset}, in order; those that nobody waited for are asked. */
  static List<ObservedJob> jobs() throws IOException, InterruptedException {
    Map<String, Client> pending;
    synchronized (LOCK) {
      pending = new LinkedHashMap<>(CLIENTS);
    }
    for (Map.Entry<String, Client> entry : pending.entrySet()) {
      ClientProtocol protocol = entry.getValue().protocol();
      recordIfComplete(entry.getValue(), protocol.getJobStatus(JobID.forName(entry.getKey())));
    }
    return seen();
  }

  /** The same without asking: a job that nobody saw complete is unfinished. */
  static List<ObservedJob> seen() {
    synchronized (LOCK) {
      List<ObservedJob> jobs = new ArrayList<>();
      JOBS.forEach((id, job) -> jobs.add(job == null ? ObservedJob.unfinished(id) : job));
      return jobs;
    }
  }

  private static void recordSubmission(String id, Client client) {
    synchronized (LOCK) {
      JOBS.put(id, null);
      CLIENTS.put(id, client);
    }
  }

  private static void forget(String id) {
    synchronized (LOCK) {
      JOBS.remove(id);
      CLIENTS.remove(id);
    }
  }

  private static void recordIfComplete(Client client, JobStatus status)
      throws IOException, InterruptedException {
    if (status == null || !status.isJobComplete()) {
      return;
    }
    String id = status.getJobID().toString();
    synchronized (LOCK) {
      if (CLIENTS.remove(id) == null) {
        return;
      }
    }
    ObservedJob job = JobPhotographer.photograph(client.protocol(), status, client.reports());
    synchronized (LOCK) {
      JOBS.put(id, job);
    }
  }

  private record Observer(Client client) implements InvocationHandler {
    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      boolean submission = method.getName().equals("submitJob");
      if (submission) {
        // Before the call: a short job may be complete before it returns.
        recordSubmission(arguments[0].toString(), client);
      }
      Object result;
      try {
        result = method.invoke(client.protocol(), arguments);
      } catch (InvocationTargetException e) {
        if (submission) {
          forget(arguments[0].toString());
        }
        throw e.getCause();
      }
      if (method.getName().equals("getJobStatus")) {
        recordIfComplete(client, (JobStatus) result);
      }
      return result;
    }
  }
}
