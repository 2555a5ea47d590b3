import Foundation
import ProcessFixture

/// The reason why a measurement has failed.
enum BenchError: Error, CustomStringConvertible {
  case program(String, String)
  case noAddress(String)
  case noFigures(String)
  case file(String, String)
  case failures(String, Int)

  var description: String {
    switch self {
    case .program(let name, let reason):
      "The program “\(name)” could not be run: \(reason). Scripts/bench installs and builds what is needed."
    case .noAddress(let line): "The server did not print its address, but “\(line)”."
    case .noFigures(let report): "wrk printed no figures:\n\(report)"
    case .file(let path, let reason): "\(path) could not be written: \(reason)."
    case .failures(let row, let count):
      "\(count) requests of the row \(row) were not answered with success, so its figures mean nothing."
    }
  }
}

/// A running program of this package or of the system.
final class Program {
  private let process: ChildProcess
  /// The listening address, for a server.
  let address: String

  /// Starts a server, whose first line of output is its address.
  init(server name: String, _ arguments: [String]) throws(BenchError) {
    // The floor ends with its input.
    process = try Self.start(name, arguments, input: .pipe)
    let text = process.output.line()
    guard let word = text.split(separator: " ").last, word.hasPrefix("http://") else {
      process.kill(SIGTERM)
      throw .noAddress(text)
    }
    address = String(word)
  }

  /// Ends the program, and waits for it.
  func end() {
    process.kill(SIGTERM)
    process.wait()
  }

  /// Returns the output of a program.
  static func output(of name: String, _ arguments: [String]) throws(BenchError) -> String {
    let process = try start(name, arguments)
    let text = process.output.text()
    process.wait()
    return text
  }

  /// Starts a program that is beside this one or in the system's folders.
  private static func start(
    _ name: String, _ arguments: [String], input: ChildProcess.File = .nothing
  ) throws(BenchError) -> ChildProcess {
    let here = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: name).path
    let program = FileManager.default.isExecutableFile(atPath: here) ? here : name
    do {
      return try ChildProcess(program, arguments, input: input, output: .pipe)
    } catch {
      throw .program(name, "\(error)")
    }
  }
}
