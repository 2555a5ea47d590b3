import Foundation
import InspectorFiles

/// The newest report of a file that the server has not taken yet.
final class LatestProgress: Sendable {
  // Sound: guarded by the lock.
  private nonisolated(unsafe) var progress: FileProgress?
  private let lock = NSLock()

  func set(_ progress: FileProgress) { lock.withLock { self.progress = progress } }

  func take() -> FileProgress? {
    lock.withLock {
      defer { progress = nil }
      return progress
    }
  }
}
