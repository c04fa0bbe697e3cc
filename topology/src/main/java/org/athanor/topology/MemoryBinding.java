// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import com.sun.jna.ptr.IntByReference;
import org.athanor.topology.hwloc.Errno;
import org.athanor.topology.hwloc.HwlocFunctions;
import org.athanor.topology.hwloc.NativeBitmap;
import org.athanor.topology.hwloc.NativeTopology;

/**
 * Sets the NUMA nodes from which the operating system allocates new pages of threads and processes.
 * In a JVM this affects direct buffers, stacks and those pages of the heap that the thread touches
 * first: at start, when the heap grows, and in the thread's allocation buffers. Existing pages do
 * not move. The garbage collector's threads have their own policies. Thread-safe.
 *
 * <p>On Linux a thread can bind only its own memory, and the memory of processes cannot be bound.
 * Every method throws {@link BindingException} if the topology is not of this machine, if the
 * operating system does not support the operation (see {@link Topology#supports}) or if it refuses
 * it. Every method throws {@link IllegalStateException} if the topology is closed.
 */
public final class MemoryBinding {
  private static final int PROCESS = 1;
  private static final int THREAD = 1 << 1;
  private static final int BY_NODESET = 1 << 5;

  private final Topology topology;
  private final NativeTopology nativeTopology;
  private final HwlocFunctions functions;

  MemoryBinding(Topology topology, NativeTopology nativeTopology) {
    this.topology = topology;
    this.nativeTopology = nativeTopology;
    this.functions = nativeTopology.functions();
  }

  /**
   * A policy and its nodes.
   *
   * @param nodes the nodes that pages come from
   */
  public record State(MemoryPolicy policy, NodeSet nodes) {}

  /**
   * Sets the policy.
   *
   * @param nodes the nodes that pages may come from; {@link Topology#nodeset} for the default
   *     policy
   * @throws BindingException if the set is empty or has nodes that the machine does not have, and
   *     for the reasons given above
   */
  public void bind(
      BindingTarget target, MemoryPolicy policy, NodeSet nodes, MemoryBindFlag... flags) {
    if (policy == MemoryPolicy.MIXED) {
      throw new IllegalArgumentException("policy=MIXED: can be read, but not set");
    }
    BindingChecks.check(topology, target, BindingChecks.MEMORY_SET);
    String what = "bind memory of " + target + " to NUMA nodes " + nodes + " by policy " + policy;
    BindingChecks.checkSet(what, nodes, topology.root().completeNodeset());
    int bits = MemoryBindFlag.bits(flags) | BY_NODESET;
    nativeTopology.use(
        pointer -> {
          try (NativeBitmap set = new NativeBitmap(functions, nodes.toMaskString())) {
            int result =
                target instanceof BindingTarget.OtherProcess other
                    ? functions.hwloc_set_proc_membind(
                        pointer, (int) other.pid(), set.pointer(), policy.number(), bits)
                    : functions.hwloc_set_membind(
                        pointer, set.pointer(), policy.number(), bits | scope(target));
            if (result < 0) {
              throw BindingChecks.failed(what, Errno.last());
            }
            return result;
          }
        });
  }

  /** Returns the policy and its nodes. */
  public State of(BindingTarget target) {
    BindingChecks.check(topology, target, BindingChecks.MEMORY_GET);
    return nativeTopology.use(
        pointer -> {
          IntByReference policy = new IntByReference();
          try (NativeBitmap set = new NativeBitmap(functions)) {
            int result =
                target instanceof BindingTarget.OtherProcess other
                    ? functions.hwloc_get_proc_membind(
                        pointer, (int) other.pid(), set.pointer(), policy, BY_NODESET)
                    : functions.hwloc_get_membind(
                        pointer, set.pointer(), policy, BY_NODESET | scope(target));
            if (result < 0) {
              throw BindingChecks.failed("read the memory binding of " + target, Errno.last());
            }
            return new State(
                MemoryPolicy.ofNumber(policy.getValue()), NodeSet.parseMask(set.mask()));
          }
        });
  }

  private static int scope(BindingTarget target) {
    return target instanceof BindingTarget.CurrentProcess ? PROCESS : THREAD;
  }
}
