public import Millrace

/// The replies of one machine; used at its home only.
///
/// The exclusivity checks are turned off, because each access is a single load or store at that home.
@usableFromInline
final class ReplyHub<Input: Sendable, State> {
  /// The reply of the current turn, if a listener needs it and the turn has one.
  @exclusivity(unchecked) @usableFromInline var current: Reply<Input, State>?
  @exclusivity(unchecked) @usableFromInline var isFinished = false
  /// The number of listeners.
  @exclusivity(unchecked) @usableFromInline var listeners = 0 {
    didSet { judge() }
  }
  /// True while a tap watches the machine's turns.
  @exclusivity(unchecked) @usableFromInline var isWatched = false {
    didSet { judge() }
  }
  /// The rows that were taken while a tap watched; nil if none ever did.
  var coverage: MachineCoverage?
  /// True while a listener or a tap wants to know more of a turn.
  @exclusivity(unchecked) @usableFromInline private(set) var isNoted = false
  /// The charts of the machine's state, as it resumes them; nil if there are none.
  @usableFromInline var charts: MachineCharts<Input, State>?
  /// The store of a machine with charts.
  @usableFromInline weak var store: Millrace.Store<State, HarvesterMessage<Input>>?

  /// The streams from which feedbacks read the replies.
  @exclusivity(unchecked) @usableFromInline var streams:
    [AsyncStream<Reply<Input, State>.Success>.Continuation] = []

  @usableFromInline
  init() {}

  func judge() { isNoted = listeners > 0 || isWatched || charts != nil }
}

/// A listener, for as long as the observer that holds it lives.
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
  /// Calls `body` for every input, accepted or rejected, until the token ends.
  ///
  /// While there is a listener, each turn keeps the state before it, so the first change of an array in the
  /// state copies the array.
  public func onReply(
    isolation: isolated (any Actor)? = #isolation, _ body: @escaping (Reply<Input, State>) -> Void
  ) -> ObservationToken {
    let listener = Listener(hub)
    return store.observe(isolation: isolation) { [flow = store.flow] _ in
      // Replacing the state is not a turn, and has no reply.
      if flow.isInTurn, let reply = listener.hub.current { body(reply) }
    }
  }
}

extension Harvester where State: Sendable {
  /// A reply for every input from now on; the sequence ends when the machine finishes or ends.
  ///
  /// Each access returns a new sequence, which buffers replies until they are read.
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
