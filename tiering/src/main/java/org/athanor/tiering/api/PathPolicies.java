// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.api;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.fs.BlockStoragePolicySpi;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.athanor.tiering.apply.TierUse;

/**
 * The storage policies of files and directories: shows, sets and takes away. Setting one moves no
 * replica; it counts for blocks that are written from now on, and for who moves replicas later.
 * Needs no superuser but the right to write to the path.
 */
public final class PathPolicies {
  private static final Set<String> ONE_REPLICA = Set.of("LAZY_PERSIST", "PROVIDED");

  private final FileSystem files;

  /** Uses the client of an HDFS, which stays open. */
  public PathPolicies(FileSystem client) {
    this.files = client;
  }

  /**
   * A policy that the HDFS has.
   *
   * @param name as HDFS writes it
   * @param types storage types of the first replica, the second, and so on; the last one is also
   *     that of all further replicas
   */
  public record Policy(String name, List<String> types) {
    /** Copies the list. */
    public Policy {
      types = List.copyOf(types);
    }

    /** Where replicas are by this policy, in words. */
    public String meaning() {
      List<String> words = new ArrayList<>();
      int last = types.size() - 1;
      for (int from = 0; from < last; ) {
        int to = from + 1;
        while (to < last && types.get(to).equals(types.get(from))) {
          to++;
        }
        words.add((to - from) + " on " + types.get(from));
        from = to;
      }
      words.add((last == 0 ? "all on " : "the others on ") + types.get(last));
      return String.join(", ", words);
    }
  }

  /** Whose a policy is. HDFS does not tell a path's own policy from an equal one above it. */
  public enum Origin {
    /** The path has it, and the directory of the path has another. */
    OWN,
    /** A directory above has it, but not the root. */
    DIRECTORY,
    /** The root has it: set there, or HDFS's default. */
    ROOT
  }

  /**
   * The policy of a path.
   *
   * @param path absolute
   * @param isDirectory whether it is a directory
   * @param policy in force
   * @param origin whose it is
   * @param from the highest path from which on all have it
   */
  public record PathPolicy(
      String path, boolean isDirectory, Policy policy, Origin origin, String from) {}

  /** All policies that the HDFS has, by name. */
  public List<Policy> all() throws IOException {
    List<Policy> all = new ArrayList<>();
    for (BlockStoragePolicySpi policy : files.getAllStoragePolicies()) {
      all.add(policy(policy));
    }
    all.sort((one, other) -> one.name().compareTo(other.name()));
    return all;
  }

  private static Policy policy(BlockStoragePolicySpi policy) {
    return new Policy(
        policy.getName(), Arrays.stream(policy.getStorageTypes()).map(StorageType::name).toList());
  }

  /**
   * The policy of a path.
   *
   * @throws FileNotFoundException if there is nothing with this path; with a line about it
   */
  public PathPolicy of(String path) throws IOException {
    Path name = new Path(path);
    boolean isDirectory = isDirectory(path);
    Policy policy = policy(files.getStoragePolicy(name));
    Path from = name;
    while (!from.isRoot()
        && policy.name().equals(files.getStoragePolicy(from.getParent()).getName())) {
      from = from.getParent();
    }
    Origin origin = from.isRoot() ? Origin.ROOT : from.equals(name) ? Origin.OWN : Origin.DIRECTORY;
    return new PathPolicy(path, isDirectory, policy, origin, from.toString());
  }

  private boolean isDirectory(String path) throws IOException {
    try {
      return files.getFileStatus(new Path(path)).isDirectory();
    } catch (FileNotFoundException e) {
      throw TieredStorage.missing(path, e);
    }
  }

  /**
   * Gives a path a policy of its own, and verifies that it is in force.
   *
   * @param tiers the devices of the HDFS, by type; empty if they are not known, and not checked
   * @throws IllegalArgumentException if there is no such policy, or no device of a type that it
   *     needs: HDFS could not write such files, or would silently use other devices
   * @throws IOException if it could not be set, or another one is in force; with one line
   */
  public PathPolicy set(String path, String policy, Optional<Map<String, TierUse>> tiers)
      throws IOException {
    check(policy, tiers);
    PathPolicy before = of(path);
    if (!before.policy().name().equals(policy) || before.origin() != Origin.OWN) {
      files.setStoragePolicy(new Path(path), policy);
    }
    PathPolicy after = of(path);
    if (!after.policy().name().equals(policy)) {
      throw new IOException(
          path + ": has storage policy " + after.policy().name() + ", not " + policy);
    }
    return after;
  }

  /**
   * Checks that the HDFS has a policy and devices for it.
   *
   * @param tiers the devices, by type; empty if they are not known, and not checked
   * @throws IllegalArgumentException if not
   */
  public void check(String policy, Optional<Map<String, TierUse>> tiers) throws IOException {
    List<Policy> all = all();
    Policy wanted =
        all.stream()
            .filter(one -> one.name().equals(policy))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        policy
                            + ": must be one of "
                            + String.join(", ", all.stream().map(Policy::name).toList())));
    if (ONE_REPLICA.contains(policy)) {
      throw new IllegalArgumentException(
          policy + ": keeps one replica only at first; 'hdfs storagepolicies' sets it anyway");
    }
    if (tiers.isPresent()) {
      checkDevices(wanted, tiers.get());
    }
  }

  private static void checkDevices(Policy wanted, Map<String, TierUse> tiers) {
    String policy = wanted.name();
    for (String type : wanted.types()) {
      TierUse use = tiers.get(type);
      // Where archive storage has no room, HDFS makes no replica elsewhere.
      if (policy.equals("COLD") && use != null && use.nodes() == 1) {
        throw new IllegalArgumentException(
            policy
                + ": needs two DataNodes with devices of type "
                + type
                + ", or new files have one replica; 'hdfs storagepolicies' sets it anyway");
      }
      if (use == null || use.nodes() == 0) {
        throw new IllegalArgumentException(
            policy
                + ": needs devices of type "
                + type
                + ", and no DataNode that lives has one; 'hdfs storagepolicies' sets it anyway");
      }
    }
  }

  /**
   * Takes the policy of a path away, so that the one of its directory counts, and verifies that.
   *
   * @throws IOException if another one is in force; with one line
   */
  public PathPolicy unset(String path) throws IOException {
    Path name = new Path(path);
    of(path);
    files.unsetStoragePolicy(name);
    PathPolicy after = of(path);
    if (after.origin() == Origin.OWN) {
      throw new IOException(path + ": still has storage policy " + after.policy().name());
    }
    return after;
  }
}
