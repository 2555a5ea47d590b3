import Aftermath
import NotesLibrary
import NotesModel
import Terminal

/// A command that opens the search field.
struct BeginSearch: ScreenFeature {
  typealias Output = Done

  func carryOut(at bench: Bench) -> Done { Done() }

  static func show(_ output: Done, on screen: inout Screen) { screen.isSearching = true }
}

/// A command that types a key into the search field; each key starts a search.
struct TypeInSearch: ScreenFeature {
  typealias Output = TextInput

  let key: Key

  init(_ key: Key) { self.key = key }

  /// Returns the current search text.
  func carryOut(at bench: Bench) -> TextInput {
    let kind = bench.screen.kind
    let before = bench.screen.lists[words: kind]
    var words = before
    if words.edit(key), words.text != before.text { bench.look(for: kind, words: words.text) }
    return words
  }

  static func show(_ words: TextInput, on screen: inout Screen) {
    let isChanged = words.text != screen.lists[words: screen.kind].text
    screen.lists[words: screen.kind] = words
    if isChanged { screen.lists[.items(screen.kind)] = Selection() }
  }
}

/// A command that closes the search field.
struct EndSearch: ScreenFeature {
  typealias Output = Bool

  /// True to keep the search text.
  let keepsWords: Bool

  init(keepingWords: Bool) { keepsWords = keepingWords }

  /// Returns whether the search text is kept.
  func carryOut(at bench: Bench) -> Bool {
    let kind = bench.screen.kind
    if !keepsWords, !bench.screen.lists[words: kind].text.isEmpty { bench.look(for: kind, words: "") }
    return keepsWords
  }

  static func show(_ keepsWords: Bool, on screen: inout Screen) {
    screen.isSearching = false
    // The item stays selected at its position in the whole list.
    if !keepsWords { screen.lists[words: screen.kind] = TextInput() }
  }
}

/// A command that searches the notes for words of a link.
struct SearchFor: ScreenFeature {
  typealias Output = String

  let words: String

  init(_ words: String) { self.words = words }

  func carryOut(at bench: Bench) -> String {
    bench.look(for: .notes, words: words)
    return words
  }

  static func show(_ words: String, on screen: inout Screen) {
    screen.go(to: .list(.notes))
    screen.lists[words: .notes] = TextInput(words)
    screen.lists[.items(.notes)] = Selection()
  }
}
