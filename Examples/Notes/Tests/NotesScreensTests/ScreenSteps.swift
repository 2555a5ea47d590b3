// swift-format-ignore-file
import Millrace
import MillraceTesting
import Testing

@testable import NotesScreens

/// Takes screen: turns 13 to 34 again, step by step.
@Test("screen: turns 13 to 34")
@MainActor
func screenTurns13To34() async throws {
  let states = ScreenJournal.states
  let messages = ScreenJournal.messages
  let state = try states.decode(
    SchemaKind(name: "screen", version: 1), json: #"{"size":{"width":100,"height":30},"path":[{"list":{"_0":"notes"}}],"lists":{"notes":{"row":0,"top":0},"todos":{"row":0,"top":0},"users":{"row":0,"top":0},"conflicts":{"row":0,"top":0},"words":{"notes":{"text":"","cursor":0,"isMultiline":false},"todos":{"text":"","cursor":0,"isMultiline":false},"users":{"text":"","cursor":0,"isMultiline":false}}},"isSearching":false}"#)
  let store = try screenStore(state)
  let test = TestStore(store)

  // Turn 13, turn 12
  let message13 = try messages.decode(
    SchemaKind(name: "screen-open", version: 1), json: #"{"help":{"scroll":0}}"#)
  let state13 = try states.decode(
    SchemaKind(name: "screen", version: 1), json: #"{"size":{"width":100,"height":30},"path":[{"list":{"_0":"notes"}},{"help":{"scroll":0}}],"lists":{"notes":{"row":0,"top":0},"todos":{"row":0,"top":0},"users":{"row":0,"top":0},"conflicts":{"row":0,"top":0},"words":{"notes":{"text":"","cursor":0,"isMultiline":false},"todos":{"text":"","cursor":0,"isMultiline":false},"users":{"text":"","cursor":0,"isMultiline":false}}},"isSearching":false}"#)
  test.send(message13) { $0 = state13 }

  // Turn 16, turn 15
  let message16 = try messages.decode(
    SchemaKind(name: "screen-move", version: 1), json: #"{"scrolled":{"_0":5}}"#)
  let state16 = try states.decode(
    SchemaKind(name: "screen", version: 1), json: #"{"size":{"width":100,"height":30},"path":[{"list":{"_0":"notes"}},{"help":{"scroll":5}}],"lists":{"notes":{"row":0,"top":0},"todos":{"row":0,"top":0},"users":{"row":0,"top":0},"conflicts":{"row":0,"top":0},"words":{"notes":{"text":"","cursor":0,"isMultiline":false},"todos":{"text":"","cursor":0,"isMultiline":false},"users":{"text":"","cursor":0,"isMultiline":false}}},"isSearching":false}"#)
  test.send(message16) { $0 = state16 }

  // Turn 19, turn 18
  let message19 = try messages.decode(
    SchemaKind(name: "screen-back", version: 1), json: #"null"#)
  let state19 = try states.decode(
    SchemaKind(name: "screen", version: 1), json: #"{"size":{"width":100,"height":30},"path":[{"list":{"_0":"notes"}}],"lists":{"notes":{"row":0,"top":0},"todos":{"row":0,"top":0},"users":{"row":0,"top":0},"conflicts":{"row":0,"top":0},"words":{"notes":{"text":"","cursor":0,"isMultiline":false},"todos":{"text":"","cursor":0,"isMultiline":false},"users":{"text":"","cursor":0,"isMultiline":false}}},"isSearching":false}"#)
  test.send(message19) { $0 = state19 }

  // Turn 22, turn 21
  let message22 = try messages.decode(
    SchemaKind(name: "screen-search-begin", version: 1), json: #"{}"#)
  let state22 = try states.decode(
    SchemaKind(name: "screen", version: 1), json: #"{"size":{"width":100,"height":30},"path":[{"list":{"_0":"notes"}}],"lists":{"notes":{"row":0,"top":0},"todos":{"row":0,"top":0},"users":{"row":0,"top":0},"conflicts":{"row":0,"top":0},"words":{"notes":{"text":"","cursor":0,"isMultiline":false},"todos":{"text":"","cursor":0,"isMultiline":false},"users":{"text":"","cursor":0,"isMultiline":false}}},"isSearching":true}"#)
  test.send(message22) { $0 = state22 }

  // Turn 26, turn 25
  let message26 = try messages.decode(
    SchemaKind(name: "screen-search-key", version: 1), json: #"{"text":"m","cursor":1,"isMultiline":false}"#)
  let state26 = try states.decode(
    SchemaKind(name: "screen", version: 1), json: #"{"size":{"width":100,"height":30},"path":[{"list":{"_0":"notes"}}],"lists":{"notes":{"row":0,"top":0},"todos":{"row":0,"top":0},"users":{"row":0,"top":0},"conflicts":{"row":0,"top":0},"words":{"notes":{"text":"m","cursor":1,"isMultiline":false},"todos":{"text":"","cursor":0,"isMultiline":false},"users":{"text":"","cursor":0,"isMultiline":false}}},"isSearching":true}"#)
  test.send(message26) { $0 = state26 }

  // Turn 30, turn 29
  let message30 = try messages.decode(
    SchemaKind(name: "screen-search-end", version: 1), json: #"true"#)
  let state30 = try states.decode(
    SchemaKind(name: "screen", version: 1), json: #"{"size":{"width":100,"height":30},"path":[{"list":{"_0":"notes"}}],"lists":{"notes":{"row":0,"top":0},"todos":{"row":0,"top":0},"users":{"row":0,"top":0},"conflicts":{"row":0,"top":0},"words":{"notes":{"text":"m","cursor":1,"isMultiline":false},"todos":{"text":"","cursor":0,"isMultiline":false},"users":{"text":"","cursor":0,"isMultiline":false}}},"isSearching":false}"#)
  test.send(message30) { $0 = state30 }

  // Turn 34, turn 33
  let message34 = try messages.decode(
    SchemaKind(name: "screen-open", version: 1), json: #"{"list":{"_0":"todos"}}"#)
  let state34 = try states.decode(
    SchemaKind(name: "screen", version: 1), json: #"{"size":{"width":100,"height":30},"path":[{"list":{"_0":"todos"}}],"lists":{"notes":{"row":0,"top":0},"todos":{"row":0,"top":0},"users":{"row":0,"top":0},"conflicts":{"row":0,"top":0},"words":{"notes":{"text":"m","cursor":1,"isMultiline":false},"todos":{"text":"","cursor":0,"isMultiline":false},"users":{"text":"","cursor":0,"isMultiline":false}}},"isSearching":false}"#)
  test.send(message34) { $0 = state34 }

  await test.finish()
}
