import Foundation
import HTTPFixture
import Katana
import KatanaHTTP
import KatanaTesting
import Millrace
import Testing

@Suite("Progress of an HTTP command")
struct HTTPProgressTests {
  @Test("each piece that comes is reported before the next one leaves, and the answer is the last message")
  func receiving() async throws {
    let gates = [Gate(), Gate()]
    let server = try HTTPFixture { _ in
      .pieces(length: 9) { writer in
        try writer.write("one")
        gates[0].wait()
        try writer.write("two")
        gates[1].wait()
        try writer.write("six")
      }
    }
    defer { server.stop() }
    let url = try server.at("/")
    let recorder = DispatchRecorder(environment: .stopped)
    async let end: Void = recorder.interpret(
      HTTPCommand.get(url, as: .data, progress: { HTTPTestMessage.progress($0) }) {
        HTTPTestMessage.data($0)
      }.exchange, by: HTTPInterpreter(transport: HTTPCarrier.standard.transport()))
    func progress(_ received: Int) -> HTTPTestMessage {
      .progress(HTTPProgress(received: received, expectedToReceive: 9))
    }
    await recorder.waitForMessages(count: 1)
    #expect(recorder.messages(of: HTTPTestMessage.self) == [progress(3)])
    gates[0].open()
    await recorder.waitForMessages(count: 2)
    #expect(recorder.messages(of: HTTPTestMessage.self) == [progress(3), progress(6)])
    gates[1].open()
    try await end
    #expect(
      recorder.messages(of: HTTPTestMessage.self) == [
        progress(3), progress(6), progress(9), .data(.success(Data("onetwosix".utf8))),
      ])
  }

  @Test("the length is not known when the server does not say it")
  func unknownLength() async throws {
    let server = try HTTPFixture { _ in .pieces { try $0.write("piece") } }
    defer { server.stop() }
    let recorder = DispatchRecorder(environment: .stopped)
    try await recorder.interpret(
      HTTPCommand.get(try server.at("/"), as: .data, progress: { HTTPTestMessage.progress($0) }) {
        HTTPTestMessage.data($0)
      }.exchange, by: HTTPInterpreter(transport: HTTPCarrier.standard.transport()))
    #expect(
      recorder.messages(of: HTTPTestMessage.self) == [
        .progress(HTTPProgress(received: 5)), .data(.success(Data("piece".utf8))),
      ])
  }

  @Test("what has been sent grows to the whole body before the answer begins")
  func sending() async throws {
    let answerGate = Gate()
    let server = try HTTPFixture { _ in
      answerGate.wait()
      return .init(body: "ok")
    }
    defer { server.stop() }
    let url = try server.at("/")
    let recorder = DispatchRecorder(environment: .stopped)
    let size = 3_000_000
    async let end: Void = recorder.interpret(
      HTTPCommand.post(
        url, body: .data(Data(count: size)), as: .data, progress: { HTTPTestMessage.progress($0) }
      ) { HTTPTestMessage.data($0) }.exchange,
      by: HTTPInterpreter(transport: HTTPCarrier.standard.transport()))
    var seen: [HTTPProgress] = []
    while seen.last?.sent != size {
      await recorder.waitForMessages(count: seen.count + 1)
      seen = recorder.messages(of: HTTPTestMessage.self).compactMap {
        if case .progress(let progress) = $0 { progress } else { nil }
      }
    }
    #expect(seen.allSatisfy { $0.expectedToSend == size && $0.received == 0 })
    #expect(seen.map(\.sent) == seen.map(\.sent).sorted())
    answerGate.open()
    try await end
    #expect(recorder.messages.count >= seen.count + 1)
    #expect(
      recorder.messages(of: HTTPTestMessage.self).last == .data(.success(Data("ok".utf8))))
  }

  @Test("a store slower than the network receives only the newest progress")
  func slowStore() async throws {
    struct Chatty: HTTPTransport {
      let end: Gate
      func response(
        to request: HTTPRequest, progress: (@Sendable (HTTPProgress) -> Void)?
      ) async throws -> HTTPResponse {
        for count in 1...10_000 { progress?(HTTPProgress(received: count)) }
        end.open()
        return HTTPResponse(status: 200)
      }
    }
    let url = try #require(URL(string: "http://a/"))
    let end = Gate()
    let log = HTTPLog<HTTPTestMessage>()
    let dispatch = AsyncDispatch(environment: StoreEnvironment()) { message in
      await end.opened()
      if let message = message as? HTTPTestMessage { log.append(message) }
    }
    // Without a time-out, which a busy machine could exceed.
    let command = HTTPCommand.get(
      url, as: .nothing, timeout: nil, progress: { HTTPTestMessage.progress($0) }
    ) {
      HTTPTestMessage.done($0)
    }
    try await HTTPInterpreter(transport: Chatty(end: end)).interpret(
      dispatch: dispatch, command: command.exchange)
    // One may have been on its way when the rest came.
    #expect(log.all.count <= 3)
    #expect(log.all.suffix(2) == [.progress(HTTPProgress(received: 10_000)), .done(.success(NoPayload()))])
  }
}
