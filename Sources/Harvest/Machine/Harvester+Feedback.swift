public import Millrace

extension Harvester where State: Sendable {
  /// Creates a machine whose effects are feedbacks.
  ///
  /// The feedback turns replies into further inputs; the other parameters are those of a machine with
  /// effects.
  public convenience init(
    state: State, mapping: Mapping, feedback: Feedback<Reply<Input, State>.Success, Input>,
    name: String? = nil, flow: Flow? = nil, environment: StoreEnvironment? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) {
    self.init(
      state: state, mapping: mapping, feedback: feedback, listening: [], name: name, flow: flow,
      environment: environment, isolation: isolation)
  }

  /// Creates a machine whose effects are feedbacks, and whose inputs also come from a sequence.
  ///
  /// When the sequence ends, the machine finishes.
  public convenience init<Inputs: AsyncSequence & Sendable>(
    state: State, inputs: Inputs, mapping: Mapping, feedback: Feedback<Reply<Input, State>.Success, Input>,
    name: String? = nil, flow: Flow? = nil, environment: StoreEnvironment? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) where Inputs.Element == Input {
    self.init(
      state: state, mapping: mapping, feedback: feedback, listening: [Self.listening(to: inputs)], name: name,
      flow: flow, environment: environment, isolation: isolation)
  }

  private convenience init(
    state: State, mapping: Mapping, feedback: Feedback<Reply<Input, State>.Success, Input>,
    listening: [StoreSubscription<HarvesterMessage<Input>>], name: String?, flow: Flow?,
    environment: StoreEnvironment?, isolation: isolated (any Actor)?
  ) {
    let hub = ReplyHub<Input, State>()
    let mapping = mapping.base
    var listening = listening
    // A feedback needs the reply of each turn, so replies are made.
    if !feedback.parts.isEmpty { hub.listeners += 1 }
    for (index, part) in feedback.parts.enumerated() {
      guard case .stream(let read) = part.source else { continue }
      let (replies, continuation) = AsyncStream.makeStream(of: Reply<Input, State>.Success.self)
      hub.streams.append(continuation)
      listening.append(
        StoreSubscription(EffectID(FeedbackID(part: index))) { send in
          try await read(replies) { work in
            await send(.feedback(FeedbackRequest(part: index, work: work)))
          }
        })
    }
    self.init(
      state: state, initial: { .none }, listening: listening, hub: hub, rows: { mapping.rules.map(\.row) },
      name: name, flow: flow,
      environment: environment, isolation: isolation,
      begin: { feedback.parts[$0.part].effect(index: $0.part, $0.work) },
      change: { _ = mapping.apply($0, to: &$1) },
      take: Self.taking(
        mapping, EffectContext(()),
        { reply in
          for stream in hub.streams { stream.yield(reply) }
          return .merge(
            feedback.parts.enumerated().compactMap { index, part in
              guard case .each(let produce) = part.source, let work = produce(reply) else { return nil }
              return part.effect(index: index, work)
            })
        }))
  }
}

extension Feedback.Part {
  /// Returns the kernel's effect for one piece of work.
  fileprivate func effect(
    index: Int, _ work: @escaping Feedback<Input, Output>.Work
  ) -> Millrace.Effect<HarvesterMessage<Output>> {
    .run(in: EffectQueue(EffectID(FeedbackID(part: index)), strategy), label: "feedback") { send in
      try await work(send.map { .input($0) })
    }
  }
}

/// The name of a feedback's queue and subscription.
private struct FeedbackID: Hashable, Sendable {
  let part: Int
}
