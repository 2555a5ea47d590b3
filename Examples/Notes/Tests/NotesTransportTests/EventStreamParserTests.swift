import Testing

@testable import NotesTransport

@Suite("Server-sent events")
struct EventStreamParserTests {
  private func events(_ text: String) -> [ServerSentEvent] {
    var parser = EventStreamParser()
    return parser.take(Array(text.utf8))
  }

  @Test("the examples of the HTML standard give the events that it says")
  func standard() {
    #expect(
      events("data: YHOO\ndata: +2\ndata: 10\n\n") == [ServerSentEvent(data: "YHOO\n+2\n10")])
    #expect(
      events(": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n")
        == [
          ServerSentEvent(id: "1", data: "first event"), ServerSentEvent(data: "second event"),
          ServerSentEvent(data: " third event"),
        ])
    #expect(
      events("data\n\ndata\ndata\n\ndata:") == [ServerSentEvent(data: ""), ServerSentEvent(data: "\n")])
    #expect(
      events("data:test\n\ndata: test\n\n") == Array(repeating: ServerSentEvent(data: "test"), count: 2))
    #expect(
      events("event: add\ndata: 73857293\n\nevent: remove\n\ndata: 2153\n\n")
        == [ServerSentEvent(type: "add", data: "73857293"), ServerSentEvent(data: "2153")])
  }

  @Test("lines end with LF, CR or both", arguments: ["\n", "\r", "\r\n"])
  func lineEnds(_ end: String) {
    let text = ["id: 7", "event: e", "data: a", "data: b", "", "data: c", "", ""].joined(separator: end)
    #expect(
      events(text) == [
        ServerSentEvent(type: "e", id: "7", data: "a\nb"), ServerSentEvent(id: "7", data: "c"),
      ])
  }

  @Test("one byte order mark at the beginning is passed over, and no other")
  func mark() {
    #expect(events("\u{FEFF}data: a\n\n") == [ServerSentEvent(data: "a")])
    #expect(events("\u{FEFF}\u{FEFF}data: a\n\n").isEmpty)
    #expect(events("data: \u{FEFF}\n\n") == [ServerSentEvent(data: "\u{FEFF}")])
    var parser = EventStreamParser()
    #expect(parser.take([0xEF, 0xBB] + Array("data: a\n\ndata: b\n\n".utf8)) == [ServerSentEvent(data: "b")])
  }

  @Test("what is no UTF-8 becomes U+FFFD")
  func malformed() {
    var parser = EventStreamParser()
    #expect(
      parser.take(Array("data: a".utf8) + [0xFF, 0xE2, 0x82] + Array("b\n\n".utf8))
        == [ServerSentEvent(data: "a\u{FFFD}\u{FFFD}b")])
  }

  @Test("an id with a zero is none, and a time to wait is digits")
  func details() {
    var parser = EventStreamParser()
    let events = parser.take(
      Array("id: 1\nid: 2\0\nretry: 1500\nretry: -1\nretry: 1s\nretry:\ndata:x\n\n".utf8))
    #expect(events == [ServerSentEvent(id: "1", data: "x")])
    #expect(parser.retry == 1500)
  }

  @Test("an event that is too large ends the reading, and those before it count")
  func overfull() {
    let text = Array("data: a\n\ndata: 0123456789\n\ndata: b\n\n".utf8)
    for size in 1...text.count {
      var parser = EventStreamParser(limit: 15)
      var events: [ServerSentEvent] = []
      for start in stride(from: 0, to: text.count, by: size) {
        events += parser.take(Array(text[start..<min(start + size, text.count)]))
      }
      #expect(events == [ServerSentEvent(data: "a")])
      #expect(parser.isOverfull)
    }
    var parser = EventStreamParser(limit: 16)
    #expect(parser.take(text).count == 3)
    // A comment without end is none that is kept.
    #expect(parser.take(Array(repeating: UInt8(ascii: ":"), count: 17)).isEmpty)
    #expect(parser.isOverfull)
  }

  @Test("however the bytes are split, the events are those of the whole text", arguments: 0..<300)
  func anySplit(_ seed: UInt64) {
    var random = Seeded(state: seed)
    let words: [[UInt8]] =
      [
        "\n", "\n", "\n", "\r", "\r\n", "data", ":", " ", "data: x", "event: e", "id: 1", "retry: 5",
        "\u{FEFF}", "ü",
        "\0", "data:", ": c",
      ].map { Array($0.utf8) } + [[0xFF], [0xE2, 0x82], [0xEF], [0xBB]]
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 0...60, using: &random) {
      bytes += words.randomElement(using: &random) ?? []
    }
    let expected = wholeText(bytes)

    var parser = EventStreamParser()
    #expect(parser.take(bytes) == expected)
    var byteByByte = EventStreamParser()
    #expect(bytes.flatMap { byteByByte.take([$0]) } == expected)
    var inPieces = EventStreamParser()
    #expect(bytes.split(by: &random).flatMap { inPieces.take($0) } == expected)
  }

  /// The standard's algorithm, word for word, on a text that is whole.
  private func wholeText(_ bytes: [UInt8]) -> [ServerSentEvent] {
    var scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
    var lines: [String.UnicodeScalarView] = [.init()]
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      if scalar == "\r", index < scalars.count, scalars[index] == "\n" { index += 1 }
      if scalar == "\r" || scalar == "\n" {
        lines.append(.init())
      } else {
        lines[lines.count - 1].append(scalar)
      }
    }
    // A line without its end does not count.
    lines.removeLast()
    var events: [ServerSentEvent] = []
    var (type, id, data) = ("", "", String.UnicodeScalarView())
    for line in lines {
      if line.isEmpty {
        if !data.isEmpty {
          data.removeLast()
          events.append(ServerSentEvent(type: type.isEmpty ? "message" : type, id: id, data: String(data)))
        }
        (type, data) = ("", .init())
        continue
      }
      let colon = line.firstIndex(of: ":")
      let field = String(line[..<(colon ?? line.endIndex)])
      var value = colon.map { line[line.index(after: $0)...] } ?? .init()
      if value.first == " " { value.removeFirst() }
      switch field {
      case "event": type = String(value)
      case "data":
        data.append(contentsOf: value)
        data.append("\n")
      case "id": if !value.contains("\0") { id = String(value) }
      default: break
      }
    }
    return events
  }
}
