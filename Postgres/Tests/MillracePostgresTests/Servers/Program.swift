import Foundation
import PostgresProcesses

/// A program that has ended with a status other than 0.
struct ProgramFailure: Error, CustomStringConvertible {
  let program: String
  let status: Int32
  let output: String
  var description: String { "\(program) ended with \(status): \(output)" }
}

/// Runs a program to its end, and returns what it has printed.
///
/// The output is a file: a pipe would stay open for as long as servers that the program has started in the
/// background.
@discardableResult
func run(_ program: String, _ arguments: [String]) async throws -> String {
  let path = FileManager.default.temporaryDirectory.appendingPathComponent("millrace-\(UUID()).out").path
  defer { unlink(path) }
  let status = try await ChildProcess(program, arguments, output: .path(path), errors: .output).ended().status
  let output = String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  if status != 0 { throw ProgramFailure(program: program, status: status, output: output) }
  return output
}
