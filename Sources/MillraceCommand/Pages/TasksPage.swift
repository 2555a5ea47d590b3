import Millrace
import MillraceJournal
import MillraceSupport

/// The page of `tasks`: durable effects, one a line.
struct TasksPage {
  let tasks: [JournalTask]
  /// True when ended effects are included.
  let isAll: Bool
  /// The width of the terminal; nil for lines of any length.
  let width: Int?

  /// The maximum width of keys and names in the columns.
  private static let longest = 40

  func text(_ style: Style, _ times: TimeText) -> String {
    guard !tasks.isEmpty else {
      return isAll ? "There are no durable effects.\n" : "All durable effects have ended.\n"
    }
    let rows = tasks.map { cells($0, times) }
    let widths = rows[0].indices.map { column in
      min(Self.longest, rows.map { TextWidth.of($0[column].text) }.max() ?? 0)
    }
    var text = ""
    for row in rows {
      var line = Line()
      var start = 0
      for (cell, room) in zip(row, widths) {
        line.pad(to: start)
        line.add(width == nil ? cell.text : TextWidth.cut(cell.text, to: room), cell.ink)
        start += room + 2
      }
      text += line.fitted(to: width).text(style) + "\n"
    }
    return text
  }

  private func cells(_ task: JournalTask, _ times: TimeText) -> [(text: String, ink: TextEmphasis)] {
    [
      (TextWidth.harmless(task.key), .bold), (TextWidth.harmless(task.store), .cyan),
      (TextWidth.harmless("\(task.kind)"), .plain), ("turn \(Amounts.number(task.asked))", .plain),
      (times.line(task.time), .dim), (Self.status(task), task.status.ink),
    ]
  }

  private static func status(_ task: JournalTask) -> String {
    "\(task.status.rawValue), begun "
      + (task.attempts == 1 ? "once" : "\(Amounts.number(task.attempts)) times")
  }

  /// Adds everything about a durable effect to a page.
  static func add(_ task: JournalTask, to sheet: inout FactPage, _ times: TimeText) {
    sheet.heading("Durable effect")
    sheet.fact("key", task.key, .bold)
    sheet.fact("store", task.store, .cyan)
    sheet.fact("kind", "\(task.kind.name), version \(task.kind.version)")
    sheet.fact("asked", "turn \(Amounts.number(task.asked)), \(times.full(task.time))")
    let end = task.ended.map { ", turn \(Amounts.number($0))" } ?? ""
    sheet.fact("status", status(task) + end, task.status.ink)
    sheet.block(task.request.json(pretty: true))
  }
}

extension JournalTask.Status {
  fileprivate var ink: TextEmphasis {
    switch self {
    case .open: .yellow
    case .answered: .green
    case .failed: .red
    case .cancelled: .dim
    }
  }
}
