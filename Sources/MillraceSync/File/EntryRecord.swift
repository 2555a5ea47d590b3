import Millrace
import MillraceCoding
import MillraceSQLite

/// Rows of a log's file: values as CBOR with a checksum, which also covers the row's place.
enum EntryRecord {
  /// Returns a value as bytes.
  static func bytes(_ value: some Encodable, log: String) throws(SharedLogError) -> [UInt8] {
    do { return try RecordEncoder().encode(value) } catch {
      throw .malformed(log: log, reason: "it cannot be encoded")
    }
  }

  /// Returns the checksum of bytes at a position of a log.
  static func sum(_ bytes: [UInt8], at position: UInt64, of log: String) -> Int64 {
    let seed = Checksum64.of([UInt8](log.utf8), seed: position)
    return Int64(bitPattern: Checksum64.of(bytes, seed: seed))
  }

  /// Reads a value, and throws `damaged` when it differs from its checksum.
  static func value<Value: Decodable>(
    _ type: Value.Type, _ bytes: [UInt8], sum: Int64, at position: UInt64, of log: String, _ what: String
  ) throws(SharedLogError) -> Value {
    guard self.sum(bytes, at: position, of: log) == sum else {
      throw .damaged(log: log, reason: "\(what) at position \(position) has another checksum")
    }
    do { return try RecordDecoder().decode(type, from: bytes) } catch {
      throw .damaged(log: log, reason: "\(what) at position \(position) cannot be decoded")
    }
  }
}

extension SharedLogError {
  /// Creates the error of a log for a failure of its file.
  init(_ failure: DatabaseFailure, log: String) {
    switch failure {
    case .failed(let path, let doing, let reason, let code):
      self =
        DatabaseReason.isDamage(code)
        ? .damaged(log: log, reason: "the file `\(path)` could not \(doing): \(reason)")
        : .unavailable(log: log, reason: "the file `\(path)` could not \(doing): \(reason)")
    case .missing(let path): self = .unavailable(log: log, reason: "there is no file `\(path)`")
    case .orphanedLog(let path, let beside):
      self = .refused(
        log: log,
        reason: """
          the file `\(path)` is missing, but its log `\(beside)` is there, which a new file would \
          destroy; nothing was changed; move the file back to its place, or that log away to begin without it
          """)
    case .foreign(let path, let reason):
      self = .damaged(log: log, reason: "the file `\(path)` is not a log: \(reason)")
    case .hardLinked(let path, let links):
      self = .malformed(
        log: log,
        reason: "the file `\(path)` has \(links) names (hard links), and each would have its own contents")
    case .path(let path, let reason): self = .malformed(log: log, reason: "\(reason): `\(path)`")
    case .closed: self = .closed(log: log)
    }
  }
}

/// Runs work on a database, and translates its failures into errors of a log.
func translating<Result>(
  _ log: String, _ work: () throws(DatabaseFailure) -> Result
) throws(SharedLogError) -> Result {
  do throws(DatabaseFailure) { return try work() } catch { throw SharedLogError(error, log: log) }
}
