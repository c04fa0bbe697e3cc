# SPDX-License-Identifier: Apache-2.0
"""Runs the JMH benchmarks."""
