import Aftermath
import NotesDesk
import NotesLibrary
import NotesModel
import Terminal

/// A command that changes lists to the next order.
struct ChangeOrder: ScreenFeature {
  typealias Output = Notice

  static var journalName: String { "screen-order" }

  @MainActor
  func carryOut(at bench: Bench) -> Notice {
    var preferences = bench.workplace.preferences
    preferences.order = preferences.order.next
    bench.workplace.change(.order(preferences.order))
    bench.lookAgain(as: preferences)
    return Notice("Lists now have this order: \(preferences.order.words).")
  }

  static func show(_ notice: Notice, on screen: inout Screen) { screen.notice = notice }
}

/// A command that hides completed todos, or shows them again.
struct HideCompleted: ScreenFeature {
  typealias Output = Notice

  static var journalName: String { "screen-completed" }

  @MainActor
  func carryOut(at bench: Bench) -> Notice {
    var preferences = bench.workplace.preferences
    preferences.hidesCompleted.toggle()
    bench.workplace.change(.hidesCompleted(preferences.hidesCompleted))
    bench.lookAgain(as: preferences)
    return Notice("Finished todos are now \(preferences.hidesCompleted ? "hidden" : "shown").")
  }

  static func show(_ notice: Notice, on screen: inout Screen) { screen.notice = notice }
}

/// A command that switches colours on or off.
struct UseColour: ScreenFeature {
  typealias Output = Done

  static var journalName: String { "screen-colour" }

  @MainActor
  func carryOut(at bench: Bench) -> Done {
    bench.workplace.change(.usesColour(!bench.workplace.preferences.usesColour))
    return Done()
  }

  static func show(_ output: Done, on screen: inout Screen) {}
}

extension Bench {
  /// Repeats the current search with changed preferences.
  fileprivate func lookAgain(as preferences: Preferences) {
    let screen = screen
    look(for: screen.kind, words: screen.lists[words: screen.kind].text, as: preferences)
  }
}

extension Query.Order {
  var words: String {
    switch self {
    case .newestFirst: "newest first"
    case .oldestFirst: "oldest first"
    case .title: "by title"
    }
  }
}
