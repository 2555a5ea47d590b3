public import Millrace

/// The states of the recorded stores as they were after a turn.
public struct PastStates: Sendable {
  /// The turn after which they were so.
  public let sequence: UInt64
  /// What is not as it should be, and has not kept the states from being found.
  public let warnings: [JournalWarning]
  /// How many messages were left out because their kinds are unknown.
  public let skipped: [SchemaKind: Int]
  private let values: [ExactText: any Sendable]

  init(_ sequence: UInt64, _ values: [ExactText: any Sendable], _ found: StateAt.Found) {
    self.sequence = sequence
    self.values = values
    warnings = found.warnings
    skipped = found.skipped
  }

  /// The names of the stores.
  public var stores: [String] {
    values.keys.map(\.text).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The state of a store; nil when it is not recorded.
  public subscript<State: Sendable, Message>(_ store: Store<State, Message>) -> State? {
    values[ExactText(store.storeName)] as? State
  }

  /// The state of a store by its name; nil when it is not recorded, or its state is of another type.
  public subscript<State: Sendable>(_ store: String, as type: State.Type = State.self) -> State? {
    values[ExactText(store)] as? State
  }
}

extension Journal {
  // MARK: Time travel

  /// The states of all recorded stores as they were after a turn.
  ///
  /// The stores themselves stay as they are. It costs reading one snapshot of each store and the messages from there to
  /// the turn; what waits to be written is written first.
  ///
  /// - Parameters:
  ///   - sequence: The turn; 0 for the beginning.
  ///   - isolation: The caller's; leave it as it is.
  /// - Throws: ``JournalError/noTurn(_:first:last:)``, ``JournalError/inGap(_:after:until:)``,
  ///   ``JournalError/removed(_:first:)``, and what keeps messages from being read.
  public func state(
    at sequence: UInt64, isolation: isolated (any Actor)? = #isolation
  ) throws(JournalError) -> PastStates {
    let found = try find(participants, at: sequence)
    let names = participants.map { ExactText($0.name) }
    return PastStates(
      sequence, Dictionary(zip(names, found.folds.map(\.value)), uniquingKeysWith: { $1 }), found)
  }

  /// The state of one store as it was after a turn.
  ///
  /// See ``state(at:isolation:)``; the other stores are not looked at.
  ///
  /// - Parameters:
  ///   - store: A recorded store.
  ///   - sequence: The turn; 0 for the beginning.
  ///   - isolation: The caller's; leave it as it is.
  public func state<State: Sendable, Message>(
    of store: Store<State, Message>, at sequence: UInt64, isolation: isolated (any Actor)? = #isolation
  ) throws(JournalError) -> State {
    guard let place = places[ExactText(store.storeName)] else { throw .notRecorded(store: store.storeName) }
    let found = try find([participants[place]], at: sequence)
    guard let state = found.folds[0].value as? State else { throw .notRecorded(store: store.storeName) }
    return state
  }

  private func find(
    _ participants: [any Participant], at sequence: UInt64
  ) throws(JournalError) -> StateAt.Found {
    try checkStarted("looking at past states")
    // A turn that is still being taken is not in the journal yet.
    let isTold = !flow.isInTurn || lastTold == flow.lastSequence
    let (path, last) = (path, isTold ? flow.lastSequence : flow.lastSequence - 1)
    do throws(JournalError) { try writer.flushNow() } catch {
      // What is on disk can be looked at all the same.
      let kept = try writer.withStorage { storage throws(JournalError) in storage.lastSequence }
      if sequence > kept, sequence <= last { throw error }
    }
    let past = StateAt(path: path, participants: participants, through: sequence, unknown: .skip)
    let look = { (database: Database) throws(JournalError) -> UnsafeTransfer<StateAt.Found> in
      let first = UInt64(bitPattern: try database.keptAfter)
      if sequence > last { throw .noTurn(sequence, first: first + 1, last: last) }
      if sequence < first { throw .removed(sequence, first: first) }
      return UnsafeTransfer(try past.find(in: database))
    }
    if writer.isInMemory {
      return try writer.withStorage { storage throws(JournalError) in try look(storage.database) }.value
    }
    // With a connection of its own, the writer goes on meanwhile.
    let reading =
      if let database { database } else { try JournalFormat.open(path, mode: .read).database }
    database = reading
    return try look(reading).value
  }
}

/// Carries something over from the writer's queue to a caller that waits for it.
struct UnsafeTransfer<Value>: @unchecked Sendable {
  // Sound: made on the queue while the caller waits, and kept by nobody there.
  let value: Value

  init(_ value: Value) { self.value = value }
}
