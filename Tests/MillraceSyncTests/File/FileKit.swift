import Foundation
import Millrace
import Testing

@testable import MillraceSync

/// A folder that is deleted with its last user.
final class FileFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/shared-log-\(UUID())"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String = "log") -> String { path + "/" + name }
}

/// Returns an entry of a writer.
func fileEntry(_ writer: String, _ number: UInt64, _ message: [UInt8] = [1], store: String = "s") -> LogEntry
{
  guard let writer = try? LogWriter(writer) else { preconditionFailure("a test's writer has a valid name") }
  return LogEntry(
    writer: writer, number: number, store: store, kind: SchemaKind(name: "k", version: 1), rules: 1, time: 0,
    message: message)
}

/// Returns a snapshot without states.
func fileSnapshot(_ position: UInt64) -> LogSnapshot {
  LogSnapshot(position: position, digest: position, states: [], writers: [])
}
