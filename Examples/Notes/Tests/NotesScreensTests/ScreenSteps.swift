// swift-format-ignore-file
import Millrace
import MillraceTesting
import Testing

@testable import NotesScreens

/// Takes screen: turns 12 to 33 again, step by step.
@Test("screen: turns 12 to 33")
@MainActor
func screenTurns12To33() async throws {
  let states = ScreenJournal.states
  let messages = ScreenJournal.messages
  let state = try states.decode(
    SchemaKind(name: "screen", version: 1), json: #"{"size":{"width":100,"height":30},"path":[{"list":{"_0":"notes"}}],"lists":{"notes":{"row":0,"top":0},"todos":{"row":0,"top":0},"users":{"row":0,"top":0},"conflicts":{"row":0,"top":0},"words":{"notes":{"text":"","cursor":0,"isMultiline":false},"todos":{"text":"","cursor":0,"isMultiline":false},"users":{"text":"","cursor":0,"isMultiline":false}}},"isSearching":false}"#)
  let store = try screenStore(state)
  let test = TestStore(store)

  // Turn 12, turn 11
  let message12 = try messages.decode(
    SchemaKind(name: "screen-open", version: 1), json: #"{"help":{"scroll":0}}"#)
  let state12 = try states.decode(
    SchemaKind(name: "screen", version: 1), json: #"{"size":{"width":100,"height":30},"path":[{"list":{"_0":"notes"}},{"help":{"scroll":0}}],"lists":{"notes":{"row":0,"top":0},"todos":{"row":0,"top":0},"users":{"row":0,"top":0},"conflicts":{"row":0,"top":0},"words":{"notes":{"text":"","cursor":0,"isMultiline":false},"todos":{"text":"","cursor":0,"isMultiline":false},"users":{"text":"","cursor":0,"isMultiline":false}}},"isSearching":false}"#)
  test.send(message12) { $0 = state12 }

  // Turn 15, turn 14
  let message15 = try messages.decode(
    SchemaKind(name: "screen-move", version: 1), json: #"{"scrolled":{"_0":5}}"#)
  let state15 = try states.decode(
    SchemaKind(name: "screen", version: 1), json: #"{"size":{"width":100,"height":30},"path":[{"list":{"_0":"notes"}},{"help":{"scroll":5}}],"lists":{"notes":{"row":0,"top":0},"todos":{"row":0,"top":0},"users":{"row":0,"top":0},"conflicts":{"row":0,"top":0},"words":{"notes":{"text":"","cursor":0,"isMultiline":false},"todos":{"text":"","cursor":0,"isMultiline":false},"users":{"text":"","cursor":0,"isMultiline":false}}},"isSearching":false}"#)
  test.send(message15) { $0 = state15 }

  // Turn 18, turn 17
  let message18 = try messages.decode(
    SchemaKind(name: "screen-back", version: 1), json: #"null"#)
  let state18 = try states.decode(
    SchemaKind(name: "screen", version: 1), json: #"{"size":{"width":100,"height":30},"path":[{"list":{"_0":"notes"}}],"lists":{"notes":{"row":0,"top":0},"todos":{"row":0,"top":0},"users":{"row":0,"top":0},"conflicts":{"row":0,"top":0},"words":{"notes":{"text":"","cursor":0,"isMultiline":false},"todos":{"text":"","cursor":0,"isMultiline":false},"users":{"text":"","cursor":0,"isMultiline":false}}},"isSearching":false}"#)
  test.send(message18) { $0 = state18 }

  // Turn 21, turn 20
  let message21 = try messages.decode(
    SchemaKind(name: "screen-search-begin", version: 1), json: #"{}"#)
  let state21 = try states.decode(
    SchemaKind(name: "screen", version: 1), json: #"{"size":{"width":100,"height":30},"path":[{"list":{"_0":"notes"}}],"lists":{"notes":{"row":0,"top":0},"todos":{"row":0,"top":0},"users":{"row":0,"top":0},"conflicts":{"row":0,"top":0},"words":{"notes":{"text":"","cursor":0,"isMultiline":false},"todos":{"text":"","cursor":0,"isMultiline":false},"users":{"text":"","cursor":0,"isMultiline":false}}},"isSearching":true}"#)
  test.send(message21) { $0 = state21 }

  // Turn 25, turn 24
  let message25 = try messages.decode(
    SchemaKind(name: "screen-search-key", version: 1), json: #"{"text":"m","cursor":1,"isMultiline":false}"#)
  let state25 = try states.decode(
    SchemaKind(name: "screen", version: 1), json: #"{"size":{"width":100,"height":30},"path":[{"list":{"_0":"notes"}}],"lists":{"notes":{"row":0,"top":0},"todos":{"row":0,"top":0},"users":{"row":0,"top":0},"conflicts":{"row":0,"top":0},"words":{"notes":{"text":"m","cursor":1,"isMultiline":false},"todos":{"text":"","cursor":0,"isMultiline":false},"users":{"text":"","cursor":0,"isMultiline":false}}},"isSearching":true}"#)
  test.send(message25) { $0 = state25 }

  // Turn 29, turn 28
  let message29 = try messages.decode(
    SchemaKind(name: "screen-search-end", version: 1), json: #"true"#)
  let state29 = try states.decode(
    SchemaKind(name: "screen", version: 1), json: #"{"size":{"width":100,"height":30},"path":[{"list":{"_0":"notes"}}],"lists":{"notes":{"row":0,"top":0},"todos":{"row":0,"top":0},"users":{"row":0,"top":0},"conflicts":{"row":0,"top":0},"words":{"notes":{"text":"m","cursor":1,"isMultiline":false},"todos":{"text":"","cursor":0,"isMultiline":false},"users":{"text":"","cursor":0,"isMultiline":false}}},"isSearching":false}"#)
  test.send(message29) { $0 = state29 }

  // Turn 33, turn 32
  let message33 = try messages.decode(
    SchemaKind(name: "screen-open", version: 1), json: #"{"list":{"_0":"todos"}}"#)
  let state33 = try states.decode(
    SchemaKind(name: "screen", version: 1), json: #"{"size":{"width":100,"height":30},"path":[{"list":{"_0":"todos"}}],"lists":{"notes":{"row":0,"top":0},"todos":{"row":0,"top":0},"users":{"row":0,"top":0},"conflicts":{"row":0,"top":0},"words":{"notes":{"text":"m","cursor":1,"isMultiline":false},"todos":{"text":"","cursor":0,"isMultiline":false},"users":{"text":"","cursor":0,"isMultiline":false}}},"isSearching":false}"#)
  test.send(message33) { $0 = state33 }

  await test.finish()
}
