public import Millrace

/// A command that draws from the environment's random numbers and dispatches a message made of the result.
///
/// ```swift
/// RandomCommand(in: 1...6) { DiceMessage.rolled($0) }
/// ```
public struct RandomCommand: Command {
  let draw: @Sendable (inout RandomSource) -> any Message

  /// Creates a command that dispatches the message that `draw` makes of random numbers.
  public init(_ draw: @escaping @Sendable (_ random: inout RandomSource) -> any Message) {
    self.draw = draw
  }

  /// Creates a command that draws an integer of a range, uniformly.
  public init<Value: FixedWidthInteger & Sendable>(
    in range: ClosedRange<Value>, then message: @escaping @Sendable (Value) -> any Message
  ) {
    self.init { message(Value.random(in: range, using: &$0)) }
  }

  /// Creates a command that draws a floating-point number of a range, uniformly.
  public init<Value: BinaryFloatingPoint & Sendable>(
    in range: ClosedRange<Value>, then message: @escaping @Sendable (Value) -> any Message
  ) where Value.RawSignificand: FixedWidthInteger {
    self.init { message(Value.random(in: range, using: &$0)) }
  }

  /// Creates a command that draws one of some elements, uniformly; nil when there are none.
  public init<Element: Sendable>(
    of elements: [Element], then message: @escaping @Sendable (Element?) -> any Message
  ) {
    self.init { message(elements.randomElement(using: &$0)) }
  }
}

/// An interpreter that draws from the environment's random numbers.
public struct RandomInterpreter: CommandInterpreter {
  /// Creates an interpreter of random commands.
  public init() {}

  /// Draws, and dispatches the message.
  public func interpret(dispatch: Dispatcher, command: RandomCommand) {
    var random = dispatch.environment.random
    dispatch(command.draw(&random))
  }
}
