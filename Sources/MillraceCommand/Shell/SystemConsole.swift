import Millrace

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension Console {
  /// Returns the console of the process's standard output and standard error.
  static func system() -> Console {
    // A closed reader is reported by `write`; the process should not die from the signal.
    signal(SIGPIPE, SIG_IGN)
    var environment: [String: String] = [:]
    for name in ["NO_COLOR", "TERM"] { environment[name] = getenv(name).map { String(cString: $0) } }
    let isTerminal = isatty(1) == 1
    // A terminal that cannot move back in a line cannot show a progress bar.
    let canDraw = StandardError.isTerminal && environment["TERM"] != "dumb"
    let clock = ContinuousClock()
    let start = clock.now
    return Console(
      width: isTerminal ? terminalWidth(1) : nil,
      style: Style(isTerminal: isTerminal, environment: environment),
      errorWidth: canDraw ? terminalWidth(2) : nil, zone: .local, now: { start.duration(to: clock.now) },
      write: { writeAll(1, $0) },
      writeError: { text in
        var text = text
        // A failure of standard error cannot be reported.
        _ = text.withUTF8 { writeAll(2, UnsafeRawBufferPointer($0)) }
      })
  }
}

private func terminalWidth(_ descriptor: Int32) -> Int {
  var size = winsize()
  guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
  return Int(size.ws_col)
}

private func writeAll(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> OutputFailure? {
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
    if count >= 0 {
      rest = rest.dropFirst(count)
    } else if errno == EAGAIN {
      // The descriptor was made non-blocking by another process.
      var waited = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&waited, 1, -1)
    } else if errno != EINTR {
      return errno == EPIPE ? .noReader : .failed(String(cString: strerror(errno)))
    }
  }
  return nil
}
