import Dispatch
import Millrace

/// The writer that applies the changes of one archive to its storage, in the order of their revisions.
///
/// It skips a change that is older than the last applied one. A failed change does not count. A change of a
/// cancelled task is applied like any other.
final class ArchiveWriter: Sendable {
  private let storage: any ArchiveStorage
  private let key: String
  private let queue = DispatchQueue(label: "Flask.ArchiveWriter")
  /// The last applied revision; the lock is held during a change, so that one is applied at a time.
  private let last = Locked<UInt64?>(nil)

  init(storage: any ArchiveStorage, key: String) {
    self.storage = storage
    self.key = key
  }

  /// A test that protects the present bytes from being replaced.
  typealias Keeping = @Sendable (_ bytes: [UInt8]) -> Bool

  /// Writes on a thread of no actor; first it sets aside an archive that `keeping` accepts.
  func write(_ bytes: [UInt8], revision: UInt64, keeping: Keeping? = nil) async throws(ArchiveError) {
    try await apply(revision, keeping) { try $0.write(bytes, for: $1) }
  }

  /// Removes the archive on a thread of no actor, or sets it aside if `keeping` accepts it.
  func remove(revision: UInt64, keeping: Keeping? = nil) async throws(ArchiveError) {
    try await apply(revision, keeping) { try $0.remove($1) }
  }

  /// Writes during the call, after any change in progress.
  func writeNow(_ bytes: [UInt8], revision: UInt64, keeping: Keeping? = nil) throws(ArchiveError) {
    try inOrder(revision, keeping) { try $0.write(bytes, for: $1) }.get()
  }

  /// Removes the archive during the call, or sets it aside if `keeping` accepts it.
  func removeNow(revision: UInt64, keeping: Keeping? = nil) throws(ArchiveError) {
    try inOrder(revision, keeping) { try $0.remove($1) }.get()
  }

  /// Writes during the call, unless this revision or a newer one has been applied.
  func writeIfNewest(_ bytes: [UInt8], revision: UInt64) throws(ArchiveError) {
    try inOrder(revision, isOnlyOne: true) { try $0.write(bytes, for: $1) }.get()
  }

  private typealias Change = @Sendable (_ storage: any ArchiveStorage, _ key: String) throws -> Void

  private func apply(
    _ revision: UInt64, _ keeping: Keeping?, _ change: @escaping Change
  ) async throws(ArchiveError) {
    let outcome = await withCheckedContinuation { continuation in
      queue.async { [self] in
        continuation.resume(returning: inOrder(revision, keeping, change))
      }
    }
    try outcome.get()
  }

  private func inOrder(
    _ revision: UInt64, _ keeping: Keeping? = nil, isOnlyOne: Bool = false, _ change: Change
  ) -> Result<Void, ArchiveError> {
    last.withLock { last in
      if let last, revision < last || isOnlyOne && revision == last { return .success(()) }
      do {
        // A save by hand overwrites an unreadable archive, as its error says.
        if let keeping, let bytes = try? storage.read(key), keeping(bytes) { _ = try storage.setAside(key) }
        try change(storage, key)
      } catch {
        let reason = DecodingReason.text(error)
        return .failure(error as? ArchiveError ?? .cannotWrite(key: key, path: nil, reason: reason))
      }
      last = revision
      return .success(())
    }
  }
}
