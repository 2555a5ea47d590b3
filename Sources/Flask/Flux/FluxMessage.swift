import Millrace

/// What takes a turn on the bus: a mixer, a chain, or something asked of one substance.
///
/// Gates, taps and records of a context's flow see each of them. A message that was recorded carries what it
/// ``committed``, so that it can be fed back: sent again, it commits that, whatever a closure would do today.
public struct FluxMessage: Sendable {
  /// What kind of thing a message asks for.
  public enum Kind: Hashable, Sendable {
    /// A global mixer, by its name.
    case mixer(String)
    /// A chain of inline mixes.
    case chain
    /// `captureState`
    case capture
    /// `rollbackState`
    case rollback
    /// `commitState`
    case commit
    /// `undo`
    case undo
    /// `redo`
    case redo
    /// `beginUndoGrouping` and `endUndoGrouping`
    case grouping
    /// A closure of `performInFluxQueue`.
    case work
    /// The saving of a substance: its waiting, its writing, its answer.
    case archive
    /// An error on its way to the error handler.
    case report
  }

  /// What is asked for.
  public let kind: Kind
  /// The names of the substances that were named when it was asked for; a global mixer names none.
  public let substances: [String]
  /// Where it was asked for, as `file:line`; nil where that is not known.
  public let origin: String?

  let payload: FluxPayloadType?
  let errand: Errand?
  private(set) var archive: ArchiveErrand?
  let problem: FlaskError?
  /// The substances that were named for a message that is fed back.
  private(set) var candidates: Candidates?
  private var outcome = Locked(Outcome())

  init(
    _ kind: Kind, substances: [String] = [], origin: String? = nil, payload: FluxPayloadType? = nil,
    errand: Errand? = nil, archive: ArchiveErrand? = nil, problem: FlaskError? = nil
  ) {
    self.kind = kind
    self.substances = substances
    self.origin = origin
    self.payload = payload
    self.errand = errand
    self.archive = archive
    self.problem = problem
  }

  /// The message, to be fed back to these substances.
  func fed(to substances: [SubstanceConcrete], at link: FluxLink? = nil) -> FluxMessage {
    var message = self
    message.candidates = link.flatMap { substances.isEmpty ? nil : Candidates(substances, at: $0) }
    // The record stays as it is, also while several contexts take it at a time.
    if let commits { message.outcome = Locked(Outcome(commits: commits)) }
    // A desk takes no steps but its own.
    message.archive = nil
    return message
  }

  func named(at link: FluxLink) -> [SubstanceConcrete] { candidates?.take(at: link) ?? [] }

  /// Whether the context sent it for itself.
  var isOwn: Bool { kind == .archive || kind == .report }

  /// The states that its turn has committed, by the names of their substances; none before its turn is over.
  ///
  /// They are kept for a message that is recorded only; see `Flow.tap`. Of substances with one name it is the last.
  public var committed: [String: any FlaskState] {
    Dictionary((commits ?? []).map { ($0.substance, $0.state) }, uniquingKeysWith: { $1 })
  }

  /// What its turn has committed; nil for a message that was not recorded.
  var commits: [Committed]? { outcome.withLock { $0.commits } }

  /// What its last turn has committed where that was taken, which for a record that was fed back is another context.
  var made: [Committed] { outcome.withLock { $0.again ?? $0.commits ?? [] } }

  /// Keeps what its turn has committed.
  func note(_ commits: [Committed]) {
    outcome.withLock { outcome in
      if outcome.commits == nil { outcome.commits = commits } else { outcome.again = commits }
    }
  }
}

/// What the turns of a message have committed.
private struct Outcome: Sendable {
  /// What its first turn has.
  var commits: [Committed]?
  /// What the last of those has in which it was fed back.
  var again: [Committed]?
}

/// A step of the desk of this number.
struct ArchiveErrand: Sendable {
  let number: Int
  let step: ArchiveStep

  init(_ number: Int, _ step: ArchiveStep) {
    self.number = number
    self.step = step
  }
}

/// The state that a substance has been given by a turn.
struct Committed: Sendable {
  let substance: String
  /// The substance itself, for who knows that it still is.
  let identity: ObjectIdentifier
  /// Which it is among the bound substances of that name.
  let place: Int
  let state: any FlaskState
}

extension FluxMessage: CustomStringConvertible {
  /// What is asked for, of whom, and where: "mix app, cart at App/Cart.swift:42".
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

/// The substances that a message which is fed back may change.
final class Candidates: @unchecked Sendable {
  // Sound: as with an errand, they are named and taken at the bus's home.
  private var substances: [SubstanceConcrete]
  private let link: FluxLink

  init(_ substances: [SubstanceConcrete], at link: FluxLink) {
    self.substances = substances
    self.link = link
  }

  /// The substances; none on another bus than that for which they were named.
  func take(at link: FluxLink) -> [SubstanceConcrete] {
    if link !== self.link { return [] }
    defer { substances = [] }
    return substances
  }
}

/// What a message does at home that cannot be said as a value.
final class Errand: @unchecked Sendable {
  // Sound: it is made and taken at the bus's home, as another bus is given nothing; elsewhere it is only passed along,
  // and once its turn is over it is empty, so that nothing of it is released where a record of it is.
  private var work: ((Flux) -> Effect<FluxMessage>)?
  private let link: FluxLink

  init(at link: FluxLink, _ work: @escaping (Flux) -> Effect<FluxMessage>) {
    self.link = link
    self.work = work
  }

  /// What it does, once; nil on another bus than that for which it was made.
  func take(at link: FluxLink) -> ((Flux) -> Effect<FluxMessage>)? {
    if link !== self.link { return nil }
    defer { work = nil }
    return work
  }
}
