import Millrace
import Testing

@testable import MillraceCommand
@testable import MillraceJournal

struct ExchangeCommandTests {
  let folder: CommandFolder

  init() throws { folder = try CommandFolder() }

  /// Ten turns; from turn `odd` on they are different.
  private func journal(_ name: String, turns: Int64 = 10, odd: Int64 = .max) throws -> String {
    let journal = try CommandJournal(path: folder(name), stores: ["notes"])
    try journal.kind(1, "note")
    try journal.kind(2, "notes")
    try journal.snapshot(at: 0, type: 2, "[]")
    for turn in 1...turns {
      try journal.turn(turn, #"{"added":{"title":"\#(turn >= odd ? "tea" : "milk")","id":\#(turn)}}"#)
      if turn % 4 == 0 { try journal.snapshot(at: turn, type: 2, "[\(turn)]") }
    }
    return journal.path
  }

  @Test("diff shows the first turn that differs, with left and right")
  func diff() async throws {
    let left = try journal("a")
    let right = try journal("b", odd: 7)
    let printed = await millrace("journal", "diff", left, right)
    #expect(
      printed.output == """
        The journals differ from turn 7 on; the earlier turns are equal.
          - left   \(left)
          + right  \(right)

        Message at added.title
          - "milk"
          + "tea"

        """)
    #expect(printed.code == .found)
    let json = await millrace("journal", "diff", left, right, "--json")
    let value = try JournalValue(json: json.output.trimmed)
    #expect(value["equal"] == .bool(false))
    #expect(value["turn"] == .integer(7))
    #expect(value["aspects"] == .array([.text("message")]))
    #expect(
      value["values"]
        == .array([try JournalValue(json: #"{"path":"added.title","left":"milk","right":"tea"}"#)]))
    #expect(value["left"]?["turn"] == .integer(7))
  }

  @Test("diff says which journal ends first, and when there is no difference")
  func diffEnds() async throws {
    let left = try journal("a")
    let short = try journal("b", turns: 8)
    let ends = await millrace("journal", "diff", left, short)
    #expect(ends.output.hasPrefix("The right journal ends before turn 9; the left one continues.\n"))
    #expect(ends.output.contains(#"  message  added(title: "milk", id: 9)"#))
    #expect(ends.code == .found)
    #expect(await millrace("journal", "diff", short, left, "--json").output.contains(#""ends":"left""#))
    let same = await millrace("journal", "diff", left, left)
    #expect(same.output == "The journals have the same turns.\n")
    #expect(same.code == .fine)
  }

  @Test("an export that is imported gives the same turns, to a file or through standard output")
  func roundTrip() async throws {
    let path = try journal("a")
    let made = await millrace("journal", "export", path, folder("a.jsonl"), "--all-snapshots")
    #expect(
      made.output == """
        Exported \(path) to \(folder("a.jsonl")).
          10 turns up to 10, 0 events, 3 snapshots

        """)
    let through = await millrace("journal", "export", path, "--all-snapshots")
    #expect(try folder.contents("a.jsonl") == through.output)
    let check = await millrace("journal", "import", "--check", folder("a.jsonl"))
    #expect(check.output.hasPrefix("\(folder("a.jsonl")) can be imported.\n"))
    let back = await millrace("journal", "import", folder("a.jsonl"), folder("b"), "--json")
    #expect(
      back.output == """
        {"file":"\(folder("a.jsonl"))","journal":"\(folder("b"))","turns":10,"events":0,"snapshots":3,"tasks":0,\
        "gaps":0,"last":10}

        """)
    #expect(await millrace("journal", "diff", path, folder("b"), "--times").code == .fine)
    let again = await millrace("journal", "export", path, folder("a.jsonl"))
    #expect(again.errors.hasPrefix("millrace: There is already a file at `"))
    #expect(again.code == .failure)
  }

  @Test("verify finds nothing in a sound journal, and damage in a changed one")
  func verify() async throws {
    let path = try journal("a")
    let sound = await millrace("journal", "verify", path)
    #expect(
      sound.output.hasPrefix(
        """
        \(path) is sound
          checked 10 turns up to 10, 0 events, 3 snapshots, 0 durable effects, 0 gaps

        """))
    #expect(sound.code == .fine)
    let broken = try CommandJournal(path: folder("broken"), stores: ["notes"])
    try broken.kind(1, "note")
    for turn in Int64(1)...3 { try broken.turn(turn, #"{"added":{}}"#) }
    try broken.change("UPDATE turns SET time = 5 WHERE sequence = 2")
    let damaged = await millrace("journal", "verify", broken.path)
    #expect(damaged.output.hasPrefix("\(broken.path) is damaged\n"))
    #expect(damaged.output.contains("\n  damage   "))
    #expect(damaged.output.contains("millrace journal export --salvage '\(broken.path)' rest.jsonl"))
    #expect(damaged.code == .found)
    let json = try JournalValue(
      json: await millrace("journal", "verify", broken.path, "--json").output.trimmed)
    #expect(json["sound"] == .bool(false))
    #expect(await millrace("journal", "export", broken.path).code == .failure)
    let salvaged = await millrace("journal", "export", broken.path, "--salvage")
    #expect(salvaged.code == .fine)
    #expect(salvaged.errors.hasPrefix("millrace: damage: "))
    #expect(salvaged.output.contains(#""turn":3"#))
  }

  @Test("compact does what its dry run has said")
  func compact() async throws {
    let path = try journal("a", turns: 14)
    for (options, turns, snapshots) in [
      ([], 0, 0), (["--keep-from", "4"], 0, 0), (["--keep-from", "7"], 4, 1),
      (["--snapshots", "newest:1"], 0, 1), (["--keep-from", "13"], 8, 1), (["--keep-from", "13"], 0, 0),
    ] as [([String], Int, Int)] {
      func run(_ more: String...) async throws -> JournalValue {
        let printed = Printed()
        let arguments = ["journal", "compact", path, "--json"] + options + more
        let code = await Program(Console.printing(to: printed)).run(arguments)
        #expect(code == .fine, "\(printed.errors)")
        return try JournalValue(json: printed.output.trimmed)
      }
      let plan = try await run("--dry-run")
      let done = try await run()
      for key in ["turns", "snapshots", "keptAfter"] {
        #expect(plan[key] == done[key], "\(options) \(key)")
      }
      #expect(done["turns"] == .integer(Int64(turns)), "\(options)")
      #expect(done["snapshots"] == .integer(Int64(snapshots)), "\(options)")
    }
    let first = await millrace("journal", "show", path, "3")
    #expect(first.errors.hasPrefix("millrace: Turn 3 was removed by compaction"))
    #expect(await millrace("journal", "verify", path).code == .fine)
  }

  @Test("a dry run knows of stores without snapshots and of gaps, as compact does")
  func compactPlan() async throws {
    for (limit, cut) in [(2, 0), (3, 2), (5, 2), (7, 2), (9, 2), (12, 10)] {
      let journal = try CommandJournal(path: folder("\(limit)"))
      try journal.kind(1, "note")
      try journal.kind(2, "notes")
      for turn in [1, 2, 3, 4, 8, 9, 10, 11] as [Int64] {
        try journal.turn(turn, store: turn == 3 ? 2 : 1, #"{"added":{}}"#)
      }
      // At turn 4 the second store's turn 3 is in no snapshot of it; turn 6 lies in the gap.
      for turn in [2, 4, 6, 10] as [Int64] { try journal.snapshot(at: turn, store: 1, type: 2, "[]") }
      for turn in [1, 6, 10] as [Int64] { try journal.snapshot(at: turn, store: 2, type: 2, "[]") }
      try journal.gap(after: 4, until: 8, "the disk was full")
      var answers: [JournalValue] = []
      for more in [["--dry-run"], []] {
        let printed = Printed()
        let arguments = ["journal", "compact", journal.path, "--json", "--keep-from", "\(limit)"] + more
        _ = await Program(Console.printing(to: printed)).run(arguments)
        answers.append(try JournalValue(json: printed.output.trimmed))
      }
      for key in ["turns", "snapshots", "keptAfter"] {
        #expect(answers[0][key] == answers[1][key], "\(limit) \(key)")
      }
      #expect(answers[1]["keptAfter"] == .integer(Int64(cut)), "\(limit)")
    }
  }

  @Test("compact says what has gone and what was saved")
  func compactPage() {
    let page = CompactPage(
      request: CompactRequest(path: "a", keepFrom: 2_001),
      found: JournalCompaction(
        turns: 2_000, events: 1, snapshots: 3, keptAfter: 2_000, bytesBefore: 4_000_000,
        bytesAfter: 1_000_000,
        unfinished: nil))
    #expect(
      page.text(.plain) == """
        a
          removed     2,000 turns, 1 event, 3 snapshots
          kept        the turns after turn 2,000
          size        1.0 MB, before it was 4.0 MB: 3.0 MB or 75 % saved

        """)
    let nothing = CompactPage(
      request: CompactRequest(path: "a", keepFrom: 2_001, isDryRun: true),
      found: JournalCompaction(
        turns: 0, events: 0, snapshots: 0, keptAfter: 0, bytesBefore: 4_000, bytesAfter: 4_000,
        unfinished: nil))
    #expect(
      nothing.text(.plain) == """
        a
          would go    nothing but unused space
          why         no snapshots replace older turns at or before the given one
          size        4.0 kB now; nothing was changed

        """)
  }

  @Test("branch makes a journal that goes on after a turn")
  func branch() async throws {
    let path = try journal("a")
    let printed = await millrace("journal", "branch", path, "6", folder("b"))
    #expect(
      printed.output == """
        Made the journal \(folder("b")), which continues after turn 6 of \(path).
          6 turns up to 6, 0 events, 2 snapshots

        """)
    let info = try JournalValue(json: await millrace("journal", "info", folder("b"), "--json").output.trimmed)
    #expect(info["parent"] == .text("6F9619FF-8B86-4D01-B42D-00CF4FC964FF"))
    #expect(info["parentTurn"] == .integer(6))
  }

  @Test("what takes longer than a second shows how far it is, on a terminal only")
  func watching() throws {
    let printed = Printed()
    let console = Console.printing(to: printed)
    var time = Duration.zero
    console.now = { time }
    func work(_ progress: (Double) -> Void) {
      for step in 0...40 {
        time += .milliseconds(50)
        progress(Double(step) / 40)
      }
    }
    try console.watching("Checking") { progress in work(progress) }
    #expect(printed.errors == "")
    console.errorWidth = 40
    try console.watching("Checking") { progress in work(progress) }
    #expect(printed.errors.hasPrefix("\rChecking "))
    #expect(printed.errors.hasSuffix("\r\u{1B}[K"))
    #expect(printed.errors.split(separator: "\r").count == 12)
  }
}

extension String {
  /// Without the end of the line.
  fileprivate var trimmed: String { hasSuffix("\n") ? String(dropLast()) : self }
}
