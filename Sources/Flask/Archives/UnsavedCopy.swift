import Millrace
import MillraceSupport

/// A copy of the committed state that is not archived yet, accessible from any thread.
///
/// The substance itself belongs to its home, which cannot be entered at the end of the process.
final class UnsavedCopy<S: FlaskState>: SavedAtEnd {
  static var savingCall: String { "archiveNow()" }

  private let key: String
  private let writer: ArchiveWriter
  private let pending = Locked<Pending?>(nil)

  private struct Pending {
    let state: S
    let revision: UInt64
  }

  init(key: String, writer: ArchiveWriter) {
    self.key = key
    self.writer = writer
  }

  /// Replaces the copy; `revision` is that of the next save.
  func keep(_ state: S, revision: UInt64) { exchange(Pending(state: state, revision: revision)) }

  /// Clears the copy; waits if the end of the process is saving it.
  func clear() { exchange(nil) }

  private func exchange(_ next: Pending?) {
    // The previous copy is released outside the lock.
    _ = pending.withLock { pending in
      let before = pending
      pending = next
      return before
    }
  }

  var isUnsaved: Bool { pending.withLock { $0 != nil } }

  func saveAtEnd() -> (any Error)? {
    pending.withLock { pending in
      guard let copy = pending else { return nil }
      do throws(ArchiveError) {
        try writer.writeIfNewest(try ArchiveFormat.encode(copy.state, key: key), revision: copy.revision)
        return nil
      } catch { return error }
    }
  }

  func error(because reason: String) -> any Error {
    ArchiveError.cannotWrite(key: key, path: nil, reason: reason)
  }
}
