import Foundation
import Millrace

/// A store as its recorder sees it, without its types.
final class RecordedStore {
  /// Encodes a message of the store as JSON.
  let encodeMessage: (any Sendable) throws -> String
  /// Encodes the state as JSON; nil when the store has ended.
  private let encodeState: () throws -> String?
  /// Reads the effects that were cancelled and not returned, and the time of the queues; nil when the store
  /// has ended.
  private let readWork: () -> (stopping: [UInt64], time: Duration?)?

  /// The most recently recorded state.
  private var lastState = ""
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
        throw EncodingError.invalidValue(
          recorded, .init(codingPath: [], debugDescription: "it is not a `\(Message.self)`"))
      }
      return try HistoryCoding.text(try message(recorded), encoder)
    }
    // The recorder does not retain the store.
    encodeState = { [weak store] in
      try store.map { try HistoryCoding.text(state($0.withState { $0 }), encoder) }
    }
    readWork = { [weak store] in store.map { ($0.stoppingEffects, $0.effectTime) } }
  }

  var isThere: Bool { readWork() != nil }

  /// Returns the state before the first recorded turn.
  func enter() throws -> String {
    lastState = try encodeState() ?? ""
    stopping = readWork()?.stopping ?? []
    lastTime = readWork()?.time
    return lastState
  }

  /// Returns the state after a turn, if it is due and differs from the last recorded one.
  func stateAfterTurn(every: Int) throws -> String? {
    turns += 1
    return turns.isMultiple(of: every) ? try changedState() : nil
  }

  func changedState() throws -> String? {
    guard let state = try encodeState(), state != lastState else { return nil }
    lastState = state
    return state
  }

  /// Returns the cancelled effects whose bodies have returned since the last call.
  ///
  /// Taps do not receive these.
  ///
  /// - Parameter events: The latest events of effects. The result includes the effects that these events
  ///   cancel, unless they still hold a place in a queue; an effect without a place is harmless there.
  func returned(by events: [RecordedEffect]) -> [UInt64]? {
    let now = readWork()?.stopping ?? []
    var returned = stopping.filter { !now.contains($0) }
    for event in events where event.kind == .cancelled && event.queue != nil && !now.contains(event.serial) {
      returned.append(event.serial)
    }
    stopping = now
    return returned.isEmpty ? nil : returned
  }

  /// Returns the time of the store's queues, if it has changed since the last call.
  func newTime() -> Duration? {
    let time = readWork()?.time
    if time == lastTime { return nil }
    lastTime = time
    return time
  }
}
