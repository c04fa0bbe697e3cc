# SPDX-License-Identifier: Apache-2.0
"""Reference values for shared links: when SimGrid ends the flows of each case.

    /usr/bin/python3 simulator/src/test/simgrid/shared_links.py      writes the reference values anew
    python3 simulator/src/test/simgrid/shared_links.py --check       compares them with a second solver

Writing needs SimGrid 3.32 and the Python that it was built for (in Debian 12, package python3-simgrid and
/usr/bin/python3). Checking needs only Python 3.9 or later. Each takes less than a minute. The values are in
simulator/src/test/resources/org/athanor/simulator/kernel/shared-links.json.

A flow moves its bytes over all its resources at once. Rates are max-min fair, and change when a flow starts or ends.
Sizes ("bytes") are in bytes, capacities in bytes per second, times ("start", "end") in seconds after the start of the
case.

In SimGrid a resource is a link without latency, and each flow has two hosts of its own, with a route from one to the
other over the flow's resources. All corrections of the network model are off, see SETTINGS.
"""

import argparse
import concurrent.futures
import dataclasses
import decimal
import itertools
import json
import multiprocessing
import pathlib
import random
import sys

FILE = pathlib.Path(__file__).parents[1] / "resources/org/athanor/simulator/kernel/shared-links.json"

SETTINGS = (
    "network/model:CM02",
    "network/solver:maxmin",
    "network/bandwidth-factor:1",
    "network/latency-factor:1",
    "network/weight-S:0",
    "network/crosstraffic:0",
    # Limits the rate of a flow only if its route has a latency.
    "network/TCP-gamma:1e30",
    # SimGrid merges ends that are closer together than this, in seconds. With its default, 1e-9, it would merge the
    # ends of flows of a few bytes.
    "surf/precision:1e-12",
)

# No case may last longer, in seconds: SimGrid's clock, a double, would be coarser than surf/precision.
LONGEST = 4096

# Largest difference that --check accepts, as a share of a flow's end.
TOLERANCE = 1e-12

KB = 10**3
MB = 10**6
GB = 10**9


@dataclasses.dataclass(frozen=True)
class Flow:
    start: float
    size: int
    resources: tuple


@dataclasses.dataclass(frozen=True)
class Case:
    name: str
    # Name to capacity.
    resources: dict
    flows: tuple
    # The end of each flow, calculated by hand. Empty if nobody did.
    by_hand: tuple = ()


# ---- Cases


def one_link(name, sizes, ends):
    """Flows that start together on one link of 100 MB/s."""
    return Case(name, {"link": 100 * MB}, tuple(Flow(0.0, size, ("link",)) for size in sizes), ends)


def staggered_starts():
    """Flows of one link that come while others are under way, and again after a pause.

    The first three get 100, 50 and 33.3 MB/s as they come. At 1.625 s the first has ended; the others have 50 and
    87.5 MB left, and get 50 MB/s each.
    """
    flows = ((0.0, 100), (0.5, 100), (1.25, 100), (5.0, 50), (5.25, 50))
    return Case(
        "staggered-starts",
        {"link": 100 * MB},
        tuple(Flow(start, size * MB, ("link",)) for start, size in flows),
        (1.625, 2.625, 3.0, 5.75, 6.0),
    )


def start_at_an_end():
    """Flows of one link that start in the moment in which another ends."""
    flows = ((0.0, 100), (1.0, 100), (2.0, 50), (2.0, 50), (3.0, 25))
    return Case(
        "start-at-an-end",
        {"link": 100 * MB},
        tuple(Flow(start, size * MB, ("link",)) for start, size in flows),
        (1.0, 2.0, 3.0, 3.0, 3.25),
    )


def dumbbell():
    """Five pairs of hosts with unequal access links on both sides of a link of 100 MB/s."""
    left = (5, 20, 60, 100, 125)
    right = (125, 10, 100, 40, 125)
    resources = {"middle": 100 * MB}
    flows = []
    for i, (near, far) in enumerate(zip(left, right)):
        resources[f"left{i}"] = near * MB
        resources[f"right{i}"] = far * MB
        for size in (90 + 40 * i, 25):
            flows.append(Flow(0.0, size * MB, (f"left{i}", "middle", f"right{i}")))
    return Case("dumbbell", resources, tuple(flows))


def parking_lot():
    """One flow over three links of 100 MB/s, each shared with a flow of its own.

    All get 50 MB/s. The last flow of a single link has 50 MB left when the long flow ends at 2 s.
    """
    hops = ("hop0", "hop1", "hop2")
    cross = tuple(Flow(0.0, size * MB, (hop,)) for hop, size in zip(hops, (50, 100, 150)))
    return Case(
        "parking-lot", dict.fromkeys(hops, 100 * MB), (Flow(0.0, 100 * MB, hops), *cross), (2.0, 1.0, 2.0, 2.5)
    )


def parking_lot_with_unequal_hops():
    """One flow over three unequal links, with crossing flows that come and go at each."""
    resources = {"hop0": 100 * MB, "hop1": 60 * MB, "hop2": 85 * MB}
    flows = [Flow(0.0, 400 * MB, tuple(resources)), Flow(0.7, 130 * MB, ("hop1", "hop2"))]
    for (hop, crossing), k in itertools.product(zip(resources, (2, 3, 1)), range(3)):
        flows += [Flow(0.9 * k, (40 + 30 * k) * MB, (hop,))] * crossing
    return Case("parking-lot-with-unequal-hops", resources, tuple(flows))


def three_levels():
    """Links of 30, 100 and 250 MB/s. Two flows use all three, two the last two, two only the last.

    The rates are 15, (100 - 2 * 15) / 2 = 35 and (250 - 2 * 15 - 2 * 35) / 2 = 75 MB/s. At 1 s one flow of each pair
    has ended, and the other has twice its rate.
    """
    resources = {"host": 30 * MB, "rack": 100 * MB, "core": 250 * MB}
    routes = (("host", "rack", "core"), ("rack", "core"), ("core",))
    sizes = (15, 30, 35, 70, 75, 150)
    flows = tuple(Flow(0.0, size * MB, routes[i // 2]) for i, size in enumerate(sizes))
    return Case("three-levels", resources, flows, (1.0, 1.5) * 3)


def tree():
    """Twelve hosts in three racks below one switch. Each host sends to three others, in its rack and outside."""
    resources = {"core": 400 * MB}
    for rack in range(3):
        resources |= {f"rack{rack}.up": 200 * MB, f"rack{rack}.down": 250 * MB}
    for host in range(12):
        resources |= {f"host{host}.up": (60 + 10 * (host % 5)) * MB, f"host{host}.down": (125 - 5 * host) * MB}
    flows = []
    for host, step in itertools.product(range(12), (1, 3, 7)):
        other = (host + step) % 12
        inner = ()
        if host // 4 != other // 4:
            inner = (f"rack{host // 4}.up", "core", f"rack{other // 4}.down")
        flows.append(
            Flow(0.1 * (host % 3), (30 + 7 * host + 13 * step) * MB, (f"host{host}.up", *inner, f"host{other}.down"))
        )
    return Case("tree", resources, tuple(flows))


def ladder():
    """A row of links, each shared by the flows of its neighbours, so that each end changes rates far away."""
    resources = {f"link{i}": (40 + (i * 29) % 71) * MB for i in range(16)}
    flows = [
        Flow(0.25 * (i % 4), (20 + (i * 37) % 83) * MB, tuple(f"link{i + k}" for k in range(hops)))
        for hops in (2, 3, 5)
        for i in range(16 - hops + 1)
    ]
    return Case("ladder", resources, tuple(flows))


def all_pairs(hosts):
    return itertools.permutations(range(hosts), 2)


def equal_shuffle():
    """Six hosts with 100 MB/s in each direction, 10 MB for each other host: all 30 flows end at the same moment."""
    resources = {f"host{host}.{way}": 100 * MB for host in range(6) for way in ("up", "down")}
    flows = tuple(Flow(0.0, 10 * MB, (f"host{i}.up", f"host{j}.down")) for i, j in all_pairs(6))
    return Case("equal-shuffle", resources, flows, (0.5,) * 30)


def unequal_shuffle():
    """Eight hosts with 125 MB/s in each direction, 56 flows of unequal sizes."""
    resources = {f"host{host}.{way}": 125 * MB for host in range(8) for way in ("up", "down")}
    flows = tuple(
        Flow(0.0, (20 + 17 * i + 5 * j + 31 * (i * j % 7)) * MB, (f"host{i}.up", f"host{j}.down"))
        for i, j in all_pairs(8)
    )
    return Case("unequal-shuffle", resources, flows)


def shuffle_in_waves():
    """As unequal_shuffle, with a disk at each end that is slow on some hosts, and senders that start one by one."""
    resources = {}
    for host in range(8):
        resources |= {f"host{host}.up": 125 * MB, f"host{host}.down": 125 * MB}
        resources[f"host{host}.disk"] = (90 if host % 3 == 0 else 180) * MB
    flows = tuple(
        Flow(
            0.4 * i,
            (15 + 11 * i + 9 * j + 23 * (i * j % 5)) * MB,
            (f"host{i}.disk", f"host{i}.up", f"host{j}.down", f"host{j}.disk"),
        )
        for i, j in all_pairs(8)
    )
    return Case("shuffle-in-waves", resources, flows)


def two_racks():
    """Two racks of four hosts. The four hosts of a rack have 500 MB/s together, the rack's uplink 125 MB/s."""
    resources = {f"rack{rack}.{way}": 125 * MB for rack in range(2) for way in ("up", "down")}
    resources |= {f"host{host}.{way}": 125 * MB for host in range(8) for way in ("up", "down")}
    flows = []
    for host, step in itertools.product(range(8), (1, 2, 4)):
        other = (host + step) % 8
        near, far = host // 4, other // 4
        between = () if near == far else (f"rack{near}.up", f"rack{far}.down")
        flows.append(
            Flow(0.5 * (step - 1), (50 + 20 * host + 35 * step) * MB, (f"host{host}.up", *between, f"host{other}.down"))
        )
    return Case("two-racks", resources, tuple(flows))


def pipeline_writes():
    """Writes of three replicas, each one flow over six resources, and reads of a disk, on five nodes."""
    resources = {}
    for node in range(5):
        resources |= {f"node{node}.up": 125 * MB, f"node{node}.down": 125 * MB}
        resources[f"node{node}.disk"] = (80, 120, 160, 200, 450)[node] * MB
    flows = []
    for node in range(5):
        second, third, reader = ((node + step) % 5 for step in (1, 3, 2))
        writes = (f"node{node}.disk", f"node{node}.up", f"node{second}.down", f"node{second}.disk")
        writes += (f"node{third}.down", f"node{third}.disk")
        flows.append(Flow(0.0, 128 * MB, writes))
        flows.append(Flow(1.5 + 0.5 * node, 128 * MB, writes))
        for k in range(3):
            reads = (f"node{node}.disk", f"node{node}.up", f"node{reader}.down")
            flows.append(Flow(0.8 * k, (64 + 16 * node) * MB, reads))
    return Case("pipeline-writes", resources, tuple(flows))


def ends_at_the_same_moment():
    """Flows with unequal rates on separate and on shared links. All end at 1 s, when the last two start."""
    resources = {"a": 100 * MB, "b": 40 * MB, "c": 70 * MB, "d": 64 * MB, "e": 30 * MB}
    flows = (
        Flow(0.0, 50 * MB, ("a",)),
        Flow(0.0, 50 * MB, ("a",)),
        # 20 MB/s on b, 50 MB/s are left on c.
        Flow(0.0, 20 * MB, ("b", "c")),
        Flow(0.0, 20 * MB, ("b",)),
        Flow(0.0, 50 * MB, ("c",)),
        # 64 MB/s for half a second, then 32 MB/s.
        Flow(0.0, 48 * MB, ("d",)),
        Flow(0.5, 16 * MB, ("d",)),
        Flow(1.0, 30 * MB, ("a", "e")),
        Flow(1.0, 70 * MB, ("a",)),
    )
    return Case("ends-at-the-same-moment", resources, flows, (1.0,) * 7 + (2.0,) * 2)


def tiny_and_huge():
    """Flows of 1 byte to 1 TB on a network of 1.25 GB/s with disks of 150 MB/s to 3 GB/s."""
    resources = {"up": 1250 * MB, "down": 1250 * MB, "disk": 150 * MB, "flash": 3 * GB}
    flows = [
        Flow(0.0, 1000 * GB, ("up", "down")),
        Flow(0.0, 40 * GB, ("disk", "up")),
        Flow(0.0, 500 * GB, ("flash", "down")),
        Flow(0.0, 1, ("up",)),
        Flow(0.0, 1, ("up", "down", "disk", "flash")),
    ]
    for k, start in enumerate((0.0, 0.001, 7.0, 300.0, 900.0)):
        for size in (2, KB + k, 64 * KB, MB, 10 * MB + 1):
            flows.append(Flow(start, size, ("up", "down")))
            flows.append(Flow(start, size, ("disk", "flash")))
    return Case("tiny-and-huge", resources, tuple(flows))


def unlike_capacities():
    """Links of 10 kB/s to 100 GB/s: the slow ones take almost nothing of what the fast ones have."""
    capacities = (10 * KB, 250 * KB, 5 * MB, 110 * MB, 2 * GB, 100 * GB)
    resources = {f"link{i}": capacity for i, capacity in enumerate(capacities)}
    flows = [
        Flow(0.0, capacities[min(i, j)] * (1 + (i + 2 * j) % 5), (f"link{i}", f"link{j}")) for i, j in all_pairs(6)
    ]
    return Case("unlike-capacities", resources, tuple(flows))


def random_flows(name, seed, flows, resources, longest_route, last_start):
    """Flows of 100 kB to 4 GB over random resources of 50 MB/s to 1.25 GB/s."""
    source = random.Random(seed)
    capacities = {f"r{i}": source.randrange(50 * MB, 1250 * MB) for i in range(resources)}
    names = tuple(capacities)
    drawn = tuple(
        Flow(
            round(source.random() * last_start, 3),
            int(100 * KB * (4 * GB / (100 * KB)) ** source.random()),
            tuple(source.sample(names, source.randint(1, longest_route))),
        )
        for _ in range(flows)
    )
    return Case(name, capacities, drawn)


def random_flows_with_ties():
    """Random flows whose capacities, sizes and starts have few values, so that shares, starts and ends coincide."""
    source = random.Random(20230301)
    resources = {f"r{i}": 100 * MB for i in range(20)}
    names = tuple(resources)
    flows = tuple(
        Flow(
            float(source.randrange(20)),
            source.choice((50, 100, 200)) * MB,
            tuple(source.sample(names, source.randint(1, 3))),
        )
        for _ in range(300)
    )
    return Case("random-flows-with-ties", resources, flows)


def cases():
    return (
        one_link("one-link-two-flows", (100 * MB,) * 2, (2.0,) * 2),
        one_link("one-link-sixteen-flows", (25 * MB,) * 16, (4.0,) * 16),
        one_link("one-link-unequal-flows", tuple(i * 10 * MB for i in range(1, 6)), (0.5, 0.9, 1.2, 1.4, 1.5)),
        staggered_starts(),
        start_at_an_end(),
        dumbbell(),
        parking_lot(),
        parking_lot_with_unequal_hops(),
        three_levels(),
        tree(),
        ladder(),
        equal_shuffle(),
        unequal_shuffle(),
        shuffle_in_waves(),
        two_racks(),
        pipeline_writes(),
        ends_at_the_same_moment(),
        tiny_and_huge(),
        unlike_capacities(),
        random_flows_with_ties(),
        random_flows("random-200-flows", 20230302, 200, 40, 5, 6),
        random_flows("random-1000-flows", 20230303, 1000, 100, 6, 15),
    )


# ---- SimGrid


def simgrid_version():
    import simgrid

    return simgrid.simgrid_version


def simulate(case):
    """Returns the end of each flow. A process can do this only once."""
    from simgrid import Actor, Comm, Engine, LinkInRoute, NetZone, this_actor

    engine = Engine([sys.argv[0], "--log=xbt_cfg.threshold:warning", *(f"--cfg={setting}" for setting in SETTINGS)])
    zone = NetZone.create_full_zone("zone")
    links = {}
    for name, capacity in case.resources.items():
        links[name] = zone.create_link(name, float(capacity))
        links[name].set_latency(0.0)
        links[name].seal()
    ends = [None] * len(case.flows)

    def send(index, source, target):
        # Does nothing if the time has come already.
        this_actor.sleep_until(case.flows[index].start)
        # Needs neither mailbox nor receiver.
        Comm.sendto(source, target, case.flows[index].size)
        ends[index] = Engine.clock

    for index, flow in enumerate(case.flows):
        source, target = (zone.create_host(f"{role}{index}", 1e18).seal() for role in ("source", "target"))
        route = [LinkInRoute(links[name]) for name in flow.resources]
        zone.add_route(source.netpoint, target.netpoint, None, None, route, False)
        Actor.create(f"flow{index}", source, send, index, source, target)
    zone.seal()
    engine.run()
    return ends


def in_a_new_process(function, *arguments):
    with concurrent.futures.ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as process:
        return process.submit(function, *arguments).result()


def write():
    version = in_a_new_process(simgrid_version)
    results = [(case, in_a_new_process(simulate, case)) for case in cases()]
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(text(version, results), encoding="utf-8")
    print(f"{FILE}: {len(results)} cases of SimGrid {version}")


# ---- File


def described(case, ends):
    """What the file says about a case."""
    return {
        "name": case.name,
        "resources": [{"name": name, "capacity": capacity} for name, capacity in case.resources.items()],
        "flows": [
            {"start": flow.start, "bytes": flow.size, "resources": list(flow.resources), "end": end}
            for flow, end in zip(case.flows, ends)
        ],
    }


def text(version, results):
    """JSON with a line for each resource and each flow."""
    blocks = []
    for case, ends in results:
        block = described(case, ends)
        lists = [
            f'      "{key}": [\n' + ",\n".join(f"        {json.dumps(item)}" for item in block[key]) + "\n      ]"
            for key in ("resources", "flows")
        ]
        blocks.append(f'    {{\n      "name": {json.dumps(block["name"])},\n' + ",\n".join(lists) + "\n    }")
    return f'{{\n  "simgrid": {json.dumps(version)},\n  "cases": [\n' + ",\n".join(blocks) + "\n  ]\n}\n"


# ---- Second solver


def shares(flows, capacities):
    """Returns the max-min fair rate of each flow, by progressive filling. All rates grow together; when a resource is
    full, the rates of its flows are final."""
    free = dict(capacities)
    growing = {}
    for index, flow in flows.items():
        for name in flow.resources:
            growing.setdefault(name, set()).add(index)
    rates = {}
    while growing:
        rate, full = min((free[name] / len(users), name) for name, users in growing.items())
        for index in growing[full].copy():
            rates[index] = rate
            for name in flows[index].resources:
                free[name] -= rate
                growing[name].discard(index)
                if not growing[name]:
                    del growing[name]
    return rates


def solve(case):
    """Returns the end of each flow, with 50 digits."""
    decimal.getcontext().prec = 50
    capacities = {name: decimal.Decimal(capacity) for name, capacity in case.resources.items()}
    starts = sorted(((decimal.Decimal(flow.start), i) for i, flow in enumerate(case.flows)), reverse=True)
    now = decimal.Decimal(0)
    left = {}
    ends = [None] * len(case.flows)
    while starts or left:
        rates = shares({index: case.flows[index] for index in left}, capacities)
        next_ends = {index: now + left[index] / rates[index] for index in left}
        then = min((*next_ends.values(), *(start for start, _ in starts[-1:])))
        for index, rate in rates.items():
            left[index] -= rate * (then - now)
        now = then
        for index, end in next_ends.items():
            if end == now:
                ends[index] = now
                del left[index]
        while starts and starts[-1][0] == now:
            index = starts.pop()[1]
            left[index] = decimal.Decimal(case.flows[index].size)
    return ends


def difference(actual, expected):
    """Returns the largest difference, as a share of the expected value."""
    return max(abs(float(decimal.Decimal(a) / decimal.Decimal(b) - 1)) for a, b in zip(actual, expected))


def check():
    """Returns the number of cases with a problem."""
    stored = json.loads(FILE.read_text(encoding="utf-8"))["cases"]
    if [block["name"] for block in stored] != [case.name for case in cases()]:
        print("the file has other cases than this script: write it anew")
        return 1
    problems = 0
    print(f"{'case':32}{'flows':>6}{'last end, s':>13}{'difference':>12}{'by hand':>10}")
    for case, block in zip(cases(), stored):
        ends = [flow["end"] for flow in block["flows"]]
        if block != described(case, ends):
            print(f"{case.name:32}differs from this script: write the file anew")
            problems += 1
            continue
        found = difference(ends, solve(case))
        hand = difference(ends, case.by_hand) if case.by_hand else None
        wrong = max(found, hand or 0) > TOLERANCE or max(ends) > LONGEST
        problems += wrong
        print(
            f"{case.name:32}{len(ends):6}{max(ends):13.6f}{found:12.1e}{'-' if hand is None else f'{hand:.1e}':>10}"
            + (" !" if wrong else "")
        )
    return problems


def main():
    parser = argparse.ArgumentParser(description="Reference values of SimGrid for flows that share links.")
    parser.add_argument("--check", action="store_true", help="compare the stored values with a second solver")
    if parser.parse_args().check:
        sys.exit(1 if check() else 0)
    write()


if __name__ == "__main__":
    main()
