// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.athanor.bench.experiment.NodeSpec;
import org.athanor.bench.experiment.file.ExperimentFile;
import org.athanor.bench.experiment.file.FixedVocabulary;
import org.athanor.yaml.Problem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hosts of jobs of Slurm, Grid Engine and PBS. */
class AllocationTest {
  @TempDir private Path directory;

  private Map<String, String> slurm(String scontrol) throws IOException {
    Path file = Files.createDirectories(directory.resolve("bin")).resolve("scontrol");
    Files.writeString(file, "#!/bin/sh\n" + scontrol);
    file.toFile().setExecutable(true);
    return Map.of("SLURM_JOB_NODELIST", "n[1-3]", "PATH", "/nowhere:" + file.getParent());
  }

  private static void assertRefused(Map<String, String> environment, String message) {
    assertThatThrownBy(() -> new Allocation(environment).hosts())
        .isInstanceOf(IOException.class)
        .hasMessage(message);
  }

  @Test
  @Tag("short")
  void slurmExpandsItsList() throws Exception {
    assertThat(
            new Allocation(
                    slurm(
                        "test \"$*\" = 'show hostnames n[1-3]' && echo a warning >&2 && printf 'n1\\nn2\\nn3\\n'\n"))
                .hosts())
        .containsExactly("n1", "n2", "n3");
  }

  @Test
  void aListThatCannotBeExpandedIsNamed() throws Exception {
    assertRefused(
        slurm("echo Invalid hostlist >&2; exit 1"),
        "SLURM_JOB_NODELIST=n[1-3]: scontrol show hostnames failed: Invalid hostlist; name the nodes"
            + " instead");
    assertRefused(slurm("exit 0"), "SLURM_JOB_NODELIST: names no host; name the nodes instead");
    assertRefused(
        Map.of("SLURM_JOB_NODELIST", "n1", "PATH", directory.toString()),
        "SLURM_JOB_NODELIST is set, but there is no scontrol in PATH; add Slurm's directory, or name"
            + " the nodes");
  }

  @Test
  void gridEngineNamesAFileWithSlots() throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("pe"), "n2.site 4 q@n2 UNDEFINED\nn1.site 4 q@n1 <NULL>\n");
    assertThat(new Allocation(Map.of("PE_HOSTFILE", file.toString())).hosts())
        .containsExactly("n2.site", "n1.site");
    assertRefused(
        Map.of("PE_HOSTFILE", "/no/such"),
        "PE_HOSTFILE=/no/such: cannot be read: there is no such file");
  }

  @Test
  void pbsNamesAFileWithALineForEachProcessor() throws Exception {
    Path file = Files.writeString(directory.resolve("pbs"), "n1\nn1\n\nn2\nn1\n");
    assertThat(new Allocation(Map.of("PBS_NODEFILE", file.toString())).hosts())
        .containsExactly("n1", "n2");
  }

  @Test
  void outsideOfAJobTheFileIsRefused() {
    assertRefused(
        Map.of("SLURM_JOB_NODELIST", " "),
        "needs a job of a batch system, but none of SLURM_JOB_NODELIST, PE_HOSTFILE, PBS_NODEFILE is"
            + " set; start it with athanor bench submit, or name the nodes");
  }

  private static ExperimentFile read(List<String> hosts, String more) {
    String text = "nodes: allocation\nframeworks: hadoop\nworkloads: terasort\n" + more;
    return ExperimentFile.parse(
        Path.of("e.yaml"),
        text.getBytes(StandardCharsets.UTF_8),
        new FixedVocabulary() {
          @Override
          public List<String> allocatedHosts() throws IOException {
            if (hosts.isEmpty()) {
              throw new IOException("needs a job");
            }
            return hosts;
          }
        });
  }

  @Test
  void theHostsAreTheNodesAndThisMachineIsLocal() throws Exception {
    String own = InetAddress.getLocalHost().getHostName();
    ExperimentFile file = read(List.of(own, "n2", "n3.site"), "sizes: [1, 3]\n");
    assertThat(file.problems()).isEmpty();
    assertThat(file.experiment().orElseThrow().nodes())
        .containsExactly(
            new NodeSpec("localhost", "localhost"),
            new NodeSpec("n2", "n2"),
            new NodeSpec("n3.site", "n3.site"));
    assertThat(file.problem("nodes.n2", "does not answer"))
        .hasToString("e.yaml:1: nodes=allocation: does not answer");
  }

  @Test
  void problemsOfTheAllocationHaveTheLineOfTheKey() {
    assertThat(read(List.of(), "").problems())
        .extracting(Problem::toString)
        .containsExactly("e.yaml:1: nodes=allocation: needs a job");
    assertThat(read(List.of("n1", "n/2"), "").problems())
        .extracting(Problem::toString)
        .containsExactly(
            "e.yaml:1: nodes=allocation: the batch system names the host n/2, which is no host name");
  }
}
