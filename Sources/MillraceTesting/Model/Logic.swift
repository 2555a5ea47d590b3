public import Millrace

/// Logic as a value for a model check: the initial state, and the result of each message.
///
/// It is pure: the same state and message give the same state and requests each time, and nothing runs.
///
/// ```swift
/// let logic = Logic(Search()) { search, message in … as for a store … }
/// ```
///
/// Other kinds of logic are a function of a few lines. Those for updaters of Katana and for mappings and
/// statecharts of Harvest are in `KatanaTesting` and `HarvestTesting`.
public struct Logic<State, Message: Sendable> {
  /// The state before the first message.
  public let initial: State
  /// The requests at the beginning.
  public let beginning: [LogicRequest<Message>]
  /// The names of a table's rows, for a report of unused rows; empty without a table.
  public let rows: [String]
  let step: (inout State, Message) -> LogicStep<Message>?
  /// Finds the parts of a state.
  let parts: PartProbe<State>

  /// Creates logic from a function.
  ///
  /// - Parameters:
  ///   - initial: The state before the first message.
  ///   - beginning: The requests at the beginning.
  ///   - rows: The names of a table's rows.
  ///   - parts: The parts of the state. Work begun for a part ends when the part leaves.
  ///   - step: A closure that changes the state and returns the requests; nil when the message is not
  ///     handled, and then its change of the state does not count.
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

  /// Creates the logic of a store.
  ///
  /// Its update is called as by a store, and its effects are not run.
  ///
  /// - Parameters:
  ///   - initial: The state before the first message.
  ///   - effect: The effect at the beginning.
  ///   - parts: The parts of the state, as passed to the store.
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
  /// The index in ``Logic/rows`` of the row that took the message.
  public let row: Int?
  /// The indices of the rows that took the message together with that one, such as those of other regions of
  /// a chart.
  public let otherRows: [Int]

  /// Creates a step of these requests, taken by a row, or by several together.
  public init(_ requests: [LogicRequest<Message>] = [], row: Int? = nil, otherRows: [Int] = []) {
    self.requests = requests
    self.row = row
    self.otherRows = otherRows
  }
}

/// A request of logic.
public enum LogicRequest<Message: Sendable>: Sendable {
  /// Sends a message now, behind those that wait already.
  case send(Message)
  /// Runs an effect, with its answers where the logic itself declares them.
  case run(ModelEffect, answers: [EffectAnswer<Message>]? = nil)
  /// Makes a request to run an effect that may also end by one of these answers, as when its time is over.
  indirect case limited([EffectAnswer<Message>], LogicRequest)
  /// Makes a request to run an effect that may send messages at once, right behind those that wait then.
  indirect case atOnce(LogicRequest)
  /// Runs requests one after another: each begins when everything that the one before it began has ended.
  case sequence([[LogicRequest]])
  /// Cancels the effects with an id.
  case cancel(id: EffectID)
  /// Cancels the effects whose id satisfies a predicate.
  case cancelMatching(@Sendable (EffectID) -> Bool)
  /// Cancels all effects.
  case cancelAll
  /// Cancels effects by a predicate, in the parts of the state only.
  case cancelInParts(@Sendable (EffectID) -> Bool)
  /// Makes the requests of a part of the state; none when the part is absent.
  case part(ModelPart, [LogicRequest])
  /// Ends the work begun for the part of this name, as if it had left.
  case leave(EffectID)
  /// Reports an error to the error handler.
  case report(String)

  /// True if the request runs anything.
  var hasWork: Bool {
    switch self {
    case .run: true
    case .limited(_, let request), .atOnce(let request): request.hasWork
    case .sequence(let steps): steps.contains { $0.contains(where: \.hasWork) }
    case .part(_, let requests): requests.contains(where: \.hasWork)
    case .send, .cancel, .cancelMatching, .cancelAll, .cancelInParts, .leave, .report: false
    }
  }

  /// Returns the requests of a kernel's effect; nil when it says that the message was not handled.
  package static func requests(of effect: Effect<Message>) -> [LogicRequest]? {
    switch effect.content {
    case .none: return []
    case .message(let message): return [.send(message)]
    case .work(let work):
      let run = LogicRequest.run(ModelEffect(label: work.label, id: work.id, queue: work.queue))
      let limits = work.limits.map { limit in EffectAnswer(of: limit, handledBy: work.handler) }
      if work.isCallback { return [.atOnce(run)] }
      return [limits.isEmpty ? run : .limited(limits, run)]
    case .merge(let effects):
      var all: [LogicRequest] = []
      for effect in effects.array {
        guard let some = requests(of: effect) else { return nil }
        all += some
      }
      return all
    case .sequence(let effects): return [.sequence(effects.array.map { requests(of: $0) ?? [] })]
    case .cancel(.id(let id)): return [.cancel(id: id)]
    case .cancel(.matching(let predicate)): return [.cancelMatching(predicate)]
    case .cancel(.inParts(let predicate)): return [.cancelInParts(predicate)]
    case .cancel(.all): return [.cancelAll]
    case .within(let membership, let inner):
      return requests(of: inner).map { [.part(ModelPart(membership), $0)] }
    case .leave(let name): return [.leave(name)]
    case .report(let error): return [.report("\(error)")]
    case .unhandled: return nil
    }
  }
}
