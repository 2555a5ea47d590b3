/// The texts of `--help`.
enum HelpPage {
  static func program(width: Int, style: Style) -> String {
    var page = Page(width: width, style: style)
    page.paragraph(
      "millrace shows what happens and what happened in applications that are built with Millrace.")
    page.heading("Usage")
    page.plain("millrace journal COMMAND ARGUMENTS... [OPTIONS...]")
    page.plain(Manual.inspectUsage)
    page.heading("In a browser")
    page.entries([("inspect", Manual.inspect.summary)])
    page.heading("Commands on journals")
    page.entries(Verb.allCases.map { ($0.rawValue, $0.manual.summary) })
    page.heading("Options of all commands on journals")
    page.entries(Manual.common.map { (signature($0), $0.help) })
    page.heading("Exit codes")
    page.entries(
      exits(
        found: "A negative answer: verify found damage, diff found a difference, show found no such turn."))
    page.heading("Examples")
    page.examples([
      .init(command: "millrace journal info notes.journal", help: "a summary"),
      .init(command: "millrace journal log notes.journal", help: "the newest turns"),
      .init(command: "millrace journal log --help", help: "all about one command"),
      .init(command: "millrace inspect notes.journal", help: "everything in it, in a browser"),
    ])
    page.paragraph(
      """
      A journal is the file in which an application keeps its history, with the files beside it (-wal, -shm, -mark). \
      Reading it never changes it, and is possible while the application writes to it. Colours and progress bars are \
      shown on a terminal only; set NO_COLOR to turn colours off.
      """)
    return page.text
  }

  static func verb(_ verb: Verb, width: Int, style: Style) -> String {
    let manual = verb.manual
    return self.page(
      manual, usage: Manual.usage(of: verb, manual.arguments) + " [OPTIONS...]", options: manual.allOptions,
      width: width, style: style)
  }

  static func inspect(width: Int, style: Style) -> String {
    page(.inspect, usage: Manual.inspectUsage, options: Manual.inspect.options, width: width, style: style)
  }

  private static func page(
    _ manual: Manual, usage: String, options: [Manual.Option], width: Int, style: Style
  ) -> String {
    var page = Page(width: width, style: style)
    page.paragraph(manual.summary)
    page.heading("Usage")
    page.plain(usage)
    page.heading("Arguments")
    page.entries(manual.arguments.map { ($0.name, $0.help) })
    page.heading("Options")
    page.entries(options.map { (signature($0), $0.help) })
    for detail in manual.details { page.paragraph(detail) }
    if let json = manual.json {
      page.heading("JSON")
      page.indented(json)
    }
    page.heading("Exit codes")
    page.entries(exits(found: manual.found))
    page.heading("Examples")
    page.examples(manual.examples)
    return page.text
  }

  private static func signature(_ option: Manual.Option) -> String {
    (option.short.map { "\($0), " } ?? "") + option.name + (option.value.map { " \($0)" } ?? "")
  }

  private static func exits(found: String?) -> [(String, String)] {
    [
      ("0", "The command succeeded."), ("1", found ?? "Not used."),
      ("2", "The arguments are invalid."), ("3", "A file could not be read or written."),
    ].filter { $0.0 != "1" || found != nil }
  }
}

/// A text that grows, wrapped to a width.
private struct Page {
  let width: Int
  let style: Style
  private(set) var text = ""

  init(width: Int, style: Style) {
    self.width = max(40, min(width, 100))
    self.style = style
  }

  mutating func heading(_ title: String) { text += "\n" + style(title, .bold) + "\n" }

  mutating func plain(_ line: String) { text += "  \(line)\n" }

  mutating func paragraph(_ words: String) {
    if !text.isEmpty { text += "\n" }
    for line in Wrapping.lines(words, width: width) { text += line + "\n" }
  }

  mutating func indented(_ words: String) {
    for line in Wrapping.lines(words, width: width - 2) { text += "  \(line)\n" }
  }

  mutating func entries(_ entries: [(String, String)]) {
    let column = min(22, entries.map(\.0.count).max() ?? 0)
    for (name, help) in entries {
      let lines = Wrapping.lines(help, width: width - column - 4)
      text += "  " + style(name, .cyan) + String(repeating: " ", count: max(0, column - name.count))
      for (index, line) in lines.enumerated() {
        text += (index == 0 ? "  " : String(repeating: " ", count: column + 4)) + line + "\n"
      }
    }
  }

  mutating func examples(_ examples: [Manual.Example]) {
    for example in examples {
      text += "  " + example.command + "\n" + "      " + style(example.help, .dim) + "\n"
    }
  }
}
