import Aftermath
import NotesDesk
import NotesLibrary
import NotesModel
import Terminal

/// A command that changes lists to the next order.
struct ChangeOrder: ScreenFeature {
  typealias Output = Notice

  func carryOut(at bench: Bench) -> Notice {
    var preferences = bench.workplace.preferences
    preferences.order = preferences.order.next
    bench.workplace.prefer { [order = preferences.order] in $0.order = order }
    bench.lookAgain(as: preferences)
    return Notice("Lists now have this order: \(preferences.order.words).")
  }
}

/// A command that hides completed todos, or shows them again.
struct HideCompleted: ScreenFeature {
  typealias Output = Notice

  func carryOut(at bench: Bench) -> Notice {
    var preferences = bench.workplace.preferences
    preferences.hidesCompleted.toggle()
    bench.workplace.prefer { [hides = preferences.hidesCompleted] in $0.hidesCompleted = hides }
    bench.lookAgain(as: preferences)
    return Notice("Finished todos are now \(preferences.hidesCompleted ? "hidden" : "shown").")
  }
}

/// A command that switches colours on or off.
struct UseColour: ScreenFeature {
  typealias Output = Done

  func carryOut(at bench: Bench) -> Done {
    bench.workplace.prefer { $0.usesColour.toggle() }
    return Done()
  }
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
