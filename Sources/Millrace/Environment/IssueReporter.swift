/// Receives the failures that code under test causes without an assertion: reads of keys without a test value,
/// and calls of endpoints without an implementation.
///
/// A test environment has one. Each failure is reported once, however often it occurs.
package final class IssueReporter: Sendable {
  /// The reporter of the effect that the present task is part of; nil outside of tests.
  @TaskLocal package static var current: IssueReporter?
  /// Receives what no reporter of a task does: nil until the first test environment is made, and then the
  /// means of the test library to fail a test.
  package static let fallback = Locked<(@Sendable (String) -> Void)?>(nil)

  private let seen = Locked<Set<String>>([])
  private let receive: @Sendable (String) -> Void

  /// Creates a reporter that calls `receive`, on any thread, with each failure as a text.
  package init(_ receive: @escaping @Sendable (String) -> Void) {
    self.receive = receive
  }

  /// Reports a failure, unless one of this name was reported before.
  package func report(_ text: String, once name: String) {
    if seen.withLock({ $0.insert(name).inserted }) { receive(text) }
  }

  /// Reports a failure of the present task's test; without a test, prints it to standard error.
  package static func report(_ text: String) {
    if let current { return current.report(text, once: text) }
    if let fallback = fallback.withLock({ $0 }) { return fallback(text) }
    StandardError.write("Millrace: \(text)")
  }
}
