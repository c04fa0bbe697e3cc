// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.file;

import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.athanor.report.figure.Figure;
import org.athanor.report.figure.Figure.Bars;
import org.athanor.report.figure.Figure.Boxes;
import org.athanor.report.figure.Figure.Ratios;
import org.athanor.report.figure.Figure.Timeline;
import org.athanor.results.WholeFile;

/**
 * Writes figures as files: {@code ID.svg} for papers, {@code ID.png} for slides, at twice the size.
 * A figure without any value is left out.
 */
public final class FigureFiles {

  private static final int PIXELS = 2;

  private final List<Drawing> drawings;

  private FigureFiles(List<Drawing> drawings) {
    this.drawings = drawings;
  }

  /** The files of a report's figures. */
  public static FigureFiles of(List<Figure> figures) {
    System.setProperty("java.awt.headless", "true");
    Palette palette = Palette.of(figures);
    List<Drawing> drawings = new ArrayList<>();
    for (Figure figure : figures) {
      drawing(figure, palette).ifPresent(drawings::add);
    }
    return new FigureFiles(List.copyOf(drawings));
  }

  /** The names of the files. */
  public List<String> names() {
    return drawings.stream()
        .flatMap(drawing -> Stream.of(drawing.id() + ".svg", drawing.id() + ".png"))
        .toList();
  }

  /**
   * Writes all files into a directory, which is created if it does not exist. Uses all processors.
   *
   * @throws IOException if a file cannot be written; the message is one line that names it
   */
  public void write(Path directory) throws IOException {
    Files.createDirectories(directory);
    try {
      drawings.parallelStream().forEach(drawing -> write(drawing, directory));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Whether a figure has values, so that a file is written. */
  public static boolean hasFile(Figure figure) {
    if (figure instanceof Bars bars) {
      return bars.measured();
    }
    if (figure instanceof Ratios ratios) {
      return !ratios.rows().isEmpty();
    }
    return !(figure instanceof Boxes boxes) || !boxes.panels().isEmpty();
  }

  private static Optional<Drawing> drawing(Figure figure, Palette palette) {
    if (!hasFile(figure)) {
      return Optional.empty();
    }
    if (figure instanceof Bars bars) {
      return Optional.of(CategoryCharts.bars(bars, palette));
    }
    if (figure instanceof Boxes boxes) {
      return Optional.of(CategoryCharts.boxes(boxes, palette));
    }
    if (figure instanceof Ratios ratios) {
      return Optional.of(RatioChart.of(ratios, palette));
    }
    if (figure instanceof Figure.Scaling scaling) {
      return Optional.of(ScalingChart.of(scaling, palette));
    }
    if (figure instanceof Figure.Plot plot) {
      return Optional.of(PlotChart.of(plot, palette));
    }
    if (figure instanceof Figure.PowerBoxes boxes) {
      return Optional.of(CategoryCharts.powerBoxes(boxes, palette));
    }
    if (figure instanceof Figure.Ranks ranks) {
      return Optional.of(RanksChart.of(ranks));
    }
    return Optional.of(TimelineChart.of((Timeline) figure));
  }

  private static void write(Drawing drawing, Path directory) {
    try {
      WholeFile.write(directory.resolve(drawing.id() + ".svg"), Svg.of(drawing));
      WholeFile.write(
          directory.resolve(drawing.id() + ".png"), out -> Png.write(image(drawing), out));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static BufferedImage image(Drawing drawing) {
    BufferedImage image =
        new BufferedImage(
            drawing.width() * PIXELS, drawing.height() * PIXELS, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    try {
      graphics.scale(PIXELS, PIXELS);
      drawing
          .chart()
          .draw(graphics, new Rectangle2D.Double(0, 0, drawing.width(), drawing.height()));
    } finally {
      graphics.dispose();
    }
    return image;
  }

  /** The names of the frameworks in a figure, in the order in which they appear. */
  static Stream<String> frameworks(Figure figure) {
    if (figure instanceof Bars bars) {
      return bars.panels().stream().flatMap(p -> p.bars().stream()).map(Bars.Bar::framework);
    }
    return Stream.empty();
  }

  /** The label of an axis, with its unit. */
  static String axis(String label, String symbol) {
    return symbol.isEmpty() ? label : String.format(Locale.ROOT, "%s (%s)", label, symbol);
  }
}
