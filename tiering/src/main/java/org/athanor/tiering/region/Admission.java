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
   * @param isManaged whether the region may touch a path
   * @param isPlanned whether a plan that is being carried out is about a path
   * @return empty if it is about one of them: the request must wait
   * @throws RequestException if a file is not as the request says
   */
  static Optional<Admission> of(
      JobRequest request,
      HdfsTree hdfs,
      RegionState state,
      Predicate<String> isManaged,
      Predicate<String> isPlanned)
      throws IOException, RequestException {
    Map<Long, FileFacts> files = new LinkedHashMap<>();
    Map<Long, FileState> states = new HashMap<>();
    Set<Long> onSsd = new HashSet<>();
    List<String> immovable = new ArrayList<>();
    Snapshots snapshots = hdfs.snapshots();
    for (JobRequest.InputFile asked : request.files()) {
      if (isPlanned.test(asked.path())) {
        return Optional.empty();
      }
      FileState file =
          hdfs.state(asked.path())
              .filter(found -> isAs(asked, found))
              .orElseThrow(
                  () ->
                      new RequestException(
                          asked.path() + ": is not, or no more, as the request says"));
      if (files.put(file.id(), facts(asked.path(), file)) != null) {
        continue;
      }
      states.put(file.id(), file);
      Optional<HeldFile> held = state.file(file.id());
      if (held.isPresent()) {
        if (!isAs(held.get(), file)) {
          immovable.add(asked.path() + " has changed since it was copied to SSDs for another job");
        } else if (!RegionMoves.isPlaced(file)) {
          RegionMoves.obstacleOfHeld(file)
              .ifPresent(why -> immovable.add(asked.path() + " " + why));
        }
      } else if (RegionMoves.staysOnSsd(file)) {
        onSsd.add(file.id());
      } else {
        Optional<String> obstacle =
            isManaged.test(asked.path())
                ? RegionMoves.obstacle(file)
                : Optional.of("is in no directory that the daemon manages (serve --root)");
        if (obstacle.isEmpty() && snapshots.differFrom(asked.path(), file)) {
          obstacle = Optional.of("has changed since a snapshot");
        }
        obstacle.ifPresent(why -> immovable.add(asked.path() + " " + why));
      }
    }
    return Optional.of(new Admission(List.copyOf(files.values()), states, onSsd, immovable));
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
