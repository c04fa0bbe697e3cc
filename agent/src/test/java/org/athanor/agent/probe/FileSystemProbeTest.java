// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.athanor.results.Reading;
import org.athanor.results.Total;
import org.athanor.results.Unit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSystemProbeTest {

  @TempDir Path directory;
  private Host host;

  @BeforeEach
  void host() throws IOException {
    host = Fixtures.host(directory);
  }

  private void llite(String place, String name, String stats) throws IOException {
    Path system = Files.createDirectories(directory.resolve(place).resolve(name));
    Files.writeString(system.resolve("stats"), stats);
  }

  private static String lustre(String file) throws IOException {
    return Fixtures.text("lustre/" + file).toString();
  }

  @Test
  void readsTheCountersOfRealClients() throws Exception {
    // open 136, close 96, readdir 12, truncate 134, getattr 41, getxattr 85, removexattr 134
    assertThat(LustreClients.parse(Fixtures.text("lustre/stats-2.10")))
        .isEqualTo(
            new FileCounters(
                4_194_304,
                93_813_797_294_080L,
                1,
                89_467_810,
                136 + 96 + 12 + 134 + 41 + 85 + 134));
    FileCounters newer = LustreClients.parse(Fixtures.text("lustre/stats-2.14"));
    // A benchmark of metadata, which reads and writes nothing.
    assertThat(newer.bytesRead() + newer.bytesWritten() + newer.reads() + newer.writes()).isZero();
    assertThat(newer.metadata())
        .isEqualTo(
            35_955_554L
                + 35_955_554
                + 60
                + 35_955_647
                + 17_977_752
                + 17_987_059
                + 17_987_079
                + 17_977_752
                + 17_864
                + 1);
  }

  @Test
  void countsWhatLustreDoesInATrial() throws Exception {
    String before = lustre("stats-2.10");
    llite("proc/fs/lustre/llite", "lustrefs-ffff88105db50000", before);
    llite("sys/kernel/debug/lustre/llite", "home-ffff97e895d31000", lustre("stats-2.14"));
    try (FileSystemProbe probe = FileSystemProbe.lustre(host)) {
      probe.begin();
      llite(
          "proc/fs/lustre/llite",
          "lustrefs-ffff88105db50000",
          before
              .replace(
                  "1 samples [bytes] 4194304 4194304 4194304",
                  "3 samples [bytes] 1 4194304 4198304")
              .replace("open                      136", "open                      146"));
      assertThat(Fixtures.sample(probe, 2))
          .containsEntry("lustre_read", 4000 / 2.0)
          .containsEntry("lustre_read[lustrefs]", 4000 / 2.0)
          .containsEntry("lustre_reads[lustrefs]", 1.0)
          .containsEntry("lustre_metadata", 5.0)
          .containsEntry("lustre_metadata[home]", 0.0)
          .containsEntry("lustre_write", 0.0);
      assertThat(probe.end())
          .isEqualTo(
              Map.of(
                  Total.LUSTRE_READ, Reading.of(4000, Unit.BYTES),
                  Total.LUSTRE_WRITTEN, Reading.of(0, Unit.BYTES),
                  Total.LUSTRE_READS, Reading.of(2, Unit.COUNT),
                  Total.LUSTRE_WRITES, Reading.of(0, Unit.COUNT),
                  Total.LUSTRE_METADATA, Reading.of(10, Unit.COUNT)));
      llite("proc/fs/lustre/llite", "lustrefs-ffff88105db50000", "snapshot_time 1.5 secs.nsecs\n");
      assertThatThrownBy(() -> Fixtures.sample(probe, 1))
          .isInstanceOf(IOException.class)
          .hasMessage("lustrefs: its counters were set back during the trial");
    }
  }

  @Test
  void saysWhereItLookedForLustre() {
    assertThatThrownBy(() -> FileSystemProbe.lustre(host))
        .isInstanceOf(UnavailableException.class)
        .hasMessage(
            host.proc().resolve("fs/lustre/llite")
                + " and "
                + host.sys().resolve("kernel/debug/lustre/llite")
                + ": no file system is mounted there; the second one is readable by root only");
  }

  /** As the kernel prints it (fs/nfs/super.c, net/sunrpc/stats.c). */
  private static String mount(String place, long read, long written, int reads, int lookups) {
    return """
    device server:/export mounted on PLACE with fstype nfs4 statvers=1.1
    \topts:\trw,vers=4.2,rsize=1048576,wsize=1048576,namlen=255,hard,proto=tcp
    \tage:\t3542
    \tcaps:\tcaps=0x3ffbffff,wtmult=512,dtsize=1048576,bsize=0,namlen=255
    \tsec:\tflavor=1,pseudoflavor=1
    \tevents:\t52 226 0 0 1 13 398 0 0 331 0 47 0 0 77 0 0 77 0 0 0 0 0 0 0 0 0
    \tbytes:\t111 222 0 0 READ WRITTEN 295483 7
    \tRPC iostats version: 1.1  p/v: 100003/4 (nfs)
    \txprt:\ttcp 832 0 1 0 11 6428 6428 0 12154 0 24 26 5726
    \tper-op statistics
    \t        NULL: 1 1 0 44 24 0 0 0 0
    \t        READ: NREADS 9 0 207680 1210292152 6 79386 79407 0
    \t       WRITE: 4 4 0 0 0 0 0 0 0
    \t      COMMIT: 3 3 0 0 0 0 0 0 0
    \t      LOOKUP: NLOOKUPS 9 0 52 36 18446743919241604546 1667369447 1953587717 0
    \t     GETATTR: 5 5 0 0 0 0 0 0 0
    \t    SEQUENCE: 77 77 0 0 0 0 0 0 0

    """
        .replace("PLACE", place)
        .replace("NREADS", "" + reads)
        .replace("NLOOKUPS", "" + lookups)
        .replace("READ WRITTEN", read + " " + written);
  }

  private void mounts(String stats, String... devices) throws IOException {
    Path self = Files.createDirectories(host.proc().resolve("self"));
    Files.writeString(
        self.resolve("mountstats"), "device proc mounted on /proc with fstype proc\n" + stats);
    StringBuilder info = new StringBuilder("22 1 0:20 / /proc rw - proc proc rw\n");
    for (String device : devices) {
      String[] parts = device.split(" ", -1);
      info.append("23 1 " + parts[0] + " / " + parts[1] + " rw - nfs4 server:/export rw\n");
    }
    Files.writeString(self.resolve("mountinfo"), info);
  }

  @Test
  void countsWhatNfsDoesInATrialAndMountsOfOneFileSystemOnce() throws Exception {
    String twice = mount("/mnt/a,b", 1000, 50, 10, 20);
    mounts(twice + twice.replace("/mnt/a,b", "/mnt/again"), "0:52 /mnt/a,b", "0:52 /mnt/again");
    try (FileSystemProbe probe = FileSystemProbe.nfs(host)) {
      probe.begin();
      String more = mount("/mnt/a,b", 5000, 50, 12, 27);
      mounts(
          more + more.replace("/mnt/a,b", "/mnt/again") + mount("/mnt/new", 8, 1, 1, 1),
          "0:52 /mnt/a,b",
          "0:52 /mnt/again",
          "0:53 /mnt/new");
      // What was done before there was a counter to compare with is not known.
      assertThat(Fixtures.sample(probe, 2))
          .containsEntry("nfs_read", 4000 / 2.0)
          .containsEntry("nfs_read[/mnt/a_b]", 4000 / 2.0)
          .containsEntry("nfs_metadata[/mnt/a_b]", 7 / 2.0)
          .doesNotContainKey("nfs_read[/mnt/again]");
      assertThat(probe.end())
          .isEqualTo(
              Map.of(
                  Total.NFS_READ, Reading.of(4000, Unit.BYTES),
                  Total.NFS_WRITTEN, Reading.of(0, Unit.BYTES),
                  Total.NFS_READS, Reading.of(2, Unit.COUNT),
                  Total.NFS_WRITES, Reading.of(0, Unit.COUNT),
                  Total.NFS_METADATA, Reading.of(7, Unit.COUNT)));
    }
  }

  @Test
  void mountPointsThatComeAndGoChangeNothing() throws Exception {
    mounts(mount("/mnt/b", 1000, 50, 10, 20), "0:52 /mnt/b");
    try (FileSystemProbe probe = FileSystemProbe.nfs(host)) {
      probe.begin();
      mounts(
          mount("/mnt/a", 1600, 50, 10, 20) + mount("/mnt/b", 1600, 50, 10, 20),
          "0:52 /mnt/a",
          "0:52 /mnt/b");
      assertThat(Fixtures.sample(probe, 1))
          .containsEntry("nfs_read", 600.0)
          .containsEntry("nfs_read[/mnt/b]", 600.0);
      mounts(mount("/mnt/a", 1700, 50, 10, 20), "0:52 /mnt/a");
      assertThat(Fixtures.sample(probe, 1))
          .containsEntry("nfs_read", 100.0)
          .containsEntry("nfs_read[/mnt/b]", 100.0);
      mounts("");
      assertThat(Fixtures.sample(probe, 1)).containsEntry("nfs_read", 0.0);
      // Another file system at a directory that had this one.
      mounts(mount("/mnt/a", 9000, 50, 10, 20), "0:60 /mnt/a");
      assertThat(Fixtures.sample(probe, 1)).containsEntry("nfs_read", 0.0);
      assertThat(probe.end()).containsEntry(Total.NFS_READ, Reading.of(700, Unit.BYTES));
    }
  }

  @Test
  void saysThatNoNfsIsMounted() throws Exception {
    mounts("");
    assertThatThrownBy(() -> FileSystemProbe.nfs(host))
        .isInstanceOf(UnavailableException.class)
        .hasMessage(
            host.proc().resolve("self/mountstats") + ": no file system of type nfs is mounted");
  }
}
