// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.view;

import org.athanor.storage.tier.DeviceType;

/** Where one copy of a block is. */
public record Replica(Node node, DeviceType device) {}
