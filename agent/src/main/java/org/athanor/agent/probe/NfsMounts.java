// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The NFS file systems of {@code /proc/self/mountstats}, with what the client has exchanged with
 * servers: files that it has in its cache count only when they are read or written there. Mounts of
 * one file system at several places share their counters, and count once; {@code
 * /proc/self/mountinfo} tells which these are.
 */
final class NfsMounts implements FileSystems {

  /** Operations of the protocol that are no operations on files and directories. */
  private static final Set<String> OF_PROTOCOL =
      Set.of(
          "NULL",
          "COMMIT",
          "RENEW",
          "SETCLIENTID",
          "SETCLIENTID_CONFIRM",
          "RELEASE_LOCKOWNER",
          "EXCHANGE_ID",
          "CREATE_SESSION",
          "DESTROY_SESSION",
          "DESTROY_CLIENTID",
          "BIND_CONN_TO_SESSION",
          "SEQUENCE",
          "RECLAIM_COMPLETE",
          "GET_LEASE_TIME",
          "TEST_STATEID",
          "FREE_STATEID",
          "SERVER_CAPS",
          "DELEGRETURN",
          "SECINFO",
          "SECINFO_NO_NAME",
          "FSID_PRESENT",
          "LAYOUTGET",
          "LAYOUTCOMMIT",
          "LAYOUTRETURN",
          "LAYOUTSTATS",
          "LAYOUTERROR",
          "GETDEVICEINFO",
          "GETDEVICELIST");

  private final Reader reader = new Reader();
  private final FileChannel stats;
  private final Path mountinfo;

  /** Directory where a file system is mounted → the file system's device number. */
  private final Map<String, String> devices = new HashMap<>();

  /** Directories where NFS was mounted at the last reading. */
  private Set<String> mounted = Set.of();

  /** Device number → the first of these directories. */
  private final Map<String, String> first = new HashMap<>();

  private NfsMounts(FileChannel stats, Path mountinfo) {
    this.stats = stats;
    this.mountinfo = mountinfo;
  }

  static NfsMounts open(Host host) throws UnavailableException {
    Path file = host.proc().resolve("self/mountstats");
    NfsMounts mounts = new NfsMounts(KernelFiles.open(file), host.proc().resolve("self/mountinfo"));
    try {
      if (mounts.read().isEmpty()) {
        throw new UnavailableException(file + ": no file system of type nfs is mounted");
      }
      return mounts;
    } catch (IOException e) {
      mounts.close();
      throw KernelFiles.unavailable(file, e);
    } catch (UnavailableException e) {
      mounts.close();
      throw e;
    }
  }

  @Override
  public Map<String, FileCounters> read() throws IOException {
    Map<String, FileCounters> places = parse(reader.read(stats));
    if (!mounted.equals(places.keySet()) || !devices.keySet().containsAll(mounted)) {
      devices.clear();
      devices.putAll(devices(reader.read(mountinfo)));
      mounted = Set.copyOf(places.keySet());
    }
    Map<String, FileCounters> systems = new LinkedHashMap<>();
    first.clear();
    for (Map.Entry<String, FileCounters> place : places.entrySet()) {
      String device = devices.getOrDefault(place.getKey(), place.getKey());
      if (first.putIfAbsent(device, place.getKey()) == null) {
        systems.put(device, place.getValue());
      }
    }
    return systems;
  }

  @Override
  public String nameOf(String key) {
    return first.get(key).replaceAll("[^A-Za-z0-9._/:-]", "_");
  }

  /** Directory where an NFS file system is mounted → its counters. */
  static Map<String, FileCounters> parse(Text mountstats) {
    Map<String, FileCounters> places = new TreeMap<>();
    String place = "";
    boolean operations = false;
    while (!mountstats.atEnd()) {
      if (mountstats.take("device ")) {
        mountstats.skipWords(3);
        place = mountstats.word();
        mountstats.skipWords(2);
        String type = mountstats.word();
        place = type.equals("nfs") || type.equals("nfs4") ? place : "";
        operations = false;
        if (!place.isEmpty()) {
          places.put(place, FileCounters.ZERO);
        }
      } else if (!place.isEmpty()) {
        String name = mountstats.word();
        if (name.equals("bytes:")) {
          mountstats.skipWords(4);
          long read = mountstats.number();
          places.put(place, new FileCounters(read, mountstats.number(), 0, 0, 0));
        } else if (name.equals("per-op")) {
          operations = true;
        } else if (operations && name.endsWith(":")) {
          FileCounters done = operation(name.substring(0, name.length() - 1), mountstats.number());
          places.merge(place, done, FileCounters::plus);
        }
      }
      mountstats.nextLine();
    }
    return places;
  }

  private static FileCounters operation(String name, long count) {
    if (name.equals("READ") || name.equals("READ_PLUS")) {
      return new FileCounters(0, 0, count, 0, 0);
    }
    if (name.equals("WRITE")) {
      return new FileCounters(0, 0, 0, count, 0);
    }
    return OF_PROTOCOL.contains(name)
        ? FileCounters.ZERO
        : new FileCounters(0, 0, 0, 0, Math.max(0, count));
  }

  /** Directory → device number, from lines of {@code id parent device root directory …}. */
  static Map<String, String> devices(Text mountinfo) {
    Map<String, String> found = new HashMap<>();
    while (!mountinfo.atEnd()) {
      mountinfo.skipWords(2);
      String device = mountinfo.word();
      mountinfo.skipWords(1);
      found.put(mountinfo.word(), device);
      mountinfo.nextLine();
    }
    return found;
  }

  @Override
  public void close() {
    KernelFiles.close(stats);
  }
}
