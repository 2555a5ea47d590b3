import Foundation

/// A reader of typed keys that never blocks.
@MainActor
final class KeyReader {
  private let onKeys: ([Key]) -> Void
  private let onEnd: () -> Void
  private var decoder = KeyDecoder()
  private var watch: ReadWatch?
  /// The number of arrivals, which detects a moment without input.
  private var arrivals = 0

  /// The time limit for the rest of a sequence; after it, the escape byte was the escape key.
  private static let moment = DispatchTimeInterval.milliseconds(50)

  /// Reads from standard input until deinit or the end of the input.
  init(onKeys: @escaping ([Key]) -> Void, onEnd: @escaping () -> Void) {
    self.onKeys = onKeys
    self.onEnd = onEnd
    watch = ReadWatch(STDIN_FILENO) { [weak self] in self?.read() }
  }

  private func read() {
    // Another process may have read the input; then reading would block.
    var question = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&question, 1, 0) > 0 else { return }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Foundation.read(STDIN_FILENO, &bytes, bytes.count)
    if count < 0 && (errno == EINTR || errno == EAGAIN) { return }
    guard count > 0 else {
      watch = nil
      onKeys(decoder.flush())
      onEnd()
      return
    }
    arrivals += 1
    let keys = decoder.feed(bytes[..<count])
    if decoder.isWaiting { flushInAMoment() }
    onKeys(keys)
  }

  private func flushInAMoment() {
    let known = arrivals
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.moment) { [weak self] in
      MainActor.assumeIsolated {
        guard let self, self.arrivals == known, self.watch != nil else { return }
        self.onKeys(self.decoder.flush())
      }
    }
  }
}
