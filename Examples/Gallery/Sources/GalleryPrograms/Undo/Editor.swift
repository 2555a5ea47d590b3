import Flask

/// The line of text.
struct TextState: Flask.State, Equatable {
  var words: [String] = []
}

/// The words that were cut.
struct ClipboardState: Flask.State, Equatable {
  var words: [String] = []
}

/// An editor of one line, word by word: two substances; the text has an undo history.
@MainActor
final class Editor {
  let flask: Flask
  let text: Substance<TextState>
  let clipboard: Substance<ClipboardState>
  private var reactor: Reactor<Editor> { flask.getReactor(attachedTo: self) }

  /// Creates an editor of an empty line.
  ///
  /// - Parameters:
  ///   - environment: The environment of its bus.
  ///   - report: A closure that receives a sentence about each refusal.
  init(environment: StoreEnvironment, report: @escaping (String) -> Void) {
    flask = Flask(name: "editor", environment: environment, archives: MemoryArchives())
    flask.bus.flow.errorHandler = { report(EditorRefusal.sentence(about: $0)) }
    text = flask.newSubstance(definedBy: TextState.self, named: "text")
    clipboard = flask.newSubstance(definedBy: ClipboardState.self, named: "clipboard")
    text.undoLimit = 100
    _ = flask.reactor(attachedTo: self, mixing: text, clipboard)
  }

  // MARK: Editing: each is a transaction

  /// Appends words.
  func type(_ words: [String]) {
    reactor.mix(text) { $0.prop.words += words }.andReact()
  }

  /// Moves the last words to the clipboard, or does nothing.
  ///
  /// The clipboard is emptied before the number of words is checked; a mix that throws restores it.
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

  /// Appends the clipboard.
  func paste() {
    reactor.mix(text) { [clipboard] text in
      if clipboard.state.words.isEmpty { throw EditorRefusal.nothingCut }
      text.prop.words += clipboard.state.words
    }
    .andReact()
  }

  // MARK: Undo

  /// Undoes the last transaction that changed the text, or the last group of them.
  func undo() { text.undo() }

  /// Redoes what was last undone.
  func redo() { text.redo() }

  /// Begins a group: all transactions up to its end are one undo step.
  func beginGroup() { text.beginUndoGrouping() }

  func endGroup() { text.endUndoGrouping() }

  /// Begins a draft, which can be discarded as a whole.
  func beginDraft() { text.captureState() }

  /// Restores the text from before the draft.
  func discardDraft() { text.rollbackState() }

  /// Keeps the text as it is.
  func keepDraft() { text.commitState() }
}

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

  /// Returns a sentence for a user, without the words that are for a programmer.
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
