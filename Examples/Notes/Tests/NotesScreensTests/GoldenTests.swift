import Aftermath
import NotesDesk
import NotesModel
import Terminal
import Testing

@testable import NotesLibrary
@testable import NotesScreens
@testable import NotesSession

@MainActor
@Suite("Screens as they are seen")
struct GoldenTests {
  /// The main places; pictures of them are kept for two sizes.
  enum Sight: String, CaseIterable {
    case list, search, item, form, conflict, offline, help
  }

  static func stage(_ sight: Sight, width: Int, height: Int) throws -> Stage {
    let stage = try Stage(width: width, height: height)
    stage.workplace.add(Stage.household[1], .sent(key: "key"))
    stage.workplace.library.outbox = [ItemID(.notes, 1)]
    let theirs = Note(userId: 1, id: 3, title: "Milk prices", body: "They fall.")
    stage.workplace.conflict(Stage.household[3], .note(theirs))
    stage.interface.refresh()
    switch sight {
    case .list: stage.press(.down)
    case .search:
      stage.press(.character("/"))
      stage.type("milk")
    case .item: stage.press(.enter)
    case .form:
      stage.press(.character("n"))
      stage.type("Ideas")
      stage.press(.enter)
      stage.type("A sentence that is so long that it does not fit into one line, whatever the terminal.")
    case .conflict: stage.open("conflicts:notes:3")
    case .offline:
      stage.workplace.session.phase = .waiting
      stage.workplace.session.failures = 2
      stage.workplace.session.reason = "The server at notes.example did not answer in time."
      stage.press(.character("2"), .down)
    case .help: stage.press(.character("?"))
    }
    return stage
  }

  @Test("are what they were at 80 × 24", arguments: Sight.allCases)
  func small(_ sight: Sight) throws {
    let stage = try Self.stage(sight, width: 80, height: 24)
    #expect(stage.lines == Golden.small[sight.rawValue]?.components)
  }

  @Test("are what they were at 120 × 40", arguments: Sight.allCases)
  func large(_ sight: Sight) throws {
    let stage = try Self.stage(sight, width: 120, height: 40)
    #expect(stage.lines == Golden.large[sight.rawValue]?.components)
  }
}

extension String {
  /// The lines of a picture; `row×7` is the same row seven times.
  fileprivate var components: [String] {
    split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      let parts = line.split(separator: "×", omittingEmptySubsequences: false)
      let count = parts.count == 2 ? Int(parts[1]) ?? 1 : 1
      return Array(repeating: String(parts[0]), count: count)
    }
  }
}
