// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.profile;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.athanor.cli.evaluator.EvaluatorCommand;
import org.athanor.cli.evaluator.EvaluatorVersion;
import org.athanor.cli.usage.UsageException;
import org.athanor.profile.Catalogue;
import org.athanor.profile.CatalogueException;
import org.athanor.profile.run.Application;
import org.athanor.scheduler.catalogue.Advice;
import org.athanor.scheduler.catalogue.Advisor;
import org.athanor.scheduler.catalogue.MeasuredRuns;
import org.athanor.yaml.text.ByteSize;
import org.athanor.yaml.text.Nearest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Says how an application is best run, from the catalogue. */
@Command(
    mixinStandardHelpOptions = true,
    name = "advise",
    description = {
      "Says how an application is best run: framework, settings, cluster, storage.",
      "It knows what the catalogue's runs tell, and says how sure that is."
    },
    versionProvider = EvaluatorVersion.class,
    sortOptions = false,
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "docs/profile.md says how predictions are made and what their ranges mean.",
      "",
      "Examples:",
      "  athanor advise terasort --size 100g              the fastest first",
      "  athanor advise terasort --size 100g --by energy  the least energy first",
      "  athanor advise pagerank --size 2g --parameter iterations=5",
      "  athanor advise --check                           how far predictions are off",
      "",
      "Exit code: 0 success, 1 the catalogue cannot be used, 2 wrong usage."
    })
public final class AdviseCommand implements Callable<Integer> {
  @ParentCommand private EvaluatorCommand athanor;

  @Parameters(arity = "0..1", paramLabel = "APPLICATION", description = "The application's name.")
  private String application;

  @Option(
      names = "--size",
      paramLabel = "<bytes>",
      description = "Size of its input, such as 512m or 1.5g.")
  private String size;

  @Option(
      names = "--parameter",
      paramLabel = "<name=value>",
      description = "A parameter of the application; can be repeated.")
  private Map<String, String> parameters = new TreeMap<>();

  @Option(
      names = "--by",
      paramLabel = "time|energy",
      description = "What shall be least (default: time).")
  private String by = "time";

  @Option(
      names = "--check",
      description = "Predict runs of the catalogue from the others, and show the errors.")
  private boolean check;

  @Option(names = "--json", description = "Write JSON.")
  private boolean json;

  @Mixin private CatalogueOptions options;

  @Override
  public Integer call() {
    return options.run("advise", athanor.err(), this::advise);
  }

  private void advise() throws UsageException, CatalogueException, IOException {
    if (check == (application != null)) {
      throw new UsageException(
          check
              ? "APPLICATION and --check: only one can be given"
              : "one of APPLICATION and --check must be given");
    }
    Advisor.Goal goal = goal();
    ByteSize bytes = check ? null : bytes();
    Advisor advisor = advisor();
    if (check) {
      write(json ? AdviceJson.check(advisor) : AdviceText.check(advisor));
      return;
    }
    Application known = known(advisor.applications());
    List<Advice> advice = advisor.advise(known, bytes.bytes(), goal);
    Optional<Advisor.Missing> missing = Advisor.missing(advice, goal);
    AdviceQuestion question = new AdviceQuestion(known, bytes.bytes(), goal);
    write(
        json ? AdviceJson.of(question, advice, missing) : AdviceText.of(question, advice, missing));
  }

  private void write(String text) throws IOException {
    athanor.out().write(text.getBytes(UTF_8));
  }

  private Advisor.Goal goal() throws UsageException {
    return switch (by) {
      case "time" -> Advisor.Goal.TIME;
      case "energy" -> Advisor.Goal.ENERGY;
      default ->
          throw new UsageException(
              "--by=" + by + ": " + Nearest.unknown("goal", by, List.of("time", "energy")));
    };
  }

  private ByteSize bytes() throws UsageException {
    if (size == null) {
      throw new UsageException("--size: is missing; must be a size such as 512m or 1.5g");
    }
    return ByteSize.parse(size)
        .orElseThrow(
            () -> new UsageException("--size=" + size + ": must be a size such as 512m or 1.5g"));
  }

  private Advisor advisor() throws UsageException, CatalogueException {
    Optional<Catalogue> opened = options.open();
    if (opened.isEmpty()) {
      throw empty();
    }
    try (Catalogue catalogue = opened.get()) {
      Advisor advisor = Advisor.read(catalogue);
      if (advisor.applications().isEmpty()) {
        throw empty();
      }
      return advisor;
    }
  }

  private static UsageException empty() {
    return new UsageException(
        "the catalogue has no undisturbed runs to learn from; athanor bench quick enters some");
  }

  private Application known(Map<String, Set<Application>> applications) throws UsageException {
    Set<Application> named = applications.get(application);
    if (named == null) {
      throw new UsageException(
          "APPLICATION="
              + application
              + ": "
              + Nearest.unknown("application", application, applications.keySet()));
    }
    Application exactly = new Application(application, parameters);
    if (named.contains(exactly)) {
      return exactly;
    }
    List<Application> matching =
        named.stream()
            .filter(each -> each.parameters().entrySet().containsAll(parameters.entrySet()))
            .toList();
    if (matching.size() == 1) {
      return matching.get(0);
    }
    String all = named.stream().map(MeasuredRuns::name).sorted().collect(Collectors.joining("; "));
    throw new UsageException(
        String.format(
            Locale.ROOT,
            "APPLICATION=%s: %s; there are %s",
            application,
            matching.isEmpty()
                ? "has no runs with " + parameters
                : "has runs with several parameters; choose with --parameter",
            all));
  }
}
