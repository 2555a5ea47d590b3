import Foundation

/// A value behind a lock.
final class Guarded<Value: Sendable>: Sendable {
  // Sound: guarded by the lock.
  private nonisolated(unsafe) var content: Value
  private let lock = NSLock()

  init(_ value: Value) { content = value }

  var value: Value { lock.withLock { content } }

  func change(_ body: (inout Value) -> Void) { lock.withLock { body(&content) } }
}

/// Names of files.
enum FileName {
  /// Returns the part of a path after its last slash.
  static func last(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}
