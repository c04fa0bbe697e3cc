// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.athanor.storage.view.FileFacts;
import org.athanor.tiering.apply.FileState;
import org.athanor.tiering.apply.HdfsTree;
import org.athanor.tiering.apply.Snapshots;

/**
 * The input of a request as HDFS has it. A file counts only if number, length and time are as the
 * request says: only who may list it knows them, so that nobody learns of files that are hidden
 * from him, or has them copied.
 *
 * @param files all of them, each once
 * @param states of them, by their numbers
 * @param onSsd numbers of those that have a copy on SSD which is not the region's
 * @param immovable one line for each file that cannot be copied to SSDs
 */
record Admission(
    List<FileFacts> files, Map<Long, FileState> states, Set<Long> onSsd, List<String> immovable) {

  /**
   * Looks at the files.
   *
   * @param isManaged whether the region may touch a file
   * @param isPlanned whether a plan that is being carried out is about a path
   * @return empty if it is about one of them: the request must wait
   * @throws RequestException if a file is not as the request says
   */
  static Optional<Admission> of(
      JobRequest request,
      HdfsTree hdfs,
      RegionState state,
      BiPredicate<String, FileState> isManaged,
      Predicate<String> isPlanned)
      throws IOException, RequestException {
    Map<Long, FileFacts> files = new LinkedHashMap<>();
    Map<Long, FileState> states = new HashMap<>();
    boolean mustWait = false;
    Set<String> seen = new HashSet<>();
    for (JobRequest.InputFile asked : request.files()) {
      Optional<FileState> found =
          seen.add(asked.path()) ? hdfs.state(asked.path()) : Optional.empty();
      FileState file = found.isPresent() ? found.get() : states.get(asked.id());
      if (file == null || !isAs(asked, file)) {
        throw new RequestException(
            RequestJson.shown(asked.path()) + ": is not, or no more, as the request says");
      }
      files.putIfAbsent(file.id(), facts(asked.path(), file));
      states.put(file.id(), file);
      // Only now: who asks for a file that is hidden from him learns nothing about it.
      mustWait |= isPlanned.test(asked.path());
    }
    if (mustWait) {
      return Optional.empty();
    }
    Set<Long> onSsd = new HashSet<>();
    List<String> immovable = new ArrayList<>();
    Snapshots snapshots = null;
    for (FileFacts facts : files.values()) {
      String path = facts.path();
      FileState file = states.get(facts.id());
      Optional<HeldFile> held = state.file(file.id());
      Optional<String> obstacle = Optional.empty();
      if (held.isPresent()) {
        if (!isAs(held.get(), file)) {
          obstacle = Optional.of("has changed since it was copied to SSDs for another job");
        } else if (!RegionMoves.isPlaced(file)) {
          obstacle = RegionMoves.obstacleOfHeld(file);
        }
      } else if (RegionMoves.staysOnSsd(file)) {
        onSsd.add(file.id());
      } else {
        obstacle =
            isManaged.test(path, file)
                ? RegionMoves.obstacle(file)
                : Optional.of("is not managed by the daemon (serve --root), or is placed by rules");
        if (obstacle.isEmpty()) {
          snapshots = snapshots == null ? hdfs.snapshots() : snapshots;
          if (snapshots.differFrom(path, file)) {
            obstacle = Optional.of("has changed since a snapshot");
          }
        }
      }
      obstacle.ifPresent(why -> immovable.add(RequestJson.shown(path) + " " + why));
    }
    return Optional.of(new Admission(List.copyOf(files.values()), states, onSsd, immovable));
  }

  /** The same, but for one more reason why the input cannot be copied. */
  Admission butImmovable(String why) {
    return new Admission(files, states, onSsd, List.of(why));
  }

  private static boolean isAs(JobRequest.InputFile asked, FileState found) {
    return asked.id() == found.id()
        && asked.bytes() == found.bytes()
        && asked.modifiedMillis() == found.modifiedMillis();
  }

  static boolean isAs(HeldFile held, FileState found) {
    return held.bytes() == found.bytes() && held.modifiedMillis() == found.modifiedMillis();
  }

  private static FileFacts facts(String path, FileState file) {
    return new FileFacts(
        path,
        file.id(),
        file.bytes(),
        file.blocks().size(),
        Math.max(1, file.bytes()),
        Math.max(1, file.replicas()),
        Instant.ofEpochMilli(file.modifiedMillis()));
  }

  long bytes() {
    return files.stream().mapToLong(FileFacts::bytes).reduce(0, Math::addExact);
  }
}
