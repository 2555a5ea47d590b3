import Millrace
import MillraceJournal
import Testing

@testable import MillraceCommand

struct ProgramTests {
  let folder: CommandFolder
  let path: String

  init() throws {
    folder = try CommandFolder()
    path = folder("a.journal")
    try CommandJournal.full(at: path)
  }

  @Test("info is a page about the journal")
  func info() async {
    let printed = await millrace("journal", "info", path)
    let lines = printed.output.split(separator: "\n", omittingEmptySubsequences: false)
    let sizes = lines.filter { $0.hasPrefix("  size") || $0.hasPrefix("  writer") }
    #expect(sizes.count == 2)
    #expect(
      lines.filter { !sizes.contains($0) }.joined(separator: "\n") == """
        \(path)
          flow        app
          turns       5, numbered 1 to 1,234
          from        2026-03-01 12:00:01.000 +00:00
          to          2026-03-01 12:20:34.000 +00:00, 20 min 33 s later
          snapshots   2, the newest after turn 3
          events      1 of effects between turns
          id          6F9619FF-8B86-4D01-B42D-00CF4FC964FF, form 3

        Turns by store
          notes   3  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇
          search  2  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇

        Turns by kind of message
          note@1              2  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇
          query@2             2  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇
          no change of state  1  ▇▇▇▇▇▇▇▇▇▇▇▇

        Gaps
          between turns 4 and 1,234: the disk was full

        """)
    #expect(printed.code == .fine)
  }

  @Test("show has everything about a turn")
  func show() async {
    let printed = await millrace("journal", "show", path, "3", "--state", "notes")
    #expect(
      printed.output == """
        Turn 3
          time     2026-03-01 12:00:03.000 +00:00
          store    search
          cause    effect 1 of turn 2, search milk
          kind     query, version 2

        Message
          {
            "found": {
              "_0": [
                1,
                7
              ]
            }
          }

        Effects in this turn
          ✓ finished   search milk (effect 1, of turn 2)

        State of notes after turn 3
          snapshot of 2026-03-01 12:00:03.000 +00:00, notes@1; also valid after this turn
          {
            "notes": [
              1
            ]
          }

        """)
    let second = await millrace("journal", "show", path, "2", "--state", "notes")
    #expect(
      second.output.hasSuffix(
        """
        Effects in this turn
          ▸ started    search milk (effect 1, id s, queue search)

        Effects after it, before the next turn
          … waiting    save (effect 2, of turn 1)  search, 2026-03-01 12:00:02.500

        State of notes after turn 0
          snapshot of 2026-03-01 12:00:00.000 +00:00, notes@1; 1 turn of the store followed, up to this one
          {
            "notes": []
          }

        """))
    let last = await millrace("journal", "show", path, "1,234", "--state", "search")
    #expect(
      last.output == """
        Turn 1,234
          time     2026-03-01 12:20:34.000 +00:00
          store    notes
          cause    subscription 2

        Message
          none was recorded, because the turn changed no state

        State of search
          it has no snapshot at or before this turn

        """)
  }

  @Test("show says why there is no turn or store, and that is a finding")
  func showNothing() async {
    let gap = await millrace("journal", "show", path, "100")
    #expect(gap.errors.hasPrefix("millrace: Turn 100 was lost"))
    #expect(gap.code == .found)
    let beyond = await millrace("journal", "show", path, "2000")
    #expect(beyond.errors.hasPrefix("millrace: There is no turn 2000 in the journal"))
    let store = await millrace("journal", "show", path, "1", "--state", "serach")
    #expect(store.errors == "millrace: The journal has no store `serach`; did you mean `search`?\n")
    #expect(store.output == "")
    #expect(store.code == .found)
  }

  @Test("what a journal says cannot steer the terminal")
  func steering() async throws {
    let journal = try CommandJournal(path: folder("evil.journal"), stores: ["\u{1B}]0;x\u{7}"])
    try journal.kind(1, "\u{9B}2J")
    try journal.turn(
      1, #"{"a":{"_0":"\u001b[2J\u009b31m\n"}}"#,
      effects: #"[{"kind":"failed","effect":1,"turn":1,"label":"\u001b[1m","reason":"\u001b[2m\r"}]"#)
    for arguments in [["info"], ["log"], ["show", "1"], ["log", "--json"], ["show", "1", "--json"]] {
      let printed = Printed()
      let all = ["journal", arguments[0], journal.path] + arguments.dropFirst()
      _ = await Program(Console.printing(to: printed)).run(all)
      #expect(!printed.output.isEmpty)
      let bad = printed.output.unicodeScalars.filter {
        $0 != "\n" && $0.properties.generalCategory == .control
      }
      #expect(bad.isEmpty, "\(arguments): \(printed.output)")
    }
  }

  @Test("a failure is one sentence, and its code is 3")
  func failures() async {
    let missing = await millrace("journal", "info", folder("none"))
    #expect(missing.errors.hasPrefix("millrace: There is no journal at `"))
    #expect(missing.errors.hasSuffix("\n"))
    #expect(missing.errors.split(separator: "\n").count == 1)
    #expect(missing.code == .failure)
    #expect(await millrace("journal", "log", path, "--lst").code == .usage)
    let printed = Printed()
    let console = Console.printing(to: printed)
    console.write = { _ in .failed("No space left on device") }
    let code = await Program(console).run(["journal", "log", path])
    #expect(code == .failure)
    #expect(printed.errors == "millrace: Standard output cannot be written to: No space left on device.\n")
  }

  @Test("a reader that has read enough is no failure")
  func brokenPipe() async throws {
    // More than is kept back, so that it is noticed on the way.
    let journal = try CommandJournal(path: folder("long.journal"))
    try journal.kind(1, "note")
    let title = String(repeating: "milk ", count: 2_000)
    for turn in Int64(1)...20 { try journal.turn(turn, #"{"added":{"title":"\#(title)"}}"#) }
    for arguments in [["log", journal.path], ["export", journal.path], ["info", path]] {
      let printed = Printed()
      let console = Console.printing(to: printed)
      console.write = { _ in .noReader }
      let code = await Program(console).run(["journal"] + arguments)
      #expect(code == .fine, "\(arguments)")
      #expect(printed.errors == "", "\(arguments)")
    }
  }

  @Test("help is enough: each command shows its usage, options, JSON, codes and examples")
  func help() async {
    for verb in Verb.allCases {
      let printed = await millrace("journal", verb.rawValue, "--help", width: 80)
      #expect(printed.code == .fine)
      for part in ["Usage", "Arguments", "Options", "JSON", "Exit codes", "Examples", "--json"] {
        #expect(printed.output.contains(part), "\(verb) \(part)")
      }
      for line in printed.output.split(separator: "\n") {
        #expect(line.count <= 80, "\(verb): \(line)")
      }
      for example in verb.manual.examples {
        let words = example.command.split(whereSeparator: { " ".contains($0) }).map(String.init)
        let command = words.prefix { !["|", ">"].contains($0) }.dropFirst()
        #expect(throws: Never.self, "\(example.command)") { try Command(Array(command)) }
      }
      #expect(await millrace("help").output.contains(verb.manual.summary.prefix(40)))
    }
  }
}
