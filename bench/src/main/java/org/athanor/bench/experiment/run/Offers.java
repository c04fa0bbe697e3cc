// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.athanor.bench.experiment.FrameworkSpec;
import org.athanor.bench.experiment.file.Vocabulary.FrameworkWords;
import org.athanor.bench.framework.FileSystem;
import org.athanor.bench.framework.NodeShare;
import org.athanor.bench.framework.Site;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.Nodes;
import org.athanor.cluster.SystemInfo;
import org.athanor.yaml.text.ByteSize;

/**
 * The frameworks and modes that this machine can run, and the reasons why it cannot run others.
 *
 * @param cores cores that an experiment gives each framework by default
 * @param memory memory that an experiment gives each framework by default
 */
public record Offers(SystemInfo system, int cores, ByteSize memory, List<Offer> frameworks) {

  /**
   * A framework in one mode.
   *
   * @param problems reasons why it cannot run here, each with a remedy; empty if it can
   */
  public record Offer(String kind, String mode, List<String> problems) {

    public Offer {
      problems = List.copyOf(problems);
    }

    public boolean usable() {
      return problems.isEmpty();
    }
  }

  public Offers {
    frameworks = List.copyOf(frameworks);
  }

  /** Examines this machine. Starts no daemon and downloads nothing. */
  public static Offers here(Facilities facilities) throws IOException, InterruptedException {
    try (Node node = Nodes.localhost()) {
      SystemInfo system = node.system();
      ByteSize memory = new ByteSize(Testbed.share(system.memoryBytes()));
      Mark mark =
          new Mark("offers-" + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt()));
      Site site =
          new Site(
              node,
              List.of(node),
              mark,
              NodeShare.of(system.processors(), memory.bytes()),
              FileSystem.of("file:///"),
              Path.of(System.getProperty("java.io.tmpdir")).resolve(mark.id()),
              facilities.installation(),
              facilities.cache());
      List<Offer> offers = new ArrayList<>();
      for (Map.Entry<String, FrameworkWords> kind :
          facilities.vocabulary().frameworks().entrySet()) {
        for (String mode : kind.getValue().modes()) {
          offers.add(offer(facilities, site, kind.getKey(), mode, kind.getValue()));
        }
      }
      return new Offers(system, system.processors(), memory, offers);
    }
  }

  private static Offer offer(
      Facilities facilities, Site site, String kind, String mode, FrameworkWords words)
      throws IOException, InterruptedException {
    List<String> needed =
        words.options().stream()
            .filter(option -> option.fallback().isEmpty())
            .map(option -> option.name())
            .toList();
    if (!needed.isEmpty()) {
      return new Offer(
          kind, mode, List.of("needs " + String.join(", ", needed) + " in the experiment file"));
    }
    FrameworkSpec spec =
        new FrameworkSpec(
            kind,
            kind,
            mode,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Map.of(),
            Map.of());
    return new Offer(kind, mode, facilities.framework(spec).problems(site));
  }
}
