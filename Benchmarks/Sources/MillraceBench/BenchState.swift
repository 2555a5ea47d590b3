import Measuring
import Millrace

/// The state of all rows but those about tables: small, yet with parts that would be dear to copy each turn.
struct BenchState {
  var counter = 0
  var name = "benchmark"
  var items = Array(0..<100)
}

/// The messages that the rows send.
enum BenchMessage: Sendable {
  /// Adds one to the counter.
  case increment
  /// Adds one to the counter and sends `increment` at once.
  case incrementTwice
  /// Adds one to the counter; an effect's task then sends the rest of the chain, until none remains.
  case chain(remaining: Int)
  /// Starts the latest search; one that is still running is cancelled.
  case search
}

/// The update of all rows.
///
/// Floors call the very closure that the store is given.
func makeUpdate() -> Update {
  opaque(
    Update { state, message in
      state.counter &+= 1
      switch message {
      case .increment: return .none
      case .incrementTwice: return .send(.increment)
      case .chain(remaining: 0): return .none
      case .chain(let remaining):
        return .run { send in await send(.chain(remaining: remaining - 1)) }
      case .search:
        let ticket = Ticket()
        return .run(in: .latest("search")) { send in
          if let found = await ticket.search() { await send(found) }
        }
      }
    })
}
