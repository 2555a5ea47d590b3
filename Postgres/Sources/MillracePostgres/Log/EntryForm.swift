import Millrace
import MillraceCoding
import MillraceSync

/// Entries in the form of the tables: CBOR without the check, which is not part of what makes entries equal.
enum EntryForm {
  static func body(of entry: LogEntry) throws(PostgresFault) -> [UInt8] {
    var entry = entry
    entry.check = nil
    do { return try RecordEncoder().encode(entry) } catch {
      throw .log(.malformed(log: nil, reason: "an entry cannot be encoded"))
    }
  }

  static func entry(
    _ body: [UInt8], check: Int64?, digest: Int64?, log: String
  ) throws(PostgresFault) -> LogEntry {
    do {
      var entry = try RecordDecoder().decode(LogEntry.self, from: body)
      if let check, let digest {
        entry.check = LogCheck(position: UInt64(clamping: check), digest: UInt64(bitPattern: digest))
      }
      return entry
    } catch {
      throw .log(.damaged(log: log, reason: "an entry cannot be decoded"))
    }
  }
}
