extension Verb {
  static let summaryKeys = "`turns`, `events`, `snapshots`, `tasks`, `gaps`, `last`"

  private static let mode = Manual.Option(
    name: "--mode", value: "RIGHTS",
    help: "The rights of the new file, as `chmod` takes them; 600, its owner alone, without this option.")

  private static let whileMade = """
    It is made beside its place, under that name with `.new-` and sixteen random digits after it, and moved there when \
    it is whole; nothing that is there is ever written over. If the program is ended on the way that file is left. It \
    is never used again, and may be deleted when nothing is being made there.
    """

  static let exportManual = Manual(
    summary: "Write a journal as JSON lines, one turn a line.",
    arguments: [
      journal,
      .init(
        name: "FILE", help: "Where to; `-`, or nothing, for standard output. It must not exist yet.",
        isOptional: true),
    ],
    options: [
      .init(name: "--salvage", help: "Leave out what cannot be read of a damaged journal, and say so."),
      .init(
        name: "--all-snapshots", help: "All snapshots, not only those without which the turns mean nothing."),
      mode,
    ],
    details: [
      """
      `millrace journal import` makes a journal of it again: what could not be imported is an error here. Turns that \
      were reported as kept and are missing at the end are one, too; with --salvage they are a gap. On a terminal, \
      characters that could steer it are escaped, so that what is seen there is not the export byte for byte.
      """, whileMade,
    ],
    json: """
      With a FILE, one object about what was written: `file`, \(summaryKeys), `findings` (what --salvage left out: \
      `severity`, `text`, `turn`). On standard output there is the export itself, which is JSON anyway.
      """,
    examples: [
      .init(command: "millrace journal export notes.journal notes.jsonl", help: "into a file"),
      .init(command: "millrace journal export notes.journal | gzip > notes.jsonl.gz", help: "compressed"),
      .init(
        command: "millrace journal export --salvage broken.journal rest.jsonl", help: "what is left of it"),
    ])

  static let importManual = Manual(
    summary: "Make a journal of what `export` has written.",
    arguments: [
      .init(name: "FILE", help: "The export; a file, because it is read twice."),
      .init(name: "JOURNAL", help: "The journal to be made. It must not exist yet."),
    ],
    options: [
      .init(name: "--check", help: "Only check the FILE; no JOURNAL is needed, and nothing is written."),
      mode,
    ],
    details: ["The whole file is checked before anything is written. It is all or nothing.", whileMade],
    json: "One object: `file`, `journal` (null with --check), \(summaryKeys).",
    examples: [
      .init(command: "millrace journal import notes.jsonl notes.journal", help: "make a journal"),
      .init(command: "millrace journal import --check notes.jsonl", help: "see whether it could be made"),
    ])

  static let compactManual = Manual(
    summary: "Make a journal smaller, by giving back unused room and removing old turns and snapshots.",
    arguments: [journal],
    options: [
      .init(
        name: "--keep-from", value: "TURN",
        help: "Remove turns before this one, as far as snapshots of all stores stand in for them."),
      .init(
        name: "--snapshots", value: "WHICH",
        help: """
          Keep `all` snapshots (so it is without this option); `newest:3`, the newest 3 of each store; \
          `spaced:3:100000`, and of the older ones those at least 100,000 turns apart.
          """),
      .init(name: "--dry-run", help: "Only say what would be removed."),
    ],
    details: [
      """
      Without --keep-from no turn is removed. Snapshots with which a store's turns begin, or go on after a gap, are \
      always kept. No application may have the journal open meanwhile. What was removed cannot be brought back: \
      `export` it before.
      """,
      """
      It is all or nothing: if it fails, no turn was removed. A journal that was made by an older version is \
      rewritten once, which needs twice its room; where there is not so much, the turns are removed, the file keeps its \
      size, and the page says why.
      """,
    ],
    json: """
      One object: `dryRun`, `turns`, `events`, `snapshots` (how many were, or would be, removed), `keptAfter` (turns \
      after this one are kept), `bytesBefore`, `bytesAfter`, `unfinished` (why the room could not be given back, or null). With --dry-run, `events` and \
      `bytesAfter` are null.
      """,
    examples: [
      .init(command: "millrace journal compact notes.journal", help: "give back unused room"),
      .init(
        command: "millrace journal compact notes.journal --keep-from 900000 --dry-run",
        help: "what would go"),
      .init(command: "millrace journal compact notes.journal --snapshots newest:3", help: "fewer snapshots"),
    ])

  static let branchManual = Manual(
    summary: "Make a new journal with the turns up to one, to go on from there differently.",
    arguments: [
      journal, .init(name: "TURN", help: "The last turn that is taken over."),
      .init(name: "NEW", help: "The journal to be made. It must not exist yet."),
    ],
    options: [
      .init(
        name: "--tasks", value: "drop|keep",
        help: """
          Whether durable effects are left out (so it is without this option), or kept as they were then; those that \
          were open then are begun again by the application that opens the branch.
          """), mode,
    ],
    details: [whileMade],
    json: "One object: `journal`, `at` (the turn), \(summaryKeys).",
    examples: [
      .init(
        command: "millrace journal branch notes.journal 1200 what-if.journal", help: "branch after turn 1200")
    ])

  var manual: Manual {
    switch self {
    case .info: Self.infoManual
    case .log: Self.logManual
    case .show: Self.showManual
    case .tasks: Self.tasksManual
    case .verify: Self.verifyManual
    case .export: Self.exportManual
    case .import: Self.importManual
    case .compact: Self.compactManual
    case .diff: Self.diffManual
    case .branch: Self.branchManual
    }
  }
}
