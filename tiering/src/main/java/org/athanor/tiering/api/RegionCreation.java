// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.api;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.athanor.tiering.apply.Failures;
import org.athanor.tiering.apply.Outcome;
import org.athanor.tiering.apply.Outcome.Status;

/**
 * Puts a file also in a region, by means that a client has: it asks for more replicas, one at a
 * time, until the NameNode has put one of each block there, and then for fewer again. The plug-in
 * for the NameNode places new replicas in regions without one, and deletes none that is the only
 * one of its region as long as there are not more regions than replicas to keep. So the file keeps
 * one more replica only if it is in more regions than it had replicas. Without the plug-in, HDFS
 * may put none there: then the file gets its number of replicas back.
 */
final class RegionCreation {
  private final FileRegions regions;
  private final TieredStorage storage;
  private final String file;
  private final String region;

  RegionCreation(FileRegions regions, TieredStorage storage, String file, String region) {
    this.regions = regions;
    this.storage = storage;
    this.file = file;
    this.region = region;
  }

  /**
   * Does it.
   *
   * @param before the number of replicas that the file shall have now
   * @param most the number of regions: so many replicas more are tried
   */
  Outcome run(int before, int most) throws IOException, InterruptedException {
    // Sets nothing in most cases, but says why a file is to be left alone.
    Outcome first = replicas(before);
    if (!isWell(first) || covers()) {
      return first;
    }
    try {
      return raise(first, before, most);
    } catch (IOException e) {
      Failures.throwIfInterrupted(e);
      return back(before, first, Failures.message(e));
    }
  }

  private Outcome raise(Outcome first, int before, int most)
      throws IOException, InterruptedException {
    int replicas = before;
    while (!covers()) {
      if (replicas == Math.min(before + most, TieredStorage.MOST_REPLICAS)) {
        return back(before, first, "no replica has come to region " + region);
      }
      replicas++;
      Outcome more = replicas(replicas);
      if (!isWell(more)) {
        return back(before, more, more.detail());
      }
    }
    int needed = Math.max(before, numberOfRegions());
    if (needed < replicas) {
      Outcome fewer = replicas(needed);
      if (!isWell(fewer)) {
        return fewer;
      }
      if (!covers()) {
        return new Outcome(
            first.action(),
            Status.INCOMPLETE,
            "HDFS has deleted the replicas in region " + region + " again; " + FileRegions.NEEDED);
      }
      replicas = needed;
    }
    return new Outcome(
        first.action(), Status.DONE, replicas > before ? "has " + replicas + " replicas" : "");
  }

  private Outcome back(int before, Outcome failed, String reason)
      throws IOException, InterruptedException {
    Outcome again = replicas(before);
    Status status = failed.status() == Status.DONE ? Status.INCOMPLETE : failed.status();
    return new Outcome(
        failed.action(),
        status == Status.WAS_DONE ? Status.INCOMPLETE : status,
        reason
            + "; "
            + (isWell(again)
                ? "it has " + before + " replicas again"
                : "its number of replicas could not be set back: " + again.detail())
            + "; "
            + FileRegions.NEEDED);
  }

  private Outcome replicas(int number) throws IOException, InterruptedException {
    return storage.setReplicas(List.of(file), number, true).get(0);
  }

  private static boolean isWell(Outcome outcome) {
    return outcome.status() == Status.DONE || outcome.status() == Status.WAS_DONE;
  }

  private boolean covers() throws IOException {
    return regions.isIn(file, region);
  }

  private int numberOfRegions() throws IOException {
    Map<String, Integer> found = regions.findRegion(file);
    return (int) found.keySet().stream().filter(name -> !name.equals(FileRegions.NONE)).count();
  }
}
