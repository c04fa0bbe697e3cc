# SPDX-License-Identifier: Apache-2.0
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from microlab import document, main  # noqa: E402

PERFORMANCE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "performance.md"


class DocumentTest(unittest.TestCase):
    TEXT = "before\n<!-- bench:a -->\nold\n<!-- /bench:a -->\nafter\n"

    def test_replaces_what_is_between_the_markers(self):
        once = document.replace_block(self.TEXT, "a", "new\nlines\n")
        self.assertEqual(
            "before\n<!-- bench:a -->\nnew\nlines\n<!-- /bench:a -->\nafter\n", once
        )
        self.assertEqual(once, document.replace_block(once, "a", "new\nlines"))

    def test_a_file_keeps_its_mode_and_a_link_stays_one(self):
        with tempfile.TemporaryDirectory() as directory:
            path = pathlib.Path(directory) / "page.md"
            path.write_text(self.TEXT, encoding="utf-8")
            path.chmod(0o640)
            link = pathlib.Path(directory) / "link.md"
            link.symlink_to(path)
            document.update_file(link, {"a": "new"})
            self.assertTrue(link.is_symlink())
            self.assertEqual(0o640, path.stat().st_mode & 0o777)
            self.assertEqual(document.replace_block(self.TEXT, "a", "new"), path.read_text(encoding="utf-8"))
            self.assertEqual(["link.md", "page.md"], sorted(each.name for each in path.parent.iterdir()))

    def test_rejects_missing_double_and_reversed_markers(self):
        reversed_markers = "<!-- /bench:a --> <!-- bench:a -->"
        for text in ("", self.TEXT + self.TEXT, reversed_markers):
            with self.assertRaises(ValueError):
                document.replace_block(text, "a", "new")

    def test_the_page_has_a_place_for_the_table(self):
        document.replace_block(PERFORMANCE.read_text(encoding="utf-8"), "micro", "x")


class MicroTest(unittest.TestCase):
    def result(self, error, unit="ns/op"):
        return {
            "jmhVersion": "1.37",
            "vmVersion": "17.0.15",
            "forks": 3,
            "benchmark": "org.athanor.benchmarks.micro.Merge.merge",
            "params": {"runs": "30"},
            "primaryMetric": {"score": 12.34, "scoreError": error, "scoreUnit": unit},
        }

    def test_makes_a_row_of_each_result(self):
        text = main.table([self.result(0.56), self.result("NaN")])
        self.assertIn("| Merge.merge | runs = 30 | 12.3 | 0.6 |", text)
        self.assertIn("| Merge.merge | runs = 30 | 12.3 | unknown |", text)
        self.assertIn("JMH 1.37, JDK 17.0.15, 3 forks.", text)

    def test_rejects_another_unit(self):
        with self.assertRaisesRegex(ValueError, "us/op"):
            main.table([self.result(1, unit="us/op")])


if __name__ == "__main__":
    unittest.main()
