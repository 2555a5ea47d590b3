import Foundation
import NotesModel
import Terminal
import TerminalFixture
import Testing

/// The pictures of the README are what the terminal shows; with `NOTES_PICTURES=write` they are written
/// again.
@Suite("The pictures of the README")
struct PictureTests {
  private static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static var sample: SampleFile {
    get throws {
      try JSONDecoder().decode(
        SampleFile.self, from: Data(contentsOf: package.appending(path: "sample.json")))
    }
  }

  @Test("show the list, a search, todos, and a conflict as they are")
  func pictures() async throws {
    let stage = try Stage()
    try stage.startServer(with: Self.sample)
    let client = try stage.client("ada", width: 100, height: 27)
    try await client.see("Wheel: what the survey found")
    try await client.see("● Online")
    try client.type("/bread")
    try await client.see("2 found")
    try client.press("Enter")
    try await client.see("n new")
    try expect(client, "search", "A search as one types")
    try client.press("Escape")
    try await client.see("Wheel: what the survey found")
    try client.press("Home", "Down", "Down")
    try await client.see("2 kg flour")
    try expect(client, "list", "The list of notes beside one of them")

    try client.type("O")
    try await client.see("Offline")
    try client.type("e")
    try await client.see("Title")
    try client.type(", fifty by now")
    try client.press("C-s")
    try await client.see("↑ Crêpes")
    try expect(client, "offline", "What is written offline waits")
    #expect(try stage.notes("bruno", "edit", "notes:20", "--title", "Crêpes for sixty").status == 0)
    try client.type("O")
    try await client.see("! Crêpes")
    try client.type("!")
    try await client.see("1 conflict")
    try client.press("Enter")
    try await client.see("Crêpes for sixty")
    try expect(client, "conflict", "A conflict, with both sides")
    try client.type("q")
    try await client.waitForEnd()
  }

  /// Compares what is on the screen with a picture.
  private func expect(_ client: TerminalSession, _ name: String, _ title: String) throws {
    let file = Self.package.appending(path: "Pictures/\(name).svg")
    let picture = try client.canvas().svg(title: title)
    if ProcessInfo.processInfo.environment["NOTES_PICTURES"] == "write" {
      try Data(picture.utf8).write(to: file)
    } else {
      let known = try String(contentsOf: file, encoding: .utf8)
      #expect(
        picture == known, "Pictures/\(name).svg is not what is shown; make it anew with NOTES_PICTURES=write."
      )
    }
  }
}
