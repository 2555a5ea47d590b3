import Dispatch
public import Foundation
import Synchronization

/// The signals that ask a program to end: from now on they end nothing by themselves.
///
/// Several of them may wait for the same signal; each is told.
public struct EndSignal: Sendable {
  private let signals: AsyncStream<Void>

  public init(_ numbers: [Int32] = [SIGTERM, SIGINT]) {
    let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
    let id = SignalListeners.add(continuation, to: numbers)
    continuation.onTermination = { _ in SignalListeners.remove(id) }
    self.signals = signals
  }

  /// Waits for the first of them, or until the task is cancelled.
  public func wait() async {
    for await _ in signals { return }
  }
}

/// The listeners of the process to each signal.
///
/// The system tells one source of a signal, so there is one for each, which stays for as long as the process.
private enum SignalListeners {
  private typealias Listener = AsyncStream<Void>.Continuation

  private struct State {
    var sources: [Int32: Source] = [:]
    var listeners: [Int: (numbers: [Int32], listener: Listener)] = [:]
    var lastID = 0
  }

  // Sound: a source is only kept here.
  private struct Source: @unchecked Sendable {
    let source: any DispatchSourceSignal
  }

  private static let state = Mutex(State())

  /// Adds a listener, and returns its id; signals that come later reach it.
  static func add(_ listener: AsyncStream<Void>.Continuation, to numbers: [Int32]) -> Int {
    state.withLock { state in
      for number in numbers where state.sources[number] == nil { state.sources[number] = source(of: number) }
      state.lastID += 1
      state.listeners[state.lastID] = (numbers, listener)
      return state.lastID
    }
  }

  static func remove(_ id: Int) {
    state.withLock { $0.listeners[id] = nil }
  }

  private static func tell(_ number: Int32) {
    let listeners = state.withLock { state in
      state.listeners.values.filter { $0.numbers.contains(number) }.map(\.listener)
    }
    for listener in listeners { listener.yield() }
  }

  /// Returns the source of a signal, once the system tells it.
  private static func source(of number: Int32) -> Source {
    signal(number, SIG_IGN)
    let registered = DispatchSemaphore(value: 0)
    // A queue of its own, because this waits under the lock that the other sources' events need.
    let queue = DispatchQueue(label: "signal \(number)")
    let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
    source.setEventHandler { tell(number) }
    source.setRegistrationHandler { registered.signal() }
    source.resume()
    // A signal that came before would be lost.
    registered.wait()
    return Source(source: source)
  }
}
