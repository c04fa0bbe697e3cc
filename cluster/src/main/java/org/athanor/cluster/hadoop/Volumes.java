// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.hadoop;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Volumes of a worker that are alike. Each has a DataNode of its own, because Hadoop limits the
 * rates of a DataNode, not of a volume.
 *
 * @param count 1 to 99
 * @param readBytesPerSecond limit of what clients read, a multiple of 1024; empty for none
 * @param writeBytesPerSecond limit of what is written, a multiple of 1024; empty for none
 * @param capacityBytes room for HDFS, a multiple of 1024; empty for that of the file system
 */
public record Volumes(
    VolumeType type,
    int count,
    OptionalLong readBytesPerSecond,
    OptionalLong writeBytesPerSecond,
    OptionalLong capacityBytes) {

  private static final int MAX_COUNT = 99;
  private static final String RATE = "-|" + ByteCount.FORM;
  private static final String CAPACITY = "(?::(?<capacity>" + ByteCount.FORM + "))?";
  private static final Pattern COUNT = Pattern.compile("(?<count>[1-9]\\d?)" + CAPACITY);
  private static final Pattern RATES =
      Pattern.compile(
          "(?:(?<count>[1-9]\\d?)x)?(?<read>" + RATE + ")/(?<write>" + RATE + ")" + CAPACITY);

  public Volumes {
    if (count < 1 || count > MAX_COUNT) {
      throw new IllegalArgumentException(count + " volumes: must be 1 to " + MAX_COUNT);
    }
    for (OptionalLong bytes : List.of(readBytesPerSecond, writeBytesPerSecond, capacityBytes)) {
      if (bytes.isPresent() && (bytes.getAsLong() <= 0 || bytes.getAsLong() % 1024 != 0)) {
        throw new IllegalArgumentException(
            bytes.getAsLong() + " bytes: must be a positive multiple of 1024");
      }
    }
  }

  /**
   * Reads a text such as {@code disk=2}, {@code disk=2x6m/5m} or {@code ssd=53m/24m:20g}.
   *
   * @throws IllegalArgumentException if it is none; the message is one line
   */
  static Volumes parse(String text) {
    String[] parts = text.split("=", 2);
    VolumeType type =
        VolumeType.of(parts[0])
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        text
                            + ": must begin with "
                            + Arrays.stream(VolumeType.values())
                                .map(known -> known.id() + "=")
                                .collect(Collectors.joining(" or "))));
    String value = parts.length == 1 ? "" : parts[1];
    Matcher count = COUNT.matcher(value);
    if (count.matches()) {
      return of(type, count, OptionalLong.empty(), OptionalLong.empty());
    }
    Matcher rates = RATES.matcher(value);
    if (rates.matches()) {
      return of(type, rates, rate(rates.group("read")), rate(rates.group("write")));
    }
    throw new IllegalArgumentException(
        String.format(
            "%s: must be %2$s=COUNT or %2$s=[COUNTx]READ/WRITE, and :CAPACITY after that if it is"
                + " limited; such as %2$s=2 or %2$s=2x6m/5m:20g. Rates are per second, - is none",
            text, type.id()));
  }

  private static Volumes of(
      VolumeType type, Matcher matcher, OptionalLong read, OptionalLong write) {
    String count = matcher.group("count");
    String capacity = matcher.group("capacity");
    return new Volumes(
        type,
        count == null ? 1 : Integer.parseInt(count),
        read,
        write,
        capacity == null ? OptionalLong.empty() : OptionalLong.of(ByteCount.parse(capacity)));
  }

  private static OptionalLong rate(String text) {
    return text.equals("-") ? OptionalLong.empty() : OptionalLong.of(ByteCount.parse(text));
  }

  /**
   * Reads a list such as {@code ssd=1x53m/24m,disk=2x6m/5m}.
   *
   * @throws IllegalArgumentException if one is none; the message is one line
   */
  public static List<Volumes> parseList(String text) {
    List<Volumes> volumes = new ArrayList<>();
    for (String one : text.split(",", -1)) {
      volumes.add(parse(one));
    }
    return volumes;
  }

  /** The text that {@link #parseList} reads as these volumes. */
  public static String text(List<Volumes> volumes) {
    return volumes.stream().map(Volumes::toString).collect(Collectors.joining(","));
  }

  /** Why a release of Hadoop cannot have such volumes, with the remedy; empty if it can. */
  public Optional<String> problemBefore34(String release) {
    if (type == VolumeType.NVDIMM) {
      return Optional.of(
          this + ": Hadoop " + release + " has no storage type NVDIMM, 3.4 and newer do: use ssd");
    }
    if (readBytesPerSecond.isPresent()) {
      Volumes unlimited =
          new Volumes(type, count, OptionalLong.empty(), writeBytesPerSecond, capacityBytes);
      return Optional.of(
          this
              + ": Hadoop "
              + release
              + " cannot limit reads, 3.4 and newer can: use "
              + unlimited
              + " for no limit");
    }
    return Optional.empty();
  }

  /** The text that {@link #parse} reads as these volumes. */
  @Override
  public String toString() {
    boolean limited = readBytesPerSecond.isPresent() || writeBytesPerSecond.isPresent();
    return type.id()
        + "="
        + count
        + (limited
            ? "x" + ByteCount.text(readBytesPerSecond) + "/" + ByteCount.text(writeBytesPerSecond)
            : "")
        + (capacityBytes.isPresent() ? ":" + ByteCount.text(capacityBytes) : "");
  }
}
