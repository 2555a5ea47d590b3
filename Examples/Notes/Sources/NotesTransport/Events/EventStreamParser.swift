/// Makes events of bytes as the HTML standard has it ("Server-sent events"): a value that pieces of any size
/// are put into.
///
/// Wherever the bytes are split, the same events come of them. What is not UTF-8 becomes U+FFFD. An event
/// without its empty line is not complete, and none.
public struct EventStreamParser: Sendable {
  /// How many milliseconds the server wants a client to wait before it connects again; nil if it has not said
  /// it.
  public private(set) var retry: Int?
  /// Whether an event was larger than the limit: then nothing more is read.
  public private(set) var isOverfull = false

  private let limit: Int
  /// How many bytes of a byte order mark were seen at the very beginning; nil behind it.
  private var mark: Int? = 0
  /// The beginning of a line whose end has not come.
  private var line: [UInt8] = []
  /// Whether the last byte was a carriage return, to which a line feed would belong.
  private var isBehindReturn = false
  private var type = ""
  private var id = ""
  private var data: [UInt8] = []
  private var hasData = false

  /// A parser at the beginning of a stream.
  ///
  /// - Parameter limit: How many bytes the data of an event and a line may have together.
  public init(limit: Int = 1 << 22) {
    self.limit = limit
  }

  /// Takes the next bytes, and gives the events that they complete.
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

  /// The bytes of a byte order mark may come one by one; if they turn out to be none, they begin the first
  /// line.
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

  /// A line is complete with `part`.
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
    // A line that begins with a colon is a comment; it has the empty name.
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
