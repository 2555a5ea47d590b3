import Flask

/// Undo and redo, in groups, and transactions that roll back.
final class UndoProgram: Program {
  static let name = "undo"
  static let idea = "a line of text with undo, groups, drafts, and transactions that roll back"
  static let help = """
    type two words add words to the line
    cut 1          move the last word to the clipboard
    paste          add what is in the clipboard
    undo           take back the last step; 'redo' does it again
    group          let what follows be one step, up to 'end'
    draft          begin a draft; 'discard' puts the line back, 'keep' goes on with it
    show           show the line and the clipboard
    """

  private let editor: Editor
  private let write: (String) -> Void
  private var reactor: Reactor<UndoProgram>?
  var flow: Flow { editor.flask.bus.flow }

  init(environment: StoreEnvironment, write: @escaping (String) -> Void) {
    editor = Editor(environment: environment, report: write)
    self.write = write
    reactor = editor.flask.reactor(attachedTo: self, mixing: editor.text, editor.clipboard)
      .on(\TextState.words) { _, change in write(Self.text("line", change.newValue())) }
      .on(\ClipboardState.words) { _, change in write(Self.text("clipboard", change.newValue())) }
  }

  func follow(_ line: Line) throws {
    switch line.word {
    case "type":
      editor.type(try line.text(such: "two words").split(whereSeparator: \.isWhitespace).map(String.init))
    case "cut": editor.cut(try line.number(in: 1...1_000))
    default: follow(try line.alone(as: Word.self))
    }
  }

  private enum Word: String { case paste, undo, redo, group, end, draft, discard, keep, show }

  private func follow(_ word: Word) {
    switch word {
    case .paste: editor.paste()
    case .undo: editor.undo()
    case .redo: editor.redo()
    case .group: editor.beginGroup()
    case .end: editor.endGroup()
    case .draft: editor.beginDraft()
    case .discard: editor.discardDraft()
    case .keep: editor.keepDraft()
    case .show:
      write(Self.text("line", editor.text.state.words))
      write(Self.text("clipboard", editor.clipboard.state.words))
    }
  }

  private static func text(_ name: String, _ words: [String]) -> String {
    words.isEmpty ? "\(name) is empty" : "\(name): \(words.joined(separator: " "))"
  }
}
