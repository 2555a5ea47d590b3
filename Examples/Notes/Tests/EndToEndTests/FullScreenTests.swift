import Foundation
import Millrace
import MillraceJournal
import Terminal
import TerminalFixture
import Testing

/// A real server, a real client in a real terminal; keys are typed, and the screen is read.
@Suite("The full screen, end to end")
struct FullScreenTests {
  @Test("shows what the server has, searches as one types, writes, ticks, deletes and undoes")
  func tour() async throws {
    let stage = try Stage()
    try stage.startServer(with: Stage.sample)
    let client = try stage.client("ada")
    try await client.see("Rye bread")
    try await client.see("日本の水車")

    try client.type("/whe")
    try await client.seeNo("Rye bread")
    try await client.see("The wheel")
    try client.press("Escape")
    try await client.see("Rye bread")

    try client.type("n")
    try await client.see("New note")
    try client.type("Written in a terminal, with ünïcode 🌾")
    try client.press("Enter")
    try client.type("A body.")
    try client.press("C-s")
    try await client.added()
    #expect(try stage.notes("other", "search", "ünïcode").lines.count == 1)

    try client.type("2")
    try await client.see("[x] Mark the floats")
    try client.type(" ")
    try await client.see("[ ] Mark the floats")

    try client.type("1")
    try await client.see("Rye bread")
    try client.press("End")
    try await client.see("Rye, water, salt.")
    try client.type("d")
    try await client.waitFor("its end") { !$0.contains { $0.contains("Rye, water, salt.") } }
    try client.type("u")
    try await client.see("Rye, water, salt.")
    try await client.seeNo("↑")
    #expect(try stage.notes("other", "search", "rye").status == 0)

    try client.type("q")
    #expect(try await client.waitForEnd() == 0)
  }

  @Test("is without colours where NO_COLOR says so")
  func noColour() async throws {
    let stage = try Stage()
    try stage.startServer(with: Stage.sample)
    for (value, hasColours) in [("1", false), ("", true)] {
      let client = try stage.client("ada", variables: ["NO_COLOR": value])
      try await client.see("Rye bread")
      let canvas = try client.canvas()
      let isColoured = (0..<canvas.height).contains { row in
        (0..<canvas.width).contains {
          let style = canvas[row, $0].style
          return style.foreground != nil || style.background != nil
        }
      }
      #expect(isColoured == hasColours)
      try client.type("q")
      #expect(try await client.waitForEnd() == 0)
    }
  }

  @Test("keeps what is changed offline, and sends it when the server is back, also after it was killed")
  func offline() async throws {
    let stage = try Stage()
    try stage.startServer(with: Stage.sample)
    let client = try stage.client("ada")
    try await client.see("Rye bread")
    stage.stopServer(SIGKILL)
    try await client.see("Offline")

    try client.type("n")
    try await client.see("New note")
    try client.type("Written offline")
    try client.press("C-s")
    try await client.see("↑ Written offline")

    try stage.startServer()
    try client.type("r")
    try await client.waitFor("the note to be sent") { lines in
      lines.contains { $0.contains("Written offline") } && !lines.contains { $0.contains("↑") }
    }
    #expect(try stage.notes("other", "search", "offline").lines == ["notes:4  Written offline"])
  }

  @Test("shows a conflict when two clients edit one note, and resolves it")
  func conflict() async throws {
    let stage = try Stage()
    try stage.startServer(with: Stage.sample)
    let client = try stage.client("ada", width: 110)
    try await client.see("Rye bread")
    try client.type("O")
    try await client.see("Offline")
    try client.press("End")
    try await client.see("Rye, water, salt.")
    try client.type("e")
    try await client.see("Title")
    try client.type(", Ada's")
    try client.press("C-s")
    try await client.see("Rye bread, Ada's")
    #expect(try stage.notes("bruno", "edit", "notes:1", "--title", "Rye bread, Bruno's").status == 0)

    try client.type("O")
    try await client.see("! Rye bread, Ada's")
    try client.type("!")
    try await client.see("Rye bread, Ada's")
    try client.press("Enter")
    try await client.see("Rye bread, Bruno's")
    try client.type("m")
    try await client.waitFor("the answer of the server") { lines in
      lines.contains { $0.contains("● Online") }
        && !lines.contains { $0.contains("! 1") || $0.contains("↑") }
    }
    let other = try stage.notes("bruno", "show", "notes:1")
    #expect(other.lines.first == "Rye bread, Ada's  (notes:1)")
  }

  @Test("goes on where it was killed, with what was being written")
  func killed() async throws {
    let stage = try Stage()
    try stage.startServer(with: Stage.sample)
    let client = try stage.client("ada")
    try await client.see("Rye bread")
    try client.type("n")
    try await client.see("New note")
    try client.type("Half a thought")
    try await client.see("Half a thought")
    // A batch is on disk 50 ms after its first turn; what is waited for is that it says so itself.
    try await stage.written("Half a thought", by: "ada")
    try client.send(signal: SIGKILL)
    try await client.waitForEnd()

    let next = try stage.client("ada")
    try await next.see("Half a thought")
    try next.press("C-s")
    try await next.added()
    #expect(try stage.notes("other", "search", "thought").lines == ["notes:4  Half a thought"])
  }

  @Test("fits any terminal, down to one of 1 × 1, and comes back")
  func sizes() async throws {
    let stage = try Stage()
    try stage.startServer(with: Stage.sample)
    let client = try stage.client("ada")
    try await client.see("Rye bread")
    for (width, height) in [(1, 1), (2, 3), (40, 8), (200, 50)] {
      try client.resize(width: width, height: height)
      try await client.waitFor("the new size") { $0.count == height }
    }
    try await client.see("Rye bread")
    #expect(client.isRunning)
    try client.send(signal: SIGTERM)
    #expect(try await client.waitForEnd() == 0)
  }

  @Test("opens a link")
  func link() async throws {
    let stage = try Stage()
    try stage.startServer(with: Stage.sample)
    #expect(try stage.notes("ada", "sync").status == 0)
    let client = try stage.client("ada", ["open", "notes:2"])
    try await client.see("Nine floats are soft.")
    let wrong = try stage.client("bruno", ["open", "boats:7"])
    try await wrong.see("boats:7")
    try await wrong.see("Rye bread")
  }

  @Test("is recorded, and replayed to the same end")
  func recording() async throws {
    let stage = try Stage()
    try stage.startServer(with: Stage.sample)
    let file = stage.path("bug.notes")
    let client = try stage.client("ada", ["--record", file])
    try await client.see("Rye bread")
    try client.type("n")
    try await client.see("New note")
    try client.type("Recorded")
    try client.press("C-s")
    try await client.added()
    let last = try client.screen()
    try client.type("q")
    #expect(try await client.waitForEnd() == 0)

    let replayed = try stage.notes("nobody", "replay", file)
    #expect(
      replayed.lines.last?.contains("the messages lead to the recorded final states") == true)
    #expect(replayed.status == 0)

    let replay = try stage.client("nobody", ["replay", file])
    try await replay.see("1/")
    try replay.press("End")
    // The rows of the list are the same; the last line is the replay's own.
    try await replay.waitFor("the last turn") { $0.dropLast(3) == last.dropLast(3) }
    try replay.press("Home")
    try await replay.seeNo("Recorded")
  }
}

extension TerminalSession {
  /// Waits until something was added, and the server has it.
  fileprivate func added() async throws {
    try await waitFor("what was added to be sent") { lines in
      lines.contains { $0.contains("Added “") } && !lines.contains { $0.contains("↑") }
    }
  }
}

extension Stage {
  /// Waits until what was typed in a form stands in the journal of a client.
  func written(_ text: String, by client: String) async throws {
    var keys = 0
    for try await turn in try JournalReader(at: path("\(client)/notes.journal")).follow(from: 1)
    where turn.kind?.name == "screen-form-key" {
      keys += 1
      if keys == text.count { return }
    }
  }
}
