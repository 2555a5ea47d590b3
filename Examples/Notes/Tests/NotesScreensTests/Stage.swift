import Aftermath
import NotesDesk
import NotesLibrary
import Terminal
import Testing

@testable import NotesModel
@testable import NotesScreens

/// An interface with a fake workplace, and what a test wants to know of it.
@MainActor
final class Stage {
  let workplace: FakeWorkplace
  let engine = Engine(name: "screens")
  let interface: Interface
  /// The reports to the engine's error handler: mostly commands and events without a handler or reaction.
  let complaints = Complaints()

  init(_ items: [Item] = Stage.household, width: Int = 80, height: Int = 24) throws {
    workplace = FakeWorkplace(items)
    engine.errorHandler = complaints
    interface = try Interface(engine: engine, workplace: workplace)
    interface.press(.resize(width: width, height: height))
    interface.start()
    workplace.looked = []
  }

  /// Presses keys one after the other; whatever they change in the workplace is told.
  func press(_ keys: Key...) {
    for key in keys {
      interface.press(key)
      interface.refresh()
    }
  }

  /// Types a text.
  func type(_ text: String) { for character in text { press(.character(character)) } }

  /// Follows a link.
  func open(_ link: String) {
    interface.open(link: link)
    interface.refresh()
  }

  var screen: Screen { interface.screen.withState { copy $0 } }
  var notice: String? { screen.notice?.text }
  var lines: [String] { interface.canvas().lines }
  var text: String { lines.joined(separator: "\n") }
  /// The title of what is selected.
  var selected: String? { screen.subject.flatMap { workplace.library.item($0)?.title } }

  static var household: [Item] {
    [
      .user(User(id: 1, name: "Leanne Graham", username: "bret", email: "leanne@example.org")),
      .note(Note(userId: 1, id: 1, title: "Buy milk", body: "Two litres,\nand bread.")),
      .note(Note(userId: 1, id: 2, title: "Call the plumber", body: "The tap drips.")),
      .note(Note(userId: 1, id: 3, title: "Milk prices", body: "They rise.")),
      .todo(Todo(userId: 1, id: 1, title: "Water the plants", completed: false)),
      .todo(Todo(userId: 1, id: 2, title: "Pay the rent", completed: true)),
    ]
  }

  static func notes(_ count: Int) -> [Item] {
    (0..<count).map { .note(Note(userId: 1, id: $0 + 1, title: "Note number \($0 + 1)", body: "Body")) }
  }
}

/// An engine's error handler that keeps its reports.
final class Complaints: ErrorHandler {
  // Sound: it is told at the engine's home, the main actor, and read there.
  nonisolated(unsafe) private(set) var sentences: [String] = []

  func handle(error: any Error) { sentences.append("\(error)") }
}
