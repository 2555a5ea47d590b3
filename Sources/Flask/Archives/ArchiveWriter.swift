import Dispatch
import Millrace

/// Carries the changes of one archive to its storage, in the order of their revisions.
///
/// A change that is older than the last one carried out has nothing to do and is passed over. One that failed
/// does not count. A cancelled task's change is carried out like any other.
final class ArchiveWriter: Sendable {
  private let storage: any ArchiveStorage
  private let key: String
  private let queue = DispatchQueue(label: "Flask.ArchiveWriter")
  /// The last revision carried out; it is held during a change, so that there is one at a time.
  private let last = Locked<UInt64?>(nil)

  init(storage: any ArchiveStorage, key: String) {
    self.storage = storage
    self.key = key
  }

  /// Says of the bytes that are there that they are not ours to replace.
  typealias Keeping = @Sendable (_ bytes: [UInt8]) -> Bool

  /// Writes on a thread of no actor, and sets an archive that `keeping` accepts aside first.
  func write(_ bytes: [UInt8], revision: UInt64, keeping: Keeping? = nil) async throws(ArchiveError) {
    try await elsewhere {
      $0.inOrder(revision) {
        try Self.setAside($1, in: $0, if: keeping)
        try $0.write(bytes, for: $1)
      }
    }.get()
  }

  /// Removes the archive on a thread of no actor, or sets one that `keeping` accepts aside.
  func remove(revision: UInt64, keeping: Keeping? = nil) async throws(ArchiveError) {
    try await elsewhere {
      $0.inOrder(revision) {
        try Self.setAside($1, in: $0, if: keeping)
        try $0.remove($1)
      }
    }.get()
  }

  /// Writes in the call, for what cannot wait; a change that is being carried out is waited for.
  func writeNow(_ bytes: [UInt8], revision: UInt64) throws(ArchiveError) {
    try inOrder(revision) { try $0.write(bytes, for: $1) }.get()
  }

  /// Writes in the call, unless something of this revision or a newer one has been carried out.
  func writeIfNewest(_ bytes: [UInt8], revision: UInt64) throws(ArchiveError) {
    try inOrder(revision, isOnlyOne: true) { try $0.write(bytes, for: $1) }.get()
  }

  private static func setAside(_ key: String, in storage: any ArchiveStorage, if keeping: Keeping?) throws {
    // What cannot be read is written over by hand, as its error says.
    guard let keeping, let bytes = try? storage.read(key), keeping(bytes) else { return }
    _ = try storage.setAside(key)
  }

  private typealias Outcome = Result<Void, ArchiveError>

  private func elsewhere(_ change: @escaping @Sendable (ArchiveWriter) -> Outcome) async -> Outcome {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: change(self)) }
    }
  }

  private func inOrder(
    _ revision: UInt64, isOnlyOne: Bool = false,
    _ change: (_ storage: any ArchiveStorage, _ key: String) throws -> Void
  ) -> Outcome {
    last.withLock { last in
      if let last, revision < last || isOnlyOne && revision == last { return .success(()) }
      do { try change(storage, key) } catch {
        let reason = DecodingReason.text(error)
        return .failure(error as? ArchiveError ?? .cannotWrite(key: key, path: nil, reason: reason))
      }
      last = revision
      return .success(())
    }
  }
}
