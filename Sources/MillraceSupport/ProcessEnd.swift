import Dispatch
import Foundation
import Millrace

/// Something that is saved when the process ends normally: when `main` returns, or `exit` is called.
package protocol SavedAtEnd: AnyObject, Sendable {
  /// The call that saves it before the end.
  static var savingCall: String { get }
  /// True if there is something to save.
  var isUnsaved: Bool { get }
  /// Saves it during the call, and returns the error; called on a thread of its own.
  func saveAtEnd() -> (any Error)?
  /// Returns the error of a save that has not ended.
  func error(because reason: String) -> any Error
}

/// The end of the process, at which unsaved things are saved.
///
/// After a kill, a crash or `_exit`, there is what was saved before.
package enum ProcessEnd {
  /// The time in seconds that an ending process waits, so that a hanging storage cannot keep it.
  package static let patience = 10.0

  private static let savers = Locked<[ObjectIdentifier: any SavedAtEnd]>([:])

  /// True once the handler is registered with the system, which happens with the first that is added.
  private static let isOrdered = atexit { ProcessEnd.saveAll() } == 0

  /// Adds something that is saved at the end, and retains it until it is removed.
  package static func add<Saved: SavedAtEnd>(_ saved: Saved) {
    if !isOrdered {
      StandardError.write(
        """
        Millrace: The system cannot register one more action for the end of the program, so unsaved changes will be \
        lost then; call `\(Saved.savingCall)` before the end.
        """)
    }
    savers.withLock { $0[ObjectIdentifier(saved)] = saved }
  }

  package static func remove(_ saved: any SavedAtEnd) {
    // Released outside of the lock.
    _ = savers.withLock { $0.removeValue(forKey: ObjectIdentifier(saved)) }
  }

  /// Saves all on a thread of its own, so that the process can stop waiting.
  private static func saveAll() {
    let unsaved = savers.withLock { Array($0.values) }.filter(\.isUnsaved)
    if unsaved.isEmpty { return }
    let waiting = Locked(Dictionary(uniqueKeysWithValues: unsaved.map { (ObjectIdentifier($0), $0) }))
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      for saved in unsaved {
        if let error = saved.saveAtEnd() { StandardError.write("Millrace: \(error)") }
        _ = waiting.withLock { $0.removeValue(forKey: ObjectIdentifier(saved)) }
      }
      done.signal()
    }
    // The size of a main thread's stack: encoding recurses as deep as the value.
    thread.stackSize = 8 << 20
    thread.start()
    if done.wait(timeout: .now() + patience) == .success { return }
    let reason = "its storage did not answer within \(Int(patience)) seconds after the program's end"
    for text in waiting.withLock({ $0.values.map { "\($0.error(because: reason))" }.sorted() }) {
      StandardError.write("Millrace: \(text)")
    }
  }
}
