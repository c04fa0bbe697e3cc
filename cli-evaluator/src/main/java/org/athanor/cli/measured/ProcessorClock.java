// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.measured;

import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.profile.run.Amount;
import org.athanor.profile.run.NodeKind;
import org.athanor.profile.run.Resource;
import org.athanor.profile.run.Run;
import org.athanor.yaml.text.Frequency;

/** The frequency of the processors of nodes. */
public final class ProcessorClock {
  private static final Pattern IN_NAME = Pattern.compile("@ *(\\d+(?:\\.\\d+)? *[MG]Hz)");

  private ProcessorClock() {}

  /**
   * The cycles per second of the cores that ran a run, while they worked: cycles of the nodes by
   * CPU time of all their processes; or else the frequency in the name of their processors.
   *
   * @return hertz; empty if neither is known
   */
  public static OptionalDouble of(Run run) {
    if (run.total(Resource.CYCLES_COUNT) instanceof Amount.Known cycles
        && run.total(Resource.CPU_OWN_SECONDS) instanceof Amount.Known own
        && run.total(Resource.CPU_OTHER_SECONDS) instanceof Amount.Known other
        && own.value() + other.value() > 0) {
      return OptionalDouble.of(cycles.value() / (own.value() + other.value()));
    }
    List<NodeKind> kinds = run.cluster().groups().stream().map(group -> group.kind()).toList();
    return kinds.size() == 1 ? ofName(kinds.get(0).cpuModel()) : OptionalDouble.empty();
  }

  /**
   * The frequency in a processor's name, such as {@code Intel(R) Xeon(R) CPU E5-2680 @ 2.70GHz}.
   *
   * @return hertz; empty if it has none
   */
  public static OptionalDouble ofName(String cpuModel) {
    Matcher matcher = IN_NAME.matcher(cpuModel);
    return matcher.find()
        ? Frequency.parse(matcher.group(1))
            .map(frequency -> OptionalDouble.of(frequency.hertz()))
            .orElseGet(OptionalDouble::empty)
        : OptionalDouble.empty();
  }
}
