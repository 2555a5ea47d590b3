import Millrace
import MillraceSync

extension LawRun {
  /// Returns a writer with a name that is known to be valid.
  func writer(_ name: String) throws(SharedLogLawFailure) -> LogWriter {
    do { return try LogWriter(name) } catch {
      throw failure(expected: "a valid name", found: error.description)
    }
  }

  /// Returns entries of a writer with successive numbers.
  func entries(_ name: String, _ numbers: ClosedRange<UInt64>) throws(SharedLogLawFailure) -> [LogEntry] {
    let writer = try writer(name)
    return numbers.map { LogEntry(law: writer, $0) }
  }

  /// Returns one entry of a writer.
  func entry(_ name: String, _ number: UInt64) throws(SharedLogLawFailure) -> LogEntry {
    LogEntry(law: try writer(name), number)
  }
}

extension LogEntry {
  /// Creates an entry whose content follows from its writer and number.
  init(law writer: LogWriter, _ number: UInt64) {
    self.init(
      writer: writer, number: number, store: "notes", kind: SchemaKind(name: "note", version: 1), rules: 1,
      time: 1_000 &+ Int64(truncatingIfNeeded: number), message: Array("\(writer.name)-\(number)".utf8))
  }

  /// The entry with another message.
  var forgery: LogEntry {
    var other = self
    other.message.append(0xF6)
    return other
  }
}

extension LogSnapshot {
  /// Creates a snapshot whose content follows from its position.
  init(law position: UInt64, writers: [LogWriterNumber] = []) {
    self.init(
      position: position, digest: .max - position,
      states: [
        LogState(
          store: "notes", kind: SchemaKind(name: "state", version: 3), rules: 2,
          state: Array("state \(position)".utf8))
      ],
      writers: writers)
  }
}
