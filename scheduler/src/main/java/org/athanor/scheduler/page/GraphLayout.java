// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.page;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Where the jobs of a run are drawn: in columns, each job right of all that it runs after, with few
 * crossings (layers by longest paths, barycentres, and least squares for the heights). An edge that
 * others imply is left out. Edges pass columns between their ends as points of their own, so they
 * do not cross boxes. Deterministic. One thread.
 */
final class GraphLayout {
  static final int BOX_WIDTH = 176;
  static final int BOX_HEIGHT = 42;
  private static final int COLUMN = BOX_WIDTH + 56;
  private static final int GAP = 14;
  private static final int BEND = 4; // height of a point that an edge passes
  private static final int MARGIN = 8;
  private static final int SWEEPS = 4;

  private final List<Box> boxes = new ArrayList<>();
  private final List<Edge> edges = new ArrayList<>();
  private double height;
  private double width;
  private final List<List<Point>> columns = new ArrayList<>();

  /** A job: the middle of its left side. */
  record Box(int job, double x, double y) {}

  /** From the right side of one box to the left side of another one. */
  record Edge(List<double[]> points) {}

  /** A job, or a point that an edge passes. */
  private static final class Point {
    private final int job; // -1 for a bend
    private final int column;
    private final List<Point> before = new ArrayList<>();
    private final List<Point> after = new ArrayList<>();
    private double y;

    Point(int job, int column) {
      this.job = job;
      this.column = column;
    }

    double height() {
      return job < 0 ? BEND : BOX_HEIGHT;
    }

    double x() {
      return MARGIN + (double) column * COLUMN;
    }
  }

  /**
   * Lays out jobs.
   *
   * @param after for each name, names before it; unknown ones are ignored
   */
  GraphLayout(List<String> names, List<Set<String>> after) {
    Map<String, Integer> numbers = new HashMap<>();
    for (int job = 0; job < names.size(); job++) {
      numbers.put(names.get(job), job);
    }
    List<List<Integer>> before = new ArrayList<>();
    for (int job = 0; job < names.size(); job++) {
      List<Integer> known = new ArrayList<>();
      for (String name : after.get(job)) {
        Integer number = numbers.get(name);
        if (number != null && number < job) {
          known.add(number);
        }
      }
      known.sort(Comparator.naturalOrder());
      before.add(known);
    }
    List<Point> points = points(reduced(before));
    order();
    spread();
    draw(points);
  }

  /** Without edges that a path of others implies. */
  private static List<List<Integer>> reduced(List<List<Integer>> before) {
    List<BitSet> ancestors = new ArrayList<>();
    List<List<Integer>> reduced = new ArrayList<>();
    for (List<Integer> direct : before) {
      BitSet implied = new BitSet();
      direct.forEach(job -> implied.or(ancestors.get(job)));
      reduced.add(direct.stream().filter(job -> !implied.get(job)).toList());
      direct.forEach(implied::set);
      ancestors.add(implied);
    }
    return reduced;
  }

  private List<Point> points(List<List<Integer>> before) {
    List<Point> jobs = new ArrayList<>();
    for (int job = 0; job < before.size(); job++) {
      int column =
          before.get(job).stream().mapToInt(each -> jobs.get(each).column + 1).max().orElse(0);
      Point point = new Point(job, column);
      jobs.add(point);
      add(point);
    }
    for (int job = 0; job < before.size(); job++) {
      for (int each : before.get(job)) {
        Point from = jobs.get(each);
        for (int column = from.column + 1; column < jobs.get(job).column; column++) {
          Point bend = new Point(-1, column);
          add(bend);
          connect(from, bend);
          from = bend;
        }
        connect(from, jobs.get(job));
      }
    }
    return jobs;
  }

  private void add(Point point) {
    while (columns.size() <= point.column) {
      columns.add(new ArrayList<>());
    }
    columns.get(point.column).add(point);
  }

  private static void connect(Point from, Point to) {
    from.after.add(to);
    to.before.add(from);
  }

  /** Orders each column by the middles of what its points are connected with. */
  private void order() {
    columns.forEach(GraphLayout::number);
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      boolean rightwards = sweep % 2 == 0;
      for (int i = 0; i < columns.size(); i++) {
        List<Point> column = columns.get(rightwards ? i : columns.size() - 1 - i);
        Map<Point, Double> middles = new HashMap<>();
        column.forEach(point -> middles.put(point, middle(point, rightwards)));
        column.sort(Comparator.comparingDouble(middles::get));
        number(column);
      }
    }
  }

  private static void number(List<Point> column) {
    for (int i = 0; i < column.size(); i++) {
      column.get(i).y = i;
    }
  }

  private static double middle(Point point, boolean rightwards) {
    List<Point> neighbours = rightwards ? point.before : point.after;
    return neighbours.stream().mapToDouble(each -> each.y).average().orElse(point.y);
  }

  /** Gives each point a height, near those that it is connected with. */
  private void spread() {
    for (List<Point> column : columns) {
      double[] wanted = new double[column.size()];
      place(column, wanted);
    }
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      boolean rightwards = sweep % 2 == 1;
      for (int i = 0; i < columns.size(); i++) {
        List<Point> column = columns.get(rightwards ? i : columns.size() - 1 - i);
        place(column, column.stream().mapToDouble(each -> middle(each, rightwards)).toArray());
      }
    }
    double top =
        columns.stream()
            .flatMap(List::stream)
            .mapToDouble(point -> point.y - point.height() / 2)
            .min()
            .orElse(0);
    for (List<Point> column : columns) {
      for (Point point : column) {
        point.y += MARGIN - top;
        height = Math.max(height, point.y + point.height() / 2 + MARGIN);
        width = Math.max(width, point.x() + BOX_WIDTH + MARGIN);
      }
    }
  }

  /**
   * The heights with the least squares of distances from wanted ones that keep the order and the
   * gaps: what is too near is put together, at the mean of what its parts want.
   */
  private static void place(List<Point> column, double[] wanted) {
    int count = column.size();
    double[] offsets = new double[count];
    for (int i = 1; i < count; i++) {
      double gap = (column.get(i - 1).height() + column.get(i).height()) / 2 + GAP;
      offsets[i] = offsets[i - 1] + gap;
    }
    double[] means = new double[count];
    int[] sizes = new int[count];
    int blocks = 0;
    for (int i = 0; i < count; i++) {
      means[blocks] = wanted[i] - offsets[i];
      sizes[blocks] = 1;
      while (blocks > 0 && means[blocks - 1] > means[blocks]) {
        int size = sizes[blocks - 1] + sizes[blocks];
        means[blocks - 1] =
            (means[blocks - 1] * sizes[blocks - 1] + means[blocks] * sizes[blocks]) / size;
        sizes[blocks - 1] = size;
        blocks--;
      }
      blocks++;
    }
    int next = 0;
    for (int block = 0; block < blocks; block++) {
      for (int i = 0; i < sizes[block]; i++, next++) {
        column.get(next).y = means[block] + offsets[next];
      }
    }
  }

  private void draw(List<Point> jobs) {
    for (Point point : jobs) {
      boxes.add(new Box(point.job, point.x(), point.y));
      for (Point next : point.after) {
        List<double[]> path = new ArrayList<>();
        path.add(new double[] {point.x() + BOX_WIDTH, point.y});
        Point at = next;
        while (at.job < 0) {
          path.add(new double[] {at.x(), at.y});
          path.add(new double[] {at.x() + BOX_WIDTH, at.y});
          at = at.after.get(0);
        }
        path.add(new double[] {at.x(), at.y});
        edges.add(new Edge(path));
      }
    }
  }

  /** The jobs, in their order. */
  List<Box> boxes() {
    return boxes;
  }

  List<Edge> edges() {
    return edges;
  }

  int width() {
    return (int) Math.ceil(width);
  }

  int height() {
    return (int) Math.ceil(height);
  }

  /** How many jobs are in each column. */
  List<Integer> jobsByColumn() {
    return IntStream.range(0, columns.size())
        .mapToObj(i -> (int) columns.get(i).stream().filter(point -> point.job >= 0).count())
        .toList();
  }
}
