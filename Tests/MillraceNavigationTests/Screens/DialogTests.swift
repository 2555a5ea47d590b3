import Foundation
import Millrace
import MillraceNavigation
import Testing

/// Alerts and confirmations as values.
@MainActor
@Suite struct DialogTests {
  enum Choice: Hashable, Codable, Sendable { case delete, archive }

  struct Notes: Equatable {
    var notes = ["a", "b"]
    var question = Presentation<DialogContent<Choice>>()
  }

  enum Message: Equatable, Sendable {
    case ask
    case question(NavigationMessage<Choice>)
  }

  private static let dialog = DialogContent<Choice>.confirmation(
    "Remove the notes?", text: "They cannot be restored.",
    buttons: [.destructive("Delete", .delete), .choice("Archive", .archive), .cancel("Keep")])

  private func store() -> (Store<Notes, Message>, Guarded<Int>) {
    let errors = Guarded(0)
    let store = Store(Notes(), of: Message.self) { notes, message in
      switch message {
      case .ask: notes.question.present(Self.dialog)
      case .question(.dismissed(let id)): notes.question.dismiss(id)
      case .question(.screen(let id, let choice)):
        guard notes.question.dismiss(id) else { return .unhandled }
        if choice == .delete { notes.notes = [] }
      }
      return .none
    }
    store.flow.errorHandler = { _ in errors.change { $0 += 1 } }
    return (store, errors)
  }

  @Test("A choice is taken once, and dismisses the dialog in the same turn")
  func choice() throws {
    let (store, errors) = store()
    store.send(.ask)
    let shown = try #require(store.question.presented)
    let delete = shown.screen.buttons[0].message(in: shown.id)
    store.send(.question(delete))
    #expect(store.notes == [] && store.question.screen == nil && errors.read { $0 } == 0)
    // What a user interface sends behind a tap.
    store.send(.question(.dismissed(shown.id)))
    #expect(errors.read { $0 } == 0)
    // A second tap on the dialog that has gone, while another is there.
    store.send(.ask)
    store.send(.question(delete))
    #expect(errors.read { $0 } == 1 && store.question.id == 2)
  }

  @Test("A button without a choice dismisses its dialog, and no other")
  func cancel() {
    let (store, errors) = store()
    store.send(.ask)
    store.send(.ask)
    let keep = Self.dialog.buttons[2]
    store.send(.question(keep.message(in: 1)))
    #expect(store.question.id == 2)
    store.send(.question(keep.message(in: 2)))
    #expect(store.question.screen == nil && store.notes.count == 2 && errors.read { $0 } == 0)
  }

  @Test("A dialog is a value: compared, and archived")
  func value() throws {
    #expect(Self.dialog.style == .confirmation)
    #expect(
      Self.dialog
        == .init(
          .confirmation, "Remove the notes?", text: "They cannot be restored.", buttons: Self.dialog.buttons))
    #expect(Self.dialog != .alert("Remove the notes?", buttons: []))
    let data = try JSONEncoder().encode(Self.dialog)
    #expect(try JSONDecoder().decode(DialogContent<Choice>.self, from: data) == Self.dialog)
  }
}
