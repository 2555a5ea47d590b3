import Millrace
import MillraceJournal
import MillraceSupport
import Testing

@testable import MillraceCommand

struct LogCommandTests {
  let folder: CommandFolder
  let path: String

  init() throws {
    folder = try CommandFolder()
    path = folder("a.journal")
    try CommandJournal.full(at: path)
  }

  @Test("log has a line for each turn")
  func log() async {
    let printed = await millrace("journal", "log", path)
    #expect(
      printed.output == """
            1  2026-03-01 12:00:01.000  notes   note added(id: 1, title: "Buy milk")  ← sent
            2  2026-03-01 12:00:02.000  search  query typed("milk")  ← posted  ▸ search milk
            3  2026-03-01 12:00:03.000  search  query found([1, 7])  ← effect 1 of turn 2  ✓ search milk
            4  2026-03-01 12:00:04.000  notes   note toggled(1)  not handled  ← turn 3
        1,234  2026-03-01 12:20:34.000  notes   no change of state  ← subscription 2

        """)
  }

  @Test("log's lines fit the terminal, whatever its width")
  func logWidths() async {
    let narrow = await millrace("journal", "log", path, width: 60)
    #expect(
      narrow.output == """
            1  03-01 12:00:01  notes   note added(id: 1, ti…  ← sent
            2  03-01 12:00:02  search  query typed("m…  ← posted  ▸…
            3  03-01 12:00:03  search  query found([1…  ← effect 1 …
            4  03-01 12:00:04  notes   note toggled(1)  not handled…
        1,234  03-01 12:20:34  notes   no change of s…  ← subscript…

        """)
    for width in [1, 5, 10, 20, 30, 45, 79, 100, 200] {
      let printed = await millrace("journal", "log", path, width: width)
      for line in printed.output.split(separator: "\n") {
        #expect(TextWidth.of(String(line)) <= width, "\(width): \(line)")
      }
    }
  }

  @Test("log shows the turns that are asked for")
  func logChoice() async throws {
    func turns(_ arguments: String..., width: Int? = nil) async -> [String] {
      let printed = Printed()
      let console = Console.printing(to: printed, width: width)
      printed.code = await Program(console).run(["journal", "log", path] + arguments)
      return printed.output.split(separator: "\n").map { String($0.split(separator: " ")[0]) }
    }
    #expect(await turns("--last", "2") == ["4", "1,234"])
    #expect(await turns("--from", "2", "--to", "3") == ["2", "3"])
    #expect(await turns("--to", "3", "-n", "2") == ["2", "3"])
    #expect(await turns("--store", "search") == ["2", "3"])
    #expect(await turns("--kind", "note") == ["1", "4"])
    #expect(await turns("--kind", "note", "--last", "1") == ["4"])
    #expect(await turns("--from", "2000") == [])
    #expect(await turns("--last", "9", width: 80) == ["1", "2", "3", "4", "1,234"])
  }

  @Test("a terminal gets the newest twenty turns, and a word about the others")
  func logDefault() async throws {
    let journal = try CommandJournal(path: folder("many.journal"))
    try journal.kind(1, "note")
    for turn in Int64(1)...600 { try journal.turn(turn, #"{"added":{}}"#) }
    let terminal = await millrace("journal", "log", journal.path, width: 80)
    let lines = terminal.output.split(separator: "\n")
    #expect(lines.count == 21)
    #expect(lines.first == "older turns: --last N, or --last all")
    #expect(lines.last?.hasPrefix("600  ") == true)
    #expect(await millrace("journal", "log", journal.path).output.split(separator: "\n").count == 600)
    let from = await millrace("journal", "log", journal.path, "--from", "2", width: 80)
    #expect(from.output.split(separator: "\n").count == 599)
  }

  @Test("a store or kind that the journal does not have is remarked on")
  func logUnknown() async {
    let printed = await millrace("journal", "log", path, "--store", "nots")
    #expect(printed.errors == "millrace: The journal has no store `nots`; did you mean `notes`?\n")
    #expect(printed.output == "")
    let kind = await millrace("journal", "log", path, "--kind", "note@1")
    #expect(kind.errors == "millrace: The journal has no kind of message `note@1`; did you mean `note`?\n")
  }

  @Test("log shows new turns as they are recorded, and ends when its output is closed")
  func follow() async throws {
    let journal = try CommandJournal(path: folder("live.journal"))
    try journal.kind(1, "note")
    try journal.turn(1, #"{"added":{}}"#)
    let printed = Printed()
    let console = Console.printing(to: printed)
    console.write = { bytes in
      printed.output += String(decoding: bytes, as: UTF8.self)
      if printed.output.contains("\n3  ") { return .noReader }
      do {
        if !printed.output.contains("\n2  ") {
          try journal.turn(2, #"{"second":{}}"#)
        } else {
          try journal.turn(3, #"{"third":{}}"#)
        }
      } catch { Issue.record(error) }
      return nil
    }
    let code = await Program(console).run(["journal", "log", journal.path, "--follow"])
    #expect(
      printed.output == """
        1  2026-03-01 12:00:01.000  notes  note added  ← sent
        2  2026-03-01 12:00:02.000  notes  note second  ← sent
        3  2026-03-01 12:00:03.000  notes  note third  ← sent

        """)
    #expect(code == .fine)
    #expect(printed.errors == "")
  }
}
