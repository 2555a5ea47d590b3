extension Verb {
  static let journal = Manual.Argument(name: "JOURNAL", help: "The journal's file.")

  static let effectKeys = """
    `step` (started, waiting, finished, failed, cancelled, dropped), `effect` (its number in its store), `turn` (which \
    asked for it), `label`, `id`, `queue`, `reason`
    """

  static let turnKeys = """
    `turn` (its number), `time` (UTC), `store`, `kind`, `version`, `message`, `cause` (an object with `kind`: sent, \
    posted, turn, effect, subscription; `turn`, `effect`, `subscription`), `handled`, `effects` (a list of objects \
    with \(effectKeys))
    """

  static let infoManual = Manual(
    summary: "Show what a journal is, and how much is in it.",
    arguments: [journal],
    json: """
      One object: `path`, `id`, `flow`, `format`, `parent`, `parentTurn`, `keptAfter`, `first`, `last`, `firstTime`, \
      `lastTime`, `turns`, `events`, `snapshots`, `newestSnapshot`, `openTasks`, `gaps` (`after`, `until`, \
      `reason`), `stores` (`store`, `turns`), `kinds` (`kind`, `version`, `turns`), `databaseBytes`, `logBytes`, \
      `inUse`, `process`. What is not known is null.
      """,
    examples: [
      .init(command: "millrace journal info notes.journal", help: "a page about it"),
      .init(command: "millrace journal info notes.journal --json | jq .last", help: "the newest turn"),
    ])

  static let logManual = Manual(
    summary: "List turns, the newest last, one in a line.",
    arguments: [journal],
    options: [
      .init(
        name: "--last", value: "N", short: "-n",
        help: "Only the newest N of those that are asked for, or `all`."),
      .init(name: "--from", value: "TURN", help: "Only this turn and later ones."),
      .init(name: "--to", value: "TURN", help: "Only this turn and earlier ones."),
      .init(name: "--store", value: "NAME", help: "Only the turns of this store."),
      .init(name: "--kind", value: "NAME", help: "Only messages of this kind, in any version."),
      .init(
        name: "--follow", short: "-f",
        help: "Then go on showing turns as they are recorded, until interrupted."),
    ],
    details: [
      """
      A line has the turn's number, its time, its store, its message (the name of its kind first), what caused it \
      after the sign ←, and what became of effects in it: ▸ started, … waiting, ✓ finished, ✗ failed, ⊘ cancelled, \
      ∅ dropped. On a terminal a line is cut to the terminal's width; `show` has the whole of a turn.
      """,
      """
      On a terminal the newest 20 are shown unless `--last` or `--from` is given; without a terminal, and with `--json`, all.
      """,
    ],
    json: "One object a line: \(turnKeys).",
    examples: [
      .init(command: "millrace journal log notes.journal", help: "the newest turns"),
      .init(command: "millrace journal log notes.journal --from 100 --to 120", help: "these turns"),
      .init(command: "millrace journal log notes.journal --store notes --follow", help: "watch a store"),
      .init(command: "millrace journal log notes.journal --kind note -n all | less", help: "all of one kind"),
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
        help: "Instead of TURN: the durable effect with this key, and the turn that asked for it."),
    ],
    details: [
      """
      A snapshot is a state as it was after one turn. The states between snapshots can only be computed by the \
      application; the page says how many turns of the store lie between the snapshot and the turn.
      """
    ],
    json: """
      One object: \(turnKeys); `eventsAfter` (what became of effects between it and the next turn: `number`, `time`, \
      `store`, and the keys of effects); `state`, null without --state, else an object with `store`, `after` (the \
      snapshot's turn), `time`, `kind`, `version`, `turnsBetween`, `value`, or with `store` alone if there is no \
      snapshot; with --key also `task`, as `tasks` prints it. If that turn was removed, `task` is all there is.
      """,
    found: "There is no such turn, store or durable effect.",
    examples: [
      .init(command: "millrace journal show notes.journal 1234", help: "one turn"),
      .init(command: "millrace journal show notes.journal 1234 --state notes", help: "and a state"),
      .init(
        command: "millrace journal show notes.journal 1234 --json | jq .message", help: "its message as JSON"),
    ])

  static let taskKeys = """
    `key`, `store`, `kind`, `version`, `request`, `asked` (the turn that asked for it), `time`, `status` (open, \
    answered, failed, cancelled), `attempts`, `ended` (the turn of its end, or null)
    """

  static let tasksManual = Manual(
    summary: "List durable effects that have not ended, the oldest first.",
    arguments: [journal],
    options: [.init(name: "--all", help: "Also those that have ended.")],
    details: [
      """
      A durable effect is kept before it begins, and begun again when the application starts, until it has ended. A \
      line has its key, the store and the kind of its request, the turn that asked for it and when, and how often it was \
      begun. `show --key` has the whole of one.
      """
    ],
    json: "One object a line: \(taskKeys).",
    examples: [
      .init(command: "millrace journal tasks notes.journal", help: "what has not answered"),
      .init(command: "millrace journal tasks notes.journal --all --json | jq .key", help: "the keys of all"),
      .init(command: "millrace journal show notes.journal --key receipt-1", help: "all about one"),
    ])

  static let verifyManual = Manual(
    summary: "Check that a journal is whole and that nothing in it was changed.",
    arguments: [journal],
    details: [
      """
      Checks the database's pages, the checksum of every row and the chain they make, every value and reference, and \
      whether turns are missing that were reported as kept. Nothing is changed. Findings are `note`, `warning` \
      (not everything was kept, but what is there is right) or `damage`.
      """
    ],
    json: """
      One object: `path`, `sound` (no damage), `turns`, `events`, `snapshots`, `tasks`, `gaps`, `last`, `findings` \
      (`severity`, `text`, `turn`), `unlisted` (how many findings there were beyond those).
      """,
    found: "There is damage.",
    examples: [
      .init(command: "millrace journal verify notes.journal", help: "check it"),
      .init(
        command: "millrace journal verify notes.journal --json | jq -r '.findings[].text'",
        help: "what was found, without the rest"),
    ])

  static let diffManual = Manual(
    summary: "Show the first turn in which two journals differ, and how.",
    arguments: [
      .init(name: "LEFT", help: "The one journal's file."), .init(name: "RIGHT", help: "The other's."),
    ],
    options: [.init(name: "--times", help: "Compare the times of turns, too.")],
    json: """
      One object: `equal`, `turn` (the first that differs, or null), `ends` (`left` or `right` if that journal has no \
      more turns from there on, or null), `aspects` (a list of `time`, `store`, `message`, `cause`, `handling`, \
      `effects`), `values` (the parts of the messages that differ: `path`, and `left` and `right` where there is \
      something), `left` and `right` (the turns, as `log` prints them, or null).
      """,
    found: "There is a difference.",
    examples: [
      .init(command: "millrace journal diff before.journal after.journal", help: "compare two")
    ])
}
