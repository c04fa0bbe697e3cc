// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import com.sun.jna.Pointer;
import org.athanor.topology.hwloc.Errno;
import org.athanor.topology.hwloc.HwlocFunctions;
import org.athanor.topology.hwloc.NativeBitmap;
import org.athanor.topology.hwloc.NativeTopology;

/**
 * Binds threads and processes to PUs, and returns where they are bound and where they last ran. A
 * binding is a property of the thread in the operating system: it remains after the topology is
 * closed, and new threads inherit it from the thread that starts them. Thread-safe.
 *
 * <p>Every method throws {@link BindingException} if the topology is not of this machine, if the
 * operating system does not support the operation (see {@link Topology#supports}) or if it refuses
 * it. Every method throws {@link IllegalStateException} if the topology is closed.
 */
public final class CpuBinding {
  private static final int PROCESS = 1;
  private static final int THREAD = 1 << 1;

  private final Topology topology;
  private final NativeTopology nativeTopology;
  private final HwlocFunctions functions;

  CpuBinding(Topology topology, NativeTopology nativeTopology) {
    this.topology = topology;
    this.nativeTopology = nativeTopology;
    this.functions = nativeTopology.functions();
  }

  /**
   * Restricts the target to these PUs.
   *
   * @throws BindingException if the set is empty or has PUs that the machine does not have, and for
   *     the reasons given above
   */
  public void bind(BindingTarget target, CpuSet cpus, CpuBindFlag... flags) {
    BindingChecks.check(topology, target, BindingChecks.CPU_SET);
    String what = "bind " + target + " to PUs " + cpus;
    BindingChecks.checkSet(what, cpus, topology.root().completeCpuset());
    int bits = CpuBindFlag.bits(flags);
    run(
        what,
        cpus,
        (pointer, set) -> {
          if (target instanceof BindingTarget.OtherThread other) {
            return functions.hwloc_set_proc_cpubind(
                pointer, other.thread().tid(), set, bits | THREAD);
          }
          if (target instanceof BindingTarget.OtherProcess other) {
            return functions.hwloc_set_proc_cpubind(pointer, (int) other.pid(), set, bits);
          }
          return functions.hwloc_set_cpubind(pointer, set, bits | scope(target));
        });
  }

  /** Returns the PUs that the target may run on; for a process, those of all its threads. */
  public CpuSet of(BindingTarget target, CpuBindFlag... flags) {
    BindingChecks.check(topology, target, BindingChecks.CPU_GET);
    int bits = CpuBindFlag.bits(flags);
    return run(
        "read the binding of " + target,
        CpuSet.empty(),
        (pointer, set) -> {
          if (target instanceof BindingTarget.OtherThread other) {
            return functions.hwloc_get_proc_cpubind(
                pointer, other.thread().tid(), set, bits | THREAD);
          }
          if (target instanceof BindingTarget.OtherProcess other) {
            return functions.hwloc_get_proc_cpubind(pointer, (int) other.pid(), set, bits);
          }
          return functions.hwloc_get_cpubind(pointer, set, bits | scope(target));
        });
  }

  /**
   * Returns the PU that the target last ran on; for a process, those of all its threads. The result
   * may be outdated at once.
   */
  public CpuSet lastLocation(BindingTarget target) {
    BindingChecks.check(topology, target, BindingChecks.LAST_LOCATION);
    return run(
        "read the last location of " + target,
        CpuSet.empty(),
        (pointer, set) -> {
          if (target instanceof BindingTarget.OtherThread other) {
            return functions.hwloc_get_proc_last_cpu_location(
                pointer, other.thread().tid(), set, THREAD);
          }
          if (target instanceof BindingTarget.OtherProcess other) {
            return functions.hwloc_get_proc_last_cpu_location(pointer, (int) other.pid(), set, 0);
          }
          return functions.hwloc_get_last_cpu_location(pointer, set, scope(target));
        });
  }

  /** A call of libhwloc that reads or fills a set and returns a negative number on failure. */
  private interface Call {
    int apply(Pointer topology, Pointer set);
  }

  private static int scope(BindingTarget target) {
    return target instanceof BindingTarget.CurrentProcess ? PROCESS : THREAD;
  }

  private CpuSet run(String what, CpuSet argument, Call call) {
    return nativeTopology.use(
        pointer -> {
          try (NativeBitmap set = new NativeBitmap(functions, argument.toMaskString())) {
            if (call.apply(pointer, set.pointer()) < 0) {
              throw BindingChecks.failed(what, Errno.last());
            }
            return CpuSet.parseMask(set.mask());
          }
        });
  }
}
