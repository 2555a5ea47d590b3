import Foundation
import ProcessFixture

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
  let process = try ChildProcess(
    products.appendingPathComponent(program).path, arguments, output: .pipe, errors: .output)
  let text = await process.output.text()
  switch await process.ended() {
  case .status(0): return text.trimmingCharacters(in: .whitespacesAndNewlines)
  case .status(let number), .signal(let number): throw FixtureFailure(status: number)
  }
}
