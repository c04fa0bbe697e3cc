// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.athanor.topology.testing.Needs;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** Bindings on this machine. One PU is enough; with more PUs the tests are stricter. */
@Tag("short")
@Timeout(60)
class CpuBindingTest {
  private static Topology topology;
  private static CpuBinding binding;

  @BeforeAll
  static void load() {
    Needs.library();
    topology = Topology.load();
    binding = topology.cpuBinding();
  }

  @AfterAll
  static void close() {
    if (topology != null) {
      topology.close();
    }
  }

  @AfterEach
  void unbind() {
    binding.bind(BindingTarget.currentThread(), topology.cpuset());
  }

  private static CpuSet lastPu() {
    return CpuSet.of(topology.cpuset().last());
  }

  @Test
  void bindsTheCurrentThread() {
    for (TopologyObject pu : topology.objects(ObjectType.PU)) {
      binding.bind(BindingTarget.currentThread(), pu.cpuset(), CpuBindFlag.STRICT);
      assertThat(binding.of(BindingTarget.currentThread())).isEqualTo(pu.cpuset());
      assertThat(binding.lastLocation(BindingTarget.currentThread())).isEqualTo(pu.cpuset());
    }
    binding.bind(BindingTarget.currentThread(), topology.cpuset());
    assertThat(binding.of(BindingTarget.currentThread())).isEqualTo(topology.cpuset());
  }

  @Test
  void bindsOnlyTheGivenThread() throws Exception {
    CompletableFuture<NativeThread> identity = new CompletableFuture<>();
    CompletableFuture<CpuSet> seen = new CompletableFuture<>();
    CountDownLatch bound = new CountDownLatch(1);
    Thread thread =
        new Thread(
            () -> {
              identity.complete(NativeThread.current());
              try {
                bound.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              seen.complete(binding.of(BindingTarget.currentThread()));
            },
            "other");
    thread.start();
    NativeThread other = identity.get();
    assertThat(other.thread()).isSameAs(thread);
    assertThat(Path.of("/proc/self/task/" + other.tid())).exists();
    assertThat(other.toString()).isEqualTo("thread \"other\" (tid " + other.tid() + ")");

    BindingTarget target = BindingTarget.thread(other);
    binding.bind(target, lastPu());
    assertThat(binding.of(target)).isEqualTo(lastPu());
    assertThat(binding.of(BindingTarget.currentThread())).isEqualTo(topology.cpuset());
    bound.countDown();
    assertThat(seen.get()).isEqualTo(lastPu());
    thread.join();
    assertThatExceptionOfType(BindingException.class)
        .isThrownBy(() -> binding.bind(target, lastPu()))
        .withMessage(target + " has ended");
  }

  @Test
  void isInheritedByThreadsStartedLater() throws Exception {
    binding.bind(BindingTarget.currentThread(), lastPu());
    CompletableFuture<CpuSet> inherited = new CompletableFuture<>();
    Thread child = new Thread(() -> inherited.complete(binding.of(BindingTarget.currentThread())));
    child.start();
    assertThat(inherited.get()).isEqualTo(lastPu());
    child.join();
  }

  @Test
  void bindsAnotherProcess() throws IOException, InterruptedException {
    Process process = new ProcessBuilder("sleep", "60").start();
    try {
      BindingTarget target = BindingTarget.process(process.pid());
      binding.bind(target, lastPu());
      assertThat(binding.of(target)).isEqualTo(lastPu());
      assertThat(binding.lastLocation(target).weight()).isOne();
      assertThat(Files.readString(Path.of("/proc", "" + process.pid(), "status")))
          .containsPattern("Cpus_allowed_list:\\s+" + lastPu().toListString() + "\n");
    } finally {
      process.destroyForcibly().waitFor();
    }
    assertThatExceptionOfType(BindingException.class)
        .isThrownBy(() -> binding.bind(BindingTarget.process(process.pid()), lastPu()))
        .withMessageContaining(
            "cannot bind process " + process.pid() + " to PUs " + lastPu() + ": ");
  }

  @Test
  void bindsThisProcessWithAllItsThreads() {
    try {
      binding.bind(BindingTarget.currentProcess(), lastPu());
      assertThat(binding.of(BindingTarget.currentProcess(), CpuBindFlag.STRICT))
          .isEqualTo(lastPu());
      assertThat(binding.of(BindingTarget.currentThread())).isEqualTo(lastPu());
    } finally {
      binding.bind(BindingTarget.currentProcess(), topology.cpuset());
    }
    assertThat(binding.of(BindingTarget.currentProcess())).isEqualTo(topology.cpuset());
    assertThat(binding.lastLocation(BindingTarget.currentProcess()).isIncludedIn(topology.cpuset()))
        .isTrue();
  }

  @Test
  void refusesSetsThatCannotBeBoundTo() {
    assertThatExceptionOfType(BindingException.class)
        .isThrownBy(() -> binding.bind(BindingTarget.currentThread(), CpuSet.empty()))
        .withMessage("cannot bind this thread to PUs {}: the set is empty");
    assertThatExceptionOfType(BindingException.class)
        .isThrownBy(() -> binding.bind(BindingTarget.currentThread(), CpuSet.of(100_000)))
        .withMessage(
            "cannot bind this thread to PUs {100000}: the machine has only "
                + topology.root().completeCpuset());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BindingTarget.process(0))
        .withMessage("pid=0: must be from 1 to 2147483647");
  }

  @Test
  void refusesToBindByATopologyOfAnotherMachine() {
    try (Topology other = Topology.fromSynthetic("core:2 pu:1")) {
      assertThatExceptionOfType(BindingException.class)
          .isThrownBy(() -> other.cpuBinding().bind(BindingTarget.currentThread(), CpuSet.of(0)))
          .withMessage(
              "synthetic \"core:2 pu:1\" is not this machine: load it without a source, or with"
                  + " the flag IS_THIS_SYSTEM, to bind");
      assertThat(other.supports(SupportedFeature.BIND_THIS_THREAD)).isFalse();
    }
  }

  @Test
  void bindsByAnExportOfThisMachineThatIsSaidToBeIt() {
    try (Topology copy =
        Topology.loader(new TopologySource.XmlText(topology.toXml()))
            .flags(LoadFlag.IS_THIS_SYSTEM)
            .load()) {
      copy.cpuBinding().bind(BindingTarget.currentThread(), lastPu());
      assertThat(binding.of(BindingTarget.currentThread())).isEqualTo(lastPu());
    }
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21)
  void refusesVirtualThreads() throws Exception {
    CompletableFuture<Throwable> bound = new CompletableFuture<>();
    CompletableFuture<Throwable> identified = new CompletableFuture<>();
    Runnable attempt =
        () -> {
          bound.complete(
              catchThrowable(() -> binding.bind(BindingTarget.currentThread(), lastPu())));
          identified.complete(catchThrowable(NativeThread::current));
        };
    Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, attempt);
    assertThat(bound.get())
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage("virtual thread \"\" cannot be bound: use a platform thread");
    assertThat(identified.get())
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage("virtual thread \"\" has no native thread of its own: use a platform thread");
  }

  @Test
  void isRestrictedToTheBindingIfAsked() {
    binding.bind(BindingTarget.currentProcess(), lastPu());
    try (Topology narrow = Topology.loader().flags(LoadFlag.RESTRICT_TO_CPU_BINDING).load()) {
      assertThat(narrow.cpuset()).isEqualTo(lastPu());
    } finally {
      binding.bind(BindingTarget.currentProcess(), topology.cpuset());
    }
  }
}
