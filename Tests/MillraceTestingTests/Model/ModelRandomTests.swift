import Millrace
import MillraceCore
import TestResources
import Testing

@testable import MillraceTesting

@Suite("The laws of a model check")
struct ModelRandomTests {
  private static func graph(_ random: inout SeededGenerator) -> (states: Int, edges: [(Int, Int, Int)]) {
    let states = Int.random(in: 1...12, using: &random)
    let edges = (0..<Int.random(in: 0...30, using: &random)).map { message in
      (Int.random(in: 0..<states, using: &random), message, Int.random(in: 0..<states, using: &random))
    }
    return (states, edges)
  }

  /// The distance of each state, by relaxing every edge until nothing changes.
  private static func distances(_ states: Int, _ edges: [(Int, Int, Int)]) -> [Int?] {
    var distances: [Int?] = Array(repeating: nil, count: states)
    distances[0] = 0
    for _ in 0..<states {
      for (from, _, to) in edges {
        if let distance = distances[from], distances[to].map({ $0 > distance + 1 }) ?? true {
          distances[to] = distance + 1
        }
      }
    }
    return distances
  }

  @Test("a counter-example is as long as the state is far", arguments: 0..<100)
  func shortest(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (states, edges) = Self.graph(&random)
    let distances = Self.distances(states, edges)
    let logic = Logic<Int, Int>(initial: 0) { state, message in
      guard edges[message].0 == state else { return nil }
      state = edges[message].2
      return LogicStep()
    }
    let check = (0..<states).reduce(ModelCheck(logic, messages: Array(edges.indices))) { check, state in
      check.always("\(state)") { $0 != state }.neverStuck("\(state)") { $0 == state }
    }
    let report = check.run()
    #expect(report.states == distances.count { $0 != nil })
    #expect(report.depth == distances.compactMap { $0 }.max())
    for state in 0..<states {
      let broken = report.failures.first { $0.kind == .invariant && $0.name == "\(state)" }
      #expect(broken?.path?.steps.count == distances[state], "seed \(seed), state \(state)")
      // The way leads there.
      var place = 0
      for step in broken?.path?.steps ?? [] {
        let edge = edges[try #require(step.message)]
        #expect(edge.0 == place && edge.2 == step.state)
        place = edge.2
      }
      // Stuck is what cannot come to it by as many steps as there are states.
      let stuck = report.failures.first { $0.kind == .stuck && $0.name == "\(state)" }
      let first = (0..<states).filter { from in
        guard distances[from] != nil else { return false }
        let moved = edges.map { (Self.swap($0.0, from), $0.1, Self.swap($0.2, from)) }
        return Self.distances(states, moved)[Self.swap(state, from)] == nil
      }.compactMap { distances[$0] }.min()
      #expect(stuck?.path?.steps.count == first, "seed \(seed), state \(state)")
    }
  }

  /// Gives the first place to another state.
  private static func swap(_ state: Int, _ first: Int) -> Int {
    state == 0 ? first : state == first ? 0 : state
  }

  @Test("deadlines come in exactly the orders that real times allow", arguments: 0..<100)
  func deadlines(seed: UInt64) {
    // A program: delays are asked for one after another, some at the same moment, others any time later.
    var random = SeededGenerator(seed: seed)
    let delays = (0..<3).map { _ in Int.random(in: 0...4, using: &random) }
    let joined = (0..<3).map { _ in Bool.random(using: &random) }
    // The real orders: every choice of waiting times on a grid that is fine enough for three deadlines.
    let grid = 2
    var real: Set<[Int]> = []
    for first in 0...(5 * grid) {
      for second in 0...(5 * grid) {
        let time = joined[1] ? 0 : first
        let asked = [0, time, joined[2] ? time : time + second]
        for ties in 0..<54 {
          real.insert(
            Self.order(
              asked, delays.map { $0 * grid }, joined: joined, ties: [0, ties % 3, ties / 3 % 3],
              ranks: Self.ranks[ties / 9]))
        }
      }
    }
    var found: Set<[Int]> = []
    Self.explore(DeadlineZone(), next: 0, delays, joined, order: [], into: &found)
    #expect(found == real, "seed \(seed): \(delays) \(joined)")
  }

  private static let ranks = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]

  /// The order of events: `i` for a request, `10 + i` for its deadline.
  ///
  /// Of the deadlines that are due at the moment of a request, so many come before it, and of those that are
  /// due at one moment the one with the lower rank comes first.
  private static func order(
    _ asked: [Int], _ delays: [Int], joined: [Bool], ties: [Int], ranks: [Int]
  ) -> [Int] {
    var due: [(time: Int, name: Int)] = []
    var order: [Int] = []
    func isBefore(_ left: (time: Int, name: Int), _ right: (time: Int, name: Int)) -> Bool {
      (left.time, ranks[left.name - 10]) < (right.time, ranks[right.name - 10])
    }
    for request in asked.indices {
      due.sort(by: isBefore)
      let certain = due.count { $0.time < asked[request] }
      let open = due.count { $0.time == asked[request] }
      let count = request > 0 && joined[request] ? 0 : certain + min(open, ties[request])
      order += due.prefix(count).map(\.name)
      due.removeFirst(count)
      order.append(request)
      due.append((asked[request] + delays[request], 10 + request))
    }
    due.sort(by: isBefore)
    return order + due.map(\.name)
  }

  private static func explore(
    _ zone: DeadlineZone, next: Int, _ delays: [Int], _ joined: [Bool], order: [Int],
    into found: inout Set<[Int]>
  ) {
    if next == 3, zone.isEmpty { found.insert(order) }
    if next < 3 {
      var zone = zone
      var order = order
      var next = next
      repeat {
        zone.add(.queue(Int32(next)), after: .seconds(delays[next]))
        order.append(next)
        next += 1
      } while next < 3 && joined[next]
      zone.letTimePass()
      explore(zone, next: next, delays, joined, order: order, into: &found)
    }
    for owner in zone.owners where zone.canBeNext(owner) {
      guard case .queue(let number) = owner else { continue }
      var zone = zone
      zone.reach(owner)
      zone.letTimePass()
      explore(zone, next: next, delays, joined, order: order + [10 + Int(number)], into: &found)
    }
  }

  @Test("the order of running effects counts where their queue cancels the oldest, and nowhere else")
  func orders() {
    func flight(_ queue: EffectQueue, _ labels: [Int], _ catalog: EffectCatalog<Int>) -> EffectsInFlight {
      var flight = EffectsInFlight()
      var events: [EffectsInFlight.Event] = []
      for label in labels {
        let kind = catalog.kind(
          of: ModelEffect(label: EffectLabel(label), id: nil, queue: queue), answers: nil, in: ModelContext())
        flight.request(kind, in: -1, catalog, &events)
      }
      flight.normalise()
      return flight
    }
    let catalog = EffectCatalog<Int> { _ in [.never] }
    #expect(
      flight(.newest("n", max: 3), [0, 1, 2], catalog) != flight(.newest("n", max: 3), [0, 2, 1], catalog))
    #expect(
      flight(.oldest("o", max: 3), [0, 1, 2], catalog) == flight(.oldest("o", max: 3), [0, 2, 1], catalog))
  }

  @Test("effects start, wait and end as the kernel's scheduler decides", arguments: 0..<200)
  func scheduler(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let queues: [EffectQueue?] = [
      nil, .merge("m"), .concat("c"), .concurrent("n", max: 2), .latest("l"), .exhaust("e"),
      .newest("newest", max: 2), .oldest("oldest", max: 2), .spaced("spaced", by: .seconds(2)),
      .debounce("d", for: .seconds(3)), .debounce("g", for: .seconds(3), cancelsRunning: false),
      .throttle("t", for: .seconds(3)),
      .throttle("f", for: .seconds(3), latest: false),
      .concat("o").capacity(1, overflow: .dropOldest), .concat("r").capacity(1),
    ]
    let catalog = EffectCatalog<Int> { _ in [.never] }
    var flight = EffectsInFlight()
    var scheduler = EffectScheduler<EffectID, EffectID>()
    var tokens: [Int: EffectToken] = [:]
    var now = Duration.zero
    var wake: [Duration] = []
    /// The events of both, by the number of the effect, which is its label.
    func text(_ events: [EffectsInFlight.Event]) -> [String] {
      events.map { event in
        func name(_ kind: Int32) -> String { "\(catalog.kinds[Int(kind)].effect.name)" }
        return switch event {
        case .started(let kind): "start \(name(kind))"
        case .waiting(let kind): "wait \(name(kind))"
        case .cancelled(let kind): "cancel \(name(kind))"
        case .dropped(let kind, let reason): "drop \(name(kind)) \(reason)"
        }
      }
    }
    func text(_ actions: [EffectAction]) -> [String] {
      actions.compactMap { action in
        func name(_ token: EffectToken) -> Int { tokens.first { $0.value == token }?.key ?? -1 }
        switch action {
        case .start(let token): return "start \(name(token))"
        case .wait(let token): return "wait \(name(token))"
        case .cancel(let token): return "cancel \(name(token))"
        case .drop(let token, .cancelled): return "cancel \(name(token))"
        case .drop(let token, let reason): return "drop \(name(token)) \(reason)"
        case .wake(let time):
          wake.append(time)
          return nil
        }
      }
    }
    for number in 1...40 {
      var events: [EffectsInFlight.Event] = []
      var actions: [EffectAction] = []
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<6:
        let queue = queues.randomElement(using: &random).flatMap { $0 }
        let id = EffectID(Int.random(in: 0..<3, using: &random))
        let kind = catalog.kind(
          of: ModelEffect(label: EffectLabel(number), id: id, queue: queue), answers: nil, in: ModelContext())
        flight.request(kind, in: -1, catalog, &events)
        tokens[number] = scheduler.request(
          id: id, queue: queue?.name, policy: queue?.policy ?? QueuePolicy(.merge), now: now, into: &actions)
      case 6..<8:
        guard let entry = flight.entries.filter({ $0.phase != .waiting }).randomElement(using: &random) else {
          continue
        }
        let label = Int(catalog.kinds[Int(entry.kind)].effect.name) ?? 0
        flight.finish(entry.serial, catalog, &events)
        if let token = tokens[label] { scheduler.finish(token, into: &actions) }
      case 8:
        let id = EffectID(Int.random(in: 0..<3, using: &random))
        flight.cancel(catalog, &events) { $1 == id }
        scheduler.cancel(id: id, into: &actions)
      default:
        // The next deadline, one at a time.
        guard let busy = flight.busyQueues.first(where: { flight.clock.canBeNext(.queue($0.queue)) }) else {
          continue
        }
        let due = wake.filter { $0 > now }.min()
        guard flight.clock.owners.count == 1, let due else { continue }
        now = due
        flight.timeIsOver(of: busy.queue, catalog, &events)
        scheduler.timerFired(now: now, into: &actions)
      }
      flight.clock.letTimePass()
      // What is cancelled together has no order of its own.
      let (one, other) = (text(events), text(actions))
      let isCancelling = one.allSatisfy { $0.hasPrefix("cancel") }
      #expect(
        isCancelling ? one.sorted() == other.sorted() : one == other,
        "seed \(seed), step \(number): \(one), the scheduler \(other)")
      #expect(flight.entries.count { $0.phase == .running } == scheduler.runningCount, "seed \(seed)")
      #expect(flight.entries.count { $0.phase == .waiting } == scheduler.waitingCount, "seed \(seed)")
      #expect(flight.entries.count { $0.phase == .stopping } == scheduler.stoppingCount, "seed \(seed)")
      #expect(flight.isEmpty == scheduler.isIdle, "seed \(seed)")
      if number % 7 == 0 { flight.normalise() }
    }
  }
}
