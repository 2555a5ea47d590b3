import Millrace
import MillraceCoding
import MillraceInspectorWire
import MillraceToolkit

/// The past that an application shows.
struct ShownPast {
  /// The turn whose states are shown.
  var turn: UInt64
  let lock: FlowLock
  /// The present states of the stores whose states were replaced.
  var present: [String: any Sendable] = [:]
  /// True while states are replaced, so that what observers send is dropped without a word.
  var isReplacing = false
  /// True once the error handler was told of a message that the user has sent in this past.
  var hasRefused = false
}

extension Inspector {
  /// Decodes the states of a request, and has them shown.
  func decodePast(_ body: [UInt8], _ answer: InspectorAnswer) {
    let (codecs, link) = (shown.mapValues(\.codec), link)
    link.doWork {
      do {
        let body = try RequestBody(body)
        let turn = try body.turn()
        let states = try Self.decodeStates(body, codecs)
        link.home.run { inspector in
          if answer.connection <= inspector.endedConnection { return }
          if inspector.showPast(states, after: turn) { answer() } else { answer.fail(Self.otherPast) }
        }
      } catch {
        answer.fail(Self.sentence(error))
      }
    }
  }

  /// Decodes the states of a request, by their stores.
  ///
  /// - Throws: `RequestError`, and the errors of the schemas.
  nonisolated static func decodeStates(
    _ body: RequestBody, _ codecs: [String: ShownStoreCodec]
  ) throws -> [String: any Sendable] {
    var states: [String: any Sendable] = [:]
    for (store, value) in try body.states() {
      guard let codec = codecs[store] else { throw RequestError(unknown(store)) }
      states[store] = try codec.state(value)
    }
    return states
  }

  static let otherPast = """
    Another inspector shows the past of this flow. Return to the present there first.
    """

  /// Returns to the present, since the tool that shows the past is gone.
  func connectionEnded(_ connection: Int) {
    endedConnection = connection
    showPresent()
  }

  /// Replaces the states of the application, and keeps it from changing them; returns false, and does
  /// nothing, while another inspector does so.
  func showPast(_ states: [String: any Sendable], after turn: UInt64) -> Bool {
    guard let flow, past != nil || !flow.isRefusing else { return false }
    var shownPast =
      past
      ?? ShownPast(
        turn: turn,
        lock: FlowInternals(flow).lock("inspector") { [weak self] in self?.refuse($1, of: $0) })
    shownPast.turn = turn
    shownPast.hasRefused = false
    for name in states.keys where shownPast.present[name] == nil {
      shownPast.present[name] = shown[name]?.state
    }
    past = shownPast
    replace(shownPast.present.merging(states) { $1 })
    tell(turn)
    return true
  }

  /// Puts the present states back, and lets the application go on; does nothing in the present.
  func showPresent() {
    guard let shownPast = past else { return }
    replace(shownPast.present)
    past = nil
    shownPast.lock.release()
    tell(nil)
  }

  func replace(_ states: [String: any Sendable]) {
    past?.isReplacing = true
    flow?.replaceTogether {
      for (name, state) in states.sorted(by: { $0.key < $1.key }) { shown[name]?.replace(state) }
    }
    past?.isReplacing = false
  }

  private func refuse(_ message: any Sendable, of store: String) {
    guard let shownPast = past, !shownPast.isReplacing, !shownPast.hasRefused else { return }
    past?.hasRefused = true
    report(.pastIsShown(store: store, message: FactText.name(of: message), turn: shownPast.turn))
  }

  private func tell(_ turn: UInt64?) {
    link.put(
      Frame([
        ("showing", turn.map { .init(number: $0) } ?? .null), ("flow", .init(number: link.identity.flow)),
      ]),
      .passing)
  }
}
