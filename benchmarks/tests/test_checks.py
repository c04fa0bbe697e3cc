# SPDX-License-Identifier: Apache-2.0
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from runner import checks  # noqa: E402


class TextOutputTest(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.check = checks.OutputCheck(tools=None, kind="text", facts={}, parts=2)
        self.outputs = 0

    def output(self, *parts, success=True):
        self.outputs += 1
        directory = pathlib.Path(self.scratch.name) / str(self.outputs)
        directory.mkdir()
        for index, content in enumerate(parts):
            (directory / f"part-r-0000{index}").write_text(content)
        if success:
            (directory / "_SUCCESS").touch()
        return directory

    def test_accepts_the_same_bytes(self):
        for contestant in ("hadoop", "athanor"):
            self.assertIsNone(self.check.failure(contestant, self.output("a\t1\n", "b\t2\n")))

    def test_rejects_other_bytes_of_the_same_lines_except_from_spark(self):
        self.assertIsNone(self.check.failure("hadoop", self.output("a\t1\n", "b\t2\n")))
        moved = self.output("b\t2\n", "a\t1\n")
        self.assertEqual("bytes differ from those of hadoop", self.check.failure("athanor", moved))
        self.assertIsNone(self.check.failure("spark", moved))

    def test_rejects_a_wrong_count_from_anybody(self):
        self.assertIsNone(self.check.failure("hadoop", self.output("a\t1\n", "b\t2\n")))
        wrong = self.output("a\t1\n", "b\t3\n")
        for contestant in ("athanor", "spark"):
            self.assertEqual(
                "lines differ from those of hadoop", self.check.failure(contestant, wrong)
            )

    def test_rejects_an_unfinished_output(self):
        self.assertEqual(
            "no _SUCCESS file", self.check.failure("hadoop", self.output("", "", success=False))
        )
        self.assertEqual(
            "1 part files instead of 2", self.check.failure("hadoop", self.output("a\t1\n"))
        )


if __name__ == "__main__":
    unittest.main()
