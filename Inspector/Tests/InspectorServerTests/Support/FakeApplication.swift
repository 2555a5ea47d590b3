import Foundation
import MillraceInspectorWire
import MillraceJournal
import WireFixture

/// An application that sends what it is told to, byte by byte.
///
/// Tests use it on threads of their own.
final class FakeApplication: @unchecked Sendable {
  // Sound: each test uses one from one thread.
  private let wire: Wire
  private var reader = FrameReader()

  /// Connects, without a word.
  init(port: Int) throws { wire = try Wire(port) }

  /// Connects, proves that it knows the key, and names itself.
  convenience init(_ tool: TestTool, name: String = "Notes") throws {
    try self.init(port: tool.applicationPort)
    var handshake = ApplicationHandshake(key: tool.key)
    while let frame = receive() {
      switch handshake.receive(frame) {
      case .send(let answer): send(answer)
      case .complete:
        reader.endHandshake()
        say(#"{"application":"\#(name)","process":4711,"program":"notes","system":"Linux"}"#)
        return
      case .end(let error, _): throw error
      }
    }
    throw POSIXError(.ECONNRESET)
  }

  /// Sends a frame.
  func say(_ head: String, _ body: String = "") {
    send(Frame(head: head, body: Array(body.utf8)))
  }

  func send(_ frame: Frame) {
    var bytes: [UInt8] = []
    try? frame.write(to: &bytes)
    send(bytes)
  }

  /// Sends bytes; stops when the other side takes no more.
  func send(_ bytes: [UInt8]) { wire.send(bytes) }

  /// The next frame of the tool; nil at the end of the connection.
  func receive() -> Frame? {
    while true {
      do { if let frame = try reader.next() { return frame } } catch { return nil }
      guard let bytes = wire.receive() else { return nil }
      reader.append(bytes)
    }
  }

  /// Waits for a request, and answers it with what the closure makes of its body.
  @discardableResult
  func answer(_ deed: String, _ body: (JournalValue) -> String) throws -> JournalValue {
    guard let frame = receive() else { throw POSIXError(.ECONNRESET) }
    let head = try JournalValue(json: frame.head)
    guard head["do"] == .text(deed), case .integer(let request)? = head["request"] else {
      throw UnexpectedRequest(head: "\(head)")
    }
    let asked = frame.body.isEmpty ? .null : try JournalValue(json: frame.body)
    say(#"{"answer":\#(request)}"#, body(asked))
    return asked
  }

  /// Answers a request to compute as the counter would: each message adds its number to `n`.
  @discardableResult
  func compute() throws -> JournalValue {
    try answer("compute") { body in
      var sum = body["states"]?.list.first?["state"]?["n"]?.int ?? 0
      let wanted = Set((body["want"]?.list ?? []).compactMap(\.int))
      var states: [String] = []
      for turn in body["turns"]?.list ?? [] {
        sum += turn["message"]?["add"]?["_0"]?.int ?? 0
        guard let number = turn["turn"]?.int, wanted.contains(number) else { continue }
        states.append(
          #"{"turn":\#(number),"store":"counter","kind":"counter@1","state":{"n":\#(sum),"list":[1,2]}}"#)
      }
      return #"{"states":[\#(states.joined(separator: ","))],"problems":[]}"#
    }
  }

  struct UnexpectedRequest: Error { let head: String }

  /// Ends the connection at once.
  func slam() { wire.slam() }

  // MARK: A small flow

  /// Names a flow with a counter whose states can be computed, and one that cannot.
  func beginFlow(last: Int = 0, allows: String = #"["back","send"]"#) {
    say(#"{"flow":1,"name":"main","allows":\#(allows),"last":\#(last)}"#)
    say(
      #"{"store":1,"flow":1,"name":"counter","exact":true,"messages":["step@1"],"states":["counter@1"],"dialect":"Katana"}"#
    )
    say(#"{"store":2,"flow":1,"name":"screen","exact":false,"messages":[],"states":[],"dialect":"Millrace"}"#)
  }

  /// Sends a turn of the counter, whose message adds a number.
  func step(
    _ turn: Int, add number: Int, cause: String = "sent", effects: String = "[]", more: String = ""
  ) {
    say(
      #"{"turn":\#(turn),"flow":1,"store":1,"at":\#(1_700_000_000_000_000_000 + turn * 1000),"kind":"step@1","name":"add","text":"add(\#(number))","cause":"\#(cause)","effects":\#(effects)\#(more)}"#,
      #"{"add":{"_0":\#(number)}}"#)
  }

  /// Sends a state of the counter.
  func sample(after turn: Int, _ state: String) {
    say(#"{"state":\#(turn),"flow":1,"store":1,"at":1700000000000000000,"kind":"counter@1"}"#, state)
  }
}
