// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.file;

import java.awt.BasicStroke;
import java.util.List;
import org.athanor.report.figure.Figure.Bars;
import org.athanor.report.figure.Figure.Boxes;
import org.athanor.report.figure.Figure.PowerBoxes;
import org.athanor.report.figure.Figure.Scale;
import org.athanor.report.statistics.Box;
import org.jfree.chart.axis.CategoryAxis;
import org.jfree.chart.axis.CategoryLabelPositions;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.renderer.category.BoxAndWhiskerRenderer;
import org.jfree.data.category.DefaultCategoryDataset;
import org.jfree.data.statistics.BoxAndWhiskerItem;
import org.jfree.data.statistics.DefaultBoxAndWhiskerCategoryDataset;

/** Charts with a category for each workload and a colour for each framework. */
final class CategoryCharts {

  private static final int HEIGHT = 380;
  private static final int LEAST_WIDTH = 480;
  private static final int WIDTH_PER_WORKLOAD = 130;
  private static final int WIDTH_PER_BOX = 13;
  private static final int WIDTH_PER_NAME = 14;
  private static final int HEIGHT_OF_NAMES = 100;

  /** What the axis and the margins need of the width. */
  private static final int AROUND = 100;

  /** An image of this width has 15 million pixels. */
  private static final int MOST_WIDTH = 4000;

  private CategoryCharts() {}

  static Drawing bars(Bars bars, Palette palette) {
    DefaultCategoryDataset medians = new DefaultCategoryDataset();
    IntervalBarRenderer renderer = new IntervalBarRenderer();
    for (String framework : palette.frameworks()) {
      for (Bars.BarPanel panel : bars.panels()) {
        medians.addValue(null, framework, panel.workload());
        for (Bars.Bar bar : panel.bars()) {
          if (bar.framework().equals(framework) && bar.reason().isEmpty()) {
            medians.setValue(bar.median(), framework, panel.workload());
            bar.interval()
                .ifPresent(interval -> renderer.add(framework, panel.workload(), interval));
          }
        }
      }
    }
    CategoryPlot plot =
        new CategoryPlot(
            medians,
            axis(),
            Look.amounts(FigureFiles.axis(bars.scale().label(), bars.scale().symbol())),
            renderer);
    paint(renderer::setSeriesPaint, palette);
    Look.plain(plot);
    return drawing(bars.id(), bars.title(), plot, bars.panels().size());
  }

  static Drawing boxes(Boxes boxes, Palette palette) {
    DefaultBoxAndWhiskerCategoryDataset data = new DefaultBoxAndWhiskerCategoryDataset();
    for (String framework : palette.frameworks()) {
      for (Boxes.BoxPanel panel : boxes.panels()) {
        panel.items().stream()
            .filter(item -> item.framework().equals(framework))
            .forEach(item -> data.add(item(item.box()), framework, panel.workload()));
      }
    }
    return drawing(
        boxes.id(), boxes.title(), plot(data, boxes.scale(), palette), boxes.panels().size());
  }

  /** A category for each node. */
  static Drawing powerBoxes(PowerBoxes boxes, Palette palette) {
    DefaultBoxAndWhiskerCategoryDataset data = new DefaultBoxAndWhiskerCategoryDataset();
    for (String framework : palette.frameworks()) {
      for (PowerBoxes.NodePanel panel : boxes.panels()) {
        panel.items().stream()
            .filter(item -> item.framework().equals(framework))
            .forEach(item -> data.add(item(item.box()), framework, panel.node()));
      }
    }
    CategoryPlot plot = plot(data, boxes.scale(), palette);
    int nodes = boxes.panels().size();
    int wanted = AROUND + nodes * (24 + WIDTH_PER_BOX * data.getRowCount());
    boolean narrow = wanted > MOST_WIDTH;
    if (narrow) {
      nameNarrow(plot.getDomainAxis(), nodes);
    }
    return new Drawing(
        boxes.id(),
        Look.chart(boxes.title(), plot, true),
        Math.max(LEAST_WIDTH, Math.min(MOST_WIDTH, wanted)),
        narrow ? HEIGHT + HEIGHT_OF_NAMES : HEIGHT);
  }

  /** Turns names that have no room side by side; of more nodes only the number is written. */
  private static void nameNarrow(CategoryAxis axis, int nodes) {
    if ((MOST_WIDTH - AROUND) / nodes >= WIDTH_PER_NAME) {
      axis.setCategoryLabelPositions(CategoryLabelPositions.UP_90);
      axis.setMaximumCategoryLabelLines(1);
    } else {
      axis.setTickLabelsVisible(false);
      axis.setLabel(nodes + " nodes, in the order of the table");
    }
  }

  private static CategoryPlot plot(
      DefaultBoxAndWhiskerCategoryDataset data, Scale scale, Palette palette) {
    BoxAndWhiskerRenderer renderer = new BoxAndWhiskerRenderer();
    renderer.setMeanVisible(false);
    renderer.setMaximumBarWidth(.06);
    renderer.setUseOutlinePaintForWhiskers(true);
    renderer.setDefaultOutlinePaint(Palette.INK);
    renderer.setAutoPopulateSeriesOutlinePaint(false);
    renderer.setAutoPopulateSeriesOutlineStroke(false);
    renderer.setDefaultOutlineStroke(new BasicStroke(.8f));
    for (int i = 0; i < data.getRowCount(); i++) {
      renderer.setSeriesPaint(i, palette.of((String) data.getRowKey(i)));
    }
    CategoryPlot plot =
        new CategoryPlot(
            data, axis(), Look.amounts(FigureFiles.axis(scale.label(), scale.symbol())), renderer);
    Look.plain(plot);
    return plot;
  }

  private static BoxAndWhiskerItem item(Box box) {
    return new BoxAndWhiskerItem(
        null,
        box.median(),
        box.lowQuartile(),
        box.highQuartile(),
        box.lowWhisker(),
        box.highWhisker(),
        box.lowWhisker(),
        box.highWhisker(),
        List.copyOf(box.beyond()));
  }

  private static CategoryAxis axis() {
    CategoryAxis axis = new CategoryAxis();
    axis.setCategoryMargin(.25);
    axis.setLowerMargin(.02);
    axis.setUpperMargin(.02);
    axis.setMaximumCategoryLabelLines(2);
    return axis;
  }

  private static void paint(
      java.util.function.BiConsumer<Integer, java.awt.Paint> renderer, Palette palette) {
    List<String> frameworks = palette.frameworks();
    for (int i = 0; i < frameworks.size(); i++) {
      renderer.accept(i, palette.of(frameworks.get(i)));
    }
  }

  private static Drawing drawing(String id, String title, CategoryPlot plot, int workloads) {
    return new Drawing(
        id,
        Look.chart(title, plot, true),
        Math.max(LEAST_WIDTH, AROUND + WIDTH_PER_WORKLOAD * workloads),
        HEIGHT);
  }
}
