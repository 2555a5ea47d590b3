import Millrace

/// The committed state that an archive does not have yet, where every thread can reach it.
///
/// The substance itself lives in its home, which nobody can enter any more when the process ends.
final class UnsavedCopy<S: FlaskState>: UnsavedState {
  let key: String
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

  /// Holds a state in place of the one before; `revision` is that of the next save.
  func keep(_ state: S, revision: UInt64) { exchange(Pending(state: state, revision: revision)) }

  /// Holds nothing any more; waits while the process's end is saving it.
  func clear() { exchange(nil) }

  private func exchange(_ next: Pending?) {
    // The one before goes outside of the lock.
    _ = pending.withLock { pending in
      let before = pending
      pending = next
      return before
    }
  }

  var isPending: Bool { pending.withLock { $0 != nil } }

  func save() throws(ArchiveError) {
    let result: Result<Void, ArchiveError> = pending.withLock { pending in
      guard let copy = pending else { return .success(()) }
      do throws(ArchiveError) {
        try writer.writeIfNewest(try ArchiveFormat.encode(copy.state, key: key), revision: copy.revision)
        return .success(())
      } catch { return .failure(error) }
    }
    try result.get()
  }
}

/// A state that is not saved yet, of whatever type.
protocol UnsavedState: AnyObject, Sendable {
  var key: String { get }
  var isPending: Bool { get }
  /// Saves it in the call, if there is something.
  func save() throws(ArchiveError)
}
