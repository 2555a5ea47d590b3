import Foundation
import MillraceJournal
import ProcessFixture
import Testing
import WireFixture

/// The program as it is built, in a process of its own.
@Suite("The program")
struct ProgramTests {
  private final class Here {}

  /// The program lies beside the tests.
  private static var program: String {
    #if canImport(Darwin)
    let tests = Bundle(for: Here.self).bundleURL
    #else
    let tests = URL(fileURLWithPath: CommandLine.arguments[0])
    #endif
    return tests.deletingLastPathComponent().appendingPathComponent("millrace-inspect").path
  }

  private static func start(_ arguments: [String]) throws -> (ChildProcess, line: JournalValue) {
    let process = try ChildProcess(program, arguments, output: .pipe, errors: .nothing)
    return (process, try JournalValue(json: Array(process.output.line().utf8)))
  }

  @Test("its first line leads to its page, and it ends at a signal with status 0")
  func page() async throws {
    let (status, page) = try await onThread {
      let (process, line) = try Self.start(["--json"])
      let parts = line["page"]?.string?.split(separator: "#") ?? []
      let port = Int(parts.first?.split(separator: ":").last?.dropLast() ?? "") ?? 0
      let answer = try Wire(port).ask("GET", "/api/histories", ["Authorization: Bearer \(parts.last ?? "")"])
      let page = try Wire(port).ask("GET", "/")
      process.kill(SIGTERM)
      #expect(answer?.text == "[]")
      return (process.wait().status, page)
    }
    #expect(page?.status == 200)
    #expect(status == 0)
  }

  @Test("it starts a command with the application's address, and ends with it")
  func command() async throws {
    let (first, text, status) = try await onThread {
      let (process, first) = try Self.start(["--json", "--", "sh", "-c", "echo \"$MILLRACE_INSPECTOR\""])
      return (first, process.output.text(), process.wait().status)
    }
    #expect(first["application"]?.string.map { "\($0)\n" } == text)
    #expect(status == 0)
  }
}
