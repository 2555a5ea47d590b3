import Aftermath
import Features
import Foundation
import KatanaHTTP
import Testing

@Suite("The commands of a feature")
@MainActor
struct CommandTests {
  private let engine = Engine(name: "features")
  private let note = Note(id: 7, text: "seven")

  @discardableResult
  private func use(_ transport: any HTTPTransport) throws -> Resource<NoteFeature> {
    try engine.use(
      feature: NoteFeature(), at: try address(), headers: ["Authorization": "Bearer x"], transport: transport)
  }

  @Test("ask for a list")
  func list() async throws {
    let transport = ScriptedTransport(200, #"[{"id":7,"text":"seven"},{"id":8,"text":"eight"}]"#)
    try use(transport)
    let notes = try await engine.result(of: ListCommand<NoteFeature>())
    #expect(notes == [note, Note(id: 8, text: "eight")])
    #expect(transport.lines == ["GET /api/notes"])
  }

  @Test("ask for one model")
  func detail() async throws {
    let transport = ScriptedTransport(200, #"{"id":7,"text":"seven","more":[1]}"#)
    try use(transport)
    #expect(try await engine.result(of: DetailCommand<NoteFeature>(id: 7)) == note)
    #expect(transport.lines == ["GET /api/notes/7"])
  }

  @Test("create a model, of which the server says the id")
  func create() async throws {
    let transport = ScriptedTransport(201, #"{"id":7,"text":"seven"}"#)
    try use(transport)
    #expect(try await engine.result(of: CreateCommand<NoteFeature>(.init(text: "seven"))) == note)
    #expect(transport.lines == [#"POST /api/notes {"text":"seven"}"#])
  }

  @Test("change of a model what is to be different, and nothing else")
  func update() async throws {
    let transport = ScriptedTransport(200, #"{"id":7,"text":"seven"}"#)
    try use(transport)
    #expect(try await engine.result(of: UpdateCommand<NoteFeature>(id: 7, .init(colour: "red"))) == note)
    #expect(transport.lines == [#"PATCH /api/notes/7 {"colour":"red"}"#])
  }

  @Test("delete a model, whatever the body of the answer says", arguments: [(200, "gone"), (204, "")])
  func delete(status: Int, body: String) async throws {
    let transport = ScriptedTransport(status, body)
    try use(transport)
    #expect(try await engine.result(of: DeleteCommand<NoteFeature>(id: 7)) == 7)
    #expect(transport.lines == ["DELETE /api/notes/7"])
  }

  @Test("send the headers that were given, and say what a body is")
  func headers() async throws {
    let transport = ScriptedTransport(200, #"{"id":7,"text":"seven"}"#)
    try use(transport)
    _ = try await engine.result(of: UpdateCommand<NoteFeature>(id: 7, .init()))
    #expect(
      transport.requests.map(\.headers) == [
        ["Authorization": "Bearer x", "Content-Type": "application/json"]
      ])
  }

  @Test("are carried out as far as the feature goes, and no further")
  func partial() async throws {
    let transport = ScriptedTransport(200, #"{"id":"a/b"}"#)
    let resource = Resource(PageFeature(), at: try address(), transport: transport)
    #expect(try engine.use(resource: resource).count == 1)
    #expect(engine.contains(DetailCommand<PageFeature>.self))
    #expect(try await engine.result(of: DetailCommand<PageFeature>(id: "a/b")) == .init(id: "a/b"))
    #expect(transport.lines == ["GET /api/wiki/pages/a%2Fb"])
    #expect(!engine.contains(DetailCommand<NoteFeature>.self))
  }

  @Test("are five for a feature that can do everything, and end with their tokens")
  func tokens() async throws {
    let errors = Errors()
    engine.errorHandler = errors
    let resource = Resource(NoteFeature(), at: try address(), transport: ScriptedTransport(204))
    let tokens = try engine.use(resource: resource)
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
    #expect(throws: error) {
      try engine.use(feature: IdleFeature(), at: try address(), transport: ScriptedTransport(200))
    }
  }

  @Test("show the list as it is known first, and then as it is")
  func cached() async throws {
    let transport = ScriptedTransport { request in
      switch request.method {
      case .get: try HTTPResponse(json: [Note(id: 1, text: "a"), Note(id: 2, text: "b")])
      case .delete: HTTPResponse(204)
      case .post: try HTTPResponse(json: Note(id: 3, text: "c"))
      default: try HTTPResponse(json: Note(id: 1, text: "z"))
      }
    }
    let resource = try use(transport)
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
    let transport = ScriptedTransport(200, "[]")
    let first = try use(transport)
    let other = Engine(name: "other")
    let second = try other.use(feature: NoteFeature(), at: try address(), transport: transport)
    _ = try await engine.result(of: ListCommand<NoteFeature>())
    #expect(first.knownList == [])
    #expect(second.knownList == nil)
  }
}
