public import Millrace
import MillraceSQLite

/// The states of the recorded stores after a past turn.
public struct PastStates: Sendable {
  /// The number of the turn.
  public let sequence: UInt64
  /// The problems that did not prevent a restoration.
  public let warnings: [JournalWarning]
  /// The number of messages skipped because their kinds are unknown, by kind.
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

  /// The state of a store; nil when the store is not recorded.
  public subscript<State: Sendable, Message>(_ store: Store<State, Message>) -> State? {
    values[ExactText(store.storeName)] as? State
  }

  /// The state of a store by its name; nil when the store is not recorded, or its state has another type.
  public subscript<State: Sendable>(_ store: String, as type: State.Type = State.self) -> State? {
    values[ExactText(store)] as? State
  }
}

extension Journal {
  // MARK: Time travel

  /// Returns the states of all recorded stores after a turn.
  ///
  /// The stores themselves do not change. The waiting turns are written first. The cost is one snapshot of
  /// each store and the messages from there to the turn.
  ///
  /// - Parameters:
  ///   - sequence: The turn; 0 for the beginning.
  ///   - isolation: The caller's isolation; leave it at its default.
  /// - Throws: ``JournalError/noTurn(_:first:last:)``, ``JournalError/inGap(_:after:until:)``,
  ///   ``JournalError/removed(_:first:)``, and errors of reading messages.
  public func state(
    at sequence: UInt64, isolation: isolated (any Actor)? = #isolation
  ) throws(JournalError) -> PastStates {
    let found = try find(journaledStores, at: sequence)
    let names = journaledStores.map { ExactText($0.name) }
    return PastStates(
      sequence, Dictionary(zip(names, found.folds.map(\.value)), uniquingKeysWith: { $1 }), found)
  }

  /// Returns the state of one store after a turn.
  ///
  /// See ``state(at:isolation:)``; the other stores are not restored.
  ///
  /// - Parameters:
  ///   - store: A recorded store.
  ///   - sequence: The turn; 0 for the beginning.
  ///   - isolation: The caller's isolation; leave it at its default.
  public func state<State: Sendable, Message>(
    of store: Store<State, Message>, at sequence: UInt64, isolation: isolated (any Actor)? = #isolation
  ) throws(JournalError) -> State {
    guard let place = places[ExactText(store.storeName)] else { throw .notRecorded(store: store.storeName) }
    let found = try find([journaledStores[place]], at: sequence)
    guard let state = found.folds[0].value as? State else { throw .notRecorded(store: store.storeName) }
    return state
  }

  private func find(
    _ journaledStores: [any JournaledStore], at sequence: UInt64
  ) throws(JournalError) -> StateAt.Found {
    try checkStarted("reading past states")
    // The current turn of the flow is not in the journal yet.
    let isTold = !flow.isInTurn || lastTold == flow.lastSequence
    let (path, last) = (path, isTold ? flow.lastSequence : flow.lastSequence - 1)
    do throws(JournalError) { try writer.flushNow() } catch {
      // Turns on disk can be read even if the flush fails.
      let kept = try writer.withStorage { storage throws(JournalError) in storage.lastSequence }
      if sequence > kept, sequence <= last { throw error }
    }
    let past = StateAt(path: path, journaledStores: journaledStores, through: sequence, unknown: .skip)
    let look = { (database: Database) throws(JournalError) -> UnsafeTransfer<StateAt.Found> in
      let first = UInt64(bitPattern: try database.keptAfter)
      if sequence > last { throw .noTurn(sequence, first: first + 1, last: last) }
      if sequence < first { throw .removed(sequence, first: first) }
      return UnsafeTransfer(try past.find(in: database))
    }
    if writer.isInMemory {
      return try writer.withStorage { storage throws(JournalError) in try look(storage.database) }.value
    }
    // With a connection of its own, the writer continues meanwhile.
    if logFiles?.isInPlace == false { database = nil }
    let reading =
      if let database { database } else {
        try JournalFormat.open(path, at: writer.file, mode: .read).database
      }
    if database == nil { logFiles = LogFiles(of: writer.file) }
    database = reading
    return try look(reading).value
  }
}

/// A transfer from the writer's queue to a caller that waits for it.
struct UnsafeTransfer<Value>: @unchecked Sendable {
  // Sound: made on the queue while the caller waits, and not retained there.
  let value: Value

  init(_ value: Value) { self.value = value }
}
