public import Millrace

extension Effect {
  /// Gives an input now: it takes its turn behind those that wait, without a task.
  @inlinable
  public init(_ input: Input) {
    self.init(.next(input))
  }

  /// Makes an effect when the world is there.
  @inlinable
  public init(world make: @escaping @Sendable (World) -> Effect) {
    self.init(.deferred(make))
  }

  /// Runs work that gives one input, or nil for none.
  ///
  /// - Parameters:
  ///   - queue: The queue it stands in.
  ///   - id: What it is cancelled by.
  ///   - label: What it is called in diagrams, tests, records and errors.
  ///   - answers: The inputs that may come of it, for diagrams and checks; it may give others, too.
  ///   - run: The work, outside of where the machine lives.
  @inlinable
  public init(
    queue: Queue = .defaultEffectQueue, id: ID? = nil, label: EffectLabel? = nil, answers: [Input] = [],
    _ run: @escaping @Sendable (World) async -> Input?
  ) {
    self.init(.task(EffectTask(queue: queue, id: id, label: label, answers: answers, operation: .one(run))))
  }

  /// Runs work that may fail; `input` is made of its result.
  ///
  /// - Parameters:
  ///   - queue: The queue it stands in.
  ///   - id: What it is cancelled by.
  ///   - label: What it is called in diagrams, tests, records and errors.
  ///   - answers: The inputs that may come of it, for diagrams and checks; it may give others, too.
  ///   - run: The work, outside of where the machine lives.
  ///   - input: Makes an input of what came of it; nil for none.
  public init<Value: Sendable>(
    queue: Queue = .defaultEffectQueue, id: ID? = nil, label: EffectLabel? = nil, answers: [Input] = [],
    _ run: @escaping @Sendable (World) async throws -> Value,
    result input: @escaping @Sendable (Result<Value, any Error>) -> Input?
  ) {
    self.init(sending: queue, id: id, label: label, answers: answers) { world, send in
      let result: Result<Value, any Error>
      do {
        result = .success(try await run(world))
      } catch {
        result = .failure(error)
      }
      if let input = input(result) { await send(input) }
    }
  }

  /// Gives each element of a sequence as an input, until that ends.
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

  /// Gives each element of a sequence that is made when the effect starts, until that ends.
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

  /// Runs a group of tasks, each of which gives an input, or nil for none, as soon as it has it.
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

  /// Runs work that gives as many inputs as it likes, through the kernel's `Send`.
  ///
  /// An error that it throws goes to the flow's error handler.
  @inlinable
  public init(
    sending queue: Queue = .defaultEffectQueue, id: ID? = nil, label: EffectLabel? = nil,
    answers: [Input] = [],
    _ run: @escaping @Sendable (_ world: World, _ send: Send<Input>) async throws -> Void
  ) {
    self.init(.task(EffectTask(queue: queue, id: id, label: label, answers: answers, operation: .many(run))))
  }
}
