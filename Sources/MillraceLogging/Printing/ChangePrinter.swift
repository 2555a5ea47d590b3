import Millrace
import MillraceSupport

/// The printing of entries as lines for people.
final class ChangePrinter {
  let parts: PrintedParts
  private let maximumLength: Int?
  private let isColored: Bool
  private let output: ((String) -> Void)?
  /// The columns of the longest store's name, so that messages stand below each other.
  private var nameWidth = 0
  private static let widestName = 16

  var isStandardError: Bool { output == nil }

  /// The number of columns of a line.
  var width: Int { max(20, maximumLength ?? (isStandardError ? Terminal.width : nil) ?? 120) }

  init(_ parts: PrintedParts, maximumLength: Int?, isColored: Bool?, _ output: ((String) -> Void)?) {
    self.parts = parts
    self.maximumLength = maximumLength
    self.isColored = isColored ?? (output == nil && Terminal.isColored)
    self.output = output
  }

  func makeRoom(for store: String) { nameWidth = max(nameWidth, min(TextWidth.of(store), Self.widestName)) }

  func write(_ entry: TurnLog.Entry) {
    if entry.message != nil, let store = entry.store { makeRoom(for: store) }
    let lines = PrintedEntry(entry, parts, width: width, nameWidth: nameWidth).lines
      .map { $0.text(isColored: isColored) }
    if lines.isEmpty { return }
    if let output {
      for line in lines { output(line) }
    } else {
      // In one piece, so that no other thread's line comes between.
      StandardError.write(lines.joined(separator: "\n"))
    }
  }
}
