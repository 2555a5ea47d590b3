import Millrace

/// The printing of entries as lines for people.
struct ChangePrinter {
  let parts: PrintedParts
  let maximumLength: Int?
  private let isColored: Bool
  private let output: ((String) -> Void)?

  var isStandardError: Bool { output == nil }

  init(_ parts: PrintedParts, maximumLength: Int?, isColored: Bool?, _ output: ((String) -> Void)?) {
    self.parts = parts
    self.maximumLength = maximumLength
    self.isColored = isColored ?? (output == nil && Terminal.isColored)
    self.output = output
  }

  func write(_ entry: TurnLog.Entry) {
    let width = maximumLength ?? (output == nil ? Terminal.width : nil) ?? 120
    let lines = PrintedEntry(entry, parts, width: max(20, width)).lines.map { $0.text(isColored: isColored) }
    if lines.isEmpty { return }
    if let output {
      for line in lines { output(line) }
    } else {
      // In one piece, so that no other thread's line comes between.
      StandardError.write(lines.joined(separator: "\n"))
    }
  }
}
