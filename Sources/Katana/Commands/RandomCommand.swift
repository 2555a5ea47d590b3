public import Millrace

/// Draws from the environment's random numbers and dispatches what came out.
///
/// ```swift
/// RandomCommand(in: 1...6) { DiceMessage.rolled($0) }
/// ```
public struct RandomCommand: Command {
  /// Draws, and makes a message of it.
  let draw: @Sendable (inout RandomSource) -> any Message

  /// A message made of whatever `draw` does with the random numbers.
  public init(_ draw: @escaping @Sendable (_ random: inout RandomSource) -> any Message) {
    self.draw = draw
  }

  /// A whole number of a range, each with the same chance.
  public init<Value: FixedWidthInteger & Sendable>(
    in range: ClosedRange<Value>, then message: @escaping @Sendable (Value) -> any Message
  ) {
    self.init { message(Value.random(in: range, using: &$0)) }
  }

  /// A number of a range, evenly spread.
  public init<Value: BinaryFloatingPoint & Sendable>(
    in range: ClosedRange<Value>, then message: @escaping @Sendable (Value) -> any Message
  ) where Value.RawSignificand: FixedWidthInteger {
    self.init { message(Value.random(in: range, using: &$0)) }
  }

  /// One of some elements, each with the same chance; nil when there are none.
  public init<Element: Sendable>(
    of elements: [Element], then message: @escaping @Sendable (Element?) -> any Message
  ) {
    self.init { message(elements.randomElement(using: &$0)) }
  }
}

/// Draws from the environment's random numbers.
public struct RandomInterpreter: CommandInterpreter {
  /// An interpreter of random commands.
  public init() {}

  /// Draws, and dispatches.
  public func interpret(dispatch: Dispatcher, command: RandomCommand) {
    var random = dispatch.environment.random
    dispatch(command.draw(&random))
  }
}
