import Dispatch
import Foundation

/// A listener for the signals that request a program's end.
struct EndSignal {
  private let signals: AsyncStream<Void>

  /// Suspends the signals' own action from now on.
  init() {
    let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
    // A closed connection is detected as a failed write.
    signal(SIGPIPE, SIG_IGN)
    let sources = [SIGTERM, SIGINT].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { continuation.yield() }
      source.resume()
      return source
    }
    continuation.onTermination = { [sources = Sources(list: sources)] _ in
      sources.list.forEach { $0.cancel() }
    }
    self.signals = signals
  }

  /// Waits for the first of them.
  func wait() async {
    for await _ in signals { return }
  }

  private struct Sources: @unchecked Sendable {
    // Sound: sources of signals may be cancelled on any thread.
    let list: [any DispatchSourceSignal]
  }
}
