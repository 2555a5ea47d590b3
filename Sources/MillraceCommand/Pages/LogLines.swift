import Millrace
import MillraceJournal
import MillraceSupport

/// A layout of turns as lines, whose columns grow with their contents.
struct LogLines {
  /// The width of the terminal; nil for lines of any length.
  let width: Int?
  let style: Style
  let times: TimeText
  private var numberWidth = 0
  private var storeWidth = 0

  /// The maximum width of a store's name.
  static let longestName = 20
  /// The width from which lines show the year and fractions of seconds.
  static let comfort = 100

  init(width: Int?, style: Style, times: TimeText) {
    self.width = width
    self.style = style
    self.times = times
  }

  /// Widens the columns for turns that are listed together.
  mutating func makeRoom(for turns: some Sequence<JournalTurn>) {
    for turn in turns {
      numberWidth = max(numberWidth, Amounts.number(turn.sequence).count)
      storeWidth = max(storeWidth, min(Self.longestName, TextWidth.of(TextWidth.harmless(turn.store))))
    }
  }

  func line(_ turn: JournalTurn) -> String {
    var line = Line()
    let number = Amounts.number(turn.sequence)
    line.pad(to: numberWidth - number.count)
    line.add(number, .bold)
    line.add("  ")
    let isComfortable = (width ?? .max) >= Self.comfort
    line.add(isComfortable ? times.line(turn.time) : times.short(turn.time), .dim)
    line.add("  ")
    let end = line.width + storeWidth
    let store = TextWidth.harmless(turn.store)
    line.add(width == nil ? store : TextWidth.cut(store, to: max(storeWidth, 1)), .cyan)
    line.pad(to: end)
    line.add("  ")
    guard let width else {
      line.add(message(turn, room: nil))
      line.add(circumstances(turn))
      return line.text(style)
    }
    // The message gets half of the rest, or more if the cause and effects need less; and the other way round.
    let rest = max(0, width - line.width)
    let message = message(turn, room: rest)
    let circumstances = circumstances(turn).fitted(to: max(rest / 2, rest - message.width))
    line.add(message.fitted(to: rest - circumstances.width))
    line.add(circumstances)
    return line.fitted(to: width).text(style)
  }

  private func message(_ turn: JournalTurn, room: Int?) -> Line {
    guard let kind = turn.kind else { return Line("no change of state", .dim).fitted(to: room) }
    var line = Line(kind.name)
    if let message = turn.message {
      // Four bytes for each column always fill the room.
      line.add(" " + ShortText.of(message, limit: room.map { max(0, $0) * 4 } ?? .max))
    }
    return line.fitted(to: room.map { max(0, $0) })
  }

  private func circumstances(_ turn: JournalTurn) -> Line {
    var line = Line()
    if !turn.isHandled { line.add("  not handled", .yellow) }
    line.add("  ← \(Self.text(turn.cause))", .dim)
    for effect in turn.effects {
      let mark = effect.step.mark
      line.add("  ")
      line.add(mark.text + " " + effect.name, mark.ink)
    }
    return line
  }

  static func text(_ cause: Cause) -> String {
    switch cause {
    case .sent: "sent"
    case .posted: "posted"
    case .turn(let turn): "turn \(Amounts.number(turn))"
    case .effect(let effect, let turn): "effect \(effect) of turn \(Amounts.number(turn))"
    case .subscription(let serial): "subscription \(serial)"
    }
  }
}
