import Aftermath
import NotesModel
import Terminal
import Testing

@testable import NotesScreens

@MainActor
@Suite("The keymap")
struct KeymapTests {
  /// A screen in each mode.
  static func screens() throws -> [Mode: Screen] {
    var screens: [Mode: Screen] = [:]
    for (mode, keys) in [
      (.list, []), (.search, [.character("/")]), (.item, [.enter]), (.form, [.character("n")]),
      (.conflicts, [.character("!")]),
      (.conflict, [.character("!"), .enter]), (.log, [.character("L")]), (.help, [.character("?")]),
    ] as [(Mode, [Key])] {
      let stage = try Stage()
      stage.workplace.conflict(Stage.household[1], nil)
      for key in keys { stage.press(key) }
      screens[mode] = stage.screen
    }
    return screens
  }

  static let keys: [Key] =
    (0x20..<0x7F).compactMap { Unicode.Scalar($0).map { .character(Character($0)) } }
    + "abcdefghijklmnopqrstuvwxyz".map { .control($0) }
    + [
      .enter, .escape, .tab, .backtab, .backspace, .delete, .up, .down, .left, .right, .home, .end, .pageUp,
      .pageDown, .wordLeft, .wordRight, .paste("two\nlines"), .paste(""), .character("漢"),
    ]

  @Test("is total: every key in every mode is a command with a handler, is typed, or does nothing")
  func total() throws {
    let stage = try Stage()
    for (mode, screen) in try Self.screens() {
      #expect(screen.mode == mode)
      for key in Self.keys {
        guard let command = Keymap.command(for: key, on: screen) else { continue }
        #expect(stage.engine.contains(type(of: command)), "\(key) in \(mode) is \(command)")
      }
      #expect(Keymap.command(for: .resize(width: 10, height: 5), on: screen) is Resize)
      #expect(Keymap.command(for: .control("c"), on: screen) is Quit)
    }
    #expect(Set(try Self.screens().keys) == Set(Mode.allCases))
  }

  @Test("gives a key one meaning in a mode, but for what a binding leaves to the next")
  func unambiguous() {
    for mode in Mode.allCases {
      var seen: Set<Key> = []
      for key in Keymap.bindings(in: mode).flatMap(\.keys) {
        #expect(seen.insert(key).inserted, "\(key.name) is bound twice in \(mode)")
      }
    }
  }

  @Test("takes characters as text where text is typed", arguments: [Mode.search, .form])
  func typing(_ mode: Mode) throws {
    let screen = try #require(try Self.screens()[mode])
    for key in Self.keys {
      guard case .character = key else { continue }
      let command = Keymap.command(for: key, on: screen)
      #expect(command is TypeInSearch || command is TypeInForm, "\(key)")
    }
  }

  @Test("is what the help shows, every key of it and nothing else", arguments: [40, 80, 120, 200])
  func help(width: Int) {
    let columns = HelpText.columns(in: Area(row: 0, column: 0, width: width, height: 20))
    let lines = columns.lines.flatMap(\.self).filter { $0.label != nil }
    #expect(
      lines.map { [$0.label?.text, $0.text] }
        == Binding.Section.allCases.flatMap { section in
          Keymap.bindings.filter { $0.section == section }
            .map { [$0.keys.map(\.name).joined(separator: " "), $0.help] }
        })
    for binding in Keymap.bindings {
      // What does not fit into a column of a usual terminal would be cut off.
      #expect(binding.help.count <= 26 && binding.keys.map(\.name).joined(separator: " ").count <= 10)
      #expect(!binding.modes.isEmpty && !binding.keys.isEmpty)
    }
  }

  @Test("has hints at the foot of every place that fit a usual terminal")
  func hints() throws {
    for (mode, screen) in try Self.screens() {
      let foot = try #require(draw(ScreenView(screen: screen)).lines.last)
      let hints = Keymap.bindings(in: mode).filter { $0.command(screen) != nil }.compactMap(\.hint)
      #expect(!hints.isEmpty)
      for hint in hints where hint != "tick" { #expect(foot.contains(hint), "\(hint) in \(mode): \(foot)") }
    }
  }

  @Test("keeps a key as it is when it is written down and read")
  func keystrokes() throws {
    for key in Self.keys + [.resize(width: 3, height: 4)] {
      #expect(try coded(Keystroke(key)).key == key)
    }
  }
}
