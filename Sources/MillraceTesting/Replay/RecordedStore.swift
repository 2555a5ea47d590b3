import Foundation
import Millrace

/// A store as its recorder sees it, whatever its types are.
final class RecordedStore {
  /// A message of the store as JSON.
  let encodeMessage: (any Sendable) throws -> String
  /// The state as JSON; nil when the store has ended.
  private let encodeState: () throws -> String?
  private let readIsThere: () -> Bool
  private let readStopping: () -> [UInt64]
  private let readTime: () -> Duration?

  /// The state that the last line said.
  private var lastState = ""
  /// How many turns were recorded.
  private var turns = 0
  private var stopping: [UInt64] = []
  private var lastTime: Duration?

  init<State, Message, StateForm: Encodable, MessageForm: Encodable>(
    _ store: Store<State, Message>,
    state: @escaping (State) throws -> StateForm,
    message: @escaping (Message) throws -> MessageForm
  ) {
    let encoder = HistoryCoding.encoder()
    encodeMessage = { recorded in
      guard let recorded = recorded as? Message else {
        throw NotOfTheStore(description: "it is no `\(Message.self)`")
      }
      return try HistoryCoding.text(try message(recorded), encoder)
    }
    // The recorder does not keep the store alive.
    encodeState = { [weak store] in
      try store.map { try HistoryCoding.text(state($0.withState { $0 }), encoder) }
    }
    readIsThere = { [weak store] in store != nil }
    readStopping = { [weak store] in store?.stoppingEffects ?? [] }
    readTime = { [weak store] in store?.effectTime }
  }

  /// Whether the store has not ended.
  var isThere: Bool { readIsThere() }

  /// The state before the first turn that is recorded.
  func enter() throws -> String {
    lastState = try encodeState() ?? ""
    stopping = readStopping()
    lastTime = readTime()
    return lastState
  }

  /// The state after a turn, if it is that turn's to say and differs from the last one that was said.
  func stateAfterTurn(every: Int) throws -> String? {
    turns += 1
    return turns.isMultiple(of: every) ? try changedState() : nil
  }

  func changedState() throws -> String? {
    guard let state = try encodeState(), state != lastState else { return nil }
    lastState = state
    return state
  }

  /// Cancelled effects whose bodies have returned since this was asked last, of which the taps are not told.
  ///
  /// - Parameter events: What became of effects just now. One that is cancelled there and holds no place any more may
  ///   have returned before; where it had no place to hold, saying so changes nothing.
  func returned(by events: [RecordedEffect]) -> [UInt64]? {
    let now = readStopping()
    var returned = stopping.filter { !now.contains($0) }
    for event in events where event.kind == .cancelled && event.queue != nil && !now.contains(event.serial) {
      returned.append(event.serial)
    }
    stopping = now
    return returned.isEmpty ? nil : returned
  }

  /// The time of the store's queues, if it has gone on since this was asked last.
  func newTime() -> Duration? {
    let time = readTime()
    if time == lastTime { return nil }
    lastTime = time
    return time
  }
}

/// A message that is not of the type of the store that it is said to be of.
private struct NotOfTheStore: Error, CustomStringConvertible {
  let description: String
}
