import Millrace

/// What may happen next in a situation of a model.
enum ModelChoice: Hashable {
  /// A message from outside, by its place among them.
  case message(Int32)
  /// The next message of an effect's answer, or its end when there is none.
  case answer(effect: Int32, alternative: Int32)
  /// The body of a cancelled effect ends, and gives back its place in its queue.
  case end(effect: Int32)
  /// The time of a queue is over.
  case queue(Int32)
}

/// A model at one moment: the state, and the effects in flight.
struct ModelSituation<State> {
  var state: State
  var effects: EffectsInFlight
}

/// Why a turn was taken, for a step of a path.
enum ModelCause<Message: Sendable> {
  case outside(Message)
  case answer(ModelEffect, Message)
  /// Sent by a turn before it.
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
    case .cancelledEnd(let effect): "\(effect.name), cancelled before, ends"
    case .queue(let queue): "the time of \(queue) is over"
    }
  }
}
