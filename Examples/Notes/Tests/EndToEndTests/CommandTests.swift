import Foundation
import TerminalFixture
import Testing

/// The commands, each a process of its own, and a real server.
@Suite("The commands, end to end")
struct CommandTests {
  @Test("list, show, add, edit, tick and delete")
  func commands() throws {
    let stage = try Stage()
    try stage.startServer(with: Stage.sample)
    #expect(
      try stage.notes("ada", "list")
        == .init(
          lines: ["notes:3  日本の水車", "notes:2  The wheel", "notes:1  Rye bread"], complaints: [], status: 0))
    #expect(try stage.notes("ada", "list", "todos", "--open").lines == ["todos:1  [ ] Feed the sourdough"])
    #expect(
      try stage.notes("ada", "add", "Milk", "-", input: Data("two\nlitres\n".utf8)).lines == ["notes:4  Milk"]
    )
    #expect(try stage.notes("ada", "show", "notes:4").lines == ["Milk  (notes:4)", "", "two", "litres"])
    #expect(try stage.notes("ada", "edit", "notes:4", "--title", "Oat milk").lines == ["notes:4  Oat milk"])
    #expect(try stage.notes("ada", "done", "todos:1").lines == ["todos:1  [x] Feed the sourdough"])
    #expect(try stage.notes("bruno", "search", "MILK").lines == ["notes:4  Oat milk"])
    #expect(try stage.notes("bruno", "delete", "notes:4").lines == ["notes:4  deleted"])
    #expect(try stage.notes("ada", "list").lines.count == 3)
    let json = try stage.notes("ada", "list", "users", "--json").lines.joined()
    let values = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
    #expect(values.first?["id"] as? String == "users:1")
  }

  @Test("offline they answer from what was known, keep what is changed, and say so by status 3")
  func offline() throws {
    let stage = try Stage()
    try stage.startServer(with: Stage.sample)
    #expect(try stage.notes("ada", "sync").status == 0)
    stage.stopServer()
    let list = try stage.notes("ada", "list")
    #expect(list.lines.count == 3 && list.status == 0)
    #expect(list.complaints.first?.hasPrefix("notes: Offline: ") == true)
    #expect(try stage.notes("ada", "edit", "notes:1", "--title", "Wheat bread").status == 3)
    #expect(try stage.notes("ada", "add", "Kept").lines.first?.hasSuffix("  Kept  ↑ waits") == true)
    #expect(try stage.notes("ada", "sync").status == 3)
    try stage.startServer()
    #expect(try stage.notes("ada", "sync").status == 0)
    #expect(try stage.notes("bruno", "list").lines.contains("notes:1  Wheat bread"))
    #expect(try stage.notes("bruno", "list").lines.contains("notes:4  Kept"))
  }

  @Test("what is kept, and what is recorded, is nobody else's business")
  func privacy() throws {
    let stage = try Stage()
    try stage.startServer(with: Stage.sample)
    let recording = stage.path("recording")
    #expect(try stage.notes("new", "--record", recording, "add", "Secret").status == 0)
    func permissions(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    #expect(try permissions(stage.path("new")) == 0o700)
    let folder = stage.path("new")
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      let permissions = try #require(try permissions(folder + "/" + name))
      #expect(permissions & 0o077 == 0, "\(name)")
    }
    #expect(try permissions(recording) == 0o600)
  }

  @Test("offline they list what is there also where nothing can be written")
  func unwritable() throws {
    let stage = try Stage()
    try stage.startServer(with: Stage.sample)
    #expect(try stage.notes("ada", "sync").status == 0)
    let files = FileManager.default
    let before = try Data(contentsOf: URL(filePath: stage.path("ada") + "/notes.journal"))
    // No user can make a file where a folder is, be it root: as on a disk that is full, or may only be read.
    let mark = stage.path("ada") + "/notes.journal-mark"
    if files.fileExists(atPath: mark) { try files.removeItem(atPath: mark) }
    try files.createDirectory(atPath: mark, withIntermediateDirectories: false)
    let list = try stage.notes("ada", "list", "--offline")
    #expect(list.lines.count == 3 && list.status == 0, "\(list)")
    #expect(try stage.notes("ada", "show", "notes:1", "--offline").lines.first == "Rye bread  (notes:1)")
    #expect(try stage.notes("ada", "add", "Lost", "--offline").status == 1)
    #expect(try Data(contentsOf: URL(filePath: stage.path("ada") + "/notes.journal")) == before)
  }

  @Test("two who edit one note are told of each other, and neither is lost")
  func conflict() throws {
    let stage = try Stage()
    try stage.startServer(with: Stage.sample)
    #expect(try stage.notes("ada", "sync").status == 0)
    #expect(try stage.notes("ada", "edit", "notes:1", "--title", "Ada's", "--offline").status == 3)
    #expect(try stage.notes("bruno", "edit", "notes:1", "--title", "Bruno's").status == 0)
    #expect(try stage.notes("ada", "sync").status == 3)
    let both = try stage.notes("ada", "show", "notes:1")
    #expect(both.lines.first == "Ada's  (notes:1  ! in conflict)")
    #expect(both.lines.contains("The server has: Bruno's"))
    #expect(try stage.notes("ada", "conflicts").lines == ["notes:1  Ada's  ! in conflict"])
    #expect(try stage.notes("ada", "resolve", "notes:1", "theirs").lines == ["notes:1  Bruno's"])
    #expect(try stage.notes("ada", "conflicts") == .init(lines: [], complaints: [], status: 0))
  }

  @Test("a local database that is no database is set aside on demand, and never written over")
  func corrupt() throws {
    let stage = try Stage()
    try stage.startServer(with: Stage.sample)
    #expect(try stage.notes("ada", "add", "Kept", "--offline").status == 3)
    let database = stage.folder.appending(path: "ada/notes.journal")
    var bytes = try Data(contentsOf: database)
    bytes.replaceSubrange(0..<100, with: Data(repeating: 0x2A, count: 100))
    try bytes.write(to: database)
    let refused = try stage.notes("ada", "list")
    #expect(refused.status == 1 && refused.lines.isEmpty)
    #expect(refused.complaints.joined().contains("notes reset"))
    #expect(try Data(contentsOf: database) == bytes)
    #expect(try stage.notes("ada", "reset").status == 0)
    #expect(try Data(contentsOf: stage.folder.appending(path: "ada/set-aside-1/notes.journal")) == bytes)
    #expect(try stage.notes("ada", "list").lines.count == 3)
  }

  @Test("a command beside a client that is running asks the server instead of the local database")
  func beside() async throws {
    let stage = try Stage()
    try stage.startServer(with: Stage.sample)
    let client = try stage.client("ada")
    try await client.see("Rye bread")
    #expect(try stage.notes("ada", "add", "From beside").lines == ["notes:4  From beside"])
    try await client.see("From beside")
    let reset = try stage.notes("ada", "reset")
    #expect(reset.status == 1 && reset.complaints.joined().contains("is in use by another"))
  }

  @Test(
    "what is about the local database alone is refused beside a client that is running, and not answered wrongly"
  )
  func besideRefused() async throws {
    let stage = try Stage()
    try stage.startServer(with: Stage.sample)
    let client = try stage.client("ada")
    try await client.see("Rye bread")
    for command in ["conflicts", "status", "sync"] {
      let outcome = try stage.notes("ada", command)
      #expect(outcome.status == 1 && outcome.lines.isEmpty, "\(command)")
      #expect(outcome.complaints.joined().contains("is in use by another"), "\(command)")
    }
  }

  @Test("what was said to be kept is on disk, even if nobody could be told")
  func unheard() throws {
    let stage = try Stage()
    try stage.startServer(with: Stage.sample)
    #expect(try stage.notes("ada", "sync").status == 0)
    let writer = Pipe()
    try writer.fileHandleForReading.close()
    #expect(
      try stage.notes("ada", "add", "Unheard", "--offline", output: writer.fileHandleForWriting).status == 1)
    #expect(try stage.notes("ada", "list", "--offline").lines.contains { $0.hasSuffix("Unheard  ↑ waits") })
  }

  @Test("a local database that was cut short is set aside as well")
  func cut() throws {
    let stage = try Stage()
    try stage.startServer(with: Stage.sample)
    #expect(try stage.notes("ada", "sync").status == 0)
    let database = stage.folder.appending(path: "ada/notes.journal")
    try Data(contentsOf: database).prefix(10_000).write(to: database)
    let refused = try stage.notes("ada", "list")
    #expect(refused.status == 1 && refused.complaints.joined().contains("notes reset"))
    #expect(try stage.notes("ada", "reset").status == 0)
    #expect(try stage.notes("ada", "list").lines.count == 3)
  }

  @Test("what a terminal would follow is made visible, and JSON escapes it")
  func escapes() throws {
    let stage = try Stage()
    try stage.startServer(with: Stage.sample)
    let body = "red: \u{1B}[31m, \u{9B}31m, \u{202E}turned"
    #expect(try stage.notes("ada", "add", "Colours", body).status == 0)
    #expect(
      try stage.notes("ada", "show", "notes:4").lines.last == "red: \u{FFFD}[31m, \u{FFFD}31m, \u{FFFD}turned"
    )
    let json = try stage.notes("ada", "show", "notes:4", "--json").lines.joined()
    #expect(!json.unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) })
    let value = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect((value["item"] as? [String: Any])?["body"] as? String == body)
  }

  @Test("who writes is shown and changed")
  func user() throws {
    let stage = try Stage()
    try stage.startServer(with: Stage.sample)
    #expect(try stage.notes("ada", "user").lines.first == "Ada Bergström  (users:1)")
    #expect(try stage.notes("ada", "user", "9").status == 1)
  }

  @Test(
    "what is not understood is a sentence and status 2; a wrong token and a wrong server are sentences, too")
  func misunderstood() throws {
    let stage = try Stage()
    #expect(try stage.notes("ada", "lst").status == 2)
    let odd = try stage.notes("ada", "list", "--token-file", "/nonexistent")
    #expect(odd.status == 1 && odd.complaints.first?.contains("/nonexistent") == true)
  }
}
