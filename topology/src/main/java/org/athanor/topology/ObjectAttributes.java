// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

/** The attributes of one type of object. Machine, package, die, core, PU and Misc have none. */
public sealed interface ObjectAttributes
    permits CacheAttributes,
        NumaAttributes,
        GroupAttributes,
        PciAttributes,
        BridgeAttributes,
        OsDeviceAttributes {}
