// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.retrieval;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.athanor.storage.PaperCluster;
import org.athanor.storage.placement.NodeChooser;
import org.athanor.storage.placement.PlacementPolicy;
import org.athanor.storage.placement.PlacementRequest;
import org.athanor.storage.placement.Writer;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.tier.Tiers;
import org.athanor.storage.view.ClusterView;
import org.athanor.storage.view.Node;
import org.athanor.storage.view.Volume;

/**
 * TestDFSIO on the cluster of the paper (K. Ravindranathan, 2015, section 4.3.2): each host writes
 * a file of 16 blocks, then all read at once, one file each, block after block.
 *
 * <p>A read uses a device and, from another host, the sender's and the receiver's link. Reads share
 * these in the max-min fair way: all rates rise together until a device or a link is full; its
 * reads keep their rate, and the others rise on. A device has the rate of its bandwidth and
 * operations ({@link DeviceTimes}), however many read. Switches are never full, caches are empty,
 * writes do not happen, and seeks between readers cost nothing, which favours disks.
 */
final class ReadModel {
  private static final int BLOCKS = 16;
  private static final double PACKET_BYTES = 65536;

  private final ClusterView view = PaperCluster.view();
  private final Tiers tiers = view.tiers();
  private final double linkBytesPerSecond;
  private final boolean ownFiles;

  /**
   * Creates a model.
   *
   * @param ownFiles whether each host reads the file that it wrote; otherwise one of another host
   */
  ReadModel(double linkBytesPerSecond, boolean ownFiles) {
    this.linkBytesPerSecond = linkBytesPerSecond;
    this.ownFiles = ownFiles;
  }

  /**
   * What TestDFSIO reports.
   *
   * @param throughput bytes of all readers by the sum of their seconds
   * @param rate mean of the bytes per second of the readers
   * @param fastest share of blocks read from the fastest tier
   */
  record Result(double throughput, double rate, double fastest) {}

  /** Places and reads with one pair of policies; the load counts if {@code loadAware}. */
  Result run(PlacementPolicy placement, RetrievalPolicy retrieval, boolean loadAware, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Node> hosts = new ArrayList<>();
    Set<String> names = new HashSet<>();
    view.nodes().stream().filter(node -> names.add(node.host())).forEach(hosts::add);

    List<List<List<Volume>>> files = new ArrayList<>();
    for (Node host : hosts) {
      List<List<Volume>> blocks = new ArrayList<>();
      for (int i = 0; i < BLOCKS; i++) {
        PlacementRequest request =
            PlacementRequest.from(
                new Writer(host.host(), host.location()),
                "/io/" + host.host(),
                3,
                PaperCluster.BLOCK);
        blocks.add(
            NodeChooser.choose(view, placement.rules(request), request, random.nextLong())
                .volumes());
      }
      files.add(blocks);
    }

    int shift = ownFiles ? 0 : 1 + random.nextInt(hosts.size() - 1);
    List<Reader> readers = new ArrayList<>();
    for (int i = 0; i < hosts.size(); i++) {
      readers.add(new Reader(hosts.get(i), files.get((i + shift) % hosts.size())));
    }
    return new Run(readers, retrieval, loadAware, random).read();
  }

  private int rank(Volume volume) {
    return tiers.rank(tiers.of(volume.device(), volume.node().label()).orElseThrow());
  }

  private double deviceBytesPerSecond(Volume volume) {
    Tier tier = tiers.all().get(rank(volume));
    return 1 / (1 / tier.readBytesPerSecond() + 1 / (PACKET_BYTES * tier.iops()));
  }

  /** A host that reads a file. */
  private static final class Reader {
    private final Node host;
    private final List<List<Volume>> blocks;
    private int next;
    private Volume source;
    private List<Resource> resources;
    private double left;
    private double rate;
    private double seconds;

    Reader(Node host, List<List<Volume>> blocks) {
      this.host = host;
      this.blocks = blocks;
    }
  }

  /** All reads of one test. */
  private final class Run {
    private final List<Reader> readers;
    private final RetrievalPolicy retrieval;
    private final boolean loadAware;
    private final SplittableRandom random;
    private final Map<String, Resource> resources = new HashMap<>();
    private final Map<Node, Integer> load = new HashMap<>();
    private double now;
    private int fastest;

    Run(
        List<Reader> readers,
        RetrievalPolicy retrieval,
        boolean loadAware,
        SplittableRandom random) {
      this.readers = readers;
      this.retrieval = retrieval;
      this.loadAware = loadAware;
      this.random = random;
    }

    Result read() {
      readers.forEach(this::begin);
      List<Reader> active = new ArrayList<>(readers);
      while (!active.isEmpty()) {
        share(active);
        double step = Double.POSITIVE_INFINITY;
        for (Reader reader : active) {
          step = Math.min(step, reader.left / reader.rate);
        }
        now += step;
        for (Reader reader : List.copyOf(active)) {
          reader.left -= reader.rate * step;
          if (reader.left < 1) {
            load.merge(reader.source.node(), -1, Integer::sum);
            if (reader.next < BLOCKS) {
              begin(reader);
            } else {
              reader.seconds = now;
              active.remove(reader);
            }
          }
        }
      }
      return result();
    }

    private Result result() {
      double bytes = BLOCKS * (double) PaperCluster.BLOCK;
      double seconds = 0;
      double rates = 0;
      for (Reader reader : readers) {
        seconds += reader.seconds;
        rates += bytes / reader.seconds;
      }
      return new Result(
          readers.size() * bytes / seconds,
          rates / readers.size(),
          fastest / (double) (readers.size() * BLOCKS));
    }

    private int distance(Node one, Node other) {
      if (one.host().equals(other.host())) {
        return NetworkDistance.LOCAL;
      }
      boolean sameRegion =
          view.regions().of(one.location()).equals(view.regions().of(other.location()));
      return NetworkDistance.betweenRacks(one.location(), other.location(), sameRegion);
    }

    private void begin(Reader reader) {
      List<Volume> replicas = reader.blocks.get(reader.next++);
      double[] weights = new double[replicas.size()];
      for (int i = 0; i < weights.length; i++) {
        Node node = replicas.get(i).node();
        weights[i] =
            retrieval.weight(
                distance(reader.host, node),
                rank(replicas.get(i)),
                loadAware ? load.getOrDefault(node, 0) : 0);
      }
      int[] order = new int[weights.length];
      WeightedOrder.order(weights, order, order.length, random);
      reader.source = replicas.get(order[0]);
      reader.resources = resources(reader.host, reader.source);
      reader.left = PaperCluster.BLOCK;
      load.merge(reader.source.node(), 1, Integer::sum);
      if (rank(reader.source) == 0) {
        fastest++;
      }
    }

    /** Sets the max-min fair rates. */
    private void share(List<Reader> active) {
      Set<Resource> rising = new LinkedHashSet<>();
      for (Reader reader : active) {
        for (Resource resource : reader.resources) {
          if (rising.add(resource)) {
            resource.clear();
          }
          resource.readers.add(reader);
        }
      }
      while (!rising.isEmpty()) {
        Resource tightest = Collections.min(rising, Comparator.comparingDouble(Resource::share));
        double rate = tightest.share();
        for (Reader reader : List.copyOf(tightest.readers)) {
          reader.rate = rate;
          for (Resource resource : reader.resources) {
            resource.readers.remove(reader);
            resource.left -= rate;
            if (resource.readers.isEmpty()) {
              rising.remove(resource);
            }
          }
        }
      }
    }

    /** What a read uses. */
    private List<Resource> resources(Node reader, Volume source) {
      Node sender = source.node();
      Resource device = resource("device " + sender.name(), deviceBytesPerSecond(source));
      if (sender.host().equals(reader.host())) {
        return List.of(device);
      }
      return List.of(
          device,
          resource("from " + sender.host(), linkBytesPerSecond),
          resource("to " + reader.host(), linkBytesPerSecond));
    }

    private Resource resource(String name, double bytesPerSecond) {
      return resources.computeIfAbsent(name, key -> new Resource(bytesPerSecond));
    }
  }

  /** A device or a link. */
  private static final class Resource {
    private final double bytesPerSecond;
    private double left;

    /** Those whose rate still rises. */
    private final List<Reader> readers = new ArrayList<>();

    Resource(double bytesPerSecond) {
      this.bytesPerSecond = bytesPerSecond;
    }

    void clear() {
      left = bytesPerSecond;
      readers.clear();
    }

    double share() {
      return left / readers.size();
    }
  }
}
