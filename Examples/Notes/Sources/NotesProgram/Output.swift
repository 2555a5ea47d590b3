import Foundation
import NotesModel

/// The program's output: whole lines, each written at once.
enum Output {
  /// A failed write: the disk is full, or the pipe was closed.
  struct Failure: Error, CustomStringConvertible {
    let code: Int32

    var description: String { "The output could not be printed: \(String(cString: strerror(code)))." }
  }

  /// Makes new files private, opens missing standard streams, and makes a closed pipe an ordinary error.
  ///
  /// Otherwise a file that is opened later would replace a closed standard stream, and lines would be written
  /// to it.
  static func prepare() {
    // Other users may not read the folder, the local database and the recordings.
    umask(0o077)
    signal(SIGPIPE, SIG_IGN)
    var descriptor: Int32
    repeat { descriptor = open("/dev/null", O_RDWR) } while (0...2).contains(descriptor)
    if descriptor > 2 { close(descriptor) }
  }

  /// Writes lines for people; control characters for a terminal are escaped.
  static func write(_ text: String) throws(Failure) { try put(visible(text) + "\n", to: STDOUT_FILENO) }

  /// Writes a JSON value on a line, for programs.
  static func write(json: String) throws(Failure) { try put(escaped(json) + "\n", to: STDOUT_FILENO) }

  /// Writes a line to standard error; a failure is ignored, because it cannot be reported.
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

  /// Escapes the characters of JSON that a terminal may interpret and JSON allows: the control characters
  /// after the first block, and those that change the direction of text.
  static func escaped(_ json: String) -> String {
    func isEscaped(_ scalar: Unicode.Scalar) -> Bool { scalar.isHostile && scalar.value >= 0x7F }
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

/// Escapes control characters for a terminal; line breaks are kept.
func visible(_ text: String) -> String {
  String(
    String.UnicodeScalarView(
      text.unicodeScalars.map { scalar in
        switch scalar {
        case "\n": return scalar
        case "\t", "\u{2028}", "\u{2029}": return " "
        default: return scalar.isHostile ? "\u{FFFD}" : scalar
        }
      }))
}

/// Escapes control characters for a terminal, and replaces line breaks by spaces.
func visibleLine(_ text: String) -> String { visible(text).replacing("\n", with: " ") }
