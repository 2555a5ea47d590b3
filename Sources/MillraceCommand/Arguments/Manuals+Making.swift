extension Verb {
  static let summaryKeys = "`turns`, `events`, `snapshots`, `tasks`, `gaps`, `last`"

  private static let mode = Manual.Option(
    name: "--mode", value: "RIGHTS",
    help: "The permissions of the new file, in the form of `chmod`; the default is 600, for its owner alone.")

  private static let whileMade = """
    The file is written beside its destination, under that name with `.new-` and sixteen random digits after it, and \
    renamed when it is complete; an existing file is never overwritten. If the program is interrupted, the temporary \
    file remains. It is never used again, and can be deleted when no such command is running.
    """

  static let exportManual = Manual(
    summary: "Write a journal as JSON lines, one per turn.",
    arguments: [
      journal,
      .init(
        name: "FILE",
        help: "The destination; `-`, or nothing, for standard output. The file must not exist yet.",
        isOptional: true),
    ],
    options: [
      .init(name: "--salvage", help: "Leave out the unreadable parts of a damaged journal, and report them."),
      .init(
        name: "--all-snapshots", help: "Export all snapshots, not only those that the turns need."),
      mode,
    ],
    details: [
      """
      `millrace journal import` makes a journal of the export again; data that it could not import is an error here. \
      Acknowledged turns that are missing at the end are an error too; with --salvage they are a gap. On a terminal, \
      control characters are escaped, so the output there differs from the export.
      """, whileMade,
    ],
    json: """
      With a FILE, one object about the export: `file`, \(summaryKeys), `findings` (the parts that --salvage left \
      out: `severity`, `text`, `turn`). Without a FILE, standard output has the export itself, which is JSON in any \
      case.
      """,
    examples: [
      .init(command: "millrace journal export notes.journal notes.jsonl", help: "into a file"),
      .init(command: "millrace journal export notes.journal | gzip > notes.jsonl.gz", help: "compressed"),
      .init(
        command: "millrace journal export --salvage broken.journal rest.jsonl", help: "the readable parts"),
    ])

  static let importManual = Manual(
    summary: "Make a journal from an export.",
    arguments: [
      .init(name: "FILE", help: "The export; a file, because it is read twice."),
      .init(name: "JOURNAL", help: "The journal to create. It must not exist yet."),
    ],
    options: [
      .init(name: "--check", help: "Only check the FILE; no JOURNAL is needed, and nothing is written."),
      mode,
    ],
    details: [
      "The whole file is checked before anything is written. The import is completed or not done at all.",
      whileMade,
    ],
    json: "One object: `file`, `journal` (null with --check), \(summaryKeys).",
    examples: [
      .init(command: "millrace journal import notes.jsonl notes.journal", help: "make a journal"),
      .init(command: "millrace journal import --check notes.jsonl", help: "check whether it can be imported"),
    ])

  static let compactManual = Manual(
    summary: "Make a journal smaller: release unused space, and remove old turns and snapshots.",
    arguments: [journal],
    options: [
      .init(
        name: "--keep-from", value: "TURN",
        help: "Remove turns before this one, as far as snapshots of all stores replace them."),
      .init(
        name: "--snapshots", value: "WHICH",
        help: """
          Keep `all` snapshots (the default); `newest:3`, the newest 3 of each store; `spaced:3:100000`, also older \
          ones that are at least 100,000 turns apart.
          """),
      .init(name: "--dry-run", help: "Only report what would be removed."),
    ],
    details: [
      """
      Without --keep-from no turn is removed. Snapshots at the beginning of a store's turns, or after a gap, are \
      always kept. No application may have the journal open meanwhile. Removed turns cannot be restored: `export` \
      them before.
      """,
      """
      The command is completed or not done at all: if it fails, no turn is removed. A journal of an older format is \
      rewritten once, which needs twice its size in free space; without that space, the turns are removed, the file \
      keeps its size, and the page says why.
      """,
    ],
    json: """
      One object: `dryRun`, `turns`, `events`, `snapshots` (the numbers of removed ones, or of those that would be \
      removed), `keptAfter` (turns after this one are kept), `bytesBefore`, `bytesAfter`, `unfinished` (why the space \
      could not be released, or null). With --dry-run, `events` and `bytesAfter` are null.
      """,
    examples: [
      .init(command: "millrace journal compact notes.journal", help: "release unused space"),
      .init(
        command: "millrace journal compact notes.journal --keep-from 900000 --dry-run",
        help: "what would be removed"),
      .init(command: "millrace journal compact notes.journal --snapshots newest:3", help: "fewer snapshots"),
    ])

  static let branchManual = Manual(
    summary: "Make a new journal with the turns up to a given one, to continue differently from there.",
    arguments: [
      journal, .init(name: "TURN", help: "The last turn to copy."),
      .init(name: "NEW", help: "The journal to create. It must not exist yet."),
    ],
    options: [
      .init(
        name: "--tasks", value: "drop|keep",
        help: """
          Omit durable effects (`drop`, the default), or `keep` their status at that turn; the application that opens \
          the branch restarts the effects that were open then.
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
