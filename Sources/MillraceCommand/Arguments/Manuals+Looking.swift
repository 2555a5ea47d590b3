extension Verb {
  static let journal = Manual.Argument(name: "JOURNAL", help: "The journal's file.")

  static let effectKeys = """
    `step` (started, waiting, finished, failed, cancelled, dropped), `effect` (its number in its store), `turn` (the \
    turn that requested it), `label`, `id`, `queue`, `part`, `reason`
    """

  static let turnKeys = """
    `turn` (its number), `time` (UTC), `store`, `kind`, `version`, `message`, `cause` (an object with `kind`: sent, \
    posted, turn, effect, subscription; `turn`, `effect`, `subscription`), `handled`, `effects` (a list of objects \
    with \(effectKeys))
    """

  static let infoManual = Manual(
    summary: "Show a summary of a journal and its size.",
    arguments: [journal],
    json: """
      One object: `path`, `id`, `flow`, `format`, `parent`, `parentTurn`, `keptAfter`, `first`, `last`, `firstTime`, \
      `lastTime`, `turns`, `events`, `snapshots`, `newestSnapshot`, `openTasks`, `gaps` (`after`, `until`, `reason`), \
      `stores` (`store`, `turns`), `kinds` (`kind`, `version`, `turns`), `databaseBytes`, `logBytes`, `inUse`, \
      `process`. Unknown values are null.
      """,
    examples: [
      .init(command: "millrace journal info notes.journal", help: "a summary"),
      .init(command: "millrace journal info notes.journal --json | jq .last", help: "the newest turn"),
    ])

  static let logManual = Manual(
    summary: "List turns, one per line, the newest last.",
    arguments: [journal],
    options: [
      .init(
        name: "--last", value: "N", short: "-n",
        help: "Show only the newest N of the selected turns, or `all`."),
      .init(name: "--from", value: "TURN", help: "Only this turn and later ones."),
      .init(name: "--to", value: "TURN", help: "Only this turn and earlier ones."),
      .init(name: "--store", value: "NAME", help: "Only the turns of this store."),
      .init(name: "--kind", value: "NAME", help: "Only messages of this kind, in any version."),
      .init(
        name: "--follow", short: "-f",
        help: "Afterwards print new turns as they are recorded, until interrupted."),
    ],
    details: [
      """
      A line has the turn's number, its time, its store, its message (the name of its kind first), its cause after \
      the sign ←, and the events of effects in it: ▸ started, … waiting, ✓ finished, ✗ failed, ⊘ cancelled, ∅ \
      dropped. On a terminal a line is cut to the terminal's width; `show` prints the whole turn.
      """,
      """
      On a terminal the default is the newest 20 turns, unless `--last` or `--from` is given; otherwise, and with \
      `--json`, it is all turns.
      """,
    ],
    json: "One object per line: \(turnKeys).",
    examples: [
      .init(command: "millrace journal log notes.journal", help: "the newest turns"),
      .init(command: "millrace journal log notes.journal --from 100 --to 120", help: "these turns"),
      .init(command: "millrace journal log notes.journal --store notes --follow", help: "watch a store"),
      .init(
        command: "millrace journal log notes.journal --kind note -n all | less",
        help: "all messages of one kind"),
    ])

  static let showManual = Manual(
    summary: "Show everything about one turn.",
    arguments: [journal, .init(name: "TURN", help: "The turn's number.", isOptional: true)],
    options: [
      .init(
        name: "--state", value: "STORE",
        help: "Also the state of this store, from its newest snapshot at or before the turn."),
      .init(
        name: "--key", value: "KEY",
        help: "Instead of TURN: show the durable effect with this key, and the turn that requested it."),
    ],
    details: [
      """
      A snapshot is a state after one turn. Only the application can compute the states between snapshots; the page \
      says how many turns of the store are between the snapshot and the turn.
      """
    ],
    json: """
      One object: \(turnKeys); `eventsAfter` (events of effects between this turn and the next: `number`, `time`, \
      `store`, and the keys of effects); `state`, null without --state, else an object with `store`, `after` (the \
      snapshot's turn), `time`, `kind`, `version`, `turnsBetween`, `value`, or with `store` alone if there is no \
      snapshot; with --key also `task`, as `tasks` prints it. If the turn was removed, the object has only `task`.
      """,
    found: "There is no such turn, store or durable effect.",
    examples: [
      .init(command: "millrace journal show notes.journal 1234", help: "one turn"),
      .init(command: "millrace journal show notes.journal 1234 --state notes", help: "and a state"),
      .init(
        command: "millrace journal show notes.journal 1234 --json | jq .message", help: "its message as JSON"),
    ])

  static let taskKeys = """
    `key`, `store`, `kind`, `version`, `request`, `asked` (the turn that requested it), `time`, `status` (open, \
    answered, failed, cancelled), `attempts`, `ended` (the turn of its end, or null)
    """

  static let tasksManual = Manual(
    summary: "List durable effects that have not ended, the oldest first.",
    arguments: [journal],
    options: [.init(name: "--all", help: "Also list those that have ended.")],
    details: [
      """
      A durable effect is recorded before it begins, and restarted when the application starts, until it has ended. A \
      line has its key, the store and the kind of its request, the number and time of the turn that requested it, and \
      the number of its attempts. `show --key` prints all about one.
      """
    ],
    json: "One object per line: \(taskKeys).",
    examples: [
      .init(command: "millrace journal tasks notes.journal", help: "unanswered effects"),
      .init(command: "millrace journal tasks notes.journal --all --json | jq .key", help: "the keys of all"),
      .init(command: "millrace journal show notes.journal --key receipt-1", help: "all about one"),
    ])

  static let verifyManual = Manual(
    summary: "Check that a journal is complete and unchanged.",
    arguments: [journal],
    details: [
      """
      Checks the database's pages, the checksum of every row and the chain of the checksums, every value and \
      reference, and whether acknowledged turns are missing. Nothing is changed. Findings are `note`, `warning` \
      (something was not recorded, but the recorded turns are correct) or `damage`.
      """
    ],
    json: """
      One object: `path`, `sound` (no damage), `turns`, `events`, `snapshots`, `tasks`, `gaps`, `last`, `findings` \
      (`severity`, `text`, `turn`), `unlisted` (the number of further findings).
      """,
    found: "The journal is damaged.",
    examples: [
      .init(command: "millrace journal verify notes.journal", help: "check it"),
      .init(
        command: "millrace journal verify notes.journal --json | jq -r '.findings[].text'",
        help: "only the findings"),
    ])

  static let diffManual = Manual(
    summary: "Show the first turn in which two journals differ, and the difference.",
    arguments: [
      .init(name: "LEFT", help: "The first journal's file."), .init(name: "RIGHT", help: "The other's."),
    ],
    options: [.init(name: "--times", help: "Also compare the times of turns.")],
    json: """
      One object: `equal`, `turn` (the first that differs, or null), `ends` (`left` or `right` if that journal has no \
      more turns from there on, or null), `aspects` (a list of `time`, `store`, `message`, `cause`, `handling`, \
      `effects`), `values` (the parts of the messages that differ: `path`, and `left` and `right` where they have a \
      value), `left` and `right` (the turns, as `log` prints them, or null).
      """,
    found: "There is a difference.",
    examples: [
      .init(command: "millrace journal diff before.journal after.journal", help: "compare two")
    ])
}
