import Millrace

/// A next event that is possible in a situation of a model.
enum ModelChoice: Hashable {
  /// A message from outside, by its index.
  case message(Int32)
  /// The next message of an effect's answer, or its end when there is none.
  case answer(effect: Int32, alternative: Int32)
  /// The body of a cancelled effect ends, and releases its place in its queue.
  case end(effect: Int32)
  /// The delay of a queue has passed.
  case queue(Int32)
}

/// A choice with the decisions about effects that may send messages at once.
struct ModelMove: Hashable {
  let choice: ModelChoice
  /// The decisions in the order in which they come up; all further ones are 0, that nothing is sent at once.
  var decisions: [Int32] = []

  /// Returns the move with the next decisions, where each had so many possibilities; nil after the last.
  func next(_ possibilities: [Int32]) -> ModelMove? {
    decisions.next(possibilities).map { ModelMove(choice: choice, decisions: $0) }
  }
}

extension [Int32] {
  /// Returns the decisions behind these, where each had so many possibilities; nil after the last.
  func next(_ possibilities: [Int32]) -> [Int32]? {
    var next = self + possibilities.dropFirst(count).map { _ in 0 }
    while let last = next.popLast() {
      if last + 1 < possibilities[next.count] { return next + [last + 1] }
    }
    return nil
  }
}

/// A model at one moment: the state, and the effects in flight.
struct ModelSituation<State> {
  var state: State
  var effects: EffectsInFlight
}

/// The cause of a turn, for a step of a path.
enum ModelCause<Message: Sendable> {
  case outside(Message)
  case answer(ModelEffect, Message)
  /// An earlier turn sent the message.
  case sent(Message)
  case silence(ModelEffect)
  case end(ModelEffect)
  case cancelledEnd(ModelEffect)
  case queue(EffectQueue)

  var message: Message? {
    switch self {
    case .outside(let message), .answer(_, let message), .sent(let message): message
    case .silence, .end, .cancelledEnd, .queue: nil
    }
  }

  var text: String {
    switch self {
    case .outside(let message): "\(message)"
    case .answer(let effect, let message): "\(message), from \(effect.name)"
    case .sent(let message): "\(message), sent by the turn before"
    case .silence(let effect): "\(effect.name) never answers"
    case .end(let effect): "\(effect.name) ends"
    case .cancelledEnd(let effect): "\(effect.name), cancelled earlier, ends"
    case .queue(let queue): "the time of \(queue) ends"
    }
  }
}
