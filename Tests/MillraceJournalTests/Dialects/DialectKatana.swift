import Katana
import Millrace

struct DialectBoard: Model, Codable, Equatable, Sendable {
  var notes: [String] = []
  var count = 0
}

struct DialectAddNote: Message, Codable { var text: String; var stars: Int }
enum DialectCounting: Message, Codable { case up, roll, rolled(Int) }
private struct Roll: Command {}

/// A note as the first version wrote it.
private struct OldNote: Codable { var line: String }
private struct OldBoard: Codable { var lines: String; var count: Int }

/// Answers with numbers that are different each time.
@MainActor
private final class Dice: CommandInterpreter {
  var next = 0

  func interpret(dispatch: Dispatcher, command: Roll) {
    next += 7
    dispatch(DialectCounting.rolled(next))
  }
}

/// A Katana store among the dialects.
@MainActor
struct DialectKatana {
  let store: Katana.Store<DialectBoard>

  init(_ flow: Flow) throws {
    let updater = CombinedUpdater<DialectBoard>(
      .full(
        FunctionUpdater { (board: inout DialectBoard, message: DialectAddNote) in
          board.notes.append("\(message.text) \(message.stars)")
          return []
        }),
      .full(
        FunctionUpdater { (board: inout DialectBoard, message: DialectCounting) in
          switch message {
          case .up: board.count += 1
          case .roll: return [Roll()]
          case .rolled(let number): board.count += number
          }
          return []
        }))
    store = try Katana.Store(
      model: DialectBoard(), updater: updater, interpreters: [Dice()], name: "board", flow: flow)
  }

  func recordable(version: Int) -> Recordable<DialectBoard, any Message> {
    let messages = RecordSchema<any Message>().adding(DialectCounting.self, "counting")
    if version == 1 {
      return store.recordable(
        state: RecordSchema<DialectBoard>().adding(
          OldBoard.self, "board",
          wrap: { DialectBoard(notes: Self.lines($0.lines), count: $0.count) },
          unwrap: { OldBoard(lines: $0.notes.joined(separator: "\n"), count: $0.count) }),
        messages: messages.adding(
          OldNote.self, "add-note", wrap: { Self.note($0) },
          unwrap: { ($0 as? DialectAddNote).map { OldNote(line: "\($0.stars) \($0.text)") } }))
    }
    return store.recordable(
      state: RecordSchema("board", version: 3)
        .upcast("board", from: 1, to: 2) { (old: OldBoard) in
          Both(notes: Self.lines(old.lines), count: old.count)
        }
        .upcast("board", from: 2, to: 3) { (old: Both) in DialectBoard(notes: old.notes, count: old.count) },
      messages: messages.adding(DialectAddNote.self, "add-note", version: 2)
        .upcast("add-note", from: 1, to: 2) { (old: OldNote) in Self.note(old) })
  }

  private struct Both: Decodable {
    var notes: [String]
    var count: Int
  }

  private nonisolated static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init)
  }

  private nonisolated static func note(_ old: OldNote) -> DialectAddNote {
    let parts = old.line.split(separator: " ", maxSplits: 1)
    return DialectAddNote(text: String(parts[1]), stars: Int(parts[0]) ?? 0)
  }

  func step(_ number: Int) {
    switch number % 3 {
    case 0: store.dispatch(DialectAddNote(text: "note \(number)", stars: number % 5))
    case 1: store.dispatch(DialectCounting.up)
    default: store.dispatch(DialectCounting.roll)
    }
  }

  var state: DialectBoard { store.model }
}
