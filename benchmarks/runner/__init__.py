# SPDX-License-Identifier: Apache-2.0
"""Whole-process benchmarks of Athanor beside Hadoop, Spark and a hand-written program."""
