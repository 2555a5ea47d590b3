import Millrace

// The engine of a flow whose journal closes: it refuses commands, events and facts.
extension Engine {
  /// Handles a message that was not posted, because the engine refuses it or its home has ended.
  func missed(_ message: EngineMessage, _ isolation: isolated (any Actor)?) {
    if sender.refusal == nil {
      reportHere(Failure.homeEnded(engine: name))
    } else {
      refused(message, isolation)
    }
  }

  /// Tells those that wait for a refused message.
  ///
  /// The flow's error handler has the error already.
  func refused(_ message: EngineMessage, _ isolation: isolated (any Actor)?) {
    guard let error = sender.refusal else { return }
    switch message {
    case .execute(_, let reference, _): reference?.take()?.withdraw(error)
    case .publish(let event, let reference, _):
      reference?.take()?.withdraw(error)
      if event.inProgress { return }
      // It would have answered the caller that waits longest for an event published by hand.
      let key = ObjectIdentifier(type(of: event))
      enter(isolation) { $0.failByHand(key, error) }
      // A turn that does nothing, before which a home that is not here does that.
      if !isAtHome(isolation) { sender.send(.cancel(ObjectIdentifier(Engine.self))) }
    default: break
    }
  }
}

extension EngineMessage {
  /// The number in place of the first middleware's, for an event of work in progress while the engine refuses
  /// new ones.
  static var asAnswer: Int { -1 }

  /// True for a command, an event or a fact from outside, and false for a step of what was taken before.
  var isNew: Bool {
    switch self {
    case .execute(_, _, from: 0), .publish(_, _, from: 0), .replay: true
    case .execute, .publish, .hold, .begin, .fail, .holdEvent, .failEvent, .react, .report, .cancel,
      .invalidate, .cancelAll:
      false
    }
  }
}
