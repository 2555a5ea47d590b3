import Millrace
import MillraceSync

/// A request by its meaning, before its body is read.
struct LogCall: Equatable {
  enum Operation: Equatable {
    case append
    case read(after: UInt64, limit: Int)
    case wait(after: UInt64, seconds: UInt64)
    case snapshot
    case keep
  }

  var log: String
  var operation: Operation

  var isFollower: Bool { if case .wait = operation { true } else { false } }

  /// Reads the method, path and query of a request.
  init(_ request: LogRequest, prefix: String) throws(LogFailure) {
    let start = "\(prefix)/\(LogWire.version)/"
    guard request.path.utf8.starts(with: start.utf8) else {
      throw LogFailure(.malformed, status: 404, reason: "the path is not below `\(start)`")
    }
    let parts = request.path.utf8.dropFirst(start.utf8.count)
      .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard parts.count == 2 else {
      throw LogFailure(.malformed, status: 404, reason: "the path is not that of a log and one of its parts")
    }
    if let flaw = LogWire.flaw(ofLog: parts[0]) { throw LogFailure(.malformed, status: 400, reason: flaw) }
    log = parts[0]
    switch (parts[1], request.method) {
    case ("entries", "POST"):
      _ = try Self.numbers(request.query, [])
      operation = .append
    case ("entries", "GET"):
      let numbers = try Self.numbers(request.query, ["after", "limit"])
      operation = .read(
        after: numbers["after"] ?? 0, limit: Int(clamping: numbers["limit"] ?? UInt64(LogPage.entryLimit)))
    case ("news", "GET"):
      let numbers = try Self.numbers(request.query, ["after", "wait"])
      operation = .wait(after: numbers["after"] ?? 0, seconds: numbers["wait"] ?? .max)
    case ("snapshot", "GET"):
      _ = try Self.numbers(request.query, [])
      operation = .snapshot
    case ("snapshot", "PUT"):
      _ = try Self.numbers(request.query, [])
      operation = .keep
    case ("entries", _), ("news", _), ("snapshot", _):
      throw LogFailure(.malformed, status: 405, reason: "the method is not one of this path")
    default:
      throw LogFailure(.malformed, status: 404, reason: "a log has no such part")
    }
  }

  /// Reads a query of numbers; each name at most once.
  private static func numbers(
    _ query: String?, _ names: Set<String>
  ) throws(LogFailure) -> [String: UInt64] {
    var numbers: [String: UInt64] = [:]
    guard let query, !query.isEmpty else { return numbers }
    for field in query.split(separator: "&", omittingEmptySubsequences: false) {
      let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, names.contains(String(parts[0])), numbers[String(parts[0])] == nil,
        let number = UInt64(digits: parts[1])
      else {
        throw LogFailure(
          .malformed, status: 400,
          reason: "the query is not one of whole numbers up to \(UInt64.max) with known names, each once")
      }
      numbers[String(parts[0])] = number
    }
    return numbers
  }
}
