// swift-format-ignore-file
import Millrace
import MillraceTesting
import Testing

@testable import InspectorSample

/// Takes groceries: turns 3 to 8 again, step by step.
@Test("groceries: turns 3 to 8")
@MainActor
func groceriesTurns3To8() async throws {
  let states = RecordSchema<Groceries>("groceries")
  let messages = RecordSchema<GroceryMessage>("grocery", version: 2)
  let state = try states.decode(
    SchemaKind(name: "groceries", version: 1), json: #"{"items":["Milk","a \"quoted\" \\(name)\n\u202e👩\u200d🍳"],"isLoading":false}"#)
  let store = Store(state, name: "groceries", update: Groceries.update)
  let test = TestStore(store)

  // Turn 3, sent
  let message3 = try messages.decode(
    SchemaKind(name: "grocery", version: 2), json: #"{"removed":{"at":0}}"#)
  let state3 = try states.decode(
    SchemaKind(name: "groceries", version: 1), json: #"{"items":["a \"quoted\" \\(name)\n\u202e👩\u200d🍳"],"isLoading":false}"#)
  test.send(message3) { $0 = state3 }

  // Turn 4, sent
  let message4 = try messages.decode(
    SchemaKind(name: "grocery", version: 2), json: #"{"opened":{"_0":{"relative":"https://example.org/soup"}}}"#)
  let state4 = try states.decode(
    SchemaKind(name: "groceries", version: 1), json: #"{"items":["a \"quoted\" \\(name)\n\u202e👩\u200d🍳"],"isLoading":false,"recipe":{"relative":"https://example.org/soup"}}"#)
  test.send(message4) { $0 = state4 }

  // Turn 5, sent
  let message5 = try messages.decode(
    SchemaKind(name: "grocery", version: 2), json: #"{"load":{}}"#)
  let state5 = try states.decode(
    SchemaKind(name: "groceries", version: 1), json: #"{"items":["a \"quoted\" \\(name)\n\u202e👩\u200d🍳"],"isLoading":true,"recipe":{"relative":"https://example.org/soup"}}"#)
  test.send(message5, effects: [.starts("load")]) { $0 = state5 }

  // Turn 6, effect 1 of turn 5
  let message6 = try messages.decode(
    SchemaKind(name: "grocery", version: 2), json: #"{"loaded":{"_0":["Bread","Jam"]}}"#)
  let state6 = try states.decode(
    SchemaKind(name: "groceries", version: 1), json: #"{"items":["a \"quoted\" \\(name)\n\u202e👩\u200d🍳","Bread","Jam"],"isLoading":false,"recipe":{"relative":"https://example.org/soup"}}"#)
  await test.receive(message6) { $0 = state6 }

  // Turn 7, sent
  let message7 = try messages.decode(
    SchemaKind(name: "grocery", version: 2), json: #"{"removed":{"at":9}}"#)
  test.send(message7)

  // Turn 8, sent
  let message8 = try messages.decode(
    SchemaKind(name: "grocery", version: 2), json: #"{"cleared":{}}"#)
  let state8 = try states.decode(
    SchemaKind(name: "groceries", version: 1), json: #"{"items":[],"isLoading":false,"recipe":{"relative":"https://example.org/soup"}}"#)
  test.send(message8) { $0 = state8 }

  await test.finish()
}
