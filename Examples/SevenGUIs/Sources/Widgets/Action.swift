import CGTK

/// A closure for C, which keeps it for as long as its object lives.
@MainActor
final class Action<Value> {
  private let body: @MainActor (Value) -> Bool

  init(_ body: @escaping @MainActor (Value) -> Bool) {
    self.body = body
  }

  /// Retained for C, which calls `releaseAction` or `releaseActionOfSignal` at the end.
  func retained() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  /// Calls the closure behind a pointer.
  ///
  /// GTK calls on the main thread only, which is that of the main actor.
  nonisolated static func call(_ data: UnsafeMutableRawPointer?, _ value: Value) -> gboolean {
    guard let data else { return 0 }
    // Sound: an address, which the main actor is handed on the thread it came on.
    nonisolated(unsafe) let (place, value) = (data, value)
    return MainActor.assumeIsolated {
      // Sound: the action is retained for C until it calls `releaseAction`.
      Unmanaged<Action>.fromOpaque(place).takeUnretainedValue().body(value) ? 1 : 0
    }
  }
}

func releaseAction(_ data: UnsafeMutableRawPointer?) {
  if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
}

func releaseActionOfSignal(_ data: UnsafeMutableRawPointer?, _ closure: UnsafeMutablePointer<GClosure>?) {
  releaseAction(data)
}
