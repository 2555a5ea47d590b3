public import Millrace

extension Effect {
  /// Creates an effect that sends an input at once: it waits behind the queued inputs, without a task.
  @inlinable
  public init(_ input: Input) {
    self.init(.next(input))
  }

  /// Creates an effect that sends the input of a delay at a date, and at the latest after the delay's whole
  /// time.
  init(_ input: Input, at deadline: Timestamp, after time: Duration) {
    self.init(
      .task(
        EffectTask(
          queue: .defaultEffectQueue, id: nil, label: "after \(time)", answers: [input],
          operation: .sendAt(deadline, latest: time, input))))
  }

  /// Creates an effect that is made when the world is available.
  @inlinable
  public init(world make: @escaping @Sendable (World) -> Effect) {
    self.init(.deferred(make))
  }

  /// Creates an effect that runs work with one input as its result, or nil for none.
  ///
  /// - Parameters:
  ///   - queue: The queue of the effect.
  ///   - id: The id by which the effect is cancelled.
  ///   - label: The name in diagrams, tests, records and errors.
  ///   - answers: The inputs that may come from the effect, for diagrams and checks; others may come, too.
  ///   - run: The work, outside of the machine's isolation.
  @inlinable
  public init(
    queue: Queue = .defaultEffectQueue, id: ID? = nil, label: EffectLabel? = nil, answers: [Input] = [],
    _ run: @escaping @Sendable (World) async -> Input?
  ) {
    self.init(.task(EffectTask(queue: queue, id: id, label: label, answers: answers, operation: .one(run))))
  }

  /// Creates an effect that runs work that may fail; `input` makes an input of its result, or nil for none.
  ///
  /// The other parameters are those of an effect whose work does not fail.
  public init<Value: Sendable>(
    queue: Queue = .defaultEffectQueue, id: ID? = nil, label: EffectLabel? = nil, answers: [Input] = [],
    _ run: @escaping @Sendable (World) async throws -> Value,
    result input: @escaping @Sendable (Result<Value, any Error>) -> Input?
  ) {
    self.init(sending: queue, id: id, label: label, answers: answers) { world, send in
      if let input = input(.success(try await run(world))) { await send(input) }
    } catch: {
      input(.failure($0))
    }
  }

  /// Creates an effect that sends each element of a sequence as an input, until the sequence ends.
  ///
  /// An error of the sequence goes to the flow's error handler.
  public init<Elements: AsyncSequence & Sendable>(
    sequence elements: Elements, queue: Queue = .defaultEffectQueue, id: ID? = nil, label: EffectLabel? = nil,
    answers: [Input] = []
  ) where Elements.Element == Input {
    self.init(sending: queue, id: id, label: label, answers: answers) { _, send in
      for try await element in elements { await send(element) }
    }
  }

  /// Creates an effect that sends each element of a sequence, which is made when the effect starts.
  ///
  /// An error of the sequence goes to the flow's error handler.
  public init<Elements: AsyncSequence & SendableMetatype>(
    queue: Queue = .defaultEffectQueue, id: ID? = nil, label: EffectLabel? = nil, answers: [Input] = [],
    sequence make: @escaping @Sendable (World) -> Elements
  ) where Elements.Element == Input, Elements.AsyncIterator: SendableMetatype {
    self.init(sending: queue, id: id, label: label, answers: answers) { world, send in
      for try await element in make(world) { await send(element) }
    }
  }

  /// Creates an effect that runs a group of tasks, and sends the input of each task, or none for nil, as soon
  /// as the task ends.
  public init(
    queue: Queue = .defaultEffectQueue, id: ID? = nil, label: EffectLabel? = nil, answers: [Input] = [],
    group fill: @escaping @Sendable (World, inout TaskGroup<Input?>) async -> Void
  ) {
    self.init(sending: queue, id: id, label: label, answers: answers) { world, send in
      await withTaskGroup(of: Input?.self) { group in
        await fill(world, &group)
        for await input in group {
          if let input { await send(input) }
        }
      }
    }
  }

  /// Creates an effect that runs work that sends any number of inputs, through the kernel's `Send`.
  ///
  /// `recover` makes an input of a thrown error, or nil for none. Without a `catch` the error goes to the
  /// flow's error handler.
  @inlinable
  public init(
    sending queue: Queue = .defaultEffectQueue, id: ID? = nil, label: EffectLabel? = nil,
    answers: [Input] = [],
    _ run: @escaping @Sendable (_ world: World, _ send: Send<Input>) async throws -> Void,
    catch recover: (@Sendable (any Error) -> Input?)? = nil
  ) {
    self.init(
      .task(
        EffectTask(
          queue: queue, id: id, label: label, answers: answers, operation: .many(run, recover: recover))))
  }
}
