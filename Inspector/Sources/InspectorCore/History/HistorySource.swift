/// The contents behind a ``HistoryIndex``: the file of a running application, or a journal.
///
/// The index holds places, and the source reads what stands there when the page asks for it. Reading may
/// block and is done on any thread, several at a time.
public protocol HistorySource: Sendable {
  /// Reads a turn whole, by the place in its entry.
  func turn(at place: RecordPlace) throws(InspectorProblem) -> TurnContent

  /// Reads the line of a turn's message alone, for a list.
  func text(at place: RecordPlace) throws(InspectorProblem) -> String

  /// Reads the events of effects that a place holds: those of a turn, or one between turns.
  func events(at place: RecordPlace) throws(InspectorProblem) -> [EventContent]

  /// Reads a state that was kept, by the place in its sample.
  func state(at place: RecordPlace) throws(InspectorProblem) -> StateContent

  /// Has the application do something, and returns the body of its answer, which is JSON.
  ///
  /// - Throws: ``InspectorProblem`` with status 409 when there is no application, or it does not allow it.
  func ask(_ request: ApplicationRequest) async throws(InspectorProblem) -> [UInt8]
}

extension HistorySource {
  /// Reads the turn whole, and returns its line.
  public func text(at place: RecordPlace) throws(InspectorProblem) -> String { try turn(at: place).text }
}

/// A turn as a source has kept it.
public struct TurnContent: Sendable {
  /// The message in one line, at most 200 characters.
  public var text: String
  /// The kind of the message, such as `note@2`; nil when it has no schema.
  public var kind: String?
  /// The message as JSON; empty when it is hidden or has no contents.
  public var message: [UInt8]

  /// Creates a turn's content.
  public init(text: String, kind: String?, message: [UInt8]) {
    self.text = text
    self.kind = kind
    self.message = message
  }
}

/// An event of an effect as a source has kept it.
public struct EventContent: Sendable {
  public var effect: UInt64
  public var turn: UInt64
  public var step: EffectStep
  public var label: String?
  public var id: String?
  public var queue: String?
  /// The error's text, or the reason why it was dropped.
  public var reason: String?
  public var part: String?

  /// Creates an event.
  public init(
    effect: UInt64, turn: UInt64, step: EffectStep, label: String? = nil, id: String? = nil,
    queue: String? = nil, reason: String? = nil, part: String? = nil
  ) {
    self.effect = effect
    self.turn = turn
    self.step = step
    self.label = label
    self.id = id
    self.queue = queue
    self.reason = reason
    self.part = part
  }

  /// The event as in an export.
  public var output: JSONOutput {
    [
      "kind": .text(step.word), "effect": .unsigned(effect), "turn": .unsigned(turn),
      "label": label.map { .text($0) }, "id": id.map { .text($0) }, "queue": queue.map { .text($0) },
      "reason": reason.map { .text($0) }, "part": part.map { .text($0) },
    ]
  }
}

/// A state as a source has kept it.
public struct StateContent: Sendable {
  /// The kind, such as `library@1`; nil when it has no schema.
  public var kind: String?
  /// True if it comes from reflection, and cannot be decoded.
  public var isReflected: Bool
  /// The state as JSON.
  public var json: [UInt8]
  /// The word about its origin: `sample`, `snapshot`.
  public var origin: String

  /// Creates a state's content.
  public init(kind: String?, isReflected: Bool, json: [UInt8], origin: String) {
    self.kind = kind
    self.isReflected = isReflected
    self.json = json
    self.origin = origin
  }
}

/// A request to the application.
public struct ApplicationRequest: Sendable {
  /// The things that an application can be asked for.
  public enum Deed: String, Sendable {
    case sample, facts, compute, show, present, send, keep
  }

  public var deed: Deed
  /// JSON; empty for none.
  public var body: [UInt8]

  /// Creates a request.
  public init(_ deed: Deed, body: [UInt8] = []) {
    self.deed = deed
    self.body = body
  }
}
