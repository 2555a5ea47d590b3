import Aftermath
import Features
import Foundation
import MillraceDependencies
import MillraceHTTP
import MillraceTesting
import Testing

@Suite("The errors of a feature")
@MainActor
struct ErrorTests {
  private let clock = ManualClock()
  private let engine: Engine
  private let errors = Errors()
  private let calls = RecordedCalls<HTTPRequest>()

  init() {
    engine = Engine(name: "features", environment: StoreEnvironment(clock: clock))
    engine.errorHandler = errors
  }

  private func use<Feature: RESTFeature>(
    _ client: HTTPClient, _ feature: Feature = NoteFeature(), at text: String = "http://h"
  ) throws {
    let environment = StoreEnvironment(client.recording(into: calls), clock: clock)
    try engine.use(resource: Resource(feature, at: try address(text), environment: environment))
  }

  /// Returns the error's sentence of each command.
  private func sentences() async -> [String] {
    func sentence(_ command: some Aftermath.Command) async -> String {
      do {
        return "\(try await engine.result(of: command))"
      } catch {
        return "\(error)"
      }
    }
    return [
      await sentence(ListCommand<NoteFeature>()), await sentence(DetailCommand<NoteFeature>(id: 7)),
      await sentence(CreateCommand<NoteFeature>(.init(text: "x"))),
      await sentence(UpdateCommand<NoteFeature>(id: 7, .init(text: "x"))),
      await sentence(DeleteCommand<NoteFeature>(id: 7)),
    ]
  }

  private let missing =
    "The server has nothing with the id `7` in `notes`; it may have been deleted since the list was fetched, so "
    + "fetch that again."

  @Test("say which request the server has refused, and with which status")
  func status() async throws {
    try use(.answering(503, "later"))
    let reason =
      "has failed. The server answered with the status 503, which is not a success, and a body of 5 bytes. Try again later."
    #expect(
      await sentences() == [
        "GET http://h/notes \(reason)", "GET http://h/notes/7 \(reason)", "POST http://h/notes \(reason)",
        "PATCH http://h/notes/7 \(reason)", "DELETE http://h/notes/7 \(reason)",
      ])
  }

  @Test("keep the whole answer, so that a program can read it")
  func answer() async throws {
    try use(.answering(409, "because"))
    let error = RESTError.http(.status(HTTPResponse(409, "because")), request: "DELETE http://h/notes/7")
    await #expect(throws: error) { try await engine.result(of: DeleteCommand<NoteFeature>(id: 7)) }
  }

  @Test("say which id the server does not have", arguments: [404, 410])
  func noSuchID(status: Int) async throws {
    try use(.answering(status))
    let sentences = await sentences()
    #expect([sentences[1], sentences[3], sentences[4]] == [missing, missing, missing])
    // Without an id the missing thing is the resource.
    #expect(sentences[0].hasPrefix("GET http://h/notes has failed."))
    #expect(sentences[2].hasPrefix("POST http://h/notes has failed."))
  }

  @Test("say what of the body could not be decoded", arguments: ["", "{", "<html>", #"{"id":"x"}"#, "[1]"])
  func undecodable(body: String) async throws {
    try use(.answering(200, body))
    let sentences = await sentences()
    for sentence in sentences.dropLast() {
      #expect(
        sentence.contains(" has failed. The answer (status 200, \(body.utf8.count) bytes) could not be"))
    }
    #expect(sentences.last == "7")
  }

  @Test("say when the server answers with another model than was asked for")
  func otherID() async throws {
    try use(.answering(200, #"{"id":8,"text":"eight"}"#))
    let sentences = await sentences()
    let other =
      "The answer to the request for the id `7` of `notes` has the id `8`; check the server."
    #expect([sentences[1], sentences[3]] == [other, other])
  }

  @Test("say when no address can be made of an id, and then ask nobody", arguments: ["", ".", ".."])
  func unusableID(id: String) async throws {
    try use(.answering(200, #"{"id":""}"#), PageFeature())
    await #expect {
      try await engine.result(of: DetailCommand<PageFeature>(id: id))
    } throws: {
      "\($0)"
        == "The id `\(id)` cannot be the last part of a URL, so it was not requested from `wiki/pages`; use an id "
        + "that is not empty, `.` or `..`."
    }
    #expect(calls.all.isEmpty)
  }

  @Test("say what is wrong with the server's address, and then ask nobody")
  func noHTTP() async throws {
    try use(.answering(200, "[]"), at: "ftp://h")
    #expect(
      await sentences().first
        == "GET ftp://h/notes has failed. The URL `ftp://h/notes` cannot be requested: it needs `http` or `https`, "
        + "and a host. Correct the URL.")
    #expect(calls.all.isEmpty)
  }

  @Test("say what the transport says")
  func transport() async throws {
    let failure = HTTPTransportFailure(.connectionLost, url: try address("http://h/notes"), text: "cut")
    try use(HTTPClient { _ in throw failure })
    let error = RESTError.http(.transport(failure), request: "GET http://h/notes")
    await #expect(throws: error) { try await engine.result(of: ListCommand<NoteFeature>()) }
  }

  @Test("say that the server has not answered in time, by the engine's clock")
  func timeout() async throws {
    let transport = HeldTransport()
    try use(HTTPClient(transport: transport))
    async let result = engine.result(of: ListCommand<NoteFeature>())
    await transport.waitForRequests(1)
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(60))
    do {
      _ = try await result
      Issue.record("There is no answer.")
    } catch {
      #expect(
        error as? RESTError
          == .http(.timedOut(after: .seconds(60)), request: "GET http://h/notes"))
    }
    await transport.waitForCancellations(1)
    #expect(clock.sleepers.isEmpty)
  }

  @Test("say what of a draft could not be encoded, and then ask nobody")
  func encoding() async throws {
    struct Measure: Entity {
      let id: Int
    }
    struct MeasureFeature: CreateFeature {
      typealias Model = Measure
      typealias Draft = [String: Double]
      let resource = "measures"
    }
    try use(.answering(201, #"{"id":1}"#), MeasureFeature())
    await #expect {
      try await engine.result(of: CreateCommand<MeasureFeature>(["width": .infinity]))
    } throws: {
      "\($0)".hasPrefix(
        "POST http://h/measures has failed. The request is invalid, so nothing was sent:")
    }
    #expect(calls.all.isEmpty)
  }

  @Test("are events of their command, after what is known of the list, and are told to the error handler")
  func events() async throws {
    let (good, bad) = (try HTTPResponse.json([Note(id: 7, text: "seven")]), HTTPResponse(500))
    let transport = HeldTransport()
    try use(HTTPClient(transport: transport))
    let viewer = Viewer(engine)
    for (number, response) in [good, bad].enumerated() {
      engine.execute(command: ListCommand<NoteFeature>())
      await transport.waitForRequests(number + 1)
      transport.answer(number, response)
      await engine.run()
    }
    let error = RESTError.http(.status(bad), request: "GET http://h/notes")
    #expect(viewer.read() == ["wait", "seven", "wait", "seven", "\(error)"])
    #expect(errors.all.map { $0 as? RESTError } == [error])
  }

  @Test("say what a feature lacks that says nothing of what can be done with it")
  func nothingToHandle() {
    #expect(
      "\(RESTError.nothingToHandle(feature: "Idle"))"
        == "The feature `Idle` has no operations, so no handler was registered; let it "
        + "conform to `ListFeature`, `DetailFeature`, `CreateFeature`, `UpdateFeature` or `DeleteFeature`.")
  }
}
