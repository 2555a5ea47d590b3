import MillraceJournal
import Testing

@testable import MillraceCommand

struct TasksCommandTests {
  let folder: CommandFolder
  let path: String

  init() throws {
    folder = try CommandFolder()
    let journal = try CommandJournal(path: folder("a.journal"), stores: ["notes"])
    path = journal.path
    try journal.kind(1, "note")
    try journal.kind(2, "mail", version: 2)
    for turn in Int64(1)...3 { try journal.turn(turn, #"{"added":{"id":\#(turn)}}"#) }
    try journal.task("receipt-1", type: 2, #"{"to":"Ada"}"#, asked: 1, status: 1, ended: 2)
    try journal.task("receipt-2", type: 2, #"{"to":"Bob"}"#, asked: 2, attempts: 3)
    try journal.task("an\u{9B}2Jgry", type: 2, "null", asked: 3)
  }

  @Test("tasks lists what has not ended, and all when it is asked for")
  func list() async {
    let open = await millrace("journal", "tasks", path)
    #expect(
      open.output == """
        receipt-2      notes  mail@2  turn 2  2026-03-01 12:00:02.000  open, begun 3 times
        an\\u{9b}2Jgry  notes  mail@2  turn 3  2026-03-01 12:00:03.000  open, begun once

        """)
    #expect(open.code == .fine)
    let all = await millrace("journal", "tasks", path, "--all")
    #expect(all.output.contains("answered, begun once"))
    #expect(all.output.split(separator: "\n").count == 3)
    let narrow = await millrace("journal", "tasks", path, width: 30)
    #expect(narrow.output.split(separator: "\n").allSatisfy { $0.count <= 30 })
  }

  @Test("tasks as JSON has one object a line")
  func json() async throws {
    let printed = await millrace("journal", "tasks", path, "--json")
    let lines = printed.output.split(separator: "\n").map(String.init)
    #expect(
      lines.first == """
        {"key":"receipt-2","store":"notes","kind":"mail","version":2,"request":{"to":"Bob"},"asked":2,\
        "time":"2026-03-01T12:00:02.000000000Z","status":"open","attempts":3,"ended":null}
        """)
    #expect(lines.last?.contains(#""key":"an\u009b2Jgry""#) == true)
  }

  @Test("A journal without durable effects, or of which all have ended, says so")
  func none() async throws {
    let journal = try CommandJournal(path: folder("b"), stores: ["notes"])
    #expect(await millrace("journal", "tasks", journal.path).output == "All durable effects have ended.\n")
    #expect(
      await millrace("journal", "tasks", journal.path, "--all").output == "There are no durable effects.\n")
    #expect(await millrace("journal", "tasks", journal.path, "--json").output.isEmpty)
  }

  @Test("show finds a durable effect by its key, and the turn that asked for it")
  func show() async throws {
    let printed = await millrace("journal", "show", path, "--key", "receipt-1")
    #expect(printed.output.hasPrefix("Turn 1\n"))
    #expect(printed.output.contains("  status   answered, begun once, turn 2\n"))
    #expect(printed.output.contains(#""to": "Ada""#))
    let json = await millrace("journal", "show", path, "--key", "receipt-1", "--json")
    #expect(json.output.contains(#""task":{"key":"receipt-1""#))
    let missing = await millrace("journal", "show", path, "--key", "receipt-9")
    #expect(missing.errors == "millrace: The journal has no durable effect `receipt-9`.\n")
    #expect(missing.code == .found)
    let both = await millrace("journal", "show", path, "1", "--key", "receipt-1")
    #expect(both.errors.contains("`--key` finds the turn by itself") && both.code == .usage)
    #expect(await millrace("journal", "show", path).errors.contains("TURN is missing"))
  }
}
