# SPDX-License-Identifier: Apache-2.0
"""Studies with the simulator."""
