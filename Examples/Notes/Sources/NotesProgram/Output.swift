import Foundation

/// Where the program writes: whole lines, each at once.
enum Output {
  /// What is written could not be written: the disk is full, or the reader of a pipe has gone.
  struct Failure: Error, CustomStringConvertible {
    let code: Int32

    var description: String { "What was to be printed could not be: \(String(cString: strerror(code)))." }
  }

  /// Makes what is written private, and sees that there are standard streams to write to, and that a reader who goes away is an error as others are.
  ///
  /// Otherwise a file that is opened later would take the place of one that was closed, and lines would go there.
  static func prepare() {
    // What is kept is nobody else's business: the folder, the local database, what is recorded.
    umask(0o077)
    signal(SIGPIPE, SIG_IGN)
    var descriptor: Int32
    repeat { descriptor = open("/dev/null", O_RDWR) } while (0...2).contains(descriptor)
    if descriptor > 2 { close(descriptor) }
  }

  /// Lines for whoever reads; what a terminal would follow is made visible.
  static func write(_ text: String) throws(Failure) { try put(visible(text) + "\n", to: STDOUT_FILENO) }

  /// A JSON value on a line, for programs.
  static func write(json: String) throws(Failure) { try put(escaped(json) + "\n", to: STDOUT_FILENO) }

  /// A line about what went wrong; where it cannot be written there is nobody to be told.
  static func complain(_ text: String) { try? put("notes: \(visible(text))\n", to: STDERR_FILENO) }

  private static func put(_ text: String, to descriptor: Int32) throws(Failure) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { system(descriptor, $0) }
      if count < 0 {
        if errno == EINTR { continue }
        throw Failure(code: errno)
      }
      bytes = bytes.dropFirst(count)
    }
  }

  private static func system(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
    Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #else
    Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }

  /// The JSON with those characters escaped that a terminal may obey and JSON allows: the control characters behind
  /// the first block, and those that turn the direction of text.
  static func escaped(_ json: String) -> String {
    func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
      (0x7F...0x9F).contains(scalar.value) || turnsDirection(scalar)
    }
    guard json.unicodeScalars.contains(where: isEscaped) else { return json }
    return json.unicodeScalars.reduce(into: "") { text, scalar in
      if isEscaped(scalar) {
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}

/// Returns whether a scalar turns the direction of what follows, and so hides what is written.
func turnsDirection(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
  default: false
  }
}

/// A text without anything that a terminal would follow; its lines stay lines.
func visible(_ text: String) -> String {
  String(
    String.UnicodeScalarView(
      text.unicodeScalars.map { scalar in
        switch scalar {
        case "\n": return scalar
        case "\t", "\u{2028}", "\u{2029}": return " "
        case _ where turnsDirection(scalar): return "\u{FFFD}"
        default: return scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar
        }
      }))
}

/// A text on one line, without anything that a terminal would follow.
func visibleLine(_ text: String) -> String { visible(text).replacing("\n", with: " ") }
