import Dispatch
public import Foundation

/// The signals that ask a program to end: from now on they end nothing by themselves.
public struct EndSignal: Sendable {
  private let signals: AsyncStream<Void>

  public init(_ numbers: [Int32] = [SIGTERM, SIGINT]) {
    let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
    let registered = DispatchSemaphore(value: 0)
    let sources = numbers.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { continuation.yield() }
      source.setRegistrationHandler { registered.signal() }
      source.resume()
      return source
    }
    // A signal that came before would be lost.
    for _ in sources { registered.wait() }
    continuation.onTermination = { [sources = Sources(list: sources)] _ in
      sources.list.forEach { $0.cancel() }
    }
    self.signals = signals
  }

  /// Waits for the first of them, or until the task is cancelled.
  public func wait() async {
    for await _ in signals { return }
  }

  private struct Sources: @unchecked Sendable {
    // Sound: sources of signals may be cancelled on any thread.
    let list: [any DispatchSourceSignal]
  }
}
