import Millrace

/// The calls that a dependency has received, for a test to assert.
///
/// ```swift
/// let calls = RecordedCalls<FileClient.Call>()
/// environment[FileClient.self] = .inMemory().recording(into: calls)
/// …
/// #expect(calls.all == [.read("settings.json")])
/// ```
///
/// It may be used from any thread. The order of calls of concurrent effects is the order of their arrival.
public final class RecordedCalls<Call: Sendable>: Sendable {
  private let calls: Locked<[Call]>
  /// Tells a tool that orders the callers of each access; nil where none does.
  private let note: (@Sendable (_ writes: Bool) -> Void)?

  /// Creates an empty record.
  public init() {
    let calls = Locked<[Call]>([])
    self.calls = calls
    note = AccessWatch.current?.watch("recorded calls") { calls.withLock { $0 } }
  }

  /// The calls, oldest first.
  public var all: [Call] {
    note?(false)
    return calls.withLock { $0 }
  }

  /// Adds a call.
  public func append(_ call: Call) {
    calls.withLock { $0.append(call) }
    note?(true)
  }

  /// Removes and returns the calls, oldest first.
  @discardableResult
  public func takeAll() -> [Call] {
    note?(false)
    let taken = calls.withLock { calls in
      defer { calls = [] }
      return calls
    }
    if !taken.isEmpty { note?(true) }
    return taken
  }
}
