public import Foundation
public import Millrace

/// Records the turns of a flow, one line of JSON to a turn, to be replayed as a test.
///
/// ```swift
/// let recorder = try HistoryRecorder(flow, to: URL(filePath: "shop.history"))
/// try recorder.record(store)
/// store.send(.order(3))
/// await store.run()
/// try recorder.finish()
/// ```
///
/// ``Replay`` reads the history. A line has the message of a turn, its cause, the changes of effects, and the
/// state after it, if that has changed. The state is recorded as a whole, not as a fingerprint, so that a
/// replay can show a difference. A large state that changes often may be recorded every n turns instead
/// (`statesEvery`). A divergence is then found some turns later, while the messages and effects of each turn
/// are still compared.
///
/// Every line is written at once, so a program that crashes leaves the history up to there. When something
/// cannot be encoded or written, the recording ends with the last whole turn, the flow's error handler
/// receives the error (`FlowError.reported`), and ``finish()`` throws it. So does a break of the history, as
/// when the inspector puts a past state in the place of the present (``HistoryError/broken(at:reason:)``).
///
/// A recorder lives where its flow does. It records while it is alive and does not retain stores. Cost: one
/// encoding of the message and one of the state for each turn.
public final class HistoryRecorder {
  private let flow: Flow
  private let sink: HistorySink
  private let every: Int
  private let encoder = HistoryCoding.encoder()
  private var stores: [String: RecordedStore] = [:]
  private var names: [String] = []
  private var token: ObservationToken?
  /// The error that has ended the recording early.
  private var problem: HistoryError?
  private var isOver = false
  private var lastTurn: UInt64

  /// The number of recorded turns.
  public private(set) var turnCount = 0

  /// Creates a recorder that writes to a file.
  ///
  /// - Parameters:
  ///   - flow: The flow whose turns are recorded.
  ///   - url: The URL of a new file.
  ///   - statesEvery: The number of a store's turns from one recorded state to the next; the last state is
  ///     always recorded.
  ///   - permissions: The permissions of the file; a recording holds the full states and messages.
  /// - Throws: ``HistoryError/fileExists(path:)``, ``HistoryError/notWritable(path:reason:)``.
  public convenience init(
    _ flow: Flow, to url: URL, statesEvery: Int = 1, permissions: AccessPermissions = .ownerOnly
  ) throws(HistoryError) {
    try self.init(flow, sink: HistorySink(url, mode: permissions.files), every: statesEvery)
  }

  /// Creates a recorder that keeps the lines, for ``text``.
  ///
  /// - Parameters:
  ///   - flow: The flow whose turns are recorded.
  ///   - statesEvery: The number of a store's turns from one recorded state to the next; the last state is
  ///     always recorded.
  /// - Throws: ``HistoryError/notWritable(path:reason:)``, which cannot happen in memory.
  public convenience init(_ flow: Flow, statesEvery: Int = 1) throws(HistoryError) {
    try self.init(flow, sink: HistorySink(), every: statesEvery)
  }

  private init(_ flow: Flow, sink: HistorySink, every: Int) throws(HistoryError) {
    precondition(
      every > 0,
      "A state cannot be recorded every \(every) turns; pass 1 for every turn, or more for fewer states.")
    self.flow = flow
    self.sink = sink
    self.every = every
    lastTurn = flow.lastSequence
    try write(HistoryHeader(flow: flow.name, first: flow.lastSequence, every: every))
    token = flow.tap(
      effect: { [weak self] in self?.take($0) },
      broken: { [weak self] in self?.takeBreak($0, $1) },
      { [weak self] in self?.take($0) })
  }

  /// The recorded lines; empty when they go to a file.
  public var text: String { sink.text }

  // MARK: Stores

  /// Records a store from now on, with its present state as the first.
  ///
  /// - Throws: ``HistoryError`` when the store is of another flow, has the name of one that is recorded
  ///   already, is in a turn, has a state that cannot be encoded, or the recording has ended.
  public func record<State: Encodable, Message: Encodable & Sendable>(
    _ store: Store<State, Message>
  ) throws(HistoryError) {
    try record(store, state: { $0 }, message: { $0 })
  }

  /// Records a store whose states or messages are converted to encodable values.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - state: A closure that returns the recorded form of a state.
  ///   - message: A closure that returns the recorded form of a message. An error that it throws ends the
  ///     recording.
  /// - Throws: ``HistoryError``, as for a store of encodable types.
  public func record<State, Message: Sendable, StateForm: Encodable, MessageForm: Encodable>(
    _ store: Store<State, Message>,
    state: @escaping (State) throws -> StateForm,
    message: @escaping (Message) throws -> MessageForm
  ) throws(HistoryError) {
    let name = store.storeName
    if let problem { throw problem }
    if isOver { throw .finished(store: name) }
    if store.flow !== flow { throw .otherFlow(store: name, flow: store.flow.name, expected: flow.name) }
    if stores[name] != nil { throw .nameTaken(store: name) }
    if flow.isInTurn { throw .insideTurn(store: name) }
    let recorded = RecordedStore(store, state: state, message: message)
    let firstState = try HistoryError.catching(recorded.enter) {
      .stateNotEncodable(store: name, turn: lastTurn, reason: $0)
    }
    try write(HistoryStore(store), state: firstState)
    stores[name] = recorded
    names.append(name)
  }

  /// Ends the recording: writes the last states, unless they are written already, and a mark of the end.
  ///
  /// A second call does nothing.
  ///
  /// - Throws: The error that has ended the recording before, or ends it now.
  public func finish() throws(HistoryError) {
    token?.cancel()
    if let problem { throw problem }
    if isOver { return }
    isOver = true
    do {
      for name in names {
        let state = try HistoryError.catching({ try stores[name]?.changedState() }) {
          .stateNotEncodable(store: name, turn: lastTurn, reason: $0)
        }
        if let state { try write(HistoryInterval(after: lastTurn, store: name), state: state) }
      }
      try write(HistoryEnd(end: turnCount))
      sink.close()
    } catch {
      problem = error
      throw error
    }
  }

  // MARK: Turns

  private func take(_ record: TurnRecord) {
    guard let store = stores[record.store], problem == nil, !isOver else { return }
    // A turn under the name of an ended store belongs to another store.
    if !store.isThere { return fail(.nameTaken(store: record.store), store: record.store) }
    let effects = record.effects.map { RecordedEffect($0) }
    var turn = HistoryTurn(turn: record.sequence, store: record.store, cause: record.cause)
    turn.unhandled = record.isHandled ? nil : true
    turn.effects = effects.isEmpty ? nil : effects
    turn.returned = store.returned(by: effects)
    turn.time = store.newTime()
    turn.waits = flow.hasWaitingMessages ? true : nil
    do throws(HistoryError) {
      let message = try HistoryError.catching {
        try store.encodeMessage(record.message)
      } as: {
        .messageNotEncodable(
          store: record.store, turn: record.sequence, message: "\(record.message)", reason: $0)
      }
      let state = try HistoryError.catching({ try store.stateAfterTurn(every: every) }) {
        .stateNotEncodable(store: record.store, turn: record.sequence, reason: $0)
      }
      try write(turn, message: message, state: state)
      lastTurn = record.sequence
      turnCount += 1
    } catch {
      fail(error, store: record.store)
    }
  }

  private func take(_ event: EffectEvent) {
    guard let store = stores[event.store], problem == nil, !isOver else { return }
    let effect = RecordedEffect(event)
    var interval = HistoryInterval(after: lastTurn, store: event.store)
    interval.effects = [effect]
    interval.returned = store.returned(by: [effect])
    interval.time = store.newTime()
    do {
      try write(interval)
    } catch {
      fail(error, store: event.store)
    }
  }

  private func takeBreak(_ number: UInt64, _ reason: String) {
    if problem != nil || isOver { return }
    fail(.broken(at: number, reason: reason), store: names.first ?? flow.name)
  }

  private func write(
    _ fields: some Encodable, message: String? = nil, state: String? = nil
  ) throws(HistoryError) {
    let line = try HistoryError.catching {
      try HistoryCoding.line(fields, message: message, state: state, encoder)
    } as: {
      // Its fields are numbers and strings, which can always be encoded.
      .notWritable(path: flow.name, reason: $0)
    }
    try sink.write(line)
  }

  /// Ends the recording: later turns would not follow from the written ones.
  private func fail(_ error: HistoryError, store: String) {
    problem = error
    token?.cancel()
    flow.report(.reported(store: store, error: error))
  }
}

extension HistoryStore {
  init<State, Message>(_ store: Store<State, Message>) {
    let inFlight = store.effectsInFlight.map { RecordedEffect($0) }
    let listening = store.liveSubscriptions.map { Listening(id: "\($0.id)", serial: $0.serial) }
    self.init(
      enters: store.storeName, inFlight: inFlight.isEmpty ? nil : inFlight, lastEffect: store.lastEffect,
      lastSubscription: store.lastSubscription, subscriptions: listening.isEmpty ? nil : listening)
  }
}
