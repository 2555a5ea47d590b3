import Dispatch
import Foundation
import Millrace

/// The value of a part that is not written yet, for the end of its store or of the process, on any thread.
final class UnsavedPart<Value: Equatable & Sendable>: UnsavedValue {
  private struct State {
    var value: Value?
    var stamp = KeptStamp()
    var isDamaged = false
    var hasEnded = false
  }

  private let writer: KeptWriter<Value>
  private let merge: KeptMerge<Value>?
  private let state = Locked(State())

  var location: String { writer.form.location }
  /// True after the end of the store or of keeping.
  var hasEnded: Bool { state.withLock(\.hasEnded) }

  init(_ writer: KeptWriter<Value>, merge: KeptMerge<Value>?) {
    self.writer = writer
    self.merge = merge
  }

  /// Keeps a value ready; what is there is set aside first if it is damaged.
  func keep(_ value: Value, _ stamp: KeptStamp, isDamaged: Bool) {
    exchange(value, stamp, isDamaged)
    KeptExit.add(self)
  }

  func clear() {
    exchange(nil, KeptStamp(), false)
    KeptExit.remove(self)
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
    defer { KeptExit.remove(self) }
    return save()
  }

  @discardableResult
  func save() -> KeepError? {
    let (value, stamp, isDamaged) = state.withLock { state -> (Value?, KeptStamp, Bool) in
      defer {
        state.value = nil
        state.hasEnded = true
      }
      return (state.value, state.stamp, state.isDamaged)
    }
    guard let value,
      let error = writer.finish(value, stamp, settingAside: isDamaged, merge: merge)
    else { return nil }
    StandardError.write("Millrace: \(error)")
    return error
  }
}

protocol UnsavedValue: AnyObject, Sendable {
  var location: String { get }
  /// Saves the value during the call, if there is one, and returns the error.
  @discardableResult
  func save() -> KeepError?
}

/// Saves unsaved parts when the process ends normally: when `main` returns, or `exit` is called.
enum KeptExit {
  /// The time in seconds that an ending process waits, so that a hanging storage cannot keep it.
  static let patience = 10.0

  private static let values = Locked<[ObjectIdentifier: any UnsavedValue]>([:])

  /// True once the handler is registered with the system, which happens with the first unsaved value.
  private static let isOrdered = atexit { KeptExit.saveAll() } == 0

  static func add(_ value: any UnsavedValue) {
    if !isOrdered {
      StandardError.write(
        """
        Millrace: The system cannot register one more action for the end of the program, so unsaved changes of kept parts \
        will be lost then; call `flush()` before the end.
        """)
    }
    values.withLock { $0[ObjectIdentifier(value)] = value }
  }

  static func remove(_ value: any UnsavedValue) {
    // Released outside of the lock.
    _ = values.withLock { $0.removeValue(forKey: ObjectIdentifier(value)) }
  }

  /// Saves all on a thread of its own, so that the process can stop waiting.
  private static func saveAll() {
    let unsaved = values.withLock { Array($0.values) }
    if unsaved.isEmpty { return }
    let waiting = Locked(
      Dictionary(uniqueKeysWithValues: unsaved.map { (ObjectIdentifier($0), $0.location) }))
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      for value in unsaved {
        value.save()
        _ = waiting.withLock { $0.removeValue(forKey: ObjectIdentifier(value)) }
      }
      done.signal()
    }
    // The size of a main thread's stack: encoding recurses as deep as the value.
    thread.stackSize = 8 << 20
    thread.start()
    if done.wait(timeout: .now() + patience) == .success { return }
    for location in waiting.withLock({ $0.values.sorted() }) {
      let reason = "it did not answer within \(Int(patience)) seconds after the program's end"
      StandardError.write("Millrace: \(KeepError.cannotWrite(location: location, reason: reason))")
    }
  }
}
