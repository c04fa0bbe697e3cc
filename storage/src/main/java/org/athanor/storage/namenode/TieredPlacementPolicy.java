// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.namenode;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.AddBlockFlag;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.net.Node;
import org.apache.hadoop.util.Time;
import org.athanor.storage.namenode.StorageMetrics.Count;
import org.athanor.storage.placement.NodeChooser;
import org.athanor.storage.placement.PlacementPolicy;
import org.athanor.storage.placement.PlacementRequest;
import org.athanor.storage.placement.ReplicaRule;
import org.athanor.storage.placement.Writer;
import org.athanor.storage.tier.Region;
import org.athanor.storage.view.Replica;
import org.slf4j.LoggerFactory;

/**
 * Places the replicas of blocks by the rules for their files' paths, when they are written and when
 * replicas were lost (K. Ravindranathan, 2015, sections 4.2.2 and 7.1.4). Set as {@code
 * dfs.block.replicator.classname}, which a NameNode can change while it runs.
 *
 * <p>A rule only counts for files with the default storage policy: if somebody has set another one,
 * HDFS obeys that. Files in no directory of the rules are placed by HDFS. Whatever the rules want,
 * the conditions of HDFS for a target hold (service, space, load, staleness, at most so many
 * replicas in a rack), and if rules find too few targets, or fail, HDFS chooses the others in its
 * own way. A host with several DataNodes gets one replica of a block, unless there are too few
 * hosts. Rules leave out nodes that were refused within the last second ({@link RefusedNodes}).
 *
 * <p>{@link #verifyBlockPlacement} is HDFS's own, which asks for two racks. It cannot ask for
 * regions or tiers: the path is not known there, and the NameNode would copy blocks over and over
 * if a region had no space.
 */
public class TieredPlacementPolicy extends BlockPlacementPolicyDefault implements Configurable {
  private static final String DEFAULT_POLICY_KEY = "dfs.storage.default.policy";
  private static final String HOT = "HOT";

  private static final long USELESS_REDRAW_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** A search that looks at so many nodes costs more than to remember those that it refused. */
  private static final int LONG_SEARCH = 10;

  /** The call that a thread is in. */
  private static final ThreadLocal<TargetRequest> REQUEST = new ThreadLocal<>();

  private final FailureLog failures =
      new FailureLog(LoggerFactory.getLogger(TieredPlacementPolicy.class));

  private final BlockStoragePolicySuite storagePolicies =
      BlockStoragePolicySuite.createDefaultSuite();
  private BlockStoragePolicy defaultPolicy = storagePolicies.getDefaultPolicy();
  private StorageMetrics metrics = new StorageMetrics();
  private RulesFile rules = RulesFile.none(metrics);
  private Configuration conf = new Configuration(false);

  private final RefusedNodes refused = new RefusedNodes(this::nanoTime);
  private final SharedHosts sharedHosts = new SharedHosts(this::nanoTime);

  /** When a degraded draw may be repeated, as of {@link #nanoTime}. */
  private volatile long nextRedraw = nanoTime();

  /** Called by Hadoop before the first use. */
  @Override
  public void setConf(Configuration conf) {
    this.conf = conf;
    try {
      BlockStoragePolicy named =
          storagePolicies.getPolicy(conf.getTrimmed(DEFAULT_POLICY_KEY, HOT));
      if (named != null) {
        defaultPolicy = named;
      }
      metrics = StorageMetrics.ofProcess();
      rules = RulesFile.of(conf, metrics);
    } catch (RuntimeException | Error e) {
      failures.warn("There are no rules: HDFS places replicas by itself", e);
    }
  }

  @Override
  public Configuration getConf() {
    return conf;
  }

  @Override
  public DatanodeStorageInfo[] chooseTarget(
      String srcPath,
      int numOfReplicas,
      Node writer,
      List<DatanodeStorageInfo> chosenNodes,
      boolean returnChosenNodes,
      Set<Node> excludedNodes,
      long blocksize,
      BlockStoragePolicy storagePolicy,
      EnumSet<AddBlockFlag> flags) {
    begin(srcPath, storagePolicy);
    try {
      return super.chooseTarget(
          srcPath,
          numOfReplicas,
          writer,
          chosenNodes,
          returnChosenNodes,
          excludedNodes,
          blocksize,
          storagePolicy,
          flags);
    } finally {
      REQUEST.remove();
    }
  }

  @Override
  public DatanodeStorageInfo[] chooseTarget(
      String srcPath,
      int numOfReplicas,
      Node writer,
      List<DatanodeStorageInfo> chosen,
      boolean returnChosenNodes,
      Set<Node> excludedNodes,
      long blocksize,
      BlockStoragePolicy storagePolicy,
      EnumSet<AddBlockFlag> flags,
      EnumMap<StorageType, Integer> storageTypes) {
    begin(srcPath, storagePolicy);
    try {
      return super.chooseTarget(
          srcPath,
          numOfReplicas,
          writer,
          chosen,
          returnChosenNodes,
          excludedNodes,
          blocksize,
          storagePolicy,
          flags,
          storageTypes);
    } finally {
      REQUEST.remove();
    }
  }

  /** Keeps what {@link #chooseTargetInOrder} is not told. */
  private void begin(String path, BlockStoragePolicy storagePolicy) {
    orHdfs(
        Count.PLACEMENT_FALLBACKS,
        path,
        () -> {
          Optional<ActiveRules> active = active();
          if (active.isPresent()) {
            // At first without a policy: hosts are separated also if the next step fails.
            REQUEST.set(new TargetRequest(path, active.get(), Optional.empty()));
            if (path != null && path.startsWith("/") && defaultPolicy.equals(storagePolicy)) {
              REQUEST.set(new TargetRequest(path, active.get(), policy(active.get(), path)));
            }
          }
        });
  }

  private void orHdfs(Count count, Object about, Runnable ours) {
    orHdfs(
        count,
        about,
        () -> {
          ours.run();
          return true;
        },
        false);
  }

  /**
   * Calls code of ours. Whatever fails in it, the call of HDFS goes on as if we were not there.
   *
   * @param count of such failures
   * @param about what is decided about, for the log
   * @param otherwise what is returned after a failure
   */
  private <T> T orHdfs(Count count, Object about, Supplier<T> ours, T otherwise) {
    try {
      return ours.get();
    } catch (RuntimeException | Error e) { // an Error: of too deep a recursion, or a damaged jar
      metrics.add(count);
      failures.warn("HDFS decided about " + about + ", because the rules failed", e);
      return otherwise;
    }
  }

  /** The rules in force. Tests replace it by one that fails. */
  Optional<ActiveRules> active() {
    return rules.current();
  }

  /** The placement of a file; empty if HDFS places it. Tests replace it by one that fails. */
  Optional<PlacementPolicy> policy(ActiveRules active, String path) {
    return active.placementOf(path);
  }

  /** The other DataNodes of a node's host. Tests replace it by one that fails. */
  List<DatanodeDescriptor> others(DatanodeDescriptor node) {
    return sharedHosts.others(node, clusterMap);
  }

  /** {@link System#nanoTime}. Tests replace it. */
  long nanoTime() {
    return System.nanoTime();
  }

  @Override
  protected Node chooseTargetInOrder(
      int numOfReplicas,
      Node writer,
      Set<Node> excludedNodes,
      long blocksize,
      int maxNodesPerRack,
      List<DatanodeStorageInfo> results,
      boolean avoidStaleNodes,
      boolean newBlock,
      EnumMap<StorageType, Integer> storageTypes)
      throws NotEnoughReplicasException {
    TargetRequest asked = REQUEST.get();
    int wanted = results.size() + numOfReplicas;
    if (asked != null) {
      orHdfs(
          Count.PLACEMENT_FALLBACKS,
          asked.path(),
          () -> {
            asked.separateHosts();
            Call call =
                new Call(
                    writer, excludedNodes, blocksize, maxNodesPerRack, avoidStaleNodes, newBlock);
            chooseByRules(asked, call, wanted, results);
          });
      if (results.size() == wanted) {
        return newBlock ? results.get(0).getDatanodeDescriptor() : writer;
      }
    }
    for (boolean shared = false; ; shared = true) {
      try {
        return super.chooseTargetInOrder(
            wanted - results.size(),
            writer,
            excludedNodes,
            blocksize,
            maxNodesPerRack,
            results,
            avoidStaleNodes,
            newBlock,
            storageTypes);
      } catch (NotEnoughReplicasException e) {
        if (shared || results.size() == wanted || !shareHosts(asked, excludedNodes, results)) {
          throw e;
        }
        metrics.add(Count.PLACEMENTS_SHARED_HOST, wanted - results.size());
      }
    }
  }

  /** Lets hosts have several replicas; returns false if that makes no difference. */
  private boolean shareHosts(
      TargetRequest asked, Set<Node> excluded, List<DatanodeStorageInfo> results) {
    return asked != null
        && orHdfs(
            Count.PLACEMENT_FALLBACKS,
            asked.path(),
            () -> {
              boolean more = asked.shareHosts(excluded);
              results.forEach(target -> excluded.add(target.getDatanodeDescriptor()));
              return more;
            },
            false);
  }

  /** Adds targets to the results, at most as many as are wanted. */
  private void chooseByRules(
      TargetRequest asked, Call call, int wanted, List<DatanodeStorageInfo> results) {
    if (asked.policy().isEmpty()) {
      return;
    }
    Wish wish = wish(asked, call, asked.policy().get(), wanted, results);
    Draw best = draw(wish);
    if (best.isDegraded(wanted) && nanoTime() - nextRedraw >= 0) {
      best = drawAgain(best, wish);
    }
    if (best.targets().size() < wanted) {
      best = best.shareHosts(wanted);
    }
    List<DatanodeStorageInfo> found = best.targets().subList(results.size(), best.targets().size());
    metrics.add(Count.PLACEMENTS);
    metrics.add(Count.PLACEMENTS_DEGRADED, best.degraded());
    metrics.add(Count.PLACEMENTS_SHARED_HOST, best.onSharedHosts());
    found.forEach(target -> addToExcludedNodes(target.getDatanodeDescriptor(), call.excluded()));
    results.addAll(found);
  }

  /**
   * Draws again: the first draw may have used the only host of a tier that a later replica needs.
   * If that does not help, the tier is probably full or too small, and no block is drawn again for
   * a second.
   */
  private Draw drawAgain(Draw first, Wish wish) {
    Draw best = first;
    for (int i = 1; i < NodeChooser.DRAWS && best.isDegraded(wish.rules().size()); i++) {
      Draw next = draw(wish);
      if (next.isBetterThan(best)) {
        best = next;
      }
    }
    if (!best.isBetterThan(first)) {
      nextRedraw = nanoTime() + USELESS_REDRAW_PAUSE_NANOS;
    }
    return best;
  }

  private Draw draw(Wish wish) {
    HdfsTargets targets = new HdfsTargets(wish.asked(), wish.call(), wish.results());
    TargetSearch search =
        new TargetSearch(
            wish.asked().active(),
            wish.rules(),
            HdfsReplicas.replicas(wish.results()),
            wish.writer(),
            targets,
            ThreadLocalRandom.current());
    search.find(wish.rules().size() - wish.results().size());
    return new Draw(targets, search, 0);
  }

  private static Wish wish(
      TargetRequest asked,
      Call call,
      PlacementPolicy policy,
      int wanted,
      List<DatanodeStorageInfo> results) {
    Optional<Writer> writer = call.newBlock() ? writer(call.writer()) : Optional.empty();
    PlacementRequest request =
        new PlacementRequest(
            asked.path(),
            wanted,
            Math.max(0, call.blockBytes()),
            writer,
            HdfsReplicas.replicas(results));
    return new Wish(asked, call, policy.rules(request), writer, results);
  }

  private static Optional<Writer> writer(Node writer) {
    if (writer == null || !writer.getNetworkLocation().startsWith("/")) {
      return Optional.empty();
    }
    String host = writer instanceof DatanodeInfo node ? node.getHostName() : writer.getName();
    return host.isEmpty()
        ? Optional.empty()
        : Optional.of(new Writer(host, writer.getNetworkLocation()));
  }

  /** Excludes also the other DataNodes of the host. */
  @Override
  protected int addToExcludedNodes(DatanodeDescriptor localMachine, Set<Node> excludedNodes) {
    int added = super.addToExcludedNodes(localMachine, excludedNodes);
    TargetRequest asked = REQUEST.get();
    if (asked == null) {
      return added;
    }
    return added
        + orHdfs(
            Count.PLACEMENT_FALLBACKS,
            asked.path(),
            () -> asked.excludeSiblings(others(localMachine), excludedNodes),
            0);
  }

  @Override
  public List<DatanodeStorageInfo> chooseReplicasToDelete(
      Collection<DatanodeStorageInfo> availableReplicas,
      Collection<DatanodeStorageInfo> delCandidates,
      int expectedNumOfReplicas,
      List<StorageType> excessTypes,
      DatanodeDescriptor addedNode,
      DatanodeDescriptor delNodeHint) {
    Optional<List<DatanodeStorageInfo>> chosen =
        orHdfs(
            Count.DELETION_FALLBACKS,
            "replicas to delete",
            () -> excess(delCandidates, expectedNumOfReplicas, excessTypes, delNodeHint),
            Optional.empty());
    return chosen.isPresent()
        ? chosen.get()
        : super.chooseReplicasToDelete(
            availableReplicas,
            delCandidates,
            expectedNumOfReplicas,
            excessTypes,
            addedNode,
            delNodeHint);
  }

  private Optional<List<DatanodeStorageInfo>> excess(
      Collection<DatanodeStorageInfo> candidates,
      int keep,
      List<StorageType> excessTypes,
      DatanodeDescriptor hint) {
    Optional<ActiveRules> active = active();
    if (active.isEmpty()) {
      return Optional.empty();
    }
    long silentSince = Time.monotonicNow() - heartbeatInterval * tolerateHeartbeatMultiplier;
    Optional<List<DatanodeStorageInfo>> chosen =
        ExcessReplicas.choose(
            active.get(),
            defaultPolicy,
            candidates,
            keep,
            excessTypes,
            hint,
            node -> node.getLastUpdateMonotonic() < silentSince);
    chosen.ifPresent(list -> metrics.add(Count.DELETIONS));
    return chosen;
  }

  /**
   * Whether a replica may be moved: as HDFS says, and not to a host with another replica of the
   * block, nor out of a region in which it is the only one.
   *
   * @param locs the nodes with replicas, and the target
   */
  @Override
  public boolean isMovable(
      Collection<DatanodeInfo> locs, DatanodeInfo source, DatanodeInfo target) {
    return super.isMovable(locs, source, target)
        && orHdfs(
            Count.MOVE_FALLBACKS,
            source,
            () -> active().map(active -> isMovable(active, locs, source, target)).orElse(true),
            true);
  }

  private static boolean isMovable(
      ActiveRules active, Collection<DatanodeInfo> locs, DatanodeInfo source, DatanodeInfo target) {
    Optional<Region> home = active.regions().of(source.getNetworkLocation());
    boolean staysInRegion =
        home.isEmpty() || home.equals(active.regions().of(target.getNetworkLocation()));
    for (DatanodeInfo other : locs) {
      if (!other.equals(source) && !other.equals(target)) {
        if (HdfsReplicas.onSameHost(other, target)) {
          return false;
        }
        staysInRegion |= home.equals(active.regions().of(other.getNetworkLocation()));
      }
    }
    return staysInRegion;
  }

  /**
   * The arguments of {@link #chooseTargetInOrder} that stay the same.
   *
   * @param excluded nodes that no target may be on
   */
  private record Call(
      Node writer,
      Set<Node> excluded,
      long blockBytes,
      int maxNodesPerRack,
      boolean avoidStaleNodes,
      boolean newBlock) {}

  /**
   * What the rules want.
   *
   * @param rules one for each replica that the block shall have
   * @param results targets that the call began with
   */
  private record Wish(
      TargetRequest asked,
      Call call,
      List<ReplicaRule> rules,
      Optional<Writer> writer,
      List<DatanodeStorageInfo> results) {}

  /** One attempt to choose all targets. It has changed nothing of the call. */
  private record Draw(HdfsTargets chosen, TargetSearch search, int onSharedHosts) {

    /** Those that the call began with, and the new ones. */
    List<DatanodeStorageInfo> targets() {
      return chosen.results;
    }

    int degraded() {
      return search.degraded();
    }

    boolean isDegraded(int wanted) {
      return degraded() > 0 || targets().size() < wanted;
    }

    boolean isBetterThan(Draw other) {
      int more = targets().size() - other.targets().size();
      return more > 0 || (more == 0 && degraded() < other.degraded());
    }

    /** Chooses the targets that are still lacking, also on hosts with another replica. */
    Draw shareHosts(int wanted) {
      if (!chosen.shareHosts()) {
        return this;
      }
      return new Draw(chosen, search, search.find(wanted - targets().size()));
    }
  }

  /** Chooses targets by HDFS's own methods, on copies of the call's sets. */
  private final class HdfsTargets implements TargetSearch.Targets {
    private final TargetRequest asked;
    private final Call call;
    private final TypedNodes typed = new TypedNodes(clusterMap);
    private final Set<Node> excluded;
    private final List<DatanodeStorageInfo> results;

    HdfsTargets(TargetRequest asked, Call call, List<DatanodeStorageInfo> results) {
      this.asked = asked;
      this.call = call;
      this.excluded = new HashSet<>(call.excluded());
      this.results = new ArrayList<>(results);
    }

    boolean shareHosts() {
      boolean more = asked.shareHosts(excluded);
      results.forEach(target -> excluded.add(target.getDatanodeDescriptor()));
      return more;
    }

    @Override
    public Optional<Replica> choose(String scope, Set<String> avoided, StorageType type) {
      if (typed.count(scope, type) < 1) {
        return Optional.empty();
      }
      // HDFS excludes each node that it has looked at. A node without space on one type may have
      // some on another, so each attempt gets its own set.
      Set<Node> before = new HashSet<>(excluded);
      for (String rack : avoided) {
        if (clusterMap.getNode(rack) != null) { // else HDFS says that it has one node, null
          before.addAll(clusterMap.getLeaves(rack));
        }
      }
      if (refused.addTo(before, scope, type, call.blockBytes(), call.avoidStaleNodes())
          && typed.areAll(before, scope, type)) {
        return Optional.empty();
      }
      Set<Node> after = new HashSet<>(before);
      try {
        chooseRandom(
            scope,
            after,
            call.blockBytes(),
            call.maxNodesPerRack(),
            results,
            call.avoidStaleNodes(),
            one(type));
      } catch (NotEnoughReplicasException e) {
        remember(before, after, type);
        return Optional.empty();
      }
      if (after.size() >= before.size() + LONG_SEARCH) {
        // The chosen node was not refused, and those on its host may not have been looked at.
        addToExcludedNodes(results.get(results.size() - 1).getDatanodeDescriptor(), before);
        remember(before, after, type);
      }
      return added();
    }

    /** Remembers nodes that HDFS has refused, except those whose rack has too many replicas. */
    private void remember(Set<Node> before, Set<Node> after, StorageType type) {
      for (Node node : after) {
        if (!before.contains(node)
            && node instanceof DatanodeDescriptor descriptor
            && replicasIn(node.getNetworkLocation()) < call.maxNodesPerRack()) {
          refused.add(descriptor, type, call.blockBytes(), call.avoidStaleNodes());
        }
      }
    }

    private long replicasIn(String rack) {
      return results.stream()
          .filter(target -> target.getDatanodeDescriptor().getNetworkLocation().equals(rack))
          .count();
    }

    @Override
    public Optional<Replica> chooseAtWriter(StorageType type) {
      if (!(call.writer() instanceof DatanodeDescriptor writer) || excluded.contains(writer)) {
        return Optional.empty();
      }
      List<DatanodeDescriptor> onHost = new ArrayList<>();
      onHost.add(writer);
      onHost.addAll(others(writer));
      for (DatanodeDescriptor node : onHost) {
        if (node.hasStorageType(type) && chooseLocal(node, type)) {
          return added();
        }
      }
      return Optional.empty();
    }

    private boolean chooseLocal(DatanodeDescriptor node, StorageType type) {
      try {
        return chooseLocalStorage(
                node,
                new HashSet<>(excluded),
                call.blockBytes(),
                call.maxNodesPerRack(),
                results,
                call.avoidStaleNodes(),
                one(type))
            != null;
      } catch (NotEnoughReplicasException e) {
        return false;
      }
    }

    /** HDFS takes the type out of the map when it has chosen a target. */
    private EnumMap<StorageType, Integer> one(StorageType type) {
      EnumMap<StorageType, Integer> types = new EnumMap<>(StorageType.class);
      types.put(type, 1);
      return types;
    }

    /** The target that HDFS has added to the results. */
    private Optional<Replica> added() {
      DatanodeStorageInfo target = results.get(results.size() - 1);
      addToExcludedNodes(target.getDatanodeDescriptor(), excluded);
      return HdfsReplicas.replica(target);
    }

    @Override
    public int nodesWith(String scope, Set<String> avoided, StorageType type) {
      Set<String> without = new HashSet<>(avoided);
      for (DatanodeStorageInfo target : results) {
        String rack = target.getDatanodeDescriptor().getNetworkLocation();
        if (replicasIn(rack) >= call.maxNodesPerRack()) {
          without.add(rack);
        }
      }
      return typed.count(scope, without, excluded, type);
    }
  }
}
