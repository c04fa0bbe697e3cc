// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

/** What only objects of one type have. Machine, package, die, core, PU and Misc have none. */
public sealed interface ObjectAttributes
    permits CacheAttributes,
        NumaAttributes,
        GroupAttributes,
        PciAttributes,
        BridgeAttributes,
        OsDeviceAttributes {}
