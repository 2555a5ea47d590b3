import Foundation

/// A short list of branches behind a lock.
final class BranchList: Sendable {
  // Sound: guarded by the lock.
  private nonisolated(unsafe) var list: [(id: Int, branch: Branch)] = []
  private nonisolated(unsafe) var made = 0
  private let lock = NSLock()

  func add(_ branch: Branch) -> Int {
    lock.withLock {
      made += 1
      list.append((made, branch))
      if list.count > BranchBook.limit { list.removeFirst() }
      return made
    }
  }

  func remove(_ id: Int) { lock.withLock { list.removeAll { $0.id == id } } }

  /// The branch with a number, or the last one.
  func find(_ id: Int?) -> Branch? {
    lock.withLock { id.map { id in list.first { $0.id == id } } ?? list.last }?.branch
  }
}
