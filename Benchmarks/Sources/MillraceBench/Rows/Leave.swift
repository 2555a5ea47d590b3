import Measuring
import Millrace

extension BenchmarkRow {
  /// A part that leaves with 1,000 effects in flight, against 1,000 effects that are cancelled by their id.
  static let leave = BenchmarkRow(
    "leave-1000", summary: "one of 1,000 effects of a part, from its beginning until the part leaves",
    operations: 200_000, quickOperations: 20_000,
    floor: Comparison("cancelled by id", goal: 2, side(effects: 1_000, isPart: false)),
    // Linear: twice as many effects take at most 2.3 times as long.
    others: [Comparison("500 leave", goal: 1.15, side(effects: 500, isPart: true))],
    side: side(effects: 1_000, isPart: true))

  private static func side(effects count: Int, isPart: Bool) -> Side {
    Side {
      let begun = Begun()
      let child = Part<LeaveState, LeaveMessage, LeaveMessage>("child", at: \.child, { $0 }) { _, _ in
        begun.effects(count, id: nil)
      }
      let store = Store(LeaveState(), parts: [child]) { state, message in
        switch message {
        case .begin where isPart:
          state.child = 0
          return child.update(&state, message)
        case .begin: return begun.effects(count, id: "work")
        case .end where isPart:
          state.child = nil
          return .none
        case .end: return .cancel(id: "work")
        }
      }
      return { operations in
        for _ in 0..<operations / count {
          store.send(.begin)
          store.send(.end)
          begun.continuations.removeAll(keepingCapacity: true)
        }
      }
    }
  }
}

private struct LeaveState: Sendable {
  var child: Int?
}

private enum LeaveMessage: Sendable { case begin, end }

/// Keeps effects in flight.
@MainActor
private final class Begun {
  var continuations: [EffectContinuation<LeaveMessage>] = []

  nonisolated init() {}

  nonisolated func effects(_ count: Int, id: EffectID?) -> Effect<LeaveMessage> {
    let effect = Effect<LeaveMessage>.callback(id: id) { continuation in
      MainActor.assumeIsolated { self.continuations.append(continuation) }
    }
    return .merge(Array(repeating: effect, count: count))
  }
}
