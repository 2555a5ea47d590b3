import InspectorCore
import MillraceInspectorWire
import Testing

@testable import InspectorServer

@Suite("Bytes of an application")
struct HostileBytesTests {
  private let key = HexBlock.random()

  /// A connection after its handshake.
  private func opened() throws -> ConnectionLife {
    var life = ConnectionLife(key: key, HistoryWriter(try HistoryFile(), limit: 1 << 20))
    var handshake = ApplicationHandshake(key: key)
    guard case .send(let hello) = handshake.receive(life.greeting) else { throw NotOpened() }
    let step = life.take(bytes([hello]))
    #expect(step.hasOpened && step.end == nil)
    return life
  }

  private struct NotOpened: Error {}

  private func bytes(_ frames: [Frame]) -> [UInt8] {
    var bytes: [UInt8] = []
    for frame in frames { try? frame.write(to: &bytes) }
    return bytes
  }

  /// The frames that an application sends, in order.
  private var story: [Frame] {
    [
      Frame(head: #"{"application":"Notes","process":1}"#),
      Frame(head: #"{"flow":1,"name":"main","allows":["back"],"last":0}"#),
      Frame(head: #"{"store":1,"flow":1,"name":"a","exact":true,"messages":["m@1"],"states":["s@1"]}"#),
      Frame(head: #"{"state":0,"flow":1,"store":1,"at":1,"kind":"s@1"}"#, body: Array(#"{"n":0}"#.utf8)),
      Frame(
        head:
          #"{"turn":1,"flow":1,"store":1,"at":1,"kind":"m@1","name":"x","text":"x","cause":"sent","effects":[{"kind":"started","effect":1,"turn":1}]}"#,
        body: Array(#"{"x":{}}"#.utf8)),
      Frame(
        head: #"{"state":1,"flow":1,"store":1,"at":1,"kind":"s@1","mark":1,"tables":[["t"]]}"#,
        body: Array(#"{"n":0,"t":[1,2,3]}"#.utf8)),
      Frame(
        head: #"{"state":1,"flow":1,"store":1,"at":1,"kind":"s@1","mark":2,"since":1,"tables":[["t"]]}"#,
        body: Array(
          #"{"state":{"n":1,"t":[]},"tables":[{"count":3,"taken":[1],"at":[2],"rows":[4]}]}"#.utf8)),
      Frame(head: #"{"event":{"kind":"failed","effect":1,"turn":1},"flow":1,"store":1,"after":1,"at":2}"#),
      Frame(head: #"{"dropped":3,"flow":1,"from":2,"until":4}"#),
      Frame(head: #"{"showing":1,"flow":1}"#),
      Frame(head: #"{"answer":1}"#, body: Array("{}".utf8)),
      Frame(head: #"{"ended":1,"flow":1}"#),
    ]
  }

  @Test("the same news come of the same bytes, however they are cut", arguments: 0..<50)
  func pieces(seed: UInt64) throws {
    let all = bytes(story)
    var whole = try opened()
    let expected = whole.take(all).news.map { "\($0)" }
    #expect(expected.count == story.count)
    var random = Random(state: seed)
    var life = try opened()
    var news: [String] = []
    var rest = all[...]
    while !rest.isEmpty {
      let count = Int.random(in: 1...40, using: &random)
      let step = life.take(Array(rest.prefix(count)))
      #expect(step.end == nil)
      news += step.news.map { "\($0)" }
      rest = rest.dropFirst(count)
    }
    #expect(news == expected, "seed \(seed)")
  }

  @Test(
    "damaged bytes end a connection with a sentence, or are understood; nothing traps", arguments: 0..<500)
  func damage(seed: UInt64) throws {
    var random = Random(state: seed)
    var all = bytes(story)
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 0..<all.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: all[place] = UInt8.random(in: 0...255, using: &random)
      case 1: all.remove(at: place)
      case 2: all.insert(UInt8(ascii: "9"), at: place)
      default: all.replaceSubrange(place..<min(place + 20, all.count), with: [])
      }
    }
    var life = try opened()
    let step = life.take(all)
    if let end = step.end { #expect(end.hasSuffix(".")) }
    // What was understood goes into an index without a trap, too.
    var index = HistoryIndex()
    for news in step.news {
      switch news {
      case .store(_, nil, let name, let dialect, let isExact, let messages):
        _ = index.addStore(name, dialect: dialect, isExact: isExact, messages: messages)
      case .turn(_, let turn): _ = index.add(turn)
      case .event(_, let store, let event, let at, let place):
        index.add(event, store: store, at: at, place: place)
      case .sample(_, let store, let sample): index.add(sample, store: store)
      case .gap(_, let turns): index.addGap(turns)
      default: continue
      }
    }
    for store in index.stores.indices {
      for turn in [0, 1, 5, UInt64.max] { _ = index.plan(store, at: turn, isConnected: true) }
    }
    _ = TimeLine(index, from: .min, until: .max, width: 10)
  }

  @Test(
    "damaged marks lead to the state that they are of, to a request for a whole one, or to the connection's end",
    arguments: 0..<500)
  func marks(seed: UInt64) throws {
    var random = Random(state: seed)
    let places = #"[["t"]]"#
    let head = #"{"state":1,"flow":1,"store":1,"at":1,"kind":"s@1","mark":2,"since":1,"tables":\#(places)}"#
    var body = Array(#"{"state":{"n":1,"t":[]},"tables":[{"count":3,"taken":[1],"at":[2],"rows":[4]}]}"#.utf8)
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let place = Int.random(in: 0..<body.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: body[place] = UInt8.random(in: 0x20...0x7E, using: &random)
      case 1: body.remove(at: place)
      default:
        let bytes = Array("09[]{},".utf8)
        body.insert(bytes[Int.random(in: 0..<bytes.count, using: &random)], at: place)
      }
    }
    let file = try HistoryFile()
    var stream = ApplicationStream(HistoryWriter(file, limit: 1 << 20))
    for frame in story[1...2] + [story[5]] { _ = try stream.take(frame) }
    let news = try stream.take(Frame(head: Array(head.utf8), body: body))
    _ = stream.flush()
    guard case .sample(_, _, let sample)? = news else {
      #expect(stream.takeRequests().count == 1, "seed \(seed)")
      return
    }
    #expect(stream.takeRequests().isEmpty)
    let state = try JSONDocument(try file.state(marksAt: sample.place)).root
    let marked = try JSONDocument(body).root
    // Whatever the damage has made of the marks, the rows are as many as they say.
    #expect(
      state["t"].map { Int64($0.count) } == marked["tables"]?[0]?["count"]?.integer, "seed \(seed)")
  }

  @Test("a head cannot lead to another sample than the connection has kept")
  func forged() throws {
    let file = try HistoryFile()
    var stream = ApplicationStream(HistoryWriter(file, limit: 1 << 20))
    for frame in story[1...2] { _ = try stream.take(frame) }
    let forged = Frame(
      head:
        #"{"state":1,"flow":1,"store":1,"at":1,"kind":"s@1","base":[0,10,10],"tables":[["t"]],"marks":1}"#,
      body: Array(#"{"n":0}"#.utf8))
    guard case .sample(_, _, let sample)? = try stream.take(forged) else {
      Issue.record("It is a state.")
      return
    }
    _ = stream.flush()
    let source = LiveSource(file: file, flow: 1, requests: ApplicationRequests {})
    #expect(try source.state(at: sample.place).json == forged.body)
    #expect(try stream.take(Frame(head: #"{"marks":1,"base":[0,10,10],"flow":1,"store":1}"#)) == nil)
  }

  @Test("a frame before the handshake is no news, whatever it says")
  func early() throws {
    var life = ConnectionLife(key: key, HistoryWriter(try HistoryFile(), limit: 1 << 20))
    let step = life.take(bytes(story))
    #expect(step.news.isEmpty && step.end != nil && !life.isOpen)
  }

  private struct Random: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }
}
