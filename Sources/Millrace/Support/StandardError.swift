#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The process's standard error, for output without an error handler.
package enum StandardError {
  /// True if standard error is a terminal, which a person may be reading.
  package static var isTerminal: Bool { isatty(2) == 1 }

  /// Writes one line.
  ///
  /// A line that cannot be written is lost, because there is no other place to report it.
  package static func write(_ line: String) {
    var rest = Array((line + "\n").utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { systemWrite(2, $0.baseAddress, $0.count) }
      if written <= 0 { return }
      rest = rest.dropFirst(written)
    }
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
