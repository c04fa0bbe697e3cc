// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import com.sun.jna.Function;
import com.sun.jna.NativeLong;
import com.sun.jna.Structure;
import com.sun.jna.Structure.FieldOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.athanor.topology.testing.Needs;
import org.athanor.topology.testing.TopologyText;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Topologies that are closed, used by several threads, confused with each other, or numerous. */
@Timeout(300)
class LifecycleTest {
  private static final String CLOSED =
      "topology is closed: what was read from it stays readable, binding, export and restriction"
          + " need it open";

  @BeforeAll
  static void need() {
    Needs.library();
  }

  @Test
  void staysReadableButRefusesTheRestOnceClosed() {
    Topology topology = Topology.load();
    String text = TopologyText.of(topology);
    CpuSet cpus = topology.cpuset();
    CpuBinding binding = topology.cpuBinding();
    topology.close();
    topology.close();
    assertThat(TopologyText.of(topology)).isEqualTo(text);
    assertThat(topology.distribute(2)).hasSize(2);
    refuses(topology::toXml);
    refuses(topology::toSynthetic);
    refuses(() -> topology.restrictedTo(cpus));
    refuses(() -> binding.bind(BindingTarget.currentThread(), cpus));
    refuses(() -> binding.of(BindingTarget.currentThread()));
    refuses(() -> topology.cpuBinding().lastLocation(BindingTarget.currentProcess()));
    if (topology.supports(SupportedFeature.GET_THIS_THREAD_MEMORY_BINDING)) {
      refuses(() -> topology.memoryBinding().of(BindingTarget.currentThread()));
    }
  }

  private static void refuses(ThrowingCallable operation) {
    assertThatIllegalStateException().isThrownBy(operation).withMessage(CLOSED);
  }

  @Test
  void refusesObjectsOfAnotherTopology() {
    try (Topology one = Topology.fromSynthetic("core:2 pu:1");
        Topology other = Topology.fromSynthetic("core:2 pu:1")) {
      TopologyObject foreign = other.object(ObjectType.CORE, 1);
      String message =
          "Core L#1 P#1 belongs to another topology; find its counterpart in this one by gpIndex()";
      assertThatIllegalArgumentException()
          .isThrownBy(() -> one.closest(foreign, 1))
          .withMessage(message);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> one.commonAncestor(one.root(), foreign))
          .withMessage(message);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> one.distribute(List.of(foreign), 1, 9, Topology.Direction.FORWARD))
          .withMessage(message);
      assertThat(one.byGpIndex(foreign.gpIndex())).containsSame(one.object(ObjectType.CORE, 1));
    }
  }

  @Test
  void restrictsACopyAndLeavesTheOriginal() {
    try (Topology topology = Topology.fromSynthetic("package:2 numa:1 core:2 pu:2")) {
      try (Topology half = topology.restrictedTo(CpuSet.ofRange(0, 3))) {
        assertThat(half.cpuset()).isEqualTo(CpuSet.ofRange(0, 3));
        assertThat(half.count(ObjectType.CORE)).isEqualTo(2);
        assertThat(half.count(ObjectType.NUMA_NODE)).isEqualTo(2);
        assertThat(half.count(ObjectType.PACKAGE)).isEqualTo(2);
      }
      try (Topology half =
              topology.restrictedTo(CpuSet.ofRange(0, 3), RestrictFlag.REMOVE_EMPTIED);
          Topology second = topology.restrictedTo(NodeSet.of(1), RestrictFlag.REMOVE_EMPTIED)) {
        assertThat(half.count(ObjectType.NUMA_NODE)).isOne();
        assertThat(half.count(ObjectType.PACKAGE)).isOne();
        assertThat(second.cpuset()).isEqualTo(CpuSet.ofRange(4, 7));
      }
      assertThat(topology.count(ObjectType.PU)).isEqualTo(8);
      assertThatExceptionOfType(TopologyException.class)
          .isThrownBy(() -> topology.restrictedTo(CpuSet.of(99)))
          .withMessageStartingWith(
              "synthetic \"package:2 numa:1 core:2 pu:2\": cannot be restricted to ");
    }
  }

  @Test
  void isUsedByManyThreadsWhileOneClosesIt() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      for (int round = 0; round < 50; round++) {
        Topology topology = Topology.fromSynthetic("package:2 core:2 pu:2");
        String xml = topology.toXml();
        List<Future<?>> users = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
          users.add(
              threads.submit(
                  () -> {
                    for (int j = 0; j < 20; j++) {
                      assertThat(topology.toXml()).isEqualTo(xml);
                    }
                  }));
        }
        threads.submit(topology::close).get();
        for (Future<?> user : users) {
          try {
            user.get();
          } catch (ExecutionException e) {
            assertThat(e.getCause()).isInstanceOf(IllegalStateException.class).hasMessage(CLOSED);
          }
        }
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /**
   * 8,000 such topologies take more than 300 MB of native memory if they are not freed. The test
   * counts the memory that malloc has allocated, because resident memory includes the Java heap.
   */
  @Test
  void givesItsMemoryBack() {
    loadAndClose(2_000);
    long before = allocatedBytes();
    loadAndClose(8_000);
    long grown = allocatedBytes() - before;
    System.out.println("native memory grew by " + grown / 1024 + " kB over 8,000 topologies");
    assertThat(grown).isLessThan(64L << 20);
  }

  private static void loadAndClose(int times) {
    for (int i = 0; i < times; i++) {
      try (Topology topology = Topology.fromSynthetic("package:2 l3:2 core:4 pu:2")) {
        assertThat(topology.count(ObjectType.PU)).isEqualTo(32);
      }
    }
    System.gc();
  }

  private static long allocatedBytes() {
    Function mallinfo2;
    try {
      mallinfo2 = Function.getFunction("c", "mallinfo2");
    } catch (UnsatisfiedLinkError e) {
      return Assumptions.abort("the C library has no mallinfo2: " + e.getMessage());
    }
    MallocInfo info = (MallocInfo) mallinfo2.invoke(MallocInfo.class, new Object[0]);
    return info.uordblks.longValue() + info.hblkhd.longValue();
  }

  /** The C library's {@code struct mallinfo2}: bytes and counts of all arenas. */
  @FieldOrder({
    "arena",
    "ordblks",
    "smblks",
    "hblks",
    "hblkhd",
    "usmblks",
    "fsmblks",
    "uordblks",
    "fordblks",
    "keepcost"
  })
  public static final class MallocInfo extends Structure implements Structure.ByValue {
    public NativeLong arena;
    public NativeLong ordblks;
    public NativeLong smblks;
    public NativeLong hblks;
    public NativeLong hblkhd;
    public NativeLong usmblks;
    public NativeLong fsmblks;
    public NativeLong uordblks;
    public NativeLong fordblks;
    public NativeLong keepcost;
  }
}
