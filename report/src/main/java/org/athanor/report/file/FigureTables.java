// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.athanor.report.figure.GroupPower;
import org.athanor.report.figure.PowerSource;
import org.athanor.report.statistics.Group;
import org.athanor.report.statistics.PhaseTimes;
import org.athanor.report.statistics.Scorecard;
import org.athanor.report.statistics.Summary;

/** The tables of ranks, of phases, and of power: over time, and of each node. */
final class FigureTables {

  private FigureTables() {}

  static void scorecard(Summary summary, Path file) throws IOException {
    Csv.write(
        file,
        List.of("framework", "criterion", "rank", "value", "text", "cases"),
        csv -> {
          for (Scorecard card : Scorecard.of(summary).stream().toList()) {
            for (Scorecard.Criterion criterion : card.criteria()) {
              for (int i = 0; i < card.frameworks().size(); i++) {
                Scorecard.Score score = criterion.scores().get(i);
                csv.add(card.frameworks().get(i))
                    .add(criterion.id())
                    .add(score.rank().map(rank -> Integer.toString(rank)).orElse(""))
                    .add(score.value())
                    .add(score.text())
                    .add(criterion.cases())
                    .end();
              }
            }
          }
        });
  }

  static void phases(Summary summary, Path file) throws IOException {
    Csv.write(
        file,
        GroupColumns.and("phase", "n", "median", "low", "high", "level"),
        csv -> {
          for (Group group : summary.groups()) {
            for (PhaseTimes phase : PhaseTimes.of(group)) {
              GroupColumns.add(csv, summary, group)
                  .add(phase.phase())
                  .add(phase.seconds().size())
                  .add(phase.seconds().median());
              DataFiles.interval(csv, phase.seconds().interval());
              csv.end();
            }
          }
        });
  }

  static void powerOverTime(Summary summary, List<GroupPower> power, Path file) throws IOException {
    Csv.write(
        file,
        GroupColumns.and("source", "seconds", "trials", "power", "low", "high"),
        csv -> {
          for (GroupPower some : power) {
            for (Map.Entry<PowerSource, List<GroupPower.Step>> line : some.lines().entrySet()) {
              for (GroupPower.Step step : line.getValue()) {
                GroupColumns.add(csv, summary, some.group())
                    .add(line.getKey().id())
                    .add(step.seconds())
                    .add(step.trials())
                    .add(step.watts())
                    .add(step.low())
                    .add(step.high())
                    .end();
              }
            }
          }
        });
  }

  static void powerOfNodes(Summary summary, List<GroupPower> power, Path file) throws IOException {
    Csv.write(
        file,
        GroupColumns.and(
            "source",
            "node",
            "samples",
            "minimum",
            "low_quartile",
            "median",
            "high_quartile",
            "maximum"),
        csv -> {
          for (GroupPower some : power) {
            for (Map.Entry<PowerSource, List<GroupPower.NodeBox>> boxes : some.boxes().entrySet()) {
              for (GroupPower.NodeBox node : boxes.getValue()) {
                GroupColumns.add(csv, summary, some.group())
                    .add(boxes.getKey().id())
                    .add(node.node())
                    .add(node.samples())
                    .add(node.box().lowWhisker())
                    .add(node.box().lowQuartile())
                    .add(node.box().median())
                    .add(node.box().highQuartile())
                    .add(node.box().highWhisker())
                    .end();
              }
            }
          }
        });
  }
}
