import RecordFixture
import Testing

@testable import MillraceInspectorWire

@Suite("The handshake")
struct HandshakeTests {
  private let key = HexBlock.random()

  private func sent(_ action: Handshake.Action) throws -> Frame {
    guard case .send(let frame) = action else {
      throw WireError.handshakeForm(expected: "to be sent, but \(action)")
    }
    return frame
  }

  private func error(_ action: Handshake.Action) -> WireError? {
    if case .end(let error, _) = action { error } else { nil }
  }

  @Test("both sides prove that they know the key")
  func agreement() throws {
    var tool = ToolHandshake(key: key)
    var application = ApplicationHandshake(key: key)
    let hello = try sent(application.receive(tool.greeting))
    guard case .complete(let welcome?) = tool.receive(hello) else {
      Issue.record("the tool does not welcome the application")
      return
    }
    #expect(application.receive(welcome) == .complete(nil))
    for frame in [tool.greeting, hello, welcome] {
      #expect(frame.body.isEmpty)
      #expect(!String(decoding: frame.head, as: UTF8.self).contains(key.digits))
    }
  }

  @Test("the frames are those of the documentation")
  func form() throws {
    let key = try #require(HexBlock("000102030405060708090a0b0c0d0e0f"))
    let (low, high) = (String(repeating: "11", count: 16), String(repeating: "22", count: 16))
    var tool = ToolHandshake(key: key, nonce: try #require(HexBlock(low)))
    var application = ApplicationHandshake(key: key, nonce: try #require(HexBlock(high)))
    #expect(tool.greeting.head == Array(#"{"millrace":"inspector","versions":[1],"nonce":"\#(low)"}"#.utf8))
    let hello = try sent(application.receive(tool.greeting))
    let proof = KeyedHash(key: key).hash(
      of: Array("app".utf8) + [UInt8](repeating: 0x11, count: 16) + [UInt8](repeating: 0x22, count: 16))
    #expect(hello.head == Array(#"{"hello":1,"nonce":"\#(high)","proof":"\#(proof.digits)"}"#.utf8))
    let answer = KeyedHash(key: key).hash(
      of: Array("tool".utf8) + [UInt8](repeating: 0x22, count: 16) + [UInt8](repeating: 0x11, count: 16))
    #expect(
      tool.receive(hello) == .complete(Frame(head: #"{"welcome":1,"proof":"\#(answer.digits)"}"#)))
  }

  @Test("a tool with another key refuses the application with a sentence, which the application reports")
  func wrongKeyAtTool() throws {
    var tool = ToolHandshake(key: .random())
    var application = ApplicationHandshake(key: key)
    let hello = try sent(application.receive(tool.greeting))
    guard case .end(.wrongProof, let refusal?) = tool.receive(hello) else {
      Issue.record("the tool does not refuse")
      return
    }
    #expect(
      error(application.receive(refusal))
        == .refused("the key is wrong; use the address that this inspector has printed."))
  }

  @Test("an application does not believe a tool that welcomes it without the key")
  func wrongKeyAtApplication() throws {
    var application = ApplicationHandshake(key: key)
    let tool = ToolHandshake(key: .random())
    _ = try sent(application.receive(tool.greeting))
    let welcome = Frame(head: #"{"welcome":1,"proof":"\#(HexBlock.random().digits)"}"#)
    #expect(error(application.receive(welcome)) == .wrongProof)
  }

  @Test("a proof cannot be sent back to its sender")
  func reflection() throws {
    var application = ApplicationHandshake(key: key)
    let nonce = HexBlock.random()
    let hello = try sent(
      application.receive(
        Frame(head: #"{"millrace":"inspector","versions":[1],"nonce":"\#(nonce.digits)"}"#)))
    let proof = try #require(HandshakeHead(hello.head)?.text("proof"))
    #expect(
      error(application.receive(Frame(head: #"{"welcome":1,"proof":"\#(proof)"}"#))) == .wrongProof)
  }

  @Test("an unknown version is refused by either side; further ones do no harm")
  func versions() throws {
    let nonce = HexBlock.random().digits
    for (versions, known) in [("[]", false), ("[2]", false), ("[2, 1]", true), ("[1,2]", true)] {
      var application = ApplicationHandshake(key: key)
      let action = application.receive(
        Frame(
          head: #" {"new":{"a":[1,{}]},"versions":\#(versions),"nonce":"\#(nonce)","millrace":"inspector"} "#)
      )
      #expect((try? sent(action)) != nil ? known : !known, "\(versions)")
      if let error = error(action) { #expect(error.description.hasSuffix("of one release of Millrace.")) }
    }
    var tool = ToolHandshake(key: key)
    #expect(
      error(tool.receive(Frame(head: #"{"hello":2,"nonce":"\#(nonce)","proof":"\#(nonce)"}"#)))
        == .version([2]))
  }

  @Test("a side that is over takes nothing more")
  func over() throws {
    var tool = ToolHandshake(key: key)
    var application = ApplicationHandshake(key: key)
    let hello = try sent(application.receive(tool.greeting))
    guard case .complete(let welcome?) = tool.receive(hello) else { return }
    _ = application.receive(welcome)
    #expect(error(application.receive(welcome)) != nil)
    #expect(error(tool.receive(hello)) != nil)
  }

  @Test("damaged frames end a handshake with a sentence, and never succeed")
  func hostile() throws {
    for seed in 0..<5000 as Range<UInt64> {
      var random = RecordRandom(seed)
      var tool = ToolHandshake(key: key)
      var application = ApplicationHandshake(key: key)
      let hello = try sent(application.receive(tool.greeting))
      var other = ApplicationHandshake(key: key)
      switch seed % 3 {
      case 0:
        guard let error = error(other.receive(damaged(tool.greeting, &random))) else { continue }
        #expect(error.description.hasSuffix("."))
      case 1:
        let damaged = damaged(hello, &random)
        if case .complete = tool.receive(damaged) {
          #expect(
            HandshakeHead(damaged.head)?.text("proof")?.lowercased()
              == HandshakeHead(hello.head)?.text("proof"))
        }
      default:
        guard case .complete(let welcome?) = tool.receive(hello) else { continue }
        let damaged = damaged(welcome, &random)
        if case .complete = application.receive(damaged) {
          #expect(
            HandshakeHead(damaged.head)?.text("proof")?.lowercased()
              == HandshakeHead(welcome.head)?.text("proof"))
        }
      }
    }
  }

  private func damaged(_ frame: Frame, _ random: inout RecordRandom) -> Frame {
    var head = frame.head
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let place = Int.random(in: 0..<head.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: head[place] = Array("{}[]\",:\\u01 ".utf8).randomElement(using: &random) ?? 0
      case 1: head.remove(at: place)
      default: head.insert(Array("{}[]\",:\\u01 ".utf8).randomElement(using: &random) ?? 0, at: place)
      }
    }
    return Frame(head: head)
  }

  @Test("a refusal is printed in one line of at most 300 characters")
  func refusal() throws {
    var application = ApplicationHandshake(key: key)
    _ = try sent(application.receive(ToolHandshake(key: key).greeting))
    let text = #"a\u001b[2Jb\nc"# + String(repeating: "é", count: 900)
    guard case .refused(let reason)? = error(application.receive(Frame(head: #"{"refused":"\#(text)"}"#)))
    else {
      Issue.record("the refusal is not reported")
      return
    }
    #expect(reason.hasPrefix("a [2Jb cé"))
    #expect(reason.count == 300)
  }

  @Test("heads that are not one object of members with different names are refused")
  func heads() {
    for text in [
      "", "{", "}", "[]", "{}}", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{\"a\":1 \"b\":2}", "{\"a\":\"x}",
      "{\"a\":1,\"a\":2}", "{\"a\":\"\\u12\"}", "{a:1}", "1",
    ] {
      #expect(HandshakeHead(Array(text.utf8)) == nil, "\(text)")
    }
    #expect(HandshakeHead(Array("{}".utf8)) != nil)
    #expect(HandshakeHead(Array(String(repeating: "{\"a\":[", count: 600).utf8)) == nil)
    let head = HandshakeHead(Array(#"{"t":"a\"\u00e9","n":-3,"l":[1, 2],"o":{"x":[null]},"e":[]}"#.utf8))
    #expect(head?.text("t") == "a\"é")
    #expect(head?.integer("n") == -3)
    #expect(head?.integers("l") == [1, 2])
    #expect(head?.integers("e") == [])
    #expect(head?.text("o") == nil)
  }
}
