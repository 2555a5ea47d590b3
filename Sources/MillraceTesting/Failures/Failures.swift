import Millrace

#if canImport(Testing)
import Testing
#endif

/// The reporting of this module's failed assertions.
enum Failures {
  /// Receives failures and notes in place of the test, for tests of the assertions themselves.
  @TaskLocal static var listener: (@Sendable (Report) -> Void)?

  /// A report about a place in the source.
  enum Report: Sendable, Hashable {
    /// A test has failed there.
    case failure(String, TestLocation)
    /// A remark for the reader of the log.
    case note(String, TestLocation)
  }

  /// Makes the running test fail at `place`.
  ///
  /// This is the Swift Testing test of the current task, or else the running `XCTestCase`. Where there is
  /// neither, as in a detached task or outside of a test, Swift Testing receives an issue without a test, and
  /// the failure is also printed to standard error, so that it is not lost.
  static func record(_ message: String, at place: TestLocation) {
    if let listener { return listener(.failure(message, place)) }
    #if canImport(Testing)
    if Test.current != nil { return recordIssue(message, at: place) }
    #endif
    if recordInTestCase(message, at: place) { return }
    #if canImport(Testing)
    recordIssue(message, at: place)
    #endif
    StandardError.write("\(place): error: \(message)")
  }

  /// Makes failures of code that no test environment is responsible for come here.
  static func takeUnassigned() {
    IssueReporter.fallback.withLock { $0 = { recordUnassigned($0) } }
  }

  /// Makes the running test fail at no place of its own.
  static func recordUnassigned(_ message: String) {
    record(message, at: TestLocation(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
  }

  /// Prints a remark, which is no failure, to standard error.
  static func note(_ message: String, at place: TestLocation) {
    if let listener { return listener(.note(message, place)) }
    StandardError.write("\(place): note: \(message)")
  }

  #if canImport(Testing)
  private static func recordIssue(_ message: String, at place: TestLocation) {
    Issue.record(
      Comment(rawValue: message),
      sourceLocation: SourceLocation(
        fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column))
  }
  #endif
}

/// A location in the source where a test states an expectation.
@usableFromInline
struct TestLocation: Sendable, Hashable {
  /// The module and the file, as of `#fileID`.
  let fileID: String
  /// The path, as of `#filePath`.
  let filePath: String
  /// The line, from 1.
  let line: Int
  /// The column, from 1.
  let column: Int

  @usableFromInline
  init(fileID: String, filePath: String, line: Int, column: Int) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}

extension TestLocation: CustomStringConvertible {
  @usableFromInline var description: String { "\(fileID):\(line)" }
}
