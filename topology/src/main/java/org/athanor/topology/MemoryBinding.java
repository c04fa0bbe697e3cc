// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import com.sun.jna.ptr.IntByReference;
import org.athanor.topology.hwloc.Errno;
import org.athanor.topology.hwloc.HwlocFunctions;
import org.athanor.topology.hwloc.NativeBitmap;
import org.athanor.topology.hwloc.NativeTopology;

/**
 * Sets where the operating system takes new pages of threads and processes from. In a JVM this
 * decides about the heap where a thread is the first to touch a page: at start, when the heap
 * grows, in a thread's own allocation buffers; and about direct buffers and stacks. Pages that are
 * there already do not move, and the garbage collector's threads have policies of their own.
 * Thread-safe.
 *
 * <p>On Linux a thread can bind its own memory only, and the memory of processes cannot be bound.
 * Every method throws {@link BindingException} if the topology is not of this machine, if the
 * operating system lacks the operation (ask {@link Topology#supports} before) or refuses it, and
 * {@link IllegalStateException} if the topology is closed.
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
   * A policy and what it applies to.
   *
   * @param nodes the nodes that pages come from
   */
  public record State(MemoryPolicy policy, NodeSet nodes) {}

  /**
   * Sets the policy.
   *
   * @param nodes the nodes that pages may come from; {@link Topology#nodeset} for the default
   *     policy
   * @throws BindingException also if the set is empty or has nodes that the machine does not have
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

  /** The policy and its nodes. */
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
