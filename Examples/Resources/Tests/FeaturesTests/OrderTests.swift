import Aftermath
import Features
import Foundation
import MillraceHTTP
import Synchronization
import Testing

@Suite("Commands of a feature at the same time")
@MainActor
struct OrderTests {
  private let engine: Engine
  private let transport = HeldTransport()
  private let viewer: Viewer

  init() {
    engine = Engine(
      name: "features", environment: StoreEnvironment(HTTPClient(transport: transport)))
    viewer = Viewer(engine)
    engine.errorHandler = Errors()
  }

  @discardableResult
  private func use() throws -> Resource<NoteFeature> {
    try engine.use(feature: NoteFeature(), at: try address("http://h"), timeout: nil)
  }

  private func update(_ text: String, id: Int = 1) {
    engine.execute(command: UpdateCommand<NoteFeature>(id: id, .init(text: text)))
  }

  @Test("change one after the other, in the order of their execution")
  func changes() async throws {
    try use()
    update("first")
    update("second")
    engine.execute(command: DeleteCommand<NoteFeature>(id: 1))
    await transport.waitForRequests(1)
    #expect(transport.lines == [#"PATCH /notes/1 {"text":"first"}"#])
    transport.answer(0, try HTTPResponse.json(Note(id: 1, text: "first")))
    await transport.waitForRequests(2)
    #expect(viewer.read() == ["updated first"])
    transport.answer(1, try HTTPResponse.json(Note(id: 1, text: "second")))
    await transport.waitForRequests(3)
    #expect(transport.lines.dropFirst() == [#"PATCH /notes/1 {"text":"second"}"#, "DELETE /notes/1"])
    transport.answer(2, HTTPResponse(204))
    await engine.run()
  }

  @Test("go on after a change that has failed")
  func failure() async throws {
    try use()
    update("first")
    update("second")
    await transport.waitForRequests(1)
    transport.answer(0, HTTPResponse(404))
    await transport.waitForRequests(2)
    transport.answer(1, try HTTPResponse.json(Note(id: 1, text: "second")))
    await engine.run()
    let error = RESTError.noSuchID("1", resource: "notes")
    #expect(viewer.read() == ["not updated: \(error)", "updated second"])
  }

  @Test("are not held up by a change when they only ask")
  func asking() async throws {
    try use()
    update("slow")
    await transport.waitForRequests(1)
    engine.execute(command: ListCommand<NoteFeature>())
    await transport.waitForRequests(2)
    #expect(transport.lines.last == "GET /notes")
    transport.answer(1, HTTPResponse(200, "[]"))
    transport.answer(0, try HTTPResponse.json(Note(id: 1, text: "slow")))
    await engine.run()
  }

  @Test("show what was changed while the list was on its way")
  func listDuringChange() async throws {
    let resource = try use()
    let before = try HTTPResponse.json([Note(id: 1, text: "old"), Note(id: 2, text: "two")])
    engine.execute(command: ListCommand<NoteFeature>())
    await transport.waitForRequests(1)
    update("new")
    await transport.waitForRequests(2)
    transport.answer(1, try HTTPResponse.json(Note(id: 1, text: "new")))
    // The change is known when the next one begins.
    update("newer", id: 2)
    await transport.waitForRequests(3)
    transport.answer(0, before)
    transport.answer(2, HTTPResponse(500))
    await engine.run()
    #expect(viewer.read().contains("new,two"))
    #expect(resource.knownList?.map(\.text) == ["new", "two"])
  }

  @Test("never show an older list after a newer one")
  func twoLists() async throws {
    try use()
    engine.execute(command: ListCommand<NoteFeature>())
    await transport.waitForRequests(1)
    engine.execute(command: ListCommand<NoteFeature>())
    await transport.waitForRequests(2)
    let events = engine.events(of: ListCommand<NoteFeature>.self)
    transport.answer(1, try HTTPResponse.json([Note(id: 1, text: "newer")]))
    for await event in events where event.result != nil { break }
    transport.answer(0, try HTTPResponse.json([Note(id: 1, text: "older")]))
    await engine.run()
    #expect(viewer.read() == ["wait", "wait", "newer", "newer"])
  }

  @Test("lose no change that is made by many tasks, and answer each with its own")
  func manyTasks() async throws {
    let served = Served()
    let engine = Engine(
      name: "many", environment: StoreEnvironment(HTTPClient(transport: served)))
    let resource = try engine.use(
      feature: NoteFeature(), at: try address("http://h"), timeout: nil)
    _ = try await engine.result(of: ListCommand<NoteFeature>())
    try await withThrowingTaskGroup { group in
      for number in 0..<100 {
        group.addTask {
          let created = try await engine.result(of: CreateCommand<NoteFeature>(.init(text: "\(number)")))
          let command = UpdateCommand<NoteFeature>(id: created.id, .init(text: "\(number)!"))
          let updated = try await engine.result(of: command)
          #expect(updated == Note(id: created.id, text: "\(number)!"))
          if number.isMultiple(of: 2) {
            #expect(try await engine.result(of: DeleteCommand<NoteFeature>(id: created.id)) == created.id)
          } else {
            _ = try await engine.result(of: ListCommand<NoteFeature>())
          }
        }
      }
      try await group.waitForAll()
    }
    let left = Set(stride(from: 1, to: 100, by: 2).map { "\($0)!" })
    #expect(Set(served.notes.map(\.text)) == left)
    #expect(resource.knownList == served.notes)
    #expect(served.busiest == 1)
  }
}

/// A server without a network, which stores notes and counts concurrent changes.
private final class Served: HTTPTransport {
  private struct State {
    var notes: [Note] = []
    var lastID = 0
    var changing = 0
    var busiest = 0
  }

  private struct Text: Decodable {
    let text: String
  }

  private let state = Mutex(State())

  var notes: [Note] { state.withLock { $0.notes } }
  var busiest: Int { state.withLock { $0.busiest } }

  func response(
    to request: HTTPRequest, progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws -> HTTPResponse {
    if request.method == .get {
      let notes = notes
      await Task.yield()
      return try HTTPResponse.json(notes)
    }
    state.withLock { state in
      state.changing += 1
      state.busiest = max(state.busiest, state.changing)
    }
    await Task.yield()
    defer { state.withLock { $0.changing -= 1 } }
    let text = try request.body.map { try JSONDecoder().decode(Text.self, from: $0).text } ?? ""
    let id = Int(request.url.lastPathComponent)
    let note = state.withLock { state in
      switch request.method {
      case .post:
        state.lastID += 1
        state.notes.append(Note(id: state.lastID, text: text))
        return state.notes.last
      case .patch:
        guard let index = state.notes.firstIndex(where: { $0.id == id }) else { return nil }
        state.notes[index].text = text
        return state.notes[index]
      default:
        state.notes.removeAll { $0.id == id }
        return nil
      }
    }
    return try note.map { try HTTPResponse.json($0) } ?? HTTPResponse(204)
  }
}
