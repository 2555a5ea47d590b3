extension HTTPFixture {
  /// Makes requests of bytes: a value that pieces of any size are put into.
  public struct RequestParser: Sendable {
    /// The result of the bytes so far.
    public enum Event: Sendable, Equatable {
      /// The client waits for the word to send the body.
      case expectsContinue
      /// A whole request.
      case request(Request)
      /// The bytes are not a request; nothing more is read.
      case failure(status: Int, reason: String)
    }

    private struct Head: Sendable {
      var method: String
      var target: String
      var headers: [Request.Field]
      var keepsAlive: Bool
    }

    private enum State: Sendable {
      case head
      case body(Head, length: Int)
      case chunkSize(Head, [UInt8])
      case chunk(Head, [UInt8], length: Int)
      case chunkEnd(Head, [UInt8])
      case trailers(Head, [UInt8])
      /// The connection may become something else: what comes is kept as it is.
      case upgrading
      case failed
    }

    /// The largest head that is read, in bytes.
    public static let longestHead = 1 << 16
    /// The largest body that is read, in bytes.
    public static let longestBody = 1 << 27

    private var state = State.head
    private var bytes: [UInt8] = []
    /// The index in `bytes` of the first byte that has not been read.
    private var start = 0

    /// A parser at the beginning of a connection.
    public init() {}

    /// Takes the next bytes.
    public mutating func take(_ more: some Collection<UInt8>) -> [Event] {
      bytes.append(contentsOf: more)
      return read()
    }

    /// Goes on after a request that wanted an upgrade and did not get it.
    public mutating func resume() -> [Event] {
      if case .upgrading = state { state = .head }
      return read()
    }

    /// The bytes behind a request that gets its upgrade.
    public var rest: [UInt8] { Array(bytes[start...]) }

    private mutating func read() -> [Event] {
      var events: [Event] = []
      do {
        while let found = try step() { events += found }
      } catch {
        state = .failed
        events.append(.failure(status: error.status, reason: error.reason))
      }
      bytes.removeFirst(start)
      start = 0
      return events
    }

    /// Reads one part; nil when more bytes are needed for it.
    private mutating func step() throws(Problem) -> [Event]? {
      switch state {
      case .head:
        guard let lines = try headLines() else { return nil }
        return try begin(lines)
      case .body(let head, let length):
        guard let body = bytes(length) else { return nil }
        return finish(head, body)
      case .chunkSize(let head, let body):
        guard let line = try line(longest: 1024) else { return nil }
        let size = line.prefix { $0 != ";" }.filter { $0 != " " }
        guard let length = Int(size, radix: 16), length >= 0, size.first != "+", size.first != "-" else {
          throw Problem(400, "the size of a chunk is not a number")
        }
        guard body.count + length <= Self.longestBody else { throw Problem(413, "the body is too long") }
        state = length == 0 ? .trailers(head, body) : .chunk(head, body, length: length)
      case .chunk(let head, let body, let length):
        guard let chunk = bytes(length) else { return nil }
        state = .chunkEnd(head, body + chunk)
      case .chunkEnd(let head, let body):
        guard let line = try line(longest: 2) else { return nil }
        guard line.isEmpty else { throw Problem(400, "a chunk is longer than its size") }
        state = .chunkSize(head, body)
      case .trailers(let head, let body):
        guard let line = try line(longest: Self.longestHead) else { return nil }
        if line.isEmpty { return finish(head, body) }
      case .upgrading, .failed:
        return nil
      }
      return []
    }

    private mutating func begin(_ lines: [String]) throws(Problem) -> [Event] {
      let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
      guard words.count == 3, !words[0].isEmpty, !words[1].isEmpty, words[2].hasPrefix("HTTP/1.") else {
        throw Problem(400, "the request line is not `method target HTTP/1.1`")
      }
      var fields: [Request.Field] = []
      for line in lines.dropFirst() {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[0].contains(" ") else {
          throw Problem(400, "a header field is not `name: value`")
        }
        fields.append(Request.Field(String(parts[0]), trimmed(parts[1])))
      }
      func values(_ name: String) -> [String] {
        fields.filter { $0.name.lowercased() == name }.map { $0.value.lowercased() }
      }
      let connection = values("connection").joined(separator: ",")
      let keepsAlive =
        words[2] == "HTTP/1.0" ? connection.contains("keep-alive") : !connection.contains("close")
      let head = Head(
        method: String(words[0]), target: String(words[1]), headers: fields, keepsAlive: keepsAlive)
      if let coding = values("transfer-encoding").last {
        guard coding == "chunked" else { throw Problem(400, "the transfer coding is not `chunked`") }
        state = .chunkSize(head, [])
      } else {
        let lengths = Set(values("content-length"))
        guard lengths.count <= 1, lengths.allSatisfy({ Int($0).map { $0 >= 0 } ?? false }) else {
          throw Problem(400, "the content length is not a number")
        }
        let length = lengths.first.flatMap { Int($0) } ?? 0
        guard length <= Self.longestBody else { throw Problem(413, "the body is too long") }
        state = .body(head, length: length)
        if length == 0 { return [] }
      }
      return values("expect").contains("100-continue") ? [.expectsContinue] : []
    }

    private mutating func finish(_ head: Head, _ body: [UInt8]) -> [Event] {
      let request = Request(
        method: head.method, target: head.target, headers: head.headers, body: body,
        keepsAlive: head.keepsAlive)
      state = request.isWebSocket ? .upgrading : .head
      return [.request(request)]
    }

    // MARK: Taking from the bytes

    private mutating func bytes(_ count: Int) -> [UInt8]? {
      guard bytes.count - start >= count else { return nil }
      defer { start += count }
      return Array(bytes[start..<start + count])
    }

    /// The next line without its end, which is a line feed with or without a carriage return.
    private mutating func line(longest: Int) throws(Problem) -> String? {
      guard let end = bytes[start...].firstIndex(of: 10) else {
        if bytes.count - start > longest { throw Problem(431, "a line is too long") }
        return nil
      }
      defer { start = end + 1 }
      return text(bytes[start..<end])
    }

    /// The lines before the next empty one.
    private mutating func headLines() throws(Problem) -> [String]? {
      // Empty lines before a request are skipped (RFC 9112, section 2.2).
      while start < bytes.count, bytes[start] == 13 || bytes[start] == 10 { start += 1 }
      var lines: [String] = []
      var at = start
      while let end = bytes[at...].firstIndex(of: 10), end - start <= Self.longestHead {
        let line = text(bytes[at..<end])
        at = end + 1
        if line.isEmpty {
          start = at
          return lines
        }
        lines.append(line)
      }
      if bytes.count - start > Self.longestHead { throw Problem(431, "the head is too long") }
      return nil
    }

    private func text(_ line: ArraySlice<UInt8>) -> String {
      String(decoding: line.last == 13 ? line.dropLast() : line, as: UTF8.self)
    }

    private func trimmed(_ text: Substring) -> String {
      let isBlank = { (character: Character) in character == " " || character == "\t" }
      let head = text.drop(while: isBlank)
      return String(String(head.reversed().drop(while: isBlank).reversed()))
    }
  }

  /// The reason why bytes are not a request, and the status to answer with.
  private struct Problem: Error {
    let status: Int
    let reason: String

    init(_ status: Int, _ reason: String) {
      self.status = status
      self.reason = reason
    }
  }
}
