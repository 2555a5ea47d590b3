import Aftermath
import Foundation
import Katana
import MillraceJournal
import NotesLibrary
import NotesModel
import NotesScreens
import Terminal
import Testing

@testable import NotesClient

@MainActor
@Suite("Recordings and replays")
struct RecordingTests {
  private let site: Site
  private let settings: Settings

  init() throws {
    site = try Site()
    var settings = site.settings
    settings.recording = site.folder.path + "/session.recording"
    self.settings = settings
  }

  private var path: String { site.folder.path + "/session.recording" }

  /// The picture on the screen after a turn.
  private struct Shot {
    let sequence: UInt64
    let canvas: Canvas
  }

  /// A session in which something of everything happens; gives what was on the screen whenever it had
  /// settled.
  private func record(
    _ settings: Settings, last: (Client) async throws -> Void = { _ in }
  ) async throws -> [Shot] {
    let client = try await site.openOnline(settings)
    var shots: [Shot] = []
    func look() async throws {
      try await site.settle(client)
      shots.append(Shot(sequence: client.flow.lastSequence, canvas: client.interface.canvas()))
    }
    try await look()
    for keys: [Key] in [[.character("n")], [.paste("Bake bread")], [.tab, .paste("Rye.\nSalt.")], [.left]] {
      client.press(keys)
      try await look()
    }
    client.press(.control("s"))
    try await site.until { client.library.model.outbox.isEmpty }
    try await look()
    for keys: [Key] in [[.down], [.enter], [.escape], [.character("/")], [.character("b"), .character("a")]] {
      client.press(keys)
      try await look()
    }
    client.press(.escape, .character("2"))
    try await look()
    client.press(.character(" "))
    try await site.until { client.library.model.outbox.isEmpty }
    try await look()
    client.press(.character("c"))
    try await look()
    client.press(.character("O"))
    try await look()
    client.press(.character("1"), .character("d"))
    try await look()
    client.press(.character("u"), .character("?"))
    try await look()
    client.press(.escape)
    try await last(client)
    try await look()
    await client.close()
    return shots
  }

  @Test("A recording has all turns; replayed, its messages lead to the states that were recorded at the end")
  func verifies() async throws {
    _ = try await record(settings)
    #expect(site.told.isEmpty)
    let replay = try await Replay(at: path)
    defer { replay.close() }
    #expect(replay.turns.count > 30 && replay.turns.last?.store == "recording")
    #expect(Set(replay.turns.map(\.store)) == ["session", "library", "desk", "screen", "recording"])
    let differences = try replay.differences()
    #expect(differences == [])
    #expect(
      replay.verdict(differences)
        == "\(replay.turns.count) turns; the messages lead to the recorded final states.")
  }

  @Test(
    "After each turn of a replay the screen is the one that was to be seen then, in whatever order they are asked for"
  )
  func shows() async throws {
    let shots = try await record(settings)
    let replay = try await Replay(at: path)
    defer { replay.close() }
    for shot in shots + shots.reversed() {
      let place = try #require(replay.turns.lastIndex { $0.sequence <= shot.sequence })
      let canvas = try replay.canvas(after: place)
      #expect(canvas.lines == shot.canvas.lines, "turn \(shot.sequence)")
      let isSame = canvas == shot.canvas
      #expect(isSame, "the colours or the cursor at turn \(shot.sequence)")
    }
  }

  @Test("A recording that begins in the middle of things needs nothing but itself")
  func begun() async throws {
    let before = try await site.openOnline()
    _ = before.add(.notes, title: "Call the plumber", body: "")
    await before.close()
    let shots = try await record(settings)
    let elsewhere = try Folder()
    let copy = elsewhere.path + "/sent.recording"
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    let replay = try await Replay(at: copy)
    defer { replay.close() }
    #expect(try replay.differences() == [])
    let first = try replay.canvas(
      after: try #require(replay.turns.lastIndex { $0.sequence <= shots[0].sequence }))
    #expect(first == shots[0].canvas && first.lines.joined().contains("Call the plumber"))
  }

  @Test("A recording that was cut short can be looked at, and says that its end cannot be compared")
  func cutShort() async throws {
    var copy: Folder?
    let site = site
    _ = try await record(settings) { client in
      try await client.recorder?.journal.flush()
      copy = try site.folder.copied()
    }
    let folder = try #require(copy)
    let replay = try await Replay(at: folder.path + "/session.recording")
    defer { replay.close() }
    #expect(try replay.differences() == nil && replay.turns.count > 30)
    #expect(
      replay.verdict(nil).hasSuffix("turns; the recording is incomplete, so its end cannot be compared."))
    #expect(try replay.canvas(after: replay.turns.count - 1).lines.joined().contains("Bake bread"))
  }

  @Test("A replay leaves the recording as it is, and nothing beside it")
  func untouched() async throws {
    _ = try await record(settings)
    let elsewhere = try Folder()
    try FileManager.default.copyItem(atPath: path, toPath: elsewhere.path + "/sent")
    let bytes = try elsewhere.bytes("sent")
    let replay = try await Replay(at: elsewhere.path + "/sent")
    _ = try replay.differences()
    _ = try replay.canvas(after: replay.turns.count / 2)
    #expect(elsewhere.names == ["sent"])
    replay.close()
    #expect(try elsewhere.bytes("sent") == bytes && elsewhere.names == ["sent"])
  }

  @Test("A recording with one byte changed is refused with a sentence, or says what is different")
  func tampered() async throws {
    _ = try await record(settings)
    let bytes = try site.folder.bytes("session.recording")
    let title = try #require(bytes.range(of: Data("Bake bread".utf8)))
    var places = [title.lowerBound]
    var start = title.upperBound
    while let next = bytes[start...].range(of: Data("Bake bread".utf8)) {
      places.append(next.lowerBound)
      start = next.upperBound
    }
    let elsewhere = try Folder()
    for place in places {
      var changed = bytes
      changed[place] = UInt8(ascii: "T")
      let file = elsewhere.path + "/\(place)"
      try changed.write(to: URL(filePath: file))
      await #expect("the byte \(place)") {
        let replay = try await Replay(at: file)
        defer { replay.close() }
        _ = try replay.canvas(after: replay.turns.count - 1)
        if try replay.differences() != [] { throw ClientError.recording(file, reason: "It is different.") }
      } throws: { error in
        if case ClientError.recording(file, let reason)? = error as? ClientError {
          !reason.isEmpty
        } else {
          false
        }
      }
    }
  }

  @Test("What is no recording is refused with a sentence", arguments: ["missing", "empty", "text", "folder"])
  func noRecording(_ name: String) async throws {
    let file = site.folder.path + "/" + name
    switch name {
    case "empty": try Data().write(to: URL(filePath: file))
    case "text": try Data("Once upon a time.\n".utf8).write(to: URL(filePath: file))
    case "folder": try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
    default: break
    }
    await #expect {
      try await Replay(at: file).close()
    } throws: {
      "\($0)".hasPrefix("The recording \(file) cannot be used: ")
    }
  }

  @Test("Nothing is recorded over an earlier recording, which stays as it is")
  func existing() async throws {
    _ = try await record(settings)
    let bytes = try site.folder.bytes("session.recording")
    await #expect {
      try await site.open(settings)
    } throws: {
      "\($0)".hasPrefix("The recording \(settings.recording ?? "") cannot be used: ")
    }
    #expect(try site.folder.bytes("session.recording") == bytes)
    #expect(
      site.folder.names.filter { $0.hasPrefix("session") } == ["session.recording", "session.recording-mark"])
  }

  @Test("A recording that is refused leaves the client and its database with what they had")
  func existingOfAnother() async throws {
    let other = try Site(FakeServer(note(1, "Somebody else's")))
    var theirs = other.settings
    theirs.recording = path
    await (try await other.openOnline(theirs)).close()
    let before = try await site.openOnline()
    for _ in 0..<600 { before.tell(.dismissRefusals) }
    await before.close()
    let client = try site.make(settings)
    await #expect(throws: ClientError.self) { try await client.start() }
    #expect(client.titles == ["Buy milk", "Water the plants"])
    await client.close()
    let again = try await site.open()
    #expect(again.titles == ["Buy milk", "Water the plants"])
    await again.close()
  }

  @Test("Nothing is recorded over a file that is something else, or where there is no folder")
  func elsewhere() async throws {
    var settings = settings
    try Data("Dear diary".utf8).write(to: URL(filePath: site.folder.path + "/diary"))
    for name in ["diary", "no/such/folder", "notes.journal"] {
      settings.recording = site.folder.path + "/" + name
      await #expect("\(name)") {
        try await site.make(settings).start()
      } throws: {
        "\($0)".hasPrefix("The recording \(site.folder.path)/\(name) cannot be used: ")
      }
    }
    #expect(try site.folder.bytes("diary") == Data("Dear diary".utf8))
    let client = try await site.openOnline()
    #expect(client.titles == ["Buy milk", "Water the plants"])
    await client.close()
  }

  @Test("A line about a turn is short, whatever the turn carries")
  func lines() async throws {
    _ = try await record(settings) { client in
      client.press(.character("n"), .paste(String(repeating: "long ", count: 150)))
    }
    let replay = try await Replay(at: path)
    defer { replay.close() }
    let lines = replay.turns.map { replay.line(about: $0) }
    #expect(
      lines.allSatisfy { $0.count <= 200 && !$0.contains("\n") } && lines.contains { $0.hasSuffix("…") })
    #expect(lines[0].hasPrefix("\(replay.turns[0].sequence)  "))
  }
}

extension Client {
  fileprivate func press(_ keys: [Key]) { for key in keys { press(key) } }
}
