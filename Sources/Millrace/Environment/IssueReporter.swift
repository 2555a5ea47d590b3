/// Receives the failures that code under test causes without an assertion: reads of keys without a test
/// value, and calls of endpoints without an implementation.
///
/// A test environment has one.
package final class IssueReporter: Sendable {
  /// The reporter of the effect that the present task is part of; nil outside of tests.
  @TaskLocal package static var current: IssueReporter?
  /// Receives what no reporter of a task does: nil until the first test environment is made, and then the
  /// means of the test library to fail a test.
  package static let fallback = Locked<(@Sendable (String) -> Void)?>(nil)

  private let receive: @Sendable (_ text: String, _ name: String) -> Void

  /// Creates a reporter.
  ///
  /// - Parameter receive: A function that receives each failure as a text, with a name that is the same when
  ///   the failure occurs again; called on any thread.
  package init(_ receive: @escaping @Sendable (_ text: String, _ name: String) -> Void) {
    self.receive = receive
  }

  /// Creates a reporter that reports each failure once, however often it occurs.
  package convenience init(once receive: @escaping @Sendable (String) -> Void) {
    let seen = Locked<Set<String>>([])
    self.init { text, name in
      if seen.withLock({ $0.insert(name).inserted }) { receive(text) }
    }
  }

  /// Reports a failure under its name.
  package func report(_ text: String, name: String) { receive(text, name) }

  /// Reports a failure of the present task's test; without a test, prints it to standard error.
  package static func report(_ text: String) {
    if !reportInTest(text) { StandardError.report(text) }
  }

  /// Reports a failure of the present task's test; returns false without a test.
  @discardableResult
  static func reportInTest(_ text: String) -> Bool {
    if let current {
      current.report(text, name: text)
      return true
    }
    guard let fallback = fallback.withLock({ $0 }) else { return false }
    fallback(text)
    return true
  }
}
