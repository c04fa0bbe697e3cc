// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.athanor.cluster.InvalidHostsException;
import org.athanor.cluster.Nodes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("short")
class WorkersTest {
  @TempDir Path directory;

  @Test
  void readsAHostFile() throws Exception {
    Path file = write("# all of them", "h1", "", "  me@h2:22  # slow", "namespace:h3");
    List<Worker> workers = read(file);
    assertThat(workers)
        .extracting(worker -> worker.node().name())
        .containsExactly("h1", "h2-22", "h3");
    assertThat(workers.get(0)).isEqualTo(Worker.of(workers.get(0).node()));
  }

  @Test
  void readsRolesRacksAndVolumesBehindAHost() throws Exception {
    Path file =
        write(
            "h1\trole=storage  rack=/east/rack1 ssd=53m/24m disk=2x6m/5m  # both tiers",
            "h2 rack=/east/rack_2 role=compute",
            "h3 disk=1,archive=1 rack=/west/r.1");
    List<Worker> workers = read(file);
    assertThat(workers)
        .extracting(Worker::text)
        .containsExactly(
            "h1 role=storage rack=/east/rack1 ssd=1x53m/24m disk=2x6m/5m",
            "h2 role=compute rack=/east/rack_2",
            "h3 rack=/west/r.1 disk=1 archive=1");
    assertThat(workers).extracting(Worker::stores).containsExactly(true, false, true);
    assertThat(workers).extracting(Worker::computes).containsExactly(false, true, true);
    assertThat(workers).extracting(Worker::dataNodes).containsExactly(3, 0, 2);
    assertThat(Workers.ofTexts(workers.stream().map(Worker::text).toList()))
        .extracting(Worker::text)
        .isEqualTo(workers.stream().map(Worker::text).toList());
  }

  @Test
  void givesVolumesToHostsThatStoreAndHaveNoneOfTheirOwn() throws Exception {
    Path file = write("h1", "h2 role=compute", "h3 ssd=1");
    assertThat(Workers.ofFile(file, Volumes.parseList("disk=2")))
        .extracting(Worker::text)
        .containsExactly("h1 disk=2", "h2 role=compute", "h3 ssd=1");
  }

  @Test
  void mayHaveThisMachineSeveralTimesIfThereIsNoOther() throws Exception {
    List<Worker> workers = read(write("localhost rack=/a ssd=1", "localhost rack=/b disk=1"));
    assertThat(workers).extracting(Worker::node).containsOnly(Nodes.localhost());
    assertThat(workers).extracting(Worker::text).doesNotHaveDuplicates();
    Path mixed = write("localhost", "h1", "localhost");
    assertThatThrownBy(() -> read(mixed))
        .isInstanceOf(InvalidHostsException.class)
        .hasMessage(
            "host file %s: names localhost several times, and other hosts too: several workers on"
                + " this machine must be all workers",
            mixed);
  }

  @Test
  void reportsAllProblemsAtTheirLines() throws Exception {
    Path file =
        write(
            "h1",
            "h-^",
            "me@h1",
            "h3 role=boss",
            "h1",
            "h4 rack=east",
            "h5 2",
            "h6 role=storage role=compute",
            "h7 role=compute disk=1",
            "h8 ssd=1x53m");
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(InvalidHostsException.class)
        .satisfies(
            e ->
                assertThat(((InvalidHostsException) e).problems())
                    .containsExactly(
                        file
                            + ":2: node h-^: must be localhost, [USER@]HOST[:PORT] or"
                            + " namespace:NAME[/HOST]; ports are 1 to 65535",
                        file + ":3: node me@h1: has the same name as h1; both would be h1",
                        file
                            + ":4: role=boss: must be role=storage, role=compute, role=both or"
                            + " role=master",
                        file + ":5: node h1: is listed twice, see line 1",
                        file
                            + ":6: rack=east: must be like /rack1 or /east/rack1, of letters,"
                            + " digits, underscores, dots and hyphens",
                        file
                            + ":7: 2: must be role=storage, role=compute, role=master, rack=/NAME,"
                            + " or volumes such as ssd=1x53m/24m",
                        file + ":8: role=compute: is given twice for this host; remove one",
                        file
                            + ":9: disk=1: a host with role=compute has no volumes of HDFS; leave"
                            + " one out",
                        file
                            + ":10: ssd=1x53m: must be ssd=COUNT or ssd=[COUNTx]READ/WRITE, and"
                            + " :CAPACITY after that if it is limited; such as ssd=2 or"
                            + " ssd=2x6m/5m:20g. Rates are per second, - is none"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "h1 role=compute;h2 role=compute | every host has role=compute or role=master; one or more"
            + " must store the files of HDFS",
        "h1 role=master | every host has role=compute or role=master; one or more must store the"
            + " files of HDFS",
        "h1;h2 role=master | h2: role=master: must be the first host",
        "h1 rack=/a/b;h2 rack=/c | rack=/a/b and rack=/c: Hadoop needs as many names in one as in"
            + " the other; /default-rack is that of hosts without one",
        "h1 rack=/a/b;h2 | rack=/a/b and rack=/default-rack: Hadoop needs as many names in one as"
            + " in the other; /default-rack is that of hosts without one",
        "# none | names no host; must have one per line",
      })
  void refusesHostsThatMakeNoCluster(String lines, String problem) throws Exception {
    Path file = write(lines.split(";", -1));
    assertThatThrownBy(() -> read(file)).hasMessage("host file " + file + ": " + problem);
  }

  @Test
  void takesAMasterThatIsNoWorkerAndNeedsNoRack() throws Exception {
    List<Worker> workers = read(write("h0 role=master", "h1 rack=/a/b", "h2 rack=/a/c"));
    assertThat(workers.get(0).stores()).isFalse();
    assertThat(workers.get(0).computes()).isFalse();
    assertThat(workers.get(0).dataNodes()).isZero();
    assertThat(workers).extracting(Worker::text).first().isEqualTo("h0 role=master");
    assertThat(workers.subList(1, 3)).allMatch(Worker::stores).allMatch(Worker::computes);
  }

  @Test
  void givesNoVolumesToAMasterThatIsNoWorker() throws Exception {
    Path file = write("h0 role=master", "h1");
    assertThat(Workers.ofFile(file, Volumes.parseList("disk=2")))
        .extracting(Worker::text)
        .containsExactly("h0 role=master", "h1 disk=2");
  }

  @Test
  void takesHostsOfWhichNoneComputes() throws Exception {
    assertThat(read(write("h1 role=storage", "h2 role=storage")))
        .noneMatch(Worker::computes)
        .allMatch(Worker::stores)
        .hasSize(2);
  }

  @Test
  void refusesAFileThatIsNotThere() {
    Path missing = directory.resolve("missing");
    assertThatThrownBy(() -> read(missing))
        .hasMessage("host file " + missing + ": cannot be read: there is no such file");
  }

  @Test
  void givesRacksToTheWorkersOfThisMachineInTurn() {
    assertThat(Workers.here(3, List.of("/a/1", "/b/1"), Volumes.parseList("disk=1")))
        .extracting(Worker::text)
        .containsExactly(
            "localhost rack=/a/1 disk=1",
            "localhost rack=/b/1 disk=1",
            "localhost rack=/a/1 disk=1");
    assertThat(Workers.here(2, List.of(), List.of()))
        .containsOnly(Worker.of(Nodes.localhost()))
        .hasSize(2);
    assertThatThrownBy(() -> Workers.here(2, List.of("/a/1", "/b"), List.of()))
        .hasMessageStartingWith("rack=/a/1 and rack=/b: ");
    assertThatThrownBy(() -> Workers.here(1, List.of("/a", "/b"), List.of()))
        .hasMessage("2 racks are more than the number of workers, 1");
  }

  private static List<Worker> read(Path file) throws InvalidHostsException {
    return Workers.ofFile(file, List.of());
  }

  private Path write(String... lines) throws Exception {
    return Files.write(directory.resolve("hosts"), List.of(lines));
  }
}
