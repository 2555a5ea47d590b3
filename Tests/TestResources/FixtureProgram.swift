import Foundation

/// An end of a fixture's program that was no return from its `main`.
public struct FixtureFailure: Error {
  /// The status or the number of the signal.
  public let status: Int32
}

private final class Here {}

/// Runs a program of the package's fixtures, and returns what it printed.
///
/// - Throws: ``FixtureFailure`` unless it ended with the status 0.
public func fixtureOutput(_ program: String, _ arguments: [String] = []) async throws -> String {
  #if canImport(Darwin)
  let products = Bundle(for: Here.self).bundleURL.deletingLastPathComponent()
  #else
  let products = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
  #endif
  let process = Process()
  process.executableURL = products.appendingPathComponent(program)
  process.arguments = arguments
  let pipe = Pipe()
  process.standardOutput = pipe
  process.standardError = pipe
  let (ends, end) = AsyncStream<Void>.makeStream()
  process.terminationHandler = { _ in end.finish() }
  try process.run()
  let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  for await _ in ends {}
  guard process.terminationReason == .exit && process.terminationStatus == 0 else {
    throw FixtureFailure(status: process.terminationStatus)
  }
  return text.trimmingCharacters(in: .whitespacesAndNewlines)
}
