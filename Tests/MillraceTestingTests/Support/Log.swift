import Millrace
import MillraceTesting

/// The entries that tasks have written, in the order in which they did.
final class Log<Entry: Sendable>: Sendable {
  private let stored = Locked<[Entry]>([])

  var entries: [Entry] { stored.withLock(\.self) }
  var count: Int { stored.withLock(\.count) }

  func append(_ entry: Entry) {
    stored.withLock { $0.append(entry) }
  }
}

/// Waits, suspended, until `condition` holds; for facts that are certain to come.
func become(_ condition: () async -> Bool) async {
  await eventually(condition)
}
