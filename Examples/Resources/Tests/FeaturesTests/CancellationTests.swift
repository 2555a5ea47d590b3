import Aftermath
import Features
import Foundation
import MillraceHTTP
import Testing

@Suite("A command of a feature that is cancelled")
@MainActor
struct CancellationTests {
  private let engine: Engine
  private let transport = HeldTransport()
  private let viewer: Viewer
  private let errors = Errors()

  init() {
    engine = Engine(
      name: "features", environment: StoreEnvironment(HTTPClient(transport: transport)))
    viewer = Viewer(engine)
    engine.errorHandler = errors
  }

  @discardableResult
  private func use() throws -> Resource<NoteFeature> {
    try engine.use(feature: NoteFeature(), at: try address("http://h"), timeout: nil)
  }

  @Test("ends its request, and nothing comes of it")
  func cancel() async throws {
    let resource = try use()
    engine.execute(command: ListCommand<NoteFeature>())
    await transport.waitForRequests(1)
    engine.cancel(ListCommand<NoteFeature>.self)
    await transport.waitForCancellations(1)
    #expect(!transport.answer(0, HTTPResponse(200, "[]")))
    await engine.run()
    #expect(viewer.read() == ["wait"])
    #expect(errors.all.isEmpty)
    #expect(resource.knownList == nil)
  }

  @Test("leaves what is known as it was, and the next is carried out")
  func next() async throws {
    let resource = try use()
    let list = [Note(id: 1, text: "one")]
    engine.execute(command: ListCommand<NoteFeature>())
    await transport.waitForRequests(1)
    transport.answer(0, try HTTPResponse.json(list))
    await engine.run()
    engine.execute(command: ListCommand<NoteFeature>())
    await transport.waitForRequests(2)
    engine.cancel(ListCommand<NoteFeature>.self)
    await transport.waitForCancellations(1)
    #expect(resource.knownList == list)
    engine.execute(command: ListCommand<NoteFeature>())
    await transport.waitForRequests(3)
    transport.answer(2, HTTPResponse(200, "[]"))
    await engine.run()
    #expect(viewer.read() == ["wait", "one", "wait", "one", "wait", "one", ""])
  }

  @Test("ends with the task that waits for it")
  func task() async throws {
    try use()
    let engine = engine
    let task = Task { try await engine.result(of: DetailCommand<NoteFeature>(id: 1)) }
    await transport.waitForRequests(1)
    task.cancel()
    await transport.waitForCancellations(1)
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("makes room for the change behind it, and leaves that alone")
  func queue() async throws {
    try use()
    engine.execute(command: UpdateCommand<NoteFeature>(id: 1, .init(text: "first")))
    engine.execute(command: DeleteCommand<NoteFeature>(id: 2))
    await transport.waitForRequests(1)
    engine.cancel(UpdateCommand<NoteFeature>.self)
    await transport.waitForRequests(2)
    #expect(transport.lines.last == "DELETE /notes/2")
    transport.answer(1, HTTPResponse(204))
    await engine.run()
    #expect(viewer.read() == [])
  }

  @Test("is never sent when it still waits for its turn")
  func waiting() async throws {
    try use()
    engine.execute(command: DeleteCommand<NoteFeature>(id: 2))
    engine.execute(command: UpdateCommand<NoteFeature>(id: 1, .init(text: "second")))
    await transport.waitForRequests(1)
    engine.cancel(UpdateCommand<NoteFeature>.self)
    transport.answer(0, HTTPResponse(204))
    await engine.run()
    #expect(transport.lines == ["DELETE /notes/2"])
  }

  @Test("ends with its engine's handlers, all of them at once")
  func invalidate() async throws {
    try use()
    engine.execute(command: ListCommand<NoteFeature>())
    engine.execute(command: DetailCommand<NoteFeature>(id: 1))
    engine.execute(command: UpdateCommand<NoteFeature>(id: 1, .init(text: "x")))
    await transport.waitForRequests(3)
    engine.invalidate()
    await transport.waitForCancellations(3)
    await engine.run()
    #expect(!engine.contains(ListCommand<NoteFeature>.self))
    // After disposal, a list and a resource can be registered again.
    try use()
    async let list = engine.result(of: ListCommand<NoteFeature>())
    await transport.waitForRequests(4)
    transport.answer(3, HTTPResponse(200, "[]"))
    #expect(try await list == [])
  }
}
