// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import java.util.function.Function;
import org.athanor.topology.hwloc.Errno;

/**
 * Checks a binding operation before libhwloc is called, and turns libhwloc's errors into messages.
 */
final class BindingChecks {
  /**
   * Returns the feature that an operation needs for a target, or null if no operating system has
   * it.
   */
  interface FeatureOf extends Function<BindingTarget, SupportedFeature> {}

  static final FeatureOf CPU_SET =
      features(
          SupportedFeature.BIND_THIS_THREAD,
          SupportedFeature.BIND_THREAD,
          SupportedFeature.BIND_THIS_PROCESS,
          SupportedFeature.BIND_PROCESS);
  static final FeatureOf CPU_GET =
      features(
          SupportedFeature.GET_THIS_THREAD_BINDING,
          SupportedFeature.GET_THREAD_BINDING,
          SupportedFeature.GET_THIS_PROCESS_BINDING,
          SupportedFeature.GET_PROCESS_BINDING);
  static final FeatureOf LAST_LOCATION =
      features(
          SupportedFeature.GET_THIS_THREAD_LAST_LOCATION,
          SupportedFeature.GET_PROCESS_LAST_LOCATION,
          SupportedFeature.GET_THIS_PROCESS_LAST_LOCATION,
          SupportedFeature.GET_PROCESS_LAST_LOCATION);
  static final FeatureOf MEMORY_SET =
      features(
          SupportedFeature.BIND_THIS_THREAD_MEMORY,
          null,
          SupportedFeature.BIND_THIS_PROCESS_MEMORY,
          SupportedFeature.BIND_PROCESS_MEMORY);
  static final FeatureOf MEMORY_GET =
      features(
          SupportedFeature.GET_THIS_THREAD_MEMORY_BINDING,
          null,
          SupportedFeature.GET_THIS_PROCESS_MEMORY_BINDING,
          SupportedFeature.GET_PROCESS_MEMORY_BINDING);

  private BindingChecks() {}

  private static FeatureOf features(
      SupportedFeature thisThread,
      SupportedFeature thread,
      SupportedFeature thisProcess,
      SupportedFeature process) {
    return target -> {
      if (target instanceof BindingTarget.CurrentThread) {
        return thisThread;
      }
      if (target instanceof BindingTarget.OtherThread) {
        return thread;
      }
      return target instanceof BindingTarget.CurrentProcess ? thisProcess : process;
    };
  }

  /** Throws if the operation cannot succeed for that target. */
  static void check(Topology topology, BindingTarget target, FeatureOf operation) {
    if (!topology.isThisSystem()) {
      throw new BindingException(
          topology.source()
              + " is not this machine: load it without a source, or with the flag "
              + LoadFlag.IS_THIS_SYSTEM
              + ", to bind");
    }
    if (target instanceof BindingTarget.CurrentThread) {
      VirtualThreads.refuse("cannot be bound");
    }
    if (target instanceof BindingTarget.OtherThread other && !other.thread().thread().isAlive()) {
      throw new BindingException(target + " has ended");
    }
    SupportedFeature feature = operation.apply(target);
    if (feature == null) {
      throw new BindingException(
          target
              + ": a thread's memory can be bound, and its binding read, only by the thread itself");
    }
    if (!topology.supports(feature)) {
      throw new BindingException(target + ": this operating system does not support " + feature);
    }
  }

  /** Throws if the set is empty or has members that the machine does not have. */
  static <S extends Bitmap<S>> void checkSet(String what, S set, S all) {
    if (set.isEmpty()) {
      throw new BindingException("cannot " + what + ": the set is empty");
    }
    if (!set.isIncludedIn(all)) {
      throw new BindingException("cannot " + what + ": the machine has only " + all);
    }
  }

  static BindingException failed(String what, Errno errno) {
    String reason = errno.text();
    if (errno.isUnsupported()) {
      reason = "this operating system does not support it";
    } else if (errno.isNotEnforceable()) {
      reason = "this operating system cannot enforce that set";
    }
    return new BindingException("cannot " + what + ": " + reason);
  }
}
