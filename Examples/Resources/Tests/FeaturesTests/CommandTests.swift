import Aftermath
import Features
import Foundation
import MillraceDependencies
import MillraceHTTP
import Testing

@Suite("The commands of a feature")
@MainActor
struct CommandTests {
  private let engine = Engine(name: "features")
  private let note = Note(id: 7, text: "seven")
  private let calls = RecordedCalls<HTTPRequest>()

  @discardableResult
  private func use(_ client: HTTPClient) throws -> Resource<NoteFeature> {
    let resource = Resource(
      NoteFeature(), at: try address(), headers: ["Authorization": "Bearer x"],
      environment: StoreEnvironment(client.recording(into: calls)))
    try engine.use(resource: resource)
    return resource
  }

  @Test("ask for a list")
  func list() async throws {
    try use(.answering(200, #"[{"id":7,"text":"seven"},{"id":8,"text":"eight"}]"#))
    let notes = try await engine.result(of: ListCommand<NoteFeature>())
    #expect(notes == [note, Note(id: 8, text: "eight")])
    #expect(calls.lines == ["GET /api/notes"])
  }

  @Test("ask for one model")
  func detail() async throws {
    try use(.answering(200, #"{"id":7,"text":"seven","more":[1]}"#))
    #expect(try await engine.result(of: DetailCommand<NoteFeature>(id: 7)) == note)
    #expect(calls.lines == ["GET /api/notes/7"])
  }

  @Test("create a model, of which the server says the id")
  func create() async throws {
    try use(.answering(201, #"{"id":7,"text":"seven"}"#))
    #expect(try await engine.result(of: CreateCommand<NoteFeature>(.init(text: "seven"))) == note)
    #expect(calls.lines == [#"POST /api/notes {"text":"seven"}"#])
  }

  @Test("change of a model what is to be different, and nothing else")
  func update() async throws {
    try use(.answering(200, #"{"id":7,"text":"seven"}"#))
    #expect(try await engine.result(of: UpdateCommand<NoteFeature>(id: 7, .init(colour: "red"))) == note)
    #expect(calls.lines == [#"PATCH /api/notes/7 {"colour":"red"}"#])
  }

  @Test("delete a model, whatever the body of the answer says", arguments: [(200, "gone"), (204, "")])
  func delete(status: Int, body: String) async throws {
    try use(.answering(status, body))
    #expect(try await engine.result(of: DeleteCommand<NoteFeature>(id: 7)) == 7)
    #expect(calls.lines == ["DELETE /api/notes/7"])
  }

  @Test("send the headers that were given, and say what a body is")
  func headers() async throws {
    try use(.answering(200, #"{"id":7,"text":"seven"}"#))
    _ = try await engine.result(of: UpdateCommand<NoteFeature>(id: 7, .init()))
    #expect(
      calls.all.map(\.headers) == [
        ["Authorization": "Bearer x", "Content-Type": "application/json"]
      ])
  }

  @Test("are carried out as far as the feature goes, and no further")
  func partial() async throws {
    let client = HTTPClient.answering(200, #"{"id":"a/b"}"#).recording(into: calls)
    let resource = Resource(PageFeature(), at: try address(), environment: StoreEnvironment(client))
    #expect(try engine.use(resource: resource).count == 1)
    #expect(engine.contains(DetailCommand<PageFeature>.self))
    #expect(try await engine.result(of: DetailCommand<PageFeature>(id: "a/b")) == .init(id: "a/b"))
    #expect(calls.lines == ["GET /api/wiki/pages/a%2Fb"])
    #expect(!engine.contains(DetailCommand<NoteFeature>.self))
  }

  @Test("are five for a feature that can do everything, and end with their tokens")
  func tokens() async throws {
    let errors = Errors()
    engine.errorHandler = errors
    let tokens = try engine.use(resource: Resource(NoteFeature(), at: try address()))
    #expect(tokens.count == 5)
    for token in tokens { engine.dispose(token: token) }
    engine.execute(command: DeleteCommand<NoteFeature>(id: 1))
    await engine.run()
    guard case .noCommandHandlers? = errors.all.first as? Warning, errors.all.count == 1 else {
      Issue.record("\(errors.all)")
      return
    }
  }

  @Test("need a feature that says what can be done with it")
  func idle() throws {
    let error = RESTError.nothingToHandle(feature: "IdleFeature")
    #expect(throws: error) { try engine.use(feature: IdleFeature(), at: try address()) }
  }

  @Test("show the list as it is known first, and then as it is")
  func cached() async throws {
    let client = HTTPClient { request in
      switch request.method {
      case .get: try HTTPResponse.json([Note(id: 1, text: "a"), Note(id: 2, text: "b")])
      case .delete: HTTPResponse(204)
      case .post: try HTTPResponse.json(Note(id: 3, text: "c"))
      default: try HTTPResponse.json(Note(id: 1, text: "z"))
      }
    }
    let resource = try use(client)
    let viewer = Viewer(engine)
    func list() async -> [String] {
      engine.execute(command: ListCommand<NoteFeature>())
      await engine.run()
      return viewer.read()
    }
    #expect(resource.knownList == nil)
    #expect(await list() == ["wait", "a,b"])
    #expect(await list() == ["wait", "a,b", "a,b"])
    _ = try await engine.result(of: CreateCommand<NoteFeature>(.init(text: "c")))
    _ = try await engine.result(of: DeleteCommand<NoteFeature>(id: 2))
    _ = try await engine.result(of: UpdateCommand<NoteFeature>(id: 1, .init(text: "z")))
    _ = viewer.read()
    #expect(resource.knownList?.map(\.text) == ["z", "c"])
    #expect(await list() == ["wait", "z,c", "a,b"])
    // The result is the server's list, not the known one.
    #expect(try await engine.result(of: ListCommand<NoteFeature>()).map(\.text) == ["a", "b"])
  }

  @Test("of two engines do not share what is known")
  func engines() async throws {
    let first = try use(.answering(200, "[]"))
    let other = Engine(name: "other", environment: StoreEnvironment(.answering(200, "[]")))
    let second = try other.use(feature: NoteFeature(), at: try address())
    _ = try await engine.result(of: ListCommand<NoteFeature>())
    #expect(first.knownList == [])
    #expect(second.knownList == nil)
  }
}
