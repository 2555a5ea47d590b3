public import MillraceToolkit

/// The output of a Mealy machine for one input: work whose results come back as inputs.
///
/// Outputs are added with `+` and begin together.
public struct MealyOutput<Input: Sendable>: Sendable {
  let effect: Effect<Input>

  public static var none: Self { Self(effect: .none) }

  /// Creates the next input, which is processed before all waiting messages.
  public static func next(_ input: Input) -> Self { Self(effect: .send(input)) }

  /// Creates asynchronous work that answers with an input, or with nil for none.
  ///
  /// - Parameters:
  ///   - id: The id by which it can be cancelled.
  ///   - queue: The queue in which it waits, is replaced or is dropped; by default it begins at once.
  ///   - label: The name in records and tests.
  ///   - work: The work, which runs outside of every actor.
  ///   - recover: A closure that makes an input of an error of `work`; nil reports it to the flow's error
  ///     handler.
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

  public static func + (left: Self, right: Self) -> Self { Self(effect: .merge(left.effect, right.effect)) }

  /// Returns the output with the inputs of a larger machine.
  public func map<Whole: Sendable>(_ transform: @escaping @Sendable (Input) -> Whole) -> MealyOutput<Whole> {
    MealyOutput<Whole>(effect: effect.map(transform))
  }
}
