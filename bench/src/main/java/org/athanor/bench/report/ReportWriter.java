// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.athanor.bench.report.figure.Figure;
import org.athanor.bench.report.figure.Figures;
import org.athanor.bench.report.file.DataFiles;
import org.athanor.bench.report.file.FigureFiles;
import org.athanor.bench.report.page.Page;
import org.athanor.bench.report.page.SeriesStore;
import org.athanor.bench.result.Study;
import org.athanor.bench.statistics.Summary;

/**
 * Writes the report of one or several experiments:
 *
 * <pre>
 * report.html   one page that needs nothing else
 * figures/      each figure as SVG and PNG
 * data/         the numbers as CSV
 * </pre>
 */
public final class ReportWriter {

  public static final String PAGE = "report.html";

  private ReportWriter() {}

  /**
   * Reads the experiments' directories and writes their report.
   *
   * @param results directories that hold {@code results.json}
   * @param out the report's directory, made if it is missing; may be one of the results'
   * @return the page
   * @throws IOException if results cannot be read, or the report not be written
   */
  public static Path write(List<Path> results, Path out) throws IOException {
    return write(Study.read(results), out);
  }

  /** Writes the report of a study. */
  public static Path write(Study study, Path out) throws IOException {
    Files.createDirectories(out);
    Summary summary = Summary.of(study);
    List<Figure> figures = Figures.of(summary);
    SeriesStore series = SeriesStore.read(summary);
    Path page = replace(out.resolve(PAGE), Page.html(summary, figures, series, out));
    DataFiles.write(summary, out.resolve("data"));
    FigureFiles.write(figures, series.typical(), out.resolve("figures"));
    return page;
  }

  private static Path replace(Path file, String text) throws IOException {
    Path temporary = file.resolveSibling(file.getFileName() + ".new");
    Files.writeString(temporary, text, StandardCharsets.UTF_8);
    return Files.move(
        temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
