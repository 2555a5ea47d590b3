#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The process's error output, and its end.
public enum Terminal {
  static let showsProgress = isatty(STDERR_FILENO) == 1

  /// Replaces the line that shows how far the measuring is; nothing when no one is looking at a terminal.
  static func show(progress text: String) {
    // Carriage return, then "erase to the end of the line".
    if showsProgress { put("\r\u{1B}[K" + text) }
  }

  /// Writes a line to the error output.
  static func warn(_ sentence: String) {
    put(sentence + "\n")
  }

  /// Writes a line to the error output and ends the process with `status`.
  public static func fail(_ sentence: String, status: Int32 = 1) -> Never {
    warn(sentence)
    exit(status)
  }

  static func end(status: Int32) -> Never {
    exit(status)
  }

  private static func put(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
  }
}
