import Millrace

/// A call in another isolation than the engine's home.
public struct IsolatedCall: @unchecked Sendable {
  // Sound: `body` is called in `isolation` only, in which it was registered; here it is only passed along.
  private let isolation: HomeReference
  private let body: () -> Void

  init(_ isolation: HomeReference, _ body: @escaping () -> Void) {
    self.isolation = isolation
    self.body = body
  }

  /// The isolation, as a name for the queue that keeps the order of its calls.
  var place: ObjectIdentifier? { isolation.actor.map { ObjectIdentifier($0) } }

  /// Makes the call, unless the isolation has ended.
  func call() async {
    if let isolation = isolation.actor { await call(on: isolation) }
  }

  private func call(on isolation: isolated any Actor) async { body() }
}

/// A value that is created and used in one isolation only, and passed through others.
struct Confined<Value>: @unchecked Sendable {
  // Sound: the creator names its isolation, and takes the value out only there.
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
