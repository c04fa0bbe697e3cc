// SPDX-License-Identifier: Apache-2.0
package org.athanor.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.athanor.report.figure.Figure;
import org.athanor.report.figure.Figures;
import org.athanor.report.figure.FileNames;
import org.athanor.report.figure.PowerFigures;
import org.athanor.report.file.DataFiles;
import org.athanor.report.file.FigureFiles;
import org.athanor.report.page.Page;
import org.athanor.report.page.SeriesStore;
import org.athanor.report.statistics.Summary;
import org.athanor.results.Study;
import org.athanor.results.WholeFile;

/**
 * Writes the report of one or several experiments:
 *
 * <pre>
 * report.html        one self-contained page
 * figures/           each figure as SVG and PNG
 * data/              the numbers as CSV
 * report-files.txt   the names of these files
 * </pre>
 */
public final class ReportWriter {

  public static final String PAGE = "report.html";

  private static final String DATA = "data";
  private static final String FIGURES = "figures";

  private ReportWriter() {}

  /**
   * Reads the experiments' directories and writes their report.
   *
   * @param results directories that have a {@code results.json}
   * @param out the report's directory, made if it is missing; may be one of the results'
   * @return the page
   * @throws IOException if results cannot be read, if the report cannot be written, or if a file
   *     with the name of one of its files does not belong to an earlier report
   */
  public static Path write(List<Path> results, Path out) throws IOException {
    return write(Study.read(results), out);
  }

  /** Writes the report of a study. */
  public static Path write(Study study, Path out) throws IOException {
    Files.createDirectories(out);
    Summary summary = Summary.of(study);
    SeriesStore series = SeriesStore.read(summary);
    List<Figure> all = new ArrayList<>(Figures.of(summary));
    all.addAll(PowerFigures.of(summary, series.power()));
    all.addAll(series.typical());
    List<Figure> figures = FileNames.distinct(all);
    FigureFiles figureFiles = FigureFiles.of(figures);
    List<String> names = new ArrayList<>(List.of(PAGE));
    DataFiles.names().forEach(name -> names.add(DATA + "/" + name));
    figureFiles.names().forEach(name -> names.add(FIGURES + "/" + name));
    ReportFiles files = ReportFiles.begin(out, names);
    Path page = out.resolve(PAGE);
    WholeFile.write(page, Page.html(summary, figures, series, out));
    DataFiles.write(summary, series.power(), out.resolve(DATA));
    figureFiles.write(out.resolve(FIGURES));
    files.end();
    return page;
  }
}
