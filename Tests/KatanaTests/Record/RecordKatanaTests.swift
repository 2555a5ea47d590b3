import Katana
import Millrace
import RecordFixture
import Testing

/// A store of messages of several types, as a journal sees it.
@MainActor
@Suite struct RecordKatanaTests {
  struct Board: Model, Codable, Equatable, Sendable {
    struct Note: Model, Codable, Equatable, Sendable { var text: String }

    var notes = RowTable<Int, Note>()
    var count = 0
    var log: [String] = []
  }

  struct AddNote: Message, Codable { var id: Int; var text: String }
  struct EditNote: Message, Codable { var id: Int; var text: String }
  enum Counting: Message, Codable { case up, roll, rolled(Int) }
  /// A message that carries its own update.
  struct Mark: UpdateMessage, Codable {
    var word: String

    func update(model: inout Board) -> [any Command] {
      model.log.append(word)
      return [Echo(word: word)]
    }
  }
  struct OldNote: Message, Codable { var line: String }
  struct Foreign: Message {}

  struct Echo: Command { var word: String }
  struct Roll: Command {}

  /// Answers with messages, and remembers what it was asked.
  @MainActor
  final class EchoInterpreter: CommandInterpreter {
    var asked: [String] = []

    func interpret(dispatch: Dispatcher, command: Echo) {
      asked.append(command.word)
      if command.word.count < 3 { dispatch(Mark(word: command.word + "!")) }
    }
  }

  /// Answers with numbers that are different each time.
  @MainActor
  final class Dice: CommandInterpreter {
    var next = 0

    func interpret(dispatch: Dispatcher, command: Roll) {
      next += 7
      dispatch(Counting.rolled(next))
    }
  }

  static let updater = CombinedUpdater<Board>(
    .full(MessageUpdater()),
    .full(
      FunctionUpdater { (board: inout Board, message: AddNote) in
        board.notes[message.id] = Board.Note(text: message.text)
        return [Echo(word: message.text)]
      }),
    .row(
      of: \.notes,
      FunctionUpdater { (note: inout Board.Note, message: EditNote) in
        note.text = message.text
        return []
      }, id: { (message: EditNote) in message.id }),
    .full(
      FunctionUpdater { (board: inout Board, message: Counting) in
        switch message {
        case .up: board.count += 1
        case .roll: return [Roll()]
        case .rolled(let number): board.count += number
        }
        return []
      }))

  static let messages = RecordSchema<any Message>()
    .adding(AddNote.self, "add-note", version: 2).adding(EditNote.self, "edit-note")
    .adding(Counting.self, "counting").adding(Mark.self, "mark")
    .upcast("add-note", from: 1, to: 2) { (old: OldNote) in AddNote(id: 0, text: old.line) }

  private let echo = EchoInterpreter()
  private let dice = Dice()

  private func store(_ provider: (any SubscriptionProvider<Board>)? = nil) throws -> Katana.Store<Board> {
    try Katana.Store(
      model: Board(), updater: Self.updater, interpreters: [echo, dice], subscriptions: provider,
      name: "board")
  }

  private func recordable(_ store: Katana.Store<Board>) -> Recordable<Board, any Message> {
    store.recordable(state: RecordSchema("board"), messages: Self.messages)
  }

  @Test(
    "what the messages of a random history fold to is the live model",
    arguments: 1...25 as ClosedRange<UInt64>)
  func law(seed: UInt64) async throws {
    var random = RecordRandom(seed)
    let live = try store()
    let tape = try RecordTape(recordable(live))
    for step in 0..<40 {
      switch random.below(6) {
      case 0: live.dispatch(AddNote(id: random.below(4), text: "n\(step % 3)"))
      case 1: live.dispatch(EditNote(id: random.below(4), text: "e\(step)"))
      case 2: live.dispatch(Mark(word: "m"))
      case 3: live.dispatch(Counting.roll)
      case 4: await live.run()
      default: live.dispatch(Counting.up)
      }
    }
    await live.run()
    let (asked, rolled) = (echo.asked, dice.next)
    let other = try store()
    try tape.play(to: recordable(other))
    await other.run()
    #expect(other.model == live.model, "seed \(seed)")
    #expect(echo.asked == asked && dice.next == rolled, "seed \(seed)")
    #expect(tape.problems.isEmpty && tape.skipped == 0, "seed \(seed)")
  }

  @Test("each message is of the kind of its type, and older ones are brought up")
  func kinds() throws {
    let live = try store()
    let tape = try RecordTape(recordable(live))
    live.dispatch(AddNote(id: 1, text: "note"))
    live.dispatch(Counting.up)
    live.dispatch(Mark(word: "mark"))
    #expect(tape.kinds == ["add-note@2", "counting@1", "mark@1"])
    #expect(Self.messages.flaws.isEmpty)
    let row = RecordRow(SchemaKind(name: "add-note", version: 1), #"{"line":"old"}"#)
    #expect((try row.read(Self.messages) as? AddNote)?.text == "old")
  }

  @Test("a message of a type that was not added is kept, and has no kind, so that its writing fails")
  func foreign() throws {
    let live = try store()
    let tape = try RecordTape(recordable(live))
    live.dispatch(Foreign())
    #expect(tape.problems.count == 1 && tape.skipped == 0)
  }

  @Test("a model that is put in place is reported, and subscriptions follow it without a message")
  func replace() throws {
    let asked = Locked<[String]>([])
    let live = try store(
      FunctionSubscriptionProvider { (board: Board, message: (any Message)?) in
        asked.withLock { $0.append("\(board.count) \(message.map { "\($0)" } ?? "none")") }
        return []
      })
    live.dispatch(Counting.up)
    let recordable = recordable(live)
    var board = Board()
    recordable.change(&board, Counting.rolled(5))
    recordable.replace(board)
    live.dispatch(Counting.up)
    #expect(asked.withLock { $0 } == ["0 none", "1 up", "5 none", "6 up"])
  }
}
