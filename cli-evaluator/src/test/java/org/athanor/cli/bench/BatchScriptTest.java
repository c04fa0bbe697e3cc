// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BatchScriptTest {
  @TempDir private Path directory;

  private static String script(BatchSystem system) {
    return script(system, "mine");
  }

  private static String script(BatchSystem system, String name) {
    return script(system, name, "-A physics");
  }

  private static String script(BatchSystem system, String name, String directive) {
    return BatchScript.of(
        system,
        new BatchSystem.Request(
            name,
            5,
            Optional.of(Duration.ofMinutes(27 * 60 + 30)),
            Optional.of("normal"),
            Optional.of("one"),
            List.of(directive)),
        "/home/me/it's",
        List.of("/opt/athanor", "bench", "run", "mine.yaml", "--only", "*/sort"));
  }

  @Test
  void asksSlurmForWholeNodes() {
    assertThat(script(BatchSystem.SLURM))
        .isEqualTo(
            """
            #!/bin/sh
            # Written by athanor bench submit.
            #SBATCH --job-name=mine
            #SBATCH --nodes=5
            #SBATCH --ntasks-per-node=1
            #SBATCH --exclusive
            #SBATCH --mem=0
            #SBATCH --time=27:30:00
            #SBATCH --partition=normal
            #SBATCH -A physics
            cd '/home/me/it'\\''s' || exit
            exec /opt/athanor bench run mine.yaml --only '*/sort'
            """);
  }

  @Test
  void asksPbsAndGridEngineForNodes() {
    assertThat(script(BatchSystem.PBS))
        .contains("#PBS -N mine\n#PBS -l select=5\n#PBS -l place=scatter:excl\n")
        .contains("#PBS -l walltime=27:30:00\n#PBS -q normal\n#PBS -A physics\n");
    assertThat(script(BatchSystem.PBS, "mine", "-l select=5:ncpus=32"))
        .contains("#PBS -l select=5:ncpus=32\n")
        .doesNotContain("select=5\n");
    assertThat(script(BatchSystem.SGE))
        .contains("#$ -N mine\n#$ -S /bin/sh\n#$ -pe one 5\n")
        .contains("#$ -l h_rt=27:30:00\n#$ -q normal\n#$ -A physics\n");
    assertThat(script(BatchSystem.SGE, "2026-a")).contains("#$ -N athanor-2026-a\n");
    assertThat(script(BatchSystem.SLURM, "2026-a")).contains("--job-name=2026-a\n");
  }

  private void command(String name) throws IOException {
    command(name, "");
  }

  private void command(String name, String text) throws IOException {
    Path file = Files.writeString(directory.resolve(name), "#!/bin/sh\n" + text);
    file.toFile().setExecutable(true);
  }

  @Test
  void submitsWhatItHasWritten() throws Exception {
    command("sbatch", "cp \"$1\" " + directory.resolve("queued") + " && exit 7\n");
    Path script = directory.resolve("mine.slurm.sh");
    String text = script(BatchSystem.SLURM);
    BatchJob job = new BatchJob(BatchSystem.SLURM, directory.toString(), script, text);
    assertThat(job.submit()).isEqualTo(7);
    assertThat(directory.resolve("queued")).hasContent(text);
    assertThat(job.submit()).as("its own script is replaced").isEqualTo(7);

    Files.writeString(script, "mine");
    assertThatThrownBy(job::submit)
        .hasMessage(script + ": is not a script of athanor bench submit; move it away");
    assertThat(script).hasContent("mine");
    Files.write(script, new byte[] {'m', (byte) 0xe9});
    assertThatThrownBy(job::submit)
        .as("a file that is not UTF-8")
        .hasMessage(script + ": is not a script of athanor bench submit; move it away");
    assertThatThrownBy(() -> new BatchJob(BatchSystem.PBS, "/nowhere", script, text).submit())
        .hasMessage(
            "there is no qsub in PATH, with which pbs takes jobs; submit from a login node, or use"
                + " --dry-run");
  }

  /** The shell that runs the script must see the words as they were given. */
  @Test
  void aShellReadsTheCommandAsItWasGiven() throws Exception {
    List<String> words = List.of("a b", "it's", "$HOME", "*", "\"", "`x`", "");
    command("print", "printf '%s|' \"$@\" > " + directory.resolve("words") + "\n");
    List<String> all = new ArrayList<>(List.of(directory.resolve("print").toString()));
    all.addAll(words);
    Path script =
        Files.writeString(
            directory.resolve("s"),
            BatchScript.of(
                BatchSystem.PBS,
                new BatchSystem.Request(
                    "n", 1, Optional.empty(), Optional.empty(), Optional.empty(), List.of()),
                directory.toString(),
                all));
    assertThat(new ProcessBuilder("sh", script.toString()).inheritIO().start().waitFor()).isZero();
    assertThat(directory.resolve("words")).hasContent(String.join("|", words) + "|");
  }

  @Test
  void findsTheSystemByItsCommands() throws Exception {
    String path = "/nowhere::" + directory;
    assertThat(BatchSystem.find(path)).isEmpty();
    command("qsub");
    assertThat(BatchSystem.find(path)).as("of which qsub alone says nothing").isEmpty();
    command("qconf");
    assertThat(BatchSystem.find(path)).contains(BatchSystem.SGE);
    Files.delete(directory.resolve("qconf"));
    command("pbsnodes");
    assertThat(BatchSystem.find(path)).contains(BatchSystem.PBS);
    command("sbatch");
    assertThat(BatchSystem.find(path)).contains(BatchSystem.SLURM);
    assertThat(BatchSystem.SLURM.command(path)).contains(directory.resolve("sbatch"));
  }
}
