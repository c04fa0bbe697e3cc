// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.athanor.topology.testing.Needs;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Memory policies on this machine. One NUMA node is enough. */
class MemoryBindingTest {
  private static Topology topology;
  private static MemoryBinding binding;

  @BeforeAll
  static void load() {
    Needs.library();
    topology = Topology.load();
    binding = topology.memoryBinding();
    Assumptions.assumeTrue(
        topology.supports(SupportedFeature.BIND_THIS_THREAD_MEMORY),
        "this operating system cannot bind memory");
  }

  @AfterAll
  static void close() {
    if (topology != null) {
      topology.close();
    }
  }

  @Test
  void setsAndReadsThePolicyOfTheCurrentThread() {
    BindingTarget me = BindingTarget.currentThread();
    NodeSet node = topology.nodeset().singlify();
    try {
      binding.bind(me, MemoryPolicy.BIND, node, MemoryBindFlag.STRICT);
      assertThat(binding.of(me)).isEqualTo(new MemoryBinding.State(MemoryPolicy.BIND, node));
      binding.bind(me, MemoryPolicy.INTERLEAVE, topology.nodeset());
      assertThat(binding.of(me))
          .isEqualTo(new MemoryBinding.State(MemoryPolicy.INTERLEAVE, topology.nodeset()));
    } finally {
      binding.bind(me, MemoryPolicy.DEFAULT, topology.nodeset());
    }
    assertThat(binding.of(me))
        .isEqualTo(new MemoryBinding.State(MemoryPolicy.FIRST_TOUCH, topology.nodeset()));
  }

  @Test
  void refusesImpossibleBindings() {
    BindingTarget me = BindingTarget.currentThread();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> binding.bind(me, MemoryPolicy.MIXED, topology.nodeset()))
        .withMessage("policy=MIXED: can be read, but not set");
    assertThatExceptionOfType(BindingException.class)
        .isThrownBy(() -> binding.bind(me, MemoryPolicy.BIND, NodeSet.of(999)))
        .withMessage(
            "cannot bind memory of this thread to NUMA nodes {999} by policy BIND: the machine has only "
                + topology.root().completeNodeset());
    NativeThread thread = NativeThread.current();
    assertThatExceptionOfType(BindingException.class)
        .isThrownBy(() -> binding.of(BindingTarget.thread(thread)))
        .withMessage(
            thread
                + ": a thread's memory can be bound, and its binding read, only by the thread"
                + " itself");
    if (!topology.supports(SupportedFeature.BIND_THIS_PROCESS_MEMORY)) {
      assertThatExceptionOfType(BindingException.class)
          .isThrownBy(
              () ->
                  binding.bind(
                      BindingTarget.currentProcess(), MemoryPolicy.BIND, topology.nodeset()))
          .withMessage(
              "this process: this operating system does not support BIND_THIS_PROCESS_MEMORY");
    }
  }
}
