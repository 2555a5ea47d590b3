import Millrace

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The terminal of standard error, if it is one.
enum Terminal {
  /// True if standard error is a terminal that shows colours, and the user has not turned them off.
  static var isColored: Bool {
    StandardError.isTerminal && (variable("NO_COLOR") ?? "").isEmpty && variable("TERM") != "dumb"
  }

  /// The number of columns; nil where standard error is no terminal.
  static var width: Int? {
    var size = winsize()
    guard ioctl(2, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
