import Foundation
import TerminalFixture
import Testing

/// Clients of three servers with one database.
@Suite("Several servers, end to end")
struct ManyServersTests {
  @Test("when the server in use is killed, clients go on with the next one, and have the same in the end")
  func kill() async throws {
    let stage = try Stage()
    try stage.startServers(3)
    #expect(try stage.notes("ada", "add", "First").lines == ["notes:1  First"])
    let bruno = try stage.client("bruno")
    try await bruno.see("First")
    stage.stopServer(at: 0, SIGKILL)
    #expect(
      try stage.notes("ada", "add", "Second") == .init(lines: ["notes:2  Second"], complaints: [], status: 0))
    try await bruno.see("Second")
    stage.stopServer(at: 1, SIGKILL)
    #expect(try stage.notes("ada", "edit", "notes:1", "--title", "Third").lines == ["notes:1  Third"])
    try await bruno.see("Third")
    #expect(try stage.notes("ada", "status").lines.joined().contains("is reachable"))
    stage.stopServer(at: 2, SIGKILL)
    #expect(try stage.notes("ada", "add", "Fourth").status == 3)
  }
}
