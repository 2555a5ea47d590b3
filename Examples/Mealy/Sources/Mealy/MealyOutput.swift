public import MillraceToolkit

/// The output of a Mealy machine for one input: work whose results come back as inputs.
///
/// Outputs are added with `+` and begin together.
public struct MealyOutput<Input: Sendable>: Sendable {
  let effect: Effect<Input>

  /// No output.
  public static var none: Self { Self(effect: .none) }

  /// The next input, which is taken before anything that waits for its turn.
  public static func next(_ input: Input) -> Self { Self(effect: .send(input)) }

  /// Asynchronous work that answers with an input, or with nil for none.
  ///
  /// - Parameters:
  ///   - id: The id under which it can be cancelled.
  ///   - queue: The queue in which it waits, is replaced or is dropped; by default it begins at once.
  ///   - label: Its name in records and tests.
  ///   - work: The work, which runs outside of every actor.
  ///   - recover: Makes an input of an error that `work` throws; nil reports it to the flow's error handler.
  public static func work(
    id: EffectID? = nil, queue: EffectQueue? = nil, label: EffectLabel? = nil,
    _ work: @escaping @Sendable () async throws -> Input?,
    catch recover: (@Sendable (any Error) -> Input?)? = nil
  ) -> Self {
    Self(
      effect: .run(
        in: queue, id: id, label: label,
        { send in
          if let input = try await work() { await send(input) }
        }, catch: recover))
  }

  /// Cancels the work that runs or waits under an id.
  public static func cancel(_ id: EffectID) -> Self { Self(effect: .cancel(id: id)) }

  /// Both outputs.
  public static func + (left: Self, right: Self) -> Self { Self(effect: .merge(left.effect, right.effect)) }

  /// The same output whose inputs are those of a larger machine.
  public func map<Whole: Sendable>(_ transform: @escaping @Sendable (Input) -> Whole) -> MealyOutput<Whole> {
    MealyOutput<Whole>(effect: effect.map(transform))
  }
}
