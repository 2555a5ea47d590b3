import Dispatch
import Foundation
import Millrace
import MillraceInspector
import MillraceInspectorWire
import Observation
import Testing

/// A line attaches the inspector, beside everything that an application imports.
@MainActor
struct InspectorAttachTests {
  nonisolated struct Tally: Codable, Sendable {
    var count = 0
  }

  nonisolated enum TallyMessage: Codable, Sendable {
    case added(Int)
  }

  @Test("without the variable, the line does nothing and the application runs as before")
  func attach() {
    let store = Store(Tally(), of: TallyMessage.self) { tally, message in
      if case .added(let number) = message { tally.count += number }
      return .none
    }
    let inspector = Inspector.attach(
      to: store.flow, as: "Tally", allowing: [.goBack, .send], hiding: ["Tally.secret"])?
      .show(store, state: RecordSchema("tally"), messages: RecordSchema("tally-message"))
    let isAskedFor = ProcessInfo.processInfo.environment[InspectorAddress.variable] != nil
    #expect((inspector != nil) == isAskedFor)
    store.send(.added(2))
    #expect(store.withState { $0.count } == 2)
    inspector?.detach()
  }

  @Test("a tool of another package reads frames and addresses")
  func wire() throws {
    let address = try InspectorAddress("tcp://127.0.0.1:4711#000102030405060708090a0b0c0d0e0f")
    var (tool, application) = (ToolHandshake(key: address.key), ApplicationHandshake(key: address.key))
    guard case .send(let hello) = application.receive(tool.greeting),
      case .complete(let welcome?) = tool.receive(hello)
    else {
      Issue.record("The handshake did not begin.")
      return
    }
    #expect(application.receive(welcome) == .complete(nil))
    var (bytes, reader) = ([UInt8](), FrameReader())
    try welcome.write(to: &bytes)
    reader.append(Data(bytes))
    #expect(try reader.next() == welcome)
  }
}
