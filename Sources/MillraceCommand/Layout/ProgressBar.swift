import Millrace
import MillraceSupport

/// A progress bar that is redrawn in one line of a terminal.
///
/// It appears after one second, so that a quick operation shows nothing, and is drawn at most ten times a
/// second.
struct ProgressBar: Sendable {
  static let patience = Duration.seconds(1)
  static let pause = Duration.milliseconds(100)

  let title: String
  let start: Duration
  let width: Int
  private var drawn: Duration?

  /// Creates a bar that has not been drawn yet.
  ///
  /// - Parameters:
  ///   - title: The name of the operation.
  ///   - start: The time now, by the clock of the later updates.
  ///   - width: The width of the terminal.
  init(_ title: String, start: Duration, width: Int) {
    self.title = title
    self.start = start
    self.width = width
  }

  /// Returns the text to write to the terminal, if any.
  ///
  /// - Parameters:
  ///   - share: The progress, from 0 to 1.
  ///   - now: The time.
  mutating func update(_ share: Double, at now: Duration) -> String? {
    guard now - start >= Self.patience else { return nil }
    if let drawn, now - drawn < Self.pause { return nil }
    drawn = now
    return "\r" + text(share, elapsed: now - start) + Self.erase
  }

  /// Returns the text that removes the bar, if it was drawn.
  func end() -> String? {
    drawn == nil ? nil : "\r" + Self.erase
  }

  /// The control sequence that clears the rest of the line.
  static let erase = "\u{1B}[K"

  func text(_ share: Double, elapsed: Duration) -> String {
    let share = share.isFinite ? min(max(share, 0), 1) : 0
    let percent = Amounts.percent(share)
    var end = " " + String(repeating: " ", count: max(0, 5 - percent.count)) + percent
    if share >= 0.05, share < 1 {
      let rest = min(elapsed / .seconds(1) * (1 - share) / share, 1_000_000)
      let seconds = Int64(rest) + 1
      end += ", \(seconds < 60 ? "\(seconds) s" : Amounts.duration(.seconds(seconds))) left"
    }
    // The last column stays free: some terminals wrap when it is written to.
    let room = width - 1
    let length = min(40, room - TextWidth.of(title) - 1 - TextWidth.of(end))
    guard length >= 5 else { return TextWidth.cut(title + end, to: room) }
    let full = Int(Double(length) * share)
    return title + " " + String(repeating: "█", count: full)
      + String(repeating: "░", count: length - full) + end
  }
}
