import Aftermath
import NotesLibrary
import NotesModel
import Terminal

/// Begins to type words to look for.
struct BeginSearch: ScreenFeature {
  typealias Output = Done

  static var journalName: String { "screen-search-begin" }

  @MainActor
  func carryOut(at bench: Bench) -> Done { Done() }

  static func show(_ output: Done, on screen: inout Screen) { screen.isSearching = true }
}

/// Types one key of the words to look for; they are looked for at once.
struct TypeInSearch: ScreenFeature {
  typealias Output = TextInput

  /// The key.
  let key: Key

  /// A command to take a key.
  init(_ key: Key) { self.key = key }

  static var journalName: String { "screen-search-key" }

  /// Gives the words as they are now.
  @MainActor
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

/// Ends typing words, and keeps looking for them or does not.
struct EndSearch: ScreenFeature {
  typealias Output = Bool

  /// Whether the words are kept.
  let keepsWords: Bool

  /// A command to end.
  init(keepingWords: Bool) { keepsWords = keepingWords }

  static var journalName: String { "screen-search-end" }

  /// Gives whether the words are kept.
  @MainActor
  func carryOut(at bench: Bench) -> Bool {
    let kind = bench.screen.kind
    if !keepsWords, !bench.screen.lists[words: kind].text.isEmpty { bench.look(for: kind, words: "") }
    return keepsWords
  }

  static func show(_ keepsWords: Bool, on screen: inout Screen) {
    screen.isSearching = false
    // The item stays selected, and is followed to where it is among all.
    if !keepsWords { screen.lists[words: screen.kind] = TextInput() }
  }
}

/// Looks for words among the notes: what a link asks for.
struct SearchFor: ScreenFeature {
  typealias Output = String

  /// The words.
  let words: String

  /// A command to look for words.
  init(_ words: String) { self.words = words }

  static var journalName: String { "screen-search-for" }

  /// Gives the words.
  @MainActor
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
