// swift-format-ignore-file
import Millrace
import MillraceTesting
import Testing

@testable import InspectorSample

/// Takes groceries: turns 1 to 8 again, step by step.
@Test("groceries: turns 1 to 8")
@MainActor
func groceriesTurns1To8() async throws {
  let states = RecordSchema<Groceries>("groceries")
  let messages = RecordSchema<GroceryMessage>("grocery", version: 2)
  let state = try states.decode(
    SchemaKind(name: "groceries", version: 1), json: #"{"items":[],"isLoading":false}"#)
  let store = Store(state, name: "groceries", update: Groceries.update)
  let test = TestStore(store)

  // Turn 1, sent
  let state1 = try states.decode(
    SchemaKind(name: "groceries", version: 1), json: #"{"items":["Milk"],"isLoading":false}"#)
  test.send(.added("Milk")) { $0 = state1 }

  // Turn 2, sent
  let state2 = try states.decode(
    SchemaKind(name: "groceries", version: 1), json: #"{"items":["Milk","a \"quoted\" \\(name)\n\u202e👩\u200d🍳"],"isLoading":false}"#)
  test.send(.added("a \"quoted\" \\(name)\n\u{202e}👩\u{200d}🍳")) { $0 = state2 }

  // Turn 3, sent
  let state3 = try states.decode(
    SchemaKind(name: "groceries", version: 1), json: #"{"items":["a \"quoted\" \\(name)\n\u202e👩\u200d🍳"],"isLoading":false}"#)
  test.send(.removed(at: 0)) { $0 = state3 }

  // Turn 4, sent
  let message4 = try messages.decode(
    SchemaKind(name: "grocery", version: 2), json: #"{"opened":{"_0":{"relative":"https://example.org/soup"}}}"#)
  let state4 = try states.decode(
    SchemaKind(name: "groceries", version: 1), json: #"{"items":["a \"quoted\" \\(name)\n\u202e👩\u200d🍳"],"isLoading":false,"recipe":{"relative":"https://example.org/soup"}}"#)
  test.send(message4) { $0 = state4 }

  // Turn 5, sent
  let state5 = try states.decode(
    SchemaKind(name: "groceries", version: 1), json: #"{"items":["a \"quoted\" \\(name)\n\u202e👩\u200d🍳"],"isLoading":true,"recipe":{"relative":"https://example.org/soup"}}"#)
  test.send(.load, effects: [.starts("load")]) { $0 = state5 }

  // Turn 6, effect 1 of turn 5
  let state6 = try states.decode(
    SchemaKind(name: "groceries", version: 1), json: #"{"items":["a \"quoted\" \\(name)\n\u202e👩\u200d🍳","Bread","Jam"],"isLoading":false,"recipe":{"relative":"https://example.org/soup"}}"#)
  await test.receive(.loaded(["Bread", "Jam"])) { $0 = state6 }

  // Turn 7, sent
  test.send(.removed(at: 9))

  // Turn 8, sent
  let state8 = try states.decode(
    SchemaKind(name: "groceries", version: 1), json: #"{"items":[],"isLoading":false,"recipe":{"relative":"https://example.org/soup"}}"#)
  test.send(.cleared) { $0 = state8 }

  await test.finish()
}
