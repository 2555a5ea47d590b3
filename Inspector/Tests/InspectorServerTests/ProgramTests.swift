import Foundation
import MillraceJournal
import Testing
import WireFixture

/// The program as it is built, in a process of its own.
@Suite("The program")
struct ProgramTests {
  private final class Here {}

  /// The program lies beside the tests.
  private static var program: URL {
    #if canImport(Darwin)
    let tests = Bundle(for: Here.self).bundleURL
    #else
    let tests = URL(fileURLWithPath: CommandLine.arguments[0])
    #endif
    return tests.deletingLastPathComponent().appendingPathComponent("millrace-inspect")
  }

  private static func start(_ arguments: [String], _ output: Pipe) throws -> Process {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  private static func line(_ output: Pipe) throws -> JournalValue {
    var line: [UInt8] = []
    while line.last != 10, let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty {
      line += byte
    }
    return try JournalValue(json: line)
  }

  @Test("its first line leads to its page, and it ends at a signal with status 0")
  func page() async throws {
    let (status, page) = try await onThread {
      let output = Pipe()
      let process = try Self.start(["--json"], output)
      let parts = try Self.line(output)["page"]?.string?.split(separator: "#") ?? []
      let port = Int(parts.first?.split(separator: ":").last?.dropLast() ?? "") ?? 0
      let answer = try Wire(port).ask("GET", "/api/histories", ["Authorization: Bearer \(parts.last ?? "")"])
      let page = try Wire(port).ask("GET", "/")
      process.terminate()
      process.waitUntilExit()
      #expect(answer?.text == "[]")
      return (process.terminationStatus, page)
    }
    #expect(page?.status == 200)
    #expect(status == 0)
  }

  @Test("it starts a command with the application's address, and ends with it")
  func command() async throws {
    let (first, text, status) = try await onThread {
      let output = Pipe()
      let process = try Self.start(["--json", "--", "sh", "-c", "echo \"$MILLRACE_INSPECTOR\""], output)
      let first = try Self.line(output)
      let rest = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return (first, String(decoding: rest, as: UTF8.self), process.terminationStatus)
    }
    #expect(first["application"]?.string.map { "\($0)\n" } == text)
    #expect(status == 0)
  }
}
