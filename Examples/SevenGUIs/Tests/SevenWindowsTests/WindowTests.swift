import Foundation
import Testing

@Suite("The windows", .serialized)
struct WindowTests {
  private let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test("the session prints what it prints on a terminal", .enabled(if: Display.isOfSystem))
  func session() async throws {
    let display = try await Display()
    let run = try await ProgramRun(
      ["--session", folder.appending(path: "session.txt").path], on: display)
    let expected = try String(contentsOf: folder.appending(path: "session.expected"), encoding: .utf8)
    #expect(run.output == expected)
    #expect(run.status == 0)
  }

  @Test("a loop with nothing to do sleeps", .enabled(if: Display.isOfSystem))
  func idle() async throws {
    let display = try await Display()
    let run = try await ProgramRun(["--idle"], on: display)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
  }

  @Test("without a display the program says so", .enabled(if: Display.isOfSystem))
  func noDisplay() async throws {
    let run = try await ProgramRun([], on: nil)
    #expect(run.status == 2)
    #expect(run.errors.contains("There is no display to open windows on"))
  }

  @Test("an unknown option is refused with a sentence", arguments: ["--fast", "Clock", "--session"])
  func options(argument: String) async throws {
    let run = try await ProgramRun([argument], on: nil)
    #expect(run.status == 2)
    #expect(run.errors.contains("'\(argument)'"))
  }
}
