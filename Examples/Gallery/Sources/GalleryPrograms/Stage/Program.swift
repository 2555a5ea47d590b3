import Millrace

/// The dialogue around a program's logic: it turns lines into messages, and changes into lines.
///
/// The session handles the words `help`, `wait` and `quit`.
@MainActor
protocol Program: AnyObject {
  static var name: String { get }
  /// The program's idea in one line.
  static var idea: String { get }
  /// The commands, one per line.
  static var help: String { get }

  /// Creates a program.
  ///
  /// - Parameters:
  ///   - environment: The source of time and random numbers.
  ///   - write: A closure that prints a line.
  init(environment: StoreEnvironment, write: @escaping (String) -> Void) throws

  var flow: Flow { get }
  /// The number of subscriptions that wait for the next tick of the clock.
  var tickers: Int { get }

  func follow(_ line: Line) throws
}

extension Program {
  var tickers: Int { 0 }
}
