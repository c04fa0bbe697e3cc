// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.athanor.results.Results.ProjectInfo;
import org.athanor.results.ResultsFile;
import org.athanor.yaml.Problem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run records the state of the project that it measures, if it is told where that is. */
class ProjectTest {
  private static final String EXPERIMENT =
      "frameworks: [alpha]\nworkloads: [count]\nrepetitions: 1\nwarmup: 0\n";

  @TempDir private Path directory;
  private ScriptedFacilities facilities;
  private Path project;

  @BeforeEach
  void install() throws Exception {
    assumeTrue(
        Stream.of(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(place -> Files.isExecutable(Path.of(place, "git"))),
        "no git in the path");
    facilities = new ScriptedFacilities(directory, event -> {});
    project = Files.createDirectories(directory.resolve("pro ject/below"));
    Files.writeString(project.resolve("code"), "1");
    Path tree = project.getParent();
    git(tree, "init", "-q");
    git(tree, "add", ".");
    git(tree, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "Begin");
  }

  @Test
  void recordsTheCommitAndWhetherFilesDiffer() throws Exception {
    RunOutcome clean = run(false, project);
    assertThat(clean.exitCode()).isZero();
    ProjectInfo state = ResultsFile.read(directory.resolve("results")).project().orElseThrow();
    assertThat(state.commit()).matches("[0-9a-f]{40,64}");
    assertThat(state.modified()).isFalse();

    // Git complains, and answers.
    Files.writeString(project.resolve("../.git/objects/info/alternates"), "/absent/objects\n");
    assertThat(GitState.of(project)).isEqualTo(state);

    Files.writeString(project.resolve("code"), "2");

    assertThat(GitState.of(project)).isEqualTo(new ProjectInfo(state.commit(), true));
    assertThat(run(true, project).problems())
        .singleElement()
        .asString()
        .contains("project was " + state.commit() + ", is " + state.commit() + "-dirty;");
  }

  @Test
  void refusesATreeWithoutACommit() throws Exception {
    Path none = Files.createDirectories(directory.resolve("none"));
    git(none, "init", "-q");

    assertThat(run(false, none).problems())
        .extracting(Problem::toString)
        .singleElement()
        .asString()
        .startsWith(
            "--project=" + none + ": must be in a Git working tree with a commit; git says: ");
    assertThat(run(false, directory.resolve("absent")).problems())
        .extracting(Problem::toString)
        .containsExactly("--project=" + directory.resolve("absent") + ": no such directory");
    assertThat(directory.resolve("results")).doesNotExist();
  }

  private RunOutcome run(boolean resume, Path tree) throws IOException {
    RunOptions options = facilities.options(resume);
    return BenchRun.run(
        facilities.file(EXPERIMENT),
        new RunOptions(
            resume,
            options.selection(),
            options.output(),
            options.parent(),
            Map.of(),
            Optional.of(tree)),
        facilities,
        RunListener.NONE);
  }

  private static void git(Path tree, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git", "-C", tree.toString()));
    command.addAll(List.of(arguments));
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }
}
