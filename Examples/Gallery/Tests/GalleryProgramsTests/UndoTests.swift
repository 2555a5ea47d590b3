import Flask
import MillraceTesting
import Testing

@testable import GalleryPrograms

@MainActor
@Suite("Undo")
struct UndoTests {
  private final class Paper {
    var lines: [String] = []
  }

  private let editor: Editor
  private let paper = Paper()

  init() {
    editor = Editor(environment: StoreEnvironment(clock: ManualClock())) { [paper] in paper.lines.append($0) }
  }

  private var line: String { editor.text.state.words.joined(separator: " ") }
  private var clipboard: String { editor.clipboard.state.words.joined(separator: " ") }

  @Test("A cut that is refused leaves both the line and the clipboard, which was emptied first, as they were")
  func rollback() {
    editor.type(["one", "two", "three"])
    editor.cut(1)
    editor.cut(3)
    #expect(line == "one two")
    #expect(clipboard == "three")
    #expect(paper.lines == ["The line has 2 words, so 3 cannot be cut; nothing was."])
    editor.undo()
    #expect(line == "one two three")
  }

  @Test("A group is one step, whatever is in it, and what is outside is not")
  func groups() {
    editor.type(["one"])
    editor.beginGroup()
    editor.type(["two"])
    editor.cut(2)
    editor.type(["three"])
    editor.endGroup()
    editor.type(["four"])
    editor.undo()
    #expect(line == "three")
    editor.undo()
    #expect(line == "one")
    editor.redo()
    #expect(line == "three")
  }

  @Test("A draft that is discarded was never there, for undo as well; one that is kept stays undoable")
  func drafts() {
    editor.type(["one"])
    editor.beginDraft()
    editor.type(["two"])
    editor.type(["three"])
    editor.discardDraft()
    #expect(line == "one")
    editor.beginDraft()
    editor.type(["four"])
    editor.keepDraft()
    #expect(line == "one four")
    editor.undo()
    editor.undo()
    #expect(line == "")
  }

  @Test("What cannot be done is said in words for whoever writes")
  func refusals() {
    editor.undo()
    editor.redo()
    editor.endGroup()
    editor.discardDraft()
    editor.keepDraft()
    editor.paste()
    #expect(
      paper.lines == [
        "There is nothing to undo.", "There is nothing to do again.", "No group is open; 'group' begins one.",
        "No draft is open; 'draft' begins one.", "No draft is open; 'draft' begins one.",
        "Nothing has been cut yet; 'cut 1' cuts the last word.",
      ])
  }

  @Test(
    "Whatever was done, undo goes back through every line there was, and redo goes forth again",
    arguments: 1...30)
  func everything(seed: UInt64) {
    var random = RandomSource.seeded(seed)
    var lines = [""]
    for number in 0..<60 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: editor.cut(.random(in: 1...4, using: &random))
      case 1: editor.paste()
      default: editor.type(["w\(number)"])
      }
      if lines.last != line { lines.append(line) }
    }
    for earlier in lines.dropLast().reversed() {
      editor.undo()
      #expect(line == earlier)
    }
    #expect(!editor.text.canUndo)
    for later in lines.dropFirst() {
      editor.redo()
      #expect(line == later)
    }
    #expect(!editor.text.canRedo)
  }
}
