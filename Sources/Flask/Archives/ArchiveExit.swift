import Dispatch
import Foundation
import Millrace

/// Saves unsaved states when the process ends normally: when `main` returns, or `exit` is called.
///
/// After a kill, a crash or `_exit`, the archives hold the last saved states.
enum ArchiveExit {
  /// The time in seconds that an ending process waits for its archives, so that a hanging storage cannot keep
  /// it.
  static let patience = 10.0

  private static let states = Locked<[ObjectIdentifier: any UnsavedState]>([:])

  /// True once the handler is registered with the system, which happens with the first archive.
  private static let isOrdered = atexit { ArchiveExit.saveAll() } == 0

  static func add(_ state: any UnsavedState) {
    if !isOrdered {
      StandardError.write(
        """
        Millrace: The system cannot register one more action for the end of the program, so unsaved changes will be \
        lost then; call `archiveNow()` before the end.
        """)
    }
    states.withLock { $0[ObjectIdentifier(state)] = state }
  }

  static func remove(_ state: any UnsavedState) {
    // Released outside the lock.
    _ = states.withLock { $0.removeValue(forKey: ObjectIdentifier(state)) }
  }

  /// Saves all unsaved states on a thread of its own, so that the process can stop waiting.
  private static func saveAll() {
    let unsaved = states.withLock { Array($0.values) }.filter(\.isPending)
    if unsaved.isEmpty { return }
    let waiting = Locked(Dictionary(uniqueKeysWithValues: unsaved.map { (ObjectIdentifier($0), $0.key) }))
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      for state in unsaved {
        do throws(ArchiveError) { try state.save() } catch { StandardError.write("Millrace: \(error)") }
        _ = waiting.withLock { $0.removeValue(forKey: ObjectIdentifier(state)) }
      }
      done.signal()
    }
    // The size of a main thread's stack: encoding recurses as deep as the state.
    thread.stackSize = 8 << 20
    thread.start()
    if done.wait(timeout: .now() + patience) == .success { return }
    for key in waiting.withLock({ $0.values.sorted() }) {
      let reason = "its storage did not answer within \(Int(patience)) seconds after the program's end"
      StandardError.write("Millrace: \(ArchiveError.cannotWrite(key: key, path: nil, reason: reason))")
    }
  }
}
