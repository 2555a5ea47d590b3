import Millrace

/// A renewal in progress.
final class RenewalNode: Sendable {}

/// The renewals that wait for each other, over all tokens of the process.
///
/// A renewal that uses its own token, or one whose renewal uses its own, would wait for itself.
enum RenewalGraph {
  /// The renewal inside which the task runs; nil outside of any.
  @TaskLocal static var current: RenewalNode?

  /// For each renewal those that work inside it waits for.
  private static let waits = Locked<[ObjectIdentifier: [ObjectIdentifier]]>([:])

  /// Notes that the task waits for a renewal until ``endWait(for:)``; returns false if that waits for the
  /// task.
  static func beginWait(for renewal: RenewalNode) -> Bool {
    guard let current else { return true }
    let (waiting, awaited) = (ObjectIdentifier(current), ObjectIdentifier(renewal))
    return waits.withLock { waits in
      var reached: Set = [awaited]
      var open = [awaited]
      while let next = open.popLast() {
        for further in waits[next] ?? [] where reached.insert(further).inserted { open.append(further) }
      }
      if reached.contains(waiting) { return false }
      waits[waiting, default: []].append(awaited)
      return true
    }
  }

  /// Notes the end of a wait that ``beginWait(for:)`` has allowed.
  static func endWait(for renewal: RenewalNode) {
    guard let current else { return }
    let (waiting, awaited) = (ObjectIdentifier(current), ObjectIdentifier(renewal))
    waits.withLock { waits in
      if let index = waits[waiting]?.firstIndex(of: awaited) { waits[waiting]?.remove(at: index) }
      if waits[waiting]?.isEmpty == true { waits[waiting] = nil }
    }
  }
}
