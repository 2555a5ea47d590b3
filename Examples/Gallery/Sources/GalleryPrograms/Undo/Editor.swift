import Flask

/// The line of text.
struct TextState: Flask.State, Equatable {
  var words: [String] = []
}

/// What was cut out of it.
struct ClipboardState: Flask.State, Equatable {
  var words: [String] = []
}

/// An editor of a line, word by word: two substances, of which the text remembers what was done to it.
@MainActor
final class Editor {
  let flask: Flask
  let text: Substance<TextState>
  let clipboard: Substance<ClipboardState>
  private var reactor: Reactor<Editor> { flask.getReactor(attachedTo: self) }

  /// An editor of an empty line.
  ///
  /// - Parameters:
  ///   - environment: What its bus takes from outside.
  ///   - report: Is given a sentence about whatever is refused.
  init(environment: StoreEnvironment, report: @escaping (String) -> Void) {
    flask = Flask(name: "editor", environment: environment, archives: MemoryArchives())
    flask.bus.flow.errorHandler = { report(EditorRefusal.sentence(about: $0)) }
    text = flask.newSubstance(definedBy: TextState.self, named: "text")
    clipboard = flask.newSubstance(definedBy: ClipboardState.self, named: "clipboard")
    text.undoLimit = 100
    _ = flask.reactor(attachedTo: self, mixing: text, clipboard)
  }

  // MARK: Editing: each is a transaction

  /// Adds words to the end.
  func type(_ words: [String]) {
    reactor.mix(text) { $0.prop.words += words }.andReact()
  }

  /// Moves the last words to the clipboard, or does nothing.
  ///
  /// The clipboard is emptied before it is known whether there are so many; a mix that throws takes it back.
  func cut(_ count: Int) {
    reactor.mix(clipboard) { $0.prop.words = [] }
      .with(text) { [clipboard] text in
        let words = text.prop.words
        if words.count < count { throw EditorRefusal.tooFew(count, there: words.count) }
        text.prop.words.removeLast(count)
        clipboard.prop.words = Array(words.suffix(count))
      }
      .andReact()
  }

  /// Adds what is in the clipboard to the end.
  func paste() {
    reactor.mix(text) { [clipboard] text in
      if clipboard.state.words.isEmpty { throw EditorRefusal.nothingCut }
      text.prop.words += clipboard.state.words
    }
    .andReact()
  }

  // MARK: Going back

  /// Takes back the last transaction that changed the text, or the last group of them.
  func undo() { text.undo() }

  /// Does again what was last taken back.
  func redo() { text.redo() }

  /// Lets all that follows, up to the end of the group, be one step to undo.
  func beginGroup() { text.beginUndoGrouping() }

  /// Ends the group.
  func endGroup() { text.endUndoGrouping() }

  /// Begins something that may be discarded as a whole.
  func beginDraft() { text.captureState() }

  /// Puts the text back as it was when the draft was begun.
  func discardDraft() { text.rollbackState() }

  /// Goes on with the text as it is.
  func keepDraft() { text.commitState() }
}

/// Why something was not done.
enum EditorRefusal: Error, Hashable, CustomStringConvertible {
  case tooFew(Int, there: Int)
  case nothingCut

  var description: String {
    switch self {
    case .tooFew(let asked, let there):
      "The line has \(there) word\(there == 1 ? "" : "s"), so \(asked) cannot be cut; nothing was."
    case .nothingCut: "Nothing has been cut yet; 'cut 1' cuts the last word."
    }
  }

  /// What a person reads about an error, without the words that are for a programmer.
  static func sentence(about error: FlowError) -> String {
    guard case .reported(_, let cause) = error, let cause = cause as? FlaskError else { return "\(error)" }
    return switch cause {
    case .mixFailed(_, let refusal as EditorRefusal): "\(refusal)"
    case .nothingToUndo: "There is nothing to undo."
    case .nothingToRedo: "There is nothing to do again."
    case .noUndoGroup: "No group is open; 'group' begins one."
    case .notCaptured: "No draft is open; 'draft' begins one."
    default: "\(cause)"
    }
  }
}
