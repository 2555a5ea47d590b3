public import Millrace

/// What becomes of the inputs of one machine; touched at its home only.
///
/// The exclusivity checks are turned off, because each access is a single load or store at that home.
@usableFromInline
final class ReplyHub<Input: Sendable, State> {
  /// The reply of the turn that is taken, where somebody hears it and the turn has one.
  @exclusivity(unchecked) @usableFromInline var current: Reply<Input, State>?
  @exclusivity(unchecked) @usableFromInline var isFinished = false
  /// How many hear the replies.
  @exclusivity(unchecked) @usableFromInline var listeners = 0

  /// Where feedbacks read the replies.
  @exclusivity(unchecked) @usableFromInline var streams: [AsyncStream<Reply<Input, State>>.Continuation] = []

  /// Whether somebody hears the replies.
  @usableFromInline var isHeard: Bool { listeners > 0 }

  @usableFromInline
  init() {}
}

/// One who hears replies, for as long as the observer that holds it lives.
private final class Listener<Input: Sendable, State> {
  let hub: ReplyHub<Input, State>
  private let ended: () -> Void

  init(_ hub: ReplyHub<Input, State>, ended: @escaping () -> Void = {}) {
    self.hub = hub
    self.ended = ended
    hub.listeners += 1
  }

  deinit {
    hub.listeners -= 1
    ended()
  }
}

extension Harvester {
  /// Tells of every input, whether it was accepted or rejected, until the token ends.
  ///
  /// While somebody listens, each turn keeps the state it came from, so that the first change of an array in it
  /// copies that.
  public func onReply(
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping (Reply<Input, State>) -> Void
  ) -> ObservationToken {
    let listener = Listener(hub)
    return store.observe(isolation: isolation) { [flow = store.flow] _ in
      // A state that was replaced is no turn, and has no reply.
      if flow.isInTurn, let reply = listener.hub.current { body(reply) }
    }
  }
}

extension Harvester where State: Sendable {
  /// A reply for every input from now on; it ends when the machine finishes or ends.
  ///
  /// Each access gives a sequence of its own, which keeps what its reader has not yet taken.
  public var replies: AsyncStream<Reply<Input, State>> {
    let (stream, continuation) = AsyncStream.makeStream(of: Reply<Input, State>.self)
    if hub.isFinished {
      continuation.finish()
      return stream
    }
    let listener = Listener(hub) { continuation.finish() }
    let token = store.observe { [flow = store.flow] _ in
      if flow.isInTurn, let reply = listener.hub.current { continuation.yield(reply) }
      if listener.hub.isFinished { continuation.finish() }
    }
    continuation.onTermination = { _ in token.cancel() }
    return stream
  }
}
