import Foundation

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
  private let process = Process()
  /// The listening address, for a server.
  let address: String

  /// Starts a server, whose first line of output is its address.
  init(server name: String, _ arguments: [String]) throws(BenchError) {
    let output = Pipe()
    process.executableURL = Self.url(name)
    process.arguments = arguments
    process.standardOutput = output
    // The floor ends with its input.
    process.standardInput = Pipe()
    do {
      try process.run()
    } catch {
      throw .program(name, error.localizedDescription)
    }
    var line: [UInt8] = []
    while let byte = try? output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A {
      line.append(byte)
    }
    let text = String(decoding: line, as: UTF8.self)
    guard let word = text.split(separator: " ").last, word.hasPrefix("http://") else {
      process.terminate()
      throw .noAddress(text)
    }
    address = String(word)
  }

  /// Ends the program, and waits for it.
  func end() {
    process.terminate()
    process.waitUntilExit()
  }

  /// Returns the output of a program.
  static func output(of name: String, _ arguments: [String]) throws(BenchError) -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = url(name)
    process.arguments = arguments
    process.standardOutput = output
    do {
      try process.run()
      let data = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return String(decoding: data, as: UTF8.self)
    } catch {
      throw .program(name, error.localizedDescription)
    }
  }

  /// Returns the location of a program, beside this one or in the system's folders.
  private static func url(_ name: String) -> URL {
    let here = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: name)
    let places = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let candidates = [here] + places.map { URL(filePath: String($0)).appending(path: name) }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) } ?? here
  }
}
