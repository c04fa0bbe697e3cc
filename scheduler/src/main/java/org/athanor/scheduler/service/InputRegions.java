// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.athanor.scheduler.clusters.Cluster;

/**
 * The regions of the storage that clusters share: which of them hold an input, and copies of inputs
 * in others (K. Ravindranathan, 2015, section 7.1.4). Any thread may call it; calls may take as
 * long as the storage does.
 */
public interface InputRegions {

  /**
   * Where an input is.
   *
   * @param whole the regions each of which holds all of it; none if it is nowhere whole, or if that
   *     is not known
   * @param unknown why that is not known; empty if it is
   * @param uncopied why it cannot be copied to other regions; empty if it can
   */
  record Location(Set<String> whole, String unknown, String uncopied) {
    /** Nobody has said which regions there are. */
    public static final Location UNKNOWN = new Location(Set.of(), "", "");

    /** Nobody knows, for a reason. */
    public static Location unknown(String why) {
      return new Location(Set.of(), why, "");
    }
  }

  /**
   * A file of an input.
   *
   * @param path with its file system
   * @param input the job's input that it belongs to, as it is declared
   * @param bytes from 0
   * @param replicas how many it shall have now
   */
  record StoredFile(String path, String input, long bytes, int replicas) {}

  /** Is told of each file whose copy has ended well. */
  @FunctionalInterface
  interface Progress {
    /**
     * A file is whole in the region.
     *
     * @param replicas how many it shall have now
     */
    void copied(StoredFile file, int replicas);
  }

  /**
   * Finds an input.
   *
   * @param directory where relative paths of a local cluster begin
   */
  Location locate(Cluster cluster, Path directory, List<String> inputs) throws IOException;

  /**
   * The files of an input that are not whole in a region.
   *
   * @throws IOException with a message for the user if they cannot be found, or not copied
   */
  List<StoredFile> missing(Cluster cluster, Path directory, List<String> inputs, String region)
      throws IOException;

  /**
   * Copies files to a region. When it returns, each is whole there by the locations of its blocks.
   *
   * @throws IOException with a message for the user if that is not so
   * @throws InterruptedException if it was given up; files may have more replicas than before
   */
  void copy(Cluster cluster, List<StoredFile> files, String region, Progress progress)
      throws IOException, InterruptedException;

  /**
   * Gives a file its number of replicas back. Does nothing if it is gone, or somebody else has set
   * another number.
   *
   * @param raised what a copy set; 0 for any number above {@code replicas}
   * @param replicas what it had before
   */
  void takeBack(Cluster cluster, String path, int raised, int replicas) throws IOException;
}
