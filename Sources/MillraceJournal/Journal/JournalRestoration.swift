public import Millrace

/// The facts that a start found in a journal.
public struct JournalRestoration: Hashable, Sendable {
  /// The number of the last turn, 0 for none; the next turn has the number after it.
  public let lastSequence: UInt64
  /// The number of messages added to snapshots.
  public let messages: Int
  /// The number of messages skipped because their kinds are unknown, by kind.
  public let skipped: [SchemaKind: Int]
  /// The problems that did not prevent a restoration; the flow's error handler receives them, too.
  public let warnings: [JournalWarning]
  /// The keys of the durable effects that run again.
  public internal(set) var resumedEffects: [String] = []
  private let snapshots: [ExactText: UInt64]

  init(_ read: Read, _ names: [String]) {
    lastSequence = read.last
    messages = read.found.messages
    snapshots = Dictionary(
      zip(names, read.found.snapshots).compactMap { name, turn in turn.map { (ExactText(name), $0) } },
      uniquingKeysWith: { $1 })
    skipped = read.found.skipped
    warnings = read.found.warnings
  }

  /// Returns the turn of the snapshot from which a store was restored; nil for a store that is new in the
  /// journal.
  public func snapshot(of store: String) -> UInt64? { snapshots[ExactText(store)] }
}

extension JournalRestoration: CustomStringConvertible {
  /// The facts as a sentence, for the first line of a server's log.
  public var description: String {
    let stores = snapshots.map { "`\($0.text)` from turn \($1)" }.sorted().joined(separator: ", ")
    let left = skipped.values.reduce(0, +)
    let facts = [
      "The history ends with turn \(lastSequence)", stores.isEmpty ? nil : "snapshots: \(stores)",
      "\(messages) message\(messages == 1 ? " was" : "s were") added",
      left == 0 ? nil : "\(left) of unknown kinds \(left == 1 ? "was" : "were") skipped",
      resumedEffects.isEmpty
        ? nil : "run again: \(resumedEffects.map { "`\($0)`" }.joined(separator: ", "))",
      warnings.isEmpty ? nil : "\(warnings.count) warning\(warnings.count == 1 ? "" : "s")",
    ]
    return facts.compactMap(\.self).joined(separator: "; ") + "."
  }
}

/// A problem in a journal that did not prevent a restoration.
public enum JournalWarning: Error, Hashable, Sendable, CustomStringConvertible {
  /// A snapshot cannot be used.
  case snapshot(store: String, sequence: UInt64, reason: String)
  /// None of a store's snapshots can be used, so its state was restored from all its messages.
  case wholeHistory(store: String)
  /// Messages were added to a state although earlier ones were lost.
  case gap(store: String, after: UInt64, until: UInt64)
  /// The kind of an unfinished durable effect is not registered.
  case unclaimed(key: String, kind: SchemaKind)

  var isGap: Bool { if case .gap = self { true } else { false } }

  /// A sentence that says what happened, why, and what to do.
  public var description: String {
    switch self {
    case .snapshot(let store, let sequence, let reason):
      """
      The snapshot of the store `\(store)` after turn \(sequence) cannot be used: \(reason). An older one was used; \
      if the state's form has changed, raise its version and add an `upcast` step, and if a step has failed, correct it.
      """
    case .wholeHistory(let store):
      """
      No snapshot of the store `\(store)` can be used, so its state was computed from its first state and all \
      messages; check the state, and then take a `snapshot()`.
      """
    case .gap(let store, let after, let until):
      """
      The state of the store `\(store)` was computed without the turns that were lost between turn \(after) and turn \
      \(until); check the state, and then take a `snapshot()`.
      """
    case .unclaimed(let key, let kind):
      """
      The durable effect `\(key)` has not answered and was not restarted, because no effect is registered for the \
      kind \(kind); register one with `journal.durable(_:on:)`.
      """
    }
  }
}

extension JournalWarning: AdvisingError {}
