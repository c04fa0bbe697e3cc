// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.alert;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.yaml.Place;
import org.athanor.yaml.Problem;
import org.athanor.yaml.Section;
import org.athanor.yaml.Types;
import org.athanor.yaml.YamlNode;
import org.athanor.yaml.YamlReader;

/**
 * A file of hooks that was read: the hooks, or all of its problems, which do not tell addresses.
 *
 * @param hooks in the order of the file; empty if there are problems
 * @param problems everything that is wrong, ordered by line
 */
public record HooksFile(List<Hook> hooks, List<Problem> problems) {
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final Set<PosixFilePermission> OTHERS =
      PosixFilePermissions.fromString("---rwxrwx");

  /** Reads a file. Never throws: every error, even a missing file, becomes a problem. */
  public static HooksFile read(Path file) {
    try {
      Set<PosixFilePermission> others = EnumSet.copyOf(OTHERS);
      others.retainAll(Files.getPosixFilePermissions(file));
      return parse(file, Files.readAllBytes(file), others.isEmpty());
    } catch (IOException e) {
      String why = e instanceof NoSuchFileException ? "there is no such file" : e.getMessage();
      return new HooksFile(
          List.of(), List.of(new Problem(file.toString(), 0, "cannot be read: " + why)));
    }
  }

  /**
   * Reads a text.
   *
   * @param isPrivate whether only the file's owner can read it
   */
  static HooksFile parse(Path file, byte[] content, boolean isPrivate) {
    List<Problem> problems = new ArrayList<>();
    List<Hook> hooks =
        new YamlReader(file.toString(), "docs/scheduling.md has an example", problems)
            .read(content)
            .map(document -> readAll(document, isPrivate))
            .orElse(List.of());
    return new HooksFile(
        problems.isEmpty() ? hooks : List.of(),
        problems.stream()
            .map(HooksFile::withoutAddress)
            .distinct()
            .sorted(Comparator.comparingInt(Problem::line))
            .toList());
  }

  /** Also a misspelt key may have one. */
  private static Problem withoutAddress(Problem problem) {
    return new Problem(
        problem.file(), problem.line(), problem.message().replaceAll("(?<=://)\\S+", "…"));
  }

  private static List<Hook> readAll(Place document, boolean isPrivate) {
    Section top = new Section(document, Keys.TOP);
    List<Hook> hooks = new ArrayList<>();
    top.place(Keys.HOOKS)
        .flatMap(Place::keys)
        .orElse(Map.of())
        .forEach((name, place) -> hook(name, place, isPrivate).ifPresent(hooks::add));
    return hooks;
  }

  private static Optional<Hook> hook(String name, Place place, boolean isPrivate) {
    YamlNode scalar = new YamlNode.Scalar(place.line(), name, true);
    Types.name()
        .read(new Place(place.file(), place.line(), Keys.HOOKS.name(), scalar, place.problems()));
    Section section = new Section(place, "a hook", Keys.HOOK);
    Optional<Hook.Target> program = section.get(Keys.COMMAND).map(Hook.Program::new);
    Optional<Hook.Target> webhook = section.get(Keys.URL).map(Hook.Webhook::new);
    if (webhook.isPresent() && !isPrivate) {
      new Place(
              place.file(),
              section.place(Keys.URL).orElseThrow().line(),
              place.path() + "." + Keys.URL.name(),
              new YamlNode.Mapping(place.line(), List.of()),
              place.problems())
          .report("others can read the file, and the address may be a secret; chmod go= the file");
    }
    if (section.place(Keys.COMMAND).isPresent() == section.place(Keys.URL).isPresent()) {
      place.report("must have one of command and url");
      return Optional.empty();
    }
    Set<Alert.Kind> kinds =
        section
            .get(Keys.EVENTS)
            .<Set<Alert.Kind>>map(Set::copyOf)
            .orElse(EnumSet.allOf(Alert.Kind.class));
    Duration limit = section.get(Keys.TIMEOUT).orElse(LIMIT);
    return program.or(() -> webhook).map(target -> new Hook(name, target, kinds, limit));
  }
}
