import Dispatch
import Millrace

@testable import MillraceTesting

/// A search that leaves out too much: it is lied to about what steps touch, or about what states are.
///
/// The search itself is the real one, and so are the runs and the audit.
struct BrokenSearch: OrderStrategy {
  /// A way to be wrong.
  struct Fault: CustomStringConvertible, Sendable {
    let description: String
    /// Hides places of a footprint from the search, so that it takes steps for independent that are not.
    var hides: @Sendable (Footprint.Place) -> Bool = { _ in false }
    /// True when the search takes all states after as many steps for one.
    var mixesStates = false

    static let home = Fault(description: "the turns of stores do not count") { $0 == .home }
    static let shared = Fault(description: "what is shared does not count") {
      (.firstNamed..<1_000).contains($0)
    }
    static let unseen = Fault(description: "the turns of actors do not count") { $0 == .unseen }
    static let time = Fault(description: "the time does not count") { $0 == .time }
    static let cancellations = Fault(description: "cancellations do not count") {
      $0 >= 1 << 63 || $0 == .cancellations
    }
    static let states = Fault(description: "states are not told apart", mixesStates: true)

    static let all = [home, shared, unseen, time, cancellations, states]
  }

  let fault: Fault
  private var search = ExhaustiveSearch()
  private var depth: UInt64 = 0

  init(_ fault: Fault) {
    self.fault = fault
  }

  var wantsStates: Bool { search.wantsStates }

  mutating func begin() {
    depth = 0
    search.begin()
  }

  mutating func choose(_ moves: [Move], last: FiberKey?) throws(OrderProblem) -> Int? {
    try search.choose(moves, last: last)
  }

  mutating func chooseAnswer(of count: Int) throws(OrderProblem) -> Int {
    try search.chooseAnswer(of: count)
  }

  mutating func took(_ footprint: Footprint) throws(OrderProblem) {
    depth += 1
    var told = Footprint()
    for place in footprint.reads where !fault.hides(place) { told.read(place) }
    for place in footprint.writes where !fault.hides(place) { told.write(place) }
    try search.took(told)
  }

  mutating func arrived(at state: UInt64) -> Bool {
    search.arrived(at: fault.mixesStates ? depth : state)
  }

  mutating func end(wasCut: Bool) -> Bool { search.end(wasCut: wasCut) }

  /// Explores a scenario with such a search, and audits what it takes for a proof.
  static func explore(
    _ fault: Fault, passing: Explorer.Passing = .anyMoment, audit: Explorer.Audit = Explorer.Audit(),
    _ scenario: @escaping @Sendable (isolated World) throws -> Void
  ) async -> Exploration {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "BrokenSearch").async {
        let monitor = ExplorationMonitor(limit: nil, stopwatch: Stopwatch(), progress: nil, place: "") {
          false
        }
        let session = ExplorationSession(
          Explorer(passing: passing, audit: audit), BrokenSearch(fault), scenario, monitor,
          RunRecord(place: "", steps: 2_000))
        continuation.resume(
          returning: session.go { broken, exploration in
            exploration.isComplete = broken.search.isComplete
          })
      }
    }
  }
}
