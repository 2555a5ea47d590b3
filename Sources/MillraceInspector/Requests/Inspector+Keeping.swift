import Millrace
import MillraceCoding
import MillraceInspectorWire
import MillraceToolkit

// A past, or the end of a branch, in the place of the present.
extension Inspector {
  /// Decodes the states of a request, and has them put in the place of the present.
  func decodeKept(_ body: [UInt8], _ answer: InspectorAnswer, _ stores: [String: UInt64]) {
    let (codecs, hidden, link) = (shown.mapValues(\.codec), hidden, link)
    link.doWork {
      do {
        let body = try RequestBody(body)
        let turn = try body.turn()
        let reason =
          body.why() ?? "The inspector has put the state after turn \(turn) in the place of the present"
        for (store, value) in try body.states()
        where HiddenPaths.leads(hidden.paths(of: store), into: value.value) {
          throw RequestError(Self.partlyHidden(store))
        }
        let states = try Self.decodeStates(body, codecs)
        if states.isEmpty {
          throw RequestError("The request has no states. Send those to keep as the member `states`.")
        }
        link.home.run { inspector in
          if answer.connection <= inspector.endedConnection { return }
          inspector.keep(states, reason, answer, stores)
        }
      } catch {
        answer.fail(Self.sentence(error))
      }
    }
  }

  /// Replaces states for good; all of them or, with a sentence, none.
  ///
  /// The flow stands still meanwhile: what observers and effects send takes its turns on the new states.
  private func keep(
    _ states: [String: any Sendable], _ reason: String, _ answer: InspectorAnswer, _ stores: [String: UInt64]
  ) {
    guard let flow else { return answer.fail("The flow has ended.") }
    if past == nil, flow.isRefusing { return answer.fail(Self.otherPast) }
    for name in states.keys.sorted() where shown[name]?.state == nil {
      return answer.fail(
        "The store `\(name)` has ended, so the present was not replaced. Keep a past in which it has no part."
      )
    }
    let lock = flow.lock("inspector keep")
    defer { lock.release() }
    showPresent()
    replace(states)
    guard let number = FlowInternals(flow).breakHistory(reason) else {
      // Requests are carried out between turns.
      return answer.fail("The flow takes a turn, so the history could not be broken. Try again.")
    }
    let body = JournalValue.object([.init(key: "break", value: .init(number: number))]).json()
    sample(stores.sorted { $0.value < $1.value }.map { ($0.key, $0.value) }) { answer(Array(body.utf8)) }
  }

  private static func partlyHidden(_ store: String) -> String {
    """
    The state of the store `\(store.prefix(100))` has places that `hiding:` keeps from the inspector, so its values \
    there are not known, and it cannot be put in the place of the present. Show the turn instead of keeping it.
    """
  }
}
