import Millrace

/// A message with a turn on the bus: a mixer, a chain, or an operation on one substance.
///
/// The gates, taps and records of a context's flow receive each message. A recorded message carries its
/// ``committed`` states. Feeding it back commits these states, whatever its closures would do now.
public struct FluxMessage: Sendable {
  /// The kind of a message's operation.
  public enum Kind: Hashable, Sendable {
    /// A global mixer, by its name.
    case mixer(String)
    /// A chain of inline mixes.
    case chain
    /// A capture of a state: `captureState`.
    case capture
    /// A rollback of a state: `rollbackState`.
    case rollback
    /// A commit of a captured state: `commitState`.
    case commit
    /// An undo.
    case undo
    /// A redo.
    case redo
    /// The beginning or the end of an undo group: `beginUndoGrouping` and `endUndoGrouping`.
    case grouping
    /// A closure of `performInFluxQueue`.
    case work
    /// A step in saving a substance: its wait, its write, its result.
    case archive
    /// An error on its way to the error handler.
    case report
  }

  /// The kind of its operation.
  public let kind: Kind
  /// The names of the substances in the request; a global mixer has none.
  public let substances: [String]
  /// The place of the request, as `file:line`; nil if it is unknown.
  public let origin: String?

  let payload: FluxPayloadType?
  let work: HomeValue<MessageWork>?
  private(set) var archive: ArchiveRequest?
  let problem: FlaskError?
  /// The named substances of a message that is fed back.
  private var candidates: HomeValue<[SubstanceConcrete]>?
  private var outcome = Locked(Outcome())

  init(
    _ kind: Kind, substances: [String] = [], origin: String? = nil, payload: FluxPayloadType? = nil,
    work: HomeValue<MessageWork>? = nil, archive: ArchiveRequest? = nil, problem: FlaskError? = nil
  ) {
    self.kind = kind
    self.substances = substances
    self.origin = origin
    self.payload = payload
    self.work = work
    self.archive = archive
    self.problem = problem
  }

  /// Returns the message, to be fed back to these substances.
  func fed(to substances: [SubstanceConcrete], at link: FluxLink? = nil) -> FluxMessage {
    var message = self
    message.candidates = link.flatMap { substances.isEmpty ? nil : HomeValue(substances, at: $0) }
    // The record does not change, even if several contexts take it at once.
    if let commits { message.outcome = Locked(Outcome(commits: commits)) }
    // A saver takes only its own steps.
    message.archive = nil
    return message
  }

  func named(at link: FluxLink) -> [SubstanceConcrete] { candidates?.take(at: link) ?? [] }

  /// True if the context itself sent it.
  var isOwn: Bool { kind == .archive || kind == .report }

  /// The states committed by its turn, by the names of their substances; empty before its turn is over.
  ///
  /// They are stored only for a recorded message; see `Flow.tap`. If substances share a name, the last state
  /// counts.
  public var committed: [String: any FlaskState] {
    Dictionary((commits ?? []).map { ($0.substance, $0.state) }, uniquingKeysWith: { $1 })
  }

  /// The states that its turn has committed; nil for a message that was not recorded.
  var commits: [Committed]? { outcome.withLock { $0.commits } }

  /// The states that its last turn has committed; for a record that was fed back, in the other context.
  var made: [Committed] { outcome.withLock { $0.again ?? $0.commits ?? [] } }

  /// Stores the states that its turn has committed.
  func note(_ commits: [Committed]) {
    outcome.withLock { outcome in
      if outcome.commits == nil { outcome.commits = commits } else { outcome.again = commits }
    }
  }
}

/// The states that the turns of a message have committed.
private struct Outcome: Sendable {
  var commits: [Committed]?
  /// The states of its last turn after it was fed back.
  var again: [Committed]?
}

/// A step of the saver of this number.
struct ArchiveRequest: Sendable {
  let number: Int
  let step: ArchiveStep
}

/// The state that a turn has given to a substance.
struct Committed: Sendable {
  let substance: String
  /// The identity of the substance, valid while the substance lives.
  let identity: ObjectIdentifier
  /// The index among the bound substances of that name.
  let place: Int
  let state: any FlaskState
}

extension FluxMessage {
  /// False for a message of work in progress, which a context takes also while it refuses new ones.
  var isNew: Bool {
    switch kind {
    case .mixer, .chain, .capture, .rollback, .commit, .undo, .redo, .grouping, .work: true
    case .archive, .report: false
    }
  }
}

extension FluxMessage: CustomStringConvertible {
  /// The operation, the substances and the place: "mix app, cart at App/Cart.swift:42".
  public var description: String {
    let word =
      switch kind {
      case .mixer(let name): "mixer \(name)"
      case .chain: "mix"
      case .capture: "capture"
      case .rollback: "roll back"
      case .commit: "commit"
      case .undo: "undo"
      case .redo: "redo"
      case .grouping: "undo grouping"
      case .work: "work"
      case .archive: "archive"
      case .report: "report"
      }
    let names = substances.isEmpty ? "" : " " + substances.joined(separator: ", ")
    return word + names + (origin.map { " at \($0)" } ?? "")
  }
}

/// The work of a message at home.
struct MessageWork {
  let run: (Flux) -> Effect<FluxMessage>

  func at(_ link: FluxLink) -> HomeValue<MessageWork> { HomeValue(self, at: link) }
}

/// A part of a message that only the bus for which it was created takes, once.
final class HomeValue<Value>: @unchecked Sendable {
  // Sound: it is created and taken at the bus's home, because another bus receives nothing. In other
  // isolations it is only passed along. It is empty after its turn, so that nothing is released where a
  // record of it is.
  private var value: Value?
  private let link: FluxLink

  init(_ value: Value, at link: FluxLink) {
    self.value = value
    self.link = link
  }

  /// Returns the value, once; nil on a bus other than the one for which it was created.
  func take(at link: FluxLink) -> Value? {
    if link !== self.link { return nil }
    defer { value = nil }
    return value
  }
}
