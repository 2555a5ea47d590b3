import Foundation
import Millrace
import Testing

@testable import Flask

@Suite("Archives of newer programs, and of other states")
struct ArchiveNewerTests {
  private static let newForm = archiveBytes(form: 2, rest: "whatever is to come\n")
  private static let newVersion = archiveBytes(
    key: "Fx.1.note", version: 2, #"{"counter":1,"extra":true}"#)

  @Test("a newer form is called newer, however little of it is known", arguments: [2, 10, 999_999_999])
  func form(_ form: Int) {
    for rest in ["", "\n", #""key":"key""#, String(repeating: "[", count: 10_000)] {
      #expect(throws: ArchiveError.newerForm(key: "key", found: form, known: 1)) {
        try ArchiveFormat.decode(ArchiveCounter.self, archiveBytes(form: form, rest: rest), key: "key")
      }
    }
    for bytes in [#"{"flask":"#, #"{"flask":-2,"#, #"{"flask":0,"#, #"{"flask":99999999999,"#] {
      let error = #expect(throws: ArchiveError.self) {
        try ArchiveFormat.decode(ArchiveCounter.self, Array(bytes.utf8), key: "key")
      }
      guard case .unreadable = error else {
        Issue.record("\(bytes): \(error.map { "\($0)" } ?? "none")")
        continue
      }
    }
  }

  @MainActor
  @Test(
    "what a newer program has archived is neither overwritten nor set aside",
    arguments: [newForm, newVersion])
  func left(_ bytes: [UInt8]) async throws {
    let storage = MemoryArchives(["Fx.1.note": bytes])
    do {
      let bench = BusBench(storage: storage)
      let note = bench.flask.newSubstance(definedBy: ArchiveCounter.self, named: "note", archive: true)
      #expect(note.state == ArchiveCounter())
      #expect(bench.problems == ["archive"])
      let reactor = bench.flask.reactor(attachedTo: bench.owner, mixing: note)
      reactor.mix(note) { $0.prop.counter = 5 }.andReact()
      await bench.flask.run()
      await #expect(throws: ArchiveError.self) { try await bench.flask.archiveNow() }
    }
    #expect(storage.contents == ["Fx.1.note": bytes])
    #expect(storage.archivesSetAside.isEmpty)
  }

  @MainActor
  @Test("by hand, what a newer program has archived is set aside first", arguments: [newForm, newVersion])
  func byHand(_ bytes: [UInt8]) async throws {
    let storage = MemoryArchives(["Fx.1.note": bytes])
    for isArchived in [true, false] {
      storage.write(bytes, for: "Fx.1.note")
      let bench = BusBench(storage: storage)
      let note = bench.flask.newSubstance(
        definedBy: ArchiveCounter.self, named: "note", archive: isArchived)
      try await note.archiveNow()
      try await note.archiveNow()
      storage.write(bytes, for: "Fx.1.note")
      if isArchived { continue }
      try await note.purgeArchive()
      #expect(storage.contents.isEmpty)
    }
    #expect(storage.archivesSetAside == ["Fx.1.note": [bytes, bytes, bytes]])
  }

  // MARK: Which state

  struct Cart {
    struct State: FlaskState, Equatable { var counter = 1 }
  }

  struct User {
    struct State: FlaskState, Equatable { var counter = 2 }
  }

  private struct Renamed: Flask.State {
    var counter = 1
    static var archiveName: String { "ArchiveCounter" }
  }

  @Test("an archive of another state is refused, though it could be decoded")
  func foreign() throws {
    let cart = try ArchiveFormat.encode(Cart.State(counter: 7), key: "key")
    #expect(try ArchiveFormat.decode(Cart.State.self, cart, key: "key").counter == 7)
    let error = ArchiveError.foreignType(
      key: "key", found: "ArchiveNewerTests.Cart.State", expected: "ArchiveNewerTests.User.State",
      setAside: nil)
    #expect(throws: error) { try ArchiveFormat.decode(User.State.self, cart, key: "key") }
    let counter = archiveBytes(version: 1, #"{"counter":1}"#)
    #expect(throws: ArchiveError.self) { try ArchiveFormat.decode(Cart.State.self, counter, key: "key") }
  }

  @Test("a state that was renamed reads its archives by its old name")
  func renamed() throws {
    let counter = try ArchiveFormat.encode(ArchiveCounter(counter: 3), key: "key")
    #expect(try ArchiveFormat.decode(Renamed.self, counter, key: "key").counter == 3)
    let unnamed = archiveBytes(version: 1, #"{"counter":4}"#)
    #expect(try ArchiveFormat.decode(Renamed.self, unnamed, key: "key").counter == 4)
    // It has that name itself, but not all that the other has.
    let back = try ArchiveFormat.encode(Renamed(counter: 5), key: "key")
    #expect(throws: ArchiveError.self) {
      try ArchiveFormat.decode(ArchiveCounter.self, back, key: "key")
    }
  }

  @Test("a name has the types around it, and neither modules nor addresses")
  func names() {
    struct Local {}
    enum Box<Content> { struct Inner {} }
    #expect(StateName.of(ArchiveCounter.self) == "ArchiveCounter")
    #expect(StateName.of(Cart.State.self) == "ArchiveNewerTests.Cart.State")
    #expect(StateName.of(Renamed.self) == "ArchiveNewerTests.Renamed")
    #expect(StateName.of(Local.self) == "ArchiveNewerTests.Local")
    #expect(
      StateName.of([String: Cart.State?].self) == "Dictionary<String, Optional<ArchiveNewerTests.Cart.State>>"
    )
  }

  @Test(
    "archives of every form that was ever written are read", arguments: ["form-1-without-name", "form-1"])
  func forms(_ name: String) throws {
    let folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
    let bytes = Array(try Data(contentsOf: folder.appendingPathComponent("Forms/\(name).json")))
    let expected = ArchiveCounter(
      counter: 7, title: "ä/", points: ["a.b": .init(x: -0.5, name: "n")], tags: ["t"])
    #expect(try ArchiveFormat.decode(ArchiveCounter.self, bytes, key: "Fx.1.app") == expected)
    if name == "form-1" { #expect(try ArchiveFormat.encode(expected, key: "Fx.1.app") == bytes) }
  }
}
