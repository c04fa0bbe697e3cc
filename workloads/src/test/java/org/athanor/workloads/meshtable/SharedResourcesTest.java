// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.meshtable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Closeable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SharedResourcesTest {
  private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();

  private final SharedResources<Resource> resources = new SharedResources<>();
  private final AtomicInteger opened = new AtomicInteger();

  private static final class Resource implements Closeable {
    private final AtomicInteger closed = new AtomicInteger();
    private IOException failure;

    @Override
    public void close() throws IOException {
      closed.incrementAndGet();
      if (failure != null) {
        throw failure;
      }
    }
  }

  private Resource open() {
    opened.incrementAndGet();
    return new Resource();
  }

  private static List<ObjectName> beans() throws Exception {
    return List.copyOf(
        SERVER.queryNames(new ObjectName("org.athanor:type=SharedResource,*"), null));
  }

  @AfterEach
  void nothingIsLeft() throws Exception {
    resources.closeAll();
    assertThat(beans()).isEmpty();
  }

  @Test
  void allThreadsShareOne() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    CountDownLatch start = new CountDownLatch(1);
    List<Future<Resource>> got = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      got.add(
          threads.submit(
              () -> {
                start.await();
                return resources.get("one", this::open);
              }));
    }
    start.countDown();
    threads.shutdown();

    Resource first = got.get(0).get();
    for (Future<Resource> each : got) {
      assertThat(each.get()).isSameAs(first);
    }
    assertThat(opened).hasValue(1);
    assertThat(resources.get("other", this::open)).isNotSameAs(first);
    assertThat(beans())
        .extracting(bean -> SERVER.getAttribute(bean, "Description"))
        .containsExactlyInAnyOrder("one", "other");
    assertThat(first.closed).hasValue(0);
  }

  @Test
  void aFailureIsForgotten() throws Exception {
    assertThatThrownBy(
            () ->
                resources.get(
                    "one",
                    () -> {
                      throw new IOException("refused");
                    }))
        .isInstanceOf(IOException.class)
        .hasMessage("one: could not be opened: java.io.IOException: refused");

    assertThat(resources.get("one", this::open).closed).hasValue(0);
  }

  /** As a Worker does at the end of a job. */
  @Test
  void isClosedWhenItsBeanIsDeregistered() throws Exception {
    Resource first = resources.get("one", this::open);
    SERVER.unregisterMBean(beans().get(0));

    assertThat(first.closed).hasValue(1);
    assertThat(resources.get("one", this::open)).isNotSameAs(first);
    assertThat(opened).hasValue(2);
  }

  @Test
  void aFailureToCloseIsReported() throws Exception {
    Resource broken = resources.get("one", this::open);
    broken.failure = new IOException("broken");
    assertThatThrownBy(resources::closeAll).isSameAs(broken.failure);
    resources.closeAll();
    assertThat(broken.closed).hasValue(1);

    Resource other = resources.get("one", this::open);
    other.failure = new IOException("broken");
    assertThatThrownBy(() -> SERVER.unregisterMBean(beans().get(0)))
        .isInstanceOf(RuntimeMBeanException.class);
  }
}
