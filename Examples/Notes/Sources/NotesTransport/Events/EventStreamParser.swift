/// A parser of the HTML standard's "Server-sent events": a value that receives bytes in pieces of any size.
///
/// The events do not depend on the sizes of the pieces. Invalid UTF-8 becomes U+FFFD. An event without its
/// empty line is incomplete, and is not reported.
public struct EventStreamParser: Sendable {
  /// The server's delay before a new connection, in milliseconds; nil if it has not named one.
  public private(set) var retry: Int?
  /// True when an event exceeded the limit: then nothing more is read.
  public private(set) var isOverfull = false

  private let limit: Int
  /// The number of bytes of a byte order mark at the beginning; nil after the mark.
  private var mark: Int? = 0
  /// The beginning of a line whose end has not arrived.
  private var line: [UInt8] = []
  /// True when the last byte was a carriage return, to which a line feed would belong.
  private var isBehindReturn = false
  private var type = ""
  private var id = ""
  private var data: [UInt8] = []
  private var hasData = false

  /// Creates a parser at the beginning of a stream.
  ///
  /// - Parameter limit: The maximum size of an event's data and a line together, in bytes.
  public init(limit: Int = 1 << 22) {
    self.limit = limit
  }

  /// Adds bytes; returns the events that they complete.
  public mutating func take(_ bytes: [UInt8]) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    var rest = bytes[...]
    skipMark(&rest)
    while !rest.isEmpty, !isOverfull {
      if isBehindReturn {
        isBehindReturn = false
        if rest.first == .lineFeed { rest = rest.dropFirst() }
        continue
      }
      guard let end = rest.firstIndex(where: { $0 == .lineFeed || $0 == .carriageReturn }) else {
        if fits(rest) { line += rest }
        break
      }
      guard fits(rest[..<end]) else { break }
      if let event = endLine(rest[..<end]) { events.append(event) }
      isBehindReturn = rest[end] == .carriageReturn
      rest = rest[(end + 1)...]
    }
    return events
  }

  /// Skips a byte order mark, whose bytes may arrive one by one; bytes that are not one begin the first line.
  private mutating func skipMark(_ rest: inout ArraySlice<UInt8>) {
    let whole: [UInt8] = [0xEF, 0xBB, 0xBF]
    while let seen = mark, let byte = rest.first {
      guard seen < whole.count, byte == whole[seen] else {
        if seen < whole.count { line = Array(whole[..<seen]) }
        mark = nil
        return
      }
      rest = rest.dropFirst()
      mark = seen + 1
    }
  }

  private mutating func fits(_ part: ArraySlice<UInt8>) -> Bool {
    isOverfull = data.count + line.count + part.count > limit
    return !isOverfull
  }

  /// Completes a line with `part`.
  private mutating func endLine(_ part: ArraySlice<UInt8>) -> ServerSentEvent? {
    if line.isEmpty { return read(part) }
    line += part
    defer { line.removeAll(keepingCapacity: true) }
    return read(line[...])
  }

  private mutating func read(_ line: ArraySlice<UInt8>) -> ServerSentEvent? {
    if line.isEmpty { return dispatch() }
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
    var value = line[colon...].dropFirst()
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    // A line that begins with a colon is a comment; it has an empty name.
    switch String(decoding: line[..<colon], as: UTF8.self) {
    case "data":
      if hasData { data.append(.lineFeed) }
      hasData = true
      data += value
    case "event": type = String(decoding: value, as: UTF8.self)
    case "id" where !value.contains(0): id = String(decoding: value, as: UTF8.self)
    case "retry" where value.allSatisfy { $0 >= 48 && $0 <= 57 }:
      retry = Int(String(decoding: value, as: UTF8.self)) ?? retry
    default: break
    }
    return nil
  }

  private mutating func dispatch() -> ServerSentEvent? {
    defer {
      type = ""
      data.removeAll(keepingCapacity: true)
      hasData = false
    }
    guard hasData else { return nil }
    return ServerSentEvent(
      type: type.isEmpty ? "message" : type, id: id, data: String(decoding: data, as: UTF8.self))
  }
}

extension UInt8 {
  fileprivate static let lineFeed: UInt8 = 10
  fileprivate static let carriageReturn: UInt8 = 13
}

public struct ServerSentEvent: Hashable, Sendable {
  /// The type; `message` by default.
  public var type: String
  /// The id by which a client continues after this event: the last one of the stream, empty if there was
  /// none.
  public var id: String
  /// The lines of data, joined by line feeds.
  public var data: String

  public init(type: String = "message", id: String = "", data: String) {
    self.type = type
    self.id = id
    self.data = data
  }
}
