import Millrace
import MillraceJournal
import MillraceSupport

/// The output of the command: standard output and standard error, or their replacements in a test.
final class Console {
  /// The width of the terminal behind standard output; nil when it is not a terminal.
  var width: Int?
  var style: Style
  /// The width of the terminal behind standard error; nil when it is not a terminal.
  var errorWidth: Int?
  var zone: Zone
  /// A closure that returns the time since a fixed moment.
  var now: () -> Duration
  /// A closure that writes all the bytes to standard output, and returns nil or a failure.
  var write: (UnsafeRawBufferPointer) -> OutputFailure?
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

  /// Prints text through a buffer, so that many lines are quick.
  func put(_ text: String) {
    var text = text
    text.withUTF8 { put(UnsafeRawBufferPointer($0)) }
  }

  func put(_ bytes: UnsafeRawBufferPointer) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= 1 << 16 { flush() }
  }

  func put(json value: JournalValue) {
    put(Self.harmless(value.json()) + "\n")
  }

  /// Writes a sentence to standard error.
  func complain(_ sentence: String) {
    writeError(TextWidth.harmless("millrace: " + sentence) + "\n")
  }

  /// Writes the buffered bytes.
  func flush() {
    defer { buffer.removeAll(keepingCapacity: true) }
    guard failure == nil, !buffer.isEmpty else { return }
    failure = buffer.withUnsafeBytes(write)
  }

  /// Escapes the characters in JSON that control terminals, which JSON itself need not escape.
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

  // MARK: Progress

  /// Runs an operation, with a progress bar if it takes longer than a second.
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

/// The reason why standard output accepts nothing more.
enum OutputFailure: Hashable, Sendable {
  /// The reader has closed its end.
  case noReader
  case failed(String)
}
