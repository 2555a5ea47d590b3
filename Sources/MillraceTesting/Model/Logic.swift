public import Millrace

/// Logic as a value: the state it begins with, and what a message does; the form in which a model check takes it.
///
/// It is pure: the same state and message give the same state and requests, each time, and nothing runs.
///
/// ```swift
/// let logic = Logic(Search()) { search, message in … as for a store … }
/// ```
///
/// Logic of another kind is given as a function of its own, in a few lines; those for updaters of Katana and for
/// mappings and statecharts of Harvest are in `KatanaTesting` and `HarvestTesting`.
public struct Logic<State, Message: Sendable> {
  /// The state before the first message.
  public let initial: State
  /// The requests at the beginning.
  public let beginning: [LogicRequest<Message>]
  /// The names of a table's rows, for a report of those that were never used; empty without a table.
  public let rows: [String]
  let step: (inout State, Message) -> LogicStep<Message>?
  /// Finds the parts of a state.
  let parts: PartProbe<State>

  /// Creates logic that is a function.
  ///
  /// - Parameters:
  ///   - initial: The state before the first message.
  ///   - beginning: The requests at the beginning.
  ///   - rows: The names of a table's rows.
  ///   - parts: The parts of the state, with which what was begun for them ends.
  ///   - step: Changes the state and says what is asked for; nil when the message is not handled, and then what it
  ///     did to the state does not count.
  public init(
    initial: State, beginning: [LogicRequest<Message>] = [], rows: [String] = [],
    parts: [any StatePart<State, Message>] = [],
    step: @escaping (inout State, Message) -> LogicStep<Message>?
  ) {
    self.initial = initial
    self.beginning = beginning
    self.rows = rows
    self.parts = PartProbe(parts)
    self.step = step
  }

  /// Creates the logic of a store, whose update is called as by a store, and whose effects are not run.
  ///
  /// - Parameters:
  ///   - initial: The state before the first message.
  ///   - effect: The effect at the beginning.
  ///   - parts: The parts of the state, as the store is given them.
  ///   - update: The update of the store. A message that it answers with `.unhandled` changes nothing here.
  public init(
    _ initial: State, effect: Effect<Message> = .none, parts: [any StatePart<State, Message>] = [],
    update: @escaping (inout State, Message) -> Effect<Message>
  ) {
    self.init(initial: initial, beginning: LogicRequest.requests(of: effect) ?? [], parts: parts) {
      state, message in
      LogicRequest.requests(of: update(&state, message)).map { LogicStep($0) }
    }
  }
}

/// The requests of one turn, beside its new state.
public struct LogicStep<Message: Sendable>: Sendable {
  /// The requests, in order.
  public let requests: [LogicRequest<Message>]
  /// The place in ``Logic/rows`` of the row that took the message.
  public let row: Int?

  /// Creates a step of these requests, taken by a row.
  public init(_ requests: [LogicRequest<Message>] = [], row: Int? = nil) {
    self.requests = requests
    self.row = row
  }
}

/// One request of logic.
public enum LogicRequest<Message: Sendable>: Sendable {
  /// A message now, behind those that wait already.
  case send(Message)
  /// An effect; with its answers, where the logic itself declares them.
  case run(ModelEffect, answers: [EffectAnswer<Message>]? = nil)
  /// Requests one after another: each begins when everything that the one before it began has ended.
  case sequence([[LogicRequest]])
  /// A cancellation of the effects with an id.
  case cancel(id: EffectID)
  /// A cancellation of the effects whose id satisfies a predicate.
  case cancelMatching(@Sendable (EffectID) -> Bool)
  /// A cancellation of all effects.
  case cancelAll
  /// A cancellation by a predicate in the parts of the state only.
  case cancelInParts(@Sendable (EffectID) -> Bool)
  /// What a part of the state asks for; nothing, when that is not there.
  case part(ModelPart, [LogicRequest])
  /// The end of what was begun for the part of this name, as if it had left.
  case leave(EffectID)
  /// An error for the error handler.
  case report(String)

  /// What a kernel's effect asks for; nil when it says that the message was not handled.
  package static func requests(of effect: Effect<Message>) -> [LogicRequest]? {
    effect.isNone ? [] : requests(of: effect.parts)
  }

  private static func requests(of parts: [EffectPart<Message>]) -> [LogicRequest]? {
    var requests: [LogicRequest] = []
    for part in parts {
      switch part {
      case .message(let message): requests.append(.send(message))
      case .run(let label, let id, let queue):
        requests.append(.run(ModelEffect(label: label, id: id, queue: queue)))
      case .sequence(let steps): requests.append(.sequence(steps.map { Self.requests(of: $0) ?? [] }))
      case .cancel(let id): requests.append(.cancel(id: id))
      case .cancelMatching(let predicate): requests.append(.cancelMatching(predicate))
      case .cancelAll: requests.append(.cancelAll)
      case .cancelInParts(let predicate): requests.append(.cancelInParts(predicate))
      case .within(let membership, let inner):
        guard let inner = Self.requests(of: inner) else { return nil }
        requests.append(.part(ModelPart(membership), inner))
      case .leave(let name): requests.append(.leave(name))
      case .report(let error): requests.append(.report("\(error)"))
      case .unhandled: return nil
      }
    }
    return requests
  }
}
