import Flask
import Foundation
import Katana
import MillraceJournal
import MillraceTesting
import NotesDesk
import NotesLibrary
import NotesModel
import NotesScreens
import Terminal
import Testing

@testable import NotesClient

/// A person with a folder, a clock that they move, and a server that may have other clients.
@MainActor
final class Site {
  let folder: Folder
  let server: FakeServer
  let clock: ManualClock
  let archives: MemoryArchives
  private let seed: UInt64
  /// The number of clients that were made; no two of a person have the same identifiers.
  private var made: UInt64 = 0
  /// The sentences that the person was told.
  private(set) var told: [String] = []
  private let journals: Journals

  init(_ server: FakeServer = FakeServer(milk, plants)) throws {
    folder = try Folder()
    self.server = server
    (clock, archives, seed, journals) = (ManualClock(), MemoryArchives(), 1, Journals())
  }

  /// Another person, with the same time and the same server.
  init(beside other: Site) throws {
    folder = try Folder()
    (server, clock, archives, seed) = (other.server, other.clock, MemoryArchives(), other.seed + 1)
    journals = other.journals
  }

  var settings: Settings { Settings(folder: folder.path, variables: [:]) }

  /// A client that has not begun.
  func make(_ settings: Settings? = nil) throws -> Client {
    made += 1
    let client = try Client(
      settings: settings ?? self.settings, server: server.face,
      environment: StoreEnvironment(clock: clock, random: .seeded(seed * 1_000 + made)), archives: archives)
    journals.clients.append { [weak client] in client }
    return client
  }

  /// A client that has begun, with a screen.
  func open(_ settings: Settings? = nil) async throws -> Client {
    let client = try make(settings)
    client.onProblem = { [weak self] in self?.told.append($0) }
    try await client.start()
    client.interface.press(.resize(width: 80, height: 24))
    client.interface.start()
    return client
  }

  /// A client that has begun, and has all that the server has.
  func openOnline(_ settings: Settings? = nil) async throws -> Client {
    let client = try await open(settings)
    try await until { client.isUpToDate }
    return client
  }

  /// Waits until something is so, with the time standing still.
  ///
  /// Nothing is sent before it is written down, for which journals wait a while, on the clock; here they do
  /// not wait.
  func until(_ condition: () -> Bool) async throws {
    try await clock.waitUntil {
      await journals.write()
      return condition()
    }
  }

  /// Gives what must not happen the chance to happen.
  func breathe() async {
    for _ in 0..<20 {
      await journals.write()
      await Task {}.value
    }
  }

  /// Waits for an answer with the time standing still.
  func answer<Value>(_ ask: @escaping @MainActor () async -> Value) async throws -> Value {
    var answer: Value?
    let task = Task { answer = await ask() }
    try await until { answer != nil }
    await task.value
    return try #require(answer)
  }

  /// The times that something waits for, without those of journals.
  var delays: [Duration] {
    clock.sleepers.map { clock.now.duration(to: $0) }.filter { $0 > .milliseconds(50) }
  }

  /// Waits until the screen has what is in the stores, and has been told so.
  func settle(_ client: Client) async throws {
    try await until {
      client.interface.refresh()
      let search = client.search.model
      return !search.isSearching && search.answered == search.query
    }
    client.interface.refresh()
  }

  /// Waits until a text is on the screen.
  func see(_ text: String, on client: Client) async throws {
    try await until {
      client.interface.refresh()
      return client.text.contains(text)
    }
  }
}

/// The local databases of all that share a time.
@MainActor
private final class Journals {
  var clients: [() -> Client?] = []

  func write() async {
    for client in clients.compactMap({ $0() }) where client.journal.waitingCount > 0 {
      try? await client.journal.flush()
    }
  }
}

let milk = Item.note(Note(userId: 1, id: 1, title: "Buy milk", body: "Two litres."))
let plants = Item.todo(Todo(userId: 1, id: 1, title: "Water the plants", completed: false))

/// A note.
func note(_ number: Int, _ title: String, _ body: String = "") -> Item {
  .note(Note(userId: 1, id: number, title: title, body: body))
}

extension Client {
  /// The text on the screen.
  var text: String { interface.canvas().lines.joined(separator: "\n") }

  func press(_ keys: Key...) {
    for key in keys {
      interface.press(key)
      interface.refresh()
    }
  }

  func type(_ text: String) { for character in text { press(.character(character)) } }

  /// The titles of all notes and todos, in the order of their numbers.
  var titles: [String] {
    (list(.init(kind: .notes, order: .oldestFirst)) + list(.init(kind: .todos, order: .oldestFirst)))
      .map(\.item.title)
  }
}

/// A folder that is removed with its owner.
final class Folder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "notes-client-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The names of what is in it, in order.
  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }

  /// The bytes of a file.
  func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: path + "/" + name)) }

  /// Another folder with what is in this one at this moment, as a crash would leave it.
  func copied() throws -> Folder {
    let copy = try Folder()
    for name in names {
      try FileManager.default.copyItem(atPath: path + "/" + name, toPath: copy.path + "/" + name)
    }
    return copy
  }
}
