import Millrace
import MillraceSupport

/// The value of a part that is not written yet, for the end of its store or of the process, on any thread.
final class UnsavedPart<Value: Equatable & Sendable>: SavedAtEnd {
  static var savingCall: String { "flush()" }

  private struct State {
    var value: Value?
    var stamp = KeptStamp()
    var isDamaged = false
    var hasEnded = false
  }

  private let writer: KeptWriter<Value>
  private let merge: KeptMerge<Value>?
  private let state = Locked(State())

  /// True after the end of the store or of keeping.
  var hasEnded: Bool { state.withLock(\.hasEnded) }

  init(_ writer: KeptWriter<Value>, merge: KeptMerge<Value>?) {
    self.writer = writer
    self.merge = merge
  }

  /// Keeps a value ready; what is there is set aside first if it is damaged.
  func keep(_ value: Value, _ stamp: KeptStamp, isDamaged: Bool) {
    exchange(value, stamp, isDamaged)
    ProcessEnd.add(self)
  }

  func clear() {
    exchange(nil, KeptStamp(), false)
    ProcessEnd.remove(self)
  }

  private func exchange(_ value: Value?, _ stamp: KeptStamp, _ isDamaged: Bool) {
    // The value before is released outside of the lock.
    let before = state.withLock { state -> Value? in
      let before = state.value
      if !state.hasEnded { (state.value, state.stamp, state.isDamaged) = (value, stamp, isDamaged) }
      return before
    }
    withExtendedLifetime(before) {}
  }

  /// Saves the value, if there is one, and takes no more.
  func end() -> KeepError? {
    defer { ProcessEnd.remove(self) }
    let error = save()
    if let error { StandardError.write("Millrace: \(error)") }
    return error
  }

  var isUnsaved: Bool { state.withLock { $0.value != nil } }

  func saveAtEnd() -> (any Error)? { save() }

  func error(because reason: String) -> any Error {
    KeepError.cannotWrite(location: writer.form.location, reason: reason)
  }

  private func save() -> KeepError? {
    let (value, stamp, isDamaged) = state.withLock { state -> (Value?, KeptStamp, Bool) in
      defer {
        state.value = nil
        state.hasEnded = true
      }
      return (state.value, state.stamp, state.isDamaged)
    }
    guard let value else { return nil }
    return writer.finish(value, stamp, settingAside: isDamaged, merge: merge)
  }
}
