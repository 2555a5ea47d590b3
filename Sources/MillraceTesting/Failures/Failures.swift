import Millrace

#if canImport(Testing)
import Testing
#endif

/// Where failures of this module's assertions go.
enum Failures {
  /// Takes what is recorded and noted in its place, for tests of the assertions themselves.
  @TaskLocal static var listener: (@Sendable (Report) -> Void)?

  /// Something that was said about a place.
  enum Report: Sendable, Hashable {
    /// A test has failed there.
    case failure(String, SourcePlace)
    /// A remark for whoever reads the log.
    case note(String, SourcePlace)
  }

  /// Has the test that is running fail at `place`.
  ///
  /// That is the test of Swift Testing in whose task this is called, else the `XCTestCase` that is running.
  /// Where there is neither, as in a detached task, or in a program that is no test, Swift Testing is told of
  /// an issue that belongs to no test, and the failure is a line on standard error, too, lest nobody took it.
  static func record(_ message: String, at place: SourcePlace) {
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

  /// Tells whoever reads the log something that is no failure.
  static func note(_ message: String, at place: SourcePlace) {
    if let listener { return listener(.note(message, place)) }
    StandardError.write("\(place): note: \(message)")
  }

  #if canImport(Testing)
  private static func recordIssue(_ message: String, at place: SourcePlace) {
    Issue.record(
      Comment(rawValue: message),
      sourceLocation: SourceLocation(
        fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column))
  }
  #endif
}
