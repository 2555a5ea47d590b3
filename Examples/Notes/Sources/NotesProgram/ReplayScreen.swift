import NotesClient
import Terminal

/// A recorded session on the full screen, turn by turn, forwards and back.
@MainActor
final class ReplayScreen {
  private let replay: Replay
  private var place = 0

  init(_ replay: Replay) {
    self.replay = replay
  }

  func run() async throws {
    guard !replay.turns.isEmpty else { return try Output.write("The recording \(replay.path) is empty.") }
    let terminal = try CursesTerminal()
    defer { terminal.close() }
    // All keys that were typed during drawing are handled before the next drawing.
    let (moves, news) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    terminal.onKey = { [self] key in
      guard let next = Self.place(after: key, from: place, of: replay.turns.count) else {
        return news.finish()
      }
      place = next
      news.yield()
    }
    terminal.onEnd = { _ in news.finish() }
    try show(on: terminal)
    for await _ in moves { try show(on: terminal) }
  }

  /// Returns the turn after a key; nil to quit.
  static func place(after key: Key, from place: Int, of count: Int) -> Int? {
    let place =
      switch key {
      case .right, .down, .character(" "), .character("l"), .character("j"): place + 1
      case .left, .up, .backspace, .character("h"), .character("k"): place - 1
      case .pageDown: place + 10
      case .pageUp: place - 10
      case .home, .character("g"): 0
      case .end, .character("G"): count - 1
      case .character("q"), .escape, .control("c"): -2
      default: place
      }
    return place == -2 ? nil : min(max(place, 0), count - 1)
  }

  private func show(on terminal: CursesTerminal) throws {
    let past = try replay.canvas(after: place)
    let (width, height) = terminal.size
    var canvas = Canvas(width: width, height: height)
    for row in 0..<min(past.height, height - 1) {
      for column in 0..<min(past.width, width) where !past[row, column].isContinuation {
        canvas.write(String(past[row, column].text), row: row, column: column, style: past[row, column].style)
      }
    }
    let bar = Style(isReversed: true)
    canvas.fill(row: height - 1, style: bar)
    let text = " \(place + 1)/\(replay.turns.count)  \(replay.line(about: replay.turns[place]))"
    canvas.write(TextWidth.clipped(text, to: max(0, width - 22)), row: height - 1, column: 0, style: bar)
    canvas.write(" ← → turns  q leaves ", row: height - 1, column: max(0, width - 21), style: bar)
    terminal.show(canvas)
  }
}
