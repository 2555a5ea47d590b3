import Millrace

/// The entries that closures have written, in the order in which they did.
final class Log<Entry: Sendable>: Sendable {
  private let stored = Locked<[Entry]>([])

  var entries: [Entry] { stored.withLock(\.self) }

  func append(_ entry: Entry) {
    stored.withLock { $0.append(entry) }
  }
}
