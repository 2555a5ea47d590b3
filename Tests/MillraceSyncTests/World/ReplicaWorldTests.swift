import Millrace
import MillraceTesting
import Testing

@testable import MillraceSync
@testable import MillraceSyncTesting

@Suite("Replicas under faults")
struct ReplicaWorldTests {
  typealias Step = ReplicaWorld.Step

  @Test("take every message once, in one order, whatever fails", arguments: 0..<20)
  func randomWalks(block: UInt64) throws {
    for seed in block * 100..<(block + 1) * 100 {
      var walk = try RandomWalk(seed: seed)
      if let flaw = walk.run() {
        Issue.record("seed \(seed): \(flaw), after \(walk.steps)")
        return
      }
    }
  }

  /// A world of two places of which each may send one message, whose every order is tried.
  @Test(
    "have no order of events by which two places lose, double or swap a message",
    arguments: [
      SmallCase(name: "delays, breaks and late arrivals", cuts: 1, lates: 1, crashes: 0, compactions: 0),
      SmallCase(name: "two breaks", cuts: 2, lates: 1, crashes: 0, compactions: 0),
      SmallCase(name: "an end at any point", cuts: 0, lates: 1, crashes: 1, compactions: 0),
      SmallCase(name: "a break and an end", cuts: 1, lates: 1, crashes: 1, compactions: 0, senders: [0]),
      SmallCase(name: "compactions", cuts: 0, lates: 1, crashes: 0, compactions: 1),
    ])
  func everyOrder(small: SmallCase) throws {
    let report = try small.check().run()
    #expect(report.isSuccess, "\(small.name): \(report)")
    #expect(report.states > 1_000)
  }
}

/// The bounds of a world whose every order is tried.
struct SmallCase: Hashable, Sendable, CustomTestStringConvertible {
  let name: String
  /// The number of connections that break, of late requests at once, of ends, and of snapshots, at most.
  let cuts: Int
  let lates: Int
  let crashes: Int
  let compactions: Int
  /// The places that send a message each.
  var senders = [0, 1]

  var testDescription: String { name }

  /// A world with the numbers of faults that it has left.
  struct Bounded: Hashable, Sendable {
    var world: ReplicaWorld
    var senders: [Int]
    var cuts: Int
    var crashes: Int
    var compactions: Int

    mutating func take(_ step: ReplicaWorld.Step) -> Bool {
      switch step {
      case .send(let index):
        guard let place = senders.firstIndex(of: index) else { return false }
        senders.remove(at: place)
      case .cut:
        if cuts == 0 { return false }
        cuts -= 1
      case .crash:
        if crashes == 0 { return false }
        crashes -= 1
      case .compact:
        if compactions == 0 { return false }
        compactions -= 1
      default: break
      }
      return world.take(step)
    }
  }

  func check() throws -> ModelCheck<Bounded, ReplicaWorld.Step, Bounded> {
    let world = try ReplicaWorld(places: 2, lateLimit: lates)
    let first = Bounded(
      world: world, senders: senders, cuts: cuts, crashes: crashes, compactions: compactions)
    var steps: [ReplicaWorld.Step] = []
    for place in 0..<2 {
      steps += [.send(place), .ask(place), .arrive(place, limit: 2), .answer(place), .news(place)]
      if cuts > 0 { steps.append(.cut(place)) }
      if compactions > 0 { steps.append(.compact(place, keeping: 1)) }
    }
    // One place that ends is enough: the other one sees nothing of it but the entries.
    if crashes > 0 { steps += [.flush(0), .crash(0)] }
    if lates > 0 && cuts + crashes > 0 { steps.append(.late(0)) }
    let logic = Logic<Bounded, ReplicaWorld.Step>(first) { bounded, step in
      var next = bounded
      guard next.world.flaw == nil, next.take(step) else { return .unhandled }
      bounded = next
      return .none
    }
    return ModelCheck(logic, messages: steps)
      .always("no law is broken") { $0.world.flaw == nil }
      .always("a settled world has everything in one order") {
        !$0.world.isSettled || $0.world.flawAtEnd() == nil
      }
      .eventually("everything is settled") { $0.senders.isEmpty && $0.world.isSettled }
      .neverStuck("all can still agree") { $0.world.isSettled }
  }
}

/// A random walk through a world, whose steps a seed decides.
struct RandomWalk {
  private(set) var world: ReplicaWorld
  private(set) var steps: [ReplicaWorld.Step] = []
  private var random: SeededRandom
  private var isCutOff: [Bool]

  init(seed: UInt64) throws {
    let count = 2 + Int(seed % 3)
    random = SeededRandom(seed)
    world = try ReplicaWorld(places: count, lateLimit: 3)
    isCutOff = Array(repeating: false, count: count)
  }

  /// Walks, then connects all until nothing is left to do; returns the first law that is broken.
  mutating func run() -> String? {
    for _ in 0..<200 {
      let step = nextStep()
      if world.take(step) { steps.append(step) }
    }
    // Nothing is sent twice any more, so that the late requests come to an end.
    while world.take(.late(0)) {}
    for _ in 0..<400 where !world.isSettled {
      for index in world.places.indices {
        for step: ReplicaWorld.Step in [.news(index), .ask(index), .arrive(index, limit: 9), .answer(index)] {
          _ = world.take(step)
        }
      }
    }
    if !world.isSettled && world.flaw == nil { return "the places do not come to rest" }
    return world.flawAtEnd()
  }

  private mutating func nextStep() -> ReplicaWorld.Step {
    let index = Int.random(in: world.places.indices, using: &random)
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<12:
      // A clock that jumps by up to a century in either direction decides nothing.
      world.clocks[index] &+= Int64.random(
        in: -3_000_000_000_000_000_000...3_000_000_000_000_000_000, using: &random)
      return .send(index)
    case 12..<38: return .ask(index)
    case 38..<60:
      return isCutOff[index] ? .cut(index) : .arrive(index, limit: Int.random(in: 1...5, using: &random))
    case 60..<80: return isCutOff[index] ? .cut(index) : .answer(index)
    case 80..<84:
      isCutOff[index].toggle()
      return .cut(index)
    case 84..<87: return .late(Int.random(in: 0..<3, using: &random))
    case 87..<90: return .crash(index)
    case 90..<93: return .flush(index)
    case 93..<96: return .compact(index, keeping: Int.random(in: 0...3, using: &random))
    default: return .news(index)
    }
  }
}
