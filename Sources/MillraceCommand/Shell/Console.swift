import Millrace
import MillraceJournal

/// Where the command prints to: standard output and standard error, or what a test has in their places.
final class Console {
  /// The width of the terminal that standard output is; nil when it is none.
  var width: Int?
  var style: Style
  /// The width of the terminal that standard error is; nil when it is none.
  var errorWidth: Int?
  var zone: Zone
  /// The time since some moment.
  var now: () -> Duration
  /// Writes all the bytes to standard output; false when that is not possible.
  var write: (UnsafeRawBufferPointer) -> OutputFailure?
  /// Writes text to standard error.
  var writeError: (String) -> Void

  private var buffer: [UInt8] = []
  private(set) var failure: OutputFailure?

  init(
    width: Int?, style: Style, errorWidth: Int?, zone: Zone, now: @escaping () -> Duration,
    write: @escaping (UnsafeRawBufferPointer) -> OutputFailure?, writeError: @escaping (String) -> Void
  ) {
    self.width = width
    self.style = style
    self.errorWidth = errorWidth
    self.zone = zone
    self.now = now
    self.write = write
    self.writeError = writeError
  }

  /// Prints text, which is kept back for a while so that many lines are quick.
  func put(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= 1 << 16 { flush() }
  }

  func put(_ bytes: UnsafeRawBufferPointer) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= 1 << 16 { flush() }
  }

  /// Prints a value as JSON in one line.
  func put(json value: JournalValue) {
    put(Self.harmless(value.json()) + "\n")
  }

  /// Writes what was kept back.
  func flush() {
    defer { buffer.removeAll(keepingCapacity: true) }
    guard failure == nil, !buffer.isEmpty else { return }
    failure = buffer.withUnsafeBytes(write)
  }

  /// JSON has to escape fewer characters than terminals obey, and may escape all.
  static func harmless(_ json: String) -> String {
    guard json.unicodeScalars.contains(where: TextWidth.isControl) else { return json }
    return json.unicodeScalars.reduce(into: "") { text, scalar in
      if TextWidth.isControl(scalar) {
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }

  // MARK: What takes a while

  /// Does something, and shows how far it has come if it takes longer than a second.
  func watching<Result>(
    _ title: String, _ body: (@escaping (Double) -> Void) throws(JournalError) -> Result
  ) throws(JournalError) -> Result {
    guard let errorWidth else { return try body { _ in } }
    var bar = ProgressBar(title, start: now(), width: errorWidth)
    defer {
      if let text = bar.end() {
        writeError(text)
        Interruption.isBarShown = false
      }
    }
    return try body { [self] share in
      guard let text = bar.update(share, at: now()) else { return }
      Interruption.isBarShown = true
      writeError(text)
    }
  }
}

/// Why standard output takes nothing more.
enum OutputFailure: Hashable, Sendable {
  /// Whoever read it has read enough.
  case noReader
  case failed(String)
}
