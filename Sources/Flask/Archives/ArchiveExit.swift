import Dispatch
import Foundation
import Millrace

/// Saves what is unsaved when the process ends in order: when `main` returns, or `exit` is called.
///
/// A process that is killed, crashes or calls `_exit` has what was saved last.
enum ArchiveExit {
  /// How many seconds an ending process waits for its archives: a storage that has stopped answering must not keep it.
  static let patience = 10.0

  private static let states = Locked<[ObjectIdentifier: any UnsavedState]>([:])

  /// True once the system has taken the order; asked for with the first archive.
  private static let isOrdered = atexit { ArchiveExit.saveAll() } == 0

  static func add(_ state: any UnsavedState) {
    if !isOrdered { StandardError.write("Millrace: \(ExitRefused())") }
    states.withLock { $0[ObjectIdentifier(state)] = state }
  }

  static func remove(_ state: any UnsavedState) {
    // It goes outside of the lock.
    _ = states.withLock { $0.removeValue(forKey: ObjectIdentifier(state)) }
  }

  /// Saves all that is unsaved, on a thread of its own, so that it can be given up.
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
    // As much as a main thread has: encoding a state goes as deep as the state does.
    thread.stackSize = 8 << 20
    thread.start()
    if done.wait(timeout: .now() + patience) == .success { return }
    for key in waiting.withLock({ $0.values.sorted() }) {
      let reason = "its storage had not answered \(Int(patience)) seconds after the program's end"
      StandardError.write("Millrace: \(ArchiveError.cannotWrite(key: key, path: nil, reason: reason))")
    }
  }

  private struct ExitRefused: CustomStringConvertible {
    var description: String {
      """
      The system takes no more orders for the program's end, so what is unsaved then will be lost; call \
      `archiveNow()` before it.
      """
    }
  }
}
