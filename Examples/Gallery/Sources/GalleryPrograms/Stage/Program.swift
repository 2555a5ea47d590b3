import Millrace

/// The talk around a program's logic, which turns lines into messages and changes into lines.
///
/// The words `help`, `wait` and `quit` are not its business, but the session's.
@MainActor
protocol Program: AnyObject {
  /// The word by which it is called.
  static var name: String { get }
  /// What it shows, in one line.
  static var idea: String { get }
  /// The lines that it understands, one below the other.
  static var help: String { get }

  /// A program that begins.
  ///
  /// - Parameters:
  ///   - environment: Where it has the time and chance from.
  ///   - write: Prints a line.
  init(environment: StoreEnvironment, write: @escaping (String) -> Void) throws

  /// The flow on which everything happens.
  var flow: Flow { get }
  /// How many subscriptions wait for the next tick of the clock.
  var tickers: Int { get }

  /// Follows a line.
  func follow(_ line: Line) throws
}

extension Program {
  var tickers: Int { 0 }
}
