# SPDX-License-Identifier: Apache-2.0
"""Figures of studies: what they take from the page, and that the page has all of it."""

import pathlib
import sys
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from studylab import figures, simulate  # noqa: E402 (the path has to be set first)

PAGE = """
# Page
## First
| policy | time | |
|---|---|---|
| a | 1,325 s | **broken** |
| b | -2.5 % | |

text
## Second
| one |
|---|
| 19 (18-21) s |"""


class FakePlot:
    """Takes what is drawn, and draws nothing."""

    def __init__(self):
        self.panels = []

    def subplots(self, rows=1, columns=1, **_):
        panels = [mock.Mock() for _ in range(rows * columns)]
        self.panels += panels
        return mock.Mock(), panels if len(panels) > 1 else panels[0]


class Figures(unittest.TestCase):
    def test_tables_are_those_of_their_sections(self):
        of = figures.tables(PAGE)
        self.assertEqual(["First", "Second"], list(of))
        table = of["First"][0]
        self.assertEqual(["policy", "time", ""], table.header)
        self.assertEqual(["1,325 s", "broken"], table.row("a"))
        self.assertEqual(1325, figures.number(table.row("a")[0]))
        self.assertEqual(-2.5, figures.number(table.row("b")[0]))
        self.assertEqual((19, 18, 21), figures.spread(of["Second"][0].rows[0][0]))

    def test_what_is_missing_is_named(self):
        table = figures.tables(PAGE)["First"][0]
        for wrong in (lambda: table.row("c"), lambda: figures.number("")):
            with self.assertRaises(simulate.Failed):
                wrong()

    def test_the_page_has_what_figures_show(self):
        of = figures.tables(figures.PAGE.read_text(encoding="utf-8"))
        for name, draw in figures.FIGURES.items():
            with self.subTest(name):
                plot = FakePlot()
                draw(of, plot)
                self.assertTrue(all(panel.method_calls for panel in plot.panels))

    def test_the_figures_are_of_the_tables_as_they_are(self):
        expected = figures.digest(figures.PAGE.read_text(encoding="utf-8"))
        for name in figures.FIGURES:
            with self.subTest(name, remedy="benchmarks/studies figures"):
                self.assertIn(expected, (figures.DIRECTORY / f"{name}.svg").read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
