extension Manual {
  static let inspectUsage = "millrace inspect [FILE...] [OPTIONS...] [-- COMMAND...]"

  static let inspect = Manual(
    summary: "Show every turn of applications, journals and exports in a browser.",
    arguments: [
      .init(
        name: "FILE", help: "A journal, an export, or the history of a HistoryRecorder.", isOptional: true),
      .init(
        name: "COMMAND",
        help: "An application to start. If it calls Inspector.attach(to:), it connects by itself.",
        isOptional: true),
    ],
    options: [
      .init(name: "--perfetto", value: "OUT", help: "Write FILE as Chrome trace events to OUT, and end."),
      .init(name: "--help", short: "-h", help: "Show this help."),
    ],
    details: [
      """
      The inspector is the program `millrace-inspect` of the package `Inspector` in Millrace's repository, because it \
      needs a C library that the command does without. The command looks for it beside itself, in PATH, and in the \
      repository that the command was built in. It takes the same arguments; `millrace-inspect --help` lists them all.
      """,
      """
      With a journal and the application that wrote it, the application computes the states between the snapshots.
      """,
    ],
    examples: [
      .init(command: "millrace inspect -- swift run notes", help: "start an application and watch it"),
      .init(command: "millrace inspect notes.journal", help: "look at what happened"),
      .init(
        command: "millrace inspect notes.journal -- swift run notes",
        help: "with the states, computed by the application"),
      .init(
        command: "millrace inspect --perfetto trace.json notes.journal", help: "for ui.perfetto.dev"),
    ])
}
