/// The common part of both sides of a handshake.
public enum Handshake {
  /// The version of the protocol: 1.
  public static let version = 1

  /// An action that a step of the handshake requires of the connection.
  public enum Action: Hashable, Sendable {
    /// Send the frame, and wait for the other side.
    case send(Frame)
    /// Both sides have proved that they know the key; send the frame first, if there is one.
    case complete(Frame?)
    /// End the connection; send the frame first, if there is one.
    case end(WireError, Frame?)
  }

  static func proof(_ side: String, key: HexBlock, _ first: HexBlock, _ second: HexBlock) -> HexBlock {
    KeyedHash(key: key).hash(of: Array(side.utf8) + first.bytes + second.bytes)
  }

  static func proofOfApplication(key: HexBlock, tool: HexBlock, application: HexBlock) -> HexBlock {
    proof("app", key: key, tool, application)
  }

  static func proofOfTool(key: HexBlock, tool: HexBlock, application: HexBlock) -> HexBlock {
    proof("tool", key: key, application, tool)
  }
}

/// The application's side of the handshake: it waits for the tool's greeting, answers with its proof, and
/// checks the tool's.
public struct ApplicationHandshake: Sendable {
  private enum State {
    /// Waiting for the tool's greeting.
    case greeting
    /// Waiting for the tool's proof.
    case proof(tool: HexBlock)
    /// Over, in either way.
    case over
  }

  private let key: HexBlock
  private let nonce: HexBlock
  private var state = State.greeting

  /// Creates the application's side.
  ///
  /// - Parameters:
  ///   - key: The key, from the address.
  ///   - nonce: A value that was never used before.
  public init(key: HexBlock, nonce: HexBlock = .random()) {
    self.key = key
    self.nonce = nonce
  }

  /// Takes a frame of the tool.
  public mutating func receive(_ frame: Frame) -> Handshake.Action {
    let head = HandshakeHead(frame.head)
    switch state {
    case .greeting:
      state = .over
      guard let head, head.text("millrace") == "inspector", let versions = head.integers("versions"),
        let tool = head.text("nonce").flatMap({ HexBlock($0) })
      else { return .end(.handshakeForm(expected: "the inspector's greeting"), nil) }
      guard versions.contains(Handshake.version) else { return .end(.version(versions), nil) }
      state = .proof(tool: tool)
      let proof = Handshake.proofOfApplication(key: key, tool: tool, application: nonce)
      return .send(
        Frame(
          head: #"{"hello":\#(Handshake.version),"nonce":"\#(nonce.digits)","proof":"\#(proof.digits)"}"#))
    case .proof(let tool):
      state = .over
      if let reason = head?.text("refused") { return .end(.refused(printable(reason)), nil) }
      guard let head, head.integer("welcome") == Handshake.version,
        let proof = head.text("proof").flatMap({ HexBlock($0) })
      else { return .end(.handshakeForm(expected: "the inspector's welcome"), nil) }
      guard proof == Handshake.proofOfTool(key: key, tool: tool, application: nonce) else {
        return .end(.wrongProof, nil)
      }
      return .complete(nil)
    case .over:
      return .end(.handshakeForm(expected: "possible after the end of it"), nil)
    }
  }
}

/// The tool's side of the handshake: it greets, checks the application's proof, and answers with its own.
public struct ToolHandshake: Sendable {
  private let key: HexBlock
  private let nonce: HexBlock
  private var isOver = false

  /// Creates the tool's side.
  ///
  /// - Parameters:
  ///   - key: The key, which stands in the address that the tool prints.
  ///   - nonce: A value that was never used before.
  public init(key: HexBlock, nonce: HexBlock = .random()) {
    self.key = key
    self.nonce = nonce
  }

  /// The first frame, which the tool sends as soon as an application has connected.
  public var greeting: Frame {
    Frame(
      head: #"{"millrace":"inspector","versions":[\#(Handshake.version)],"nonce":"\#(nonce.digits)"}"#)
  }

  /// Takes a frame of the application.
  public mutating func receive(_ frame: Frame) -> Handshake.Action {
    let expected = WireError.handshakeForm(expected: "an application's hello")
    if isOver { return .end(expected, nil) }
    isOver = true
    guard let head = HandshakeHead(frame.head), let version = head.integer("hello"),
      let application = head.text("nonce").flatMap({ HexBlock($0) }),
      let proof = head.text("proof").flatMap({ HexBlock($0) })
    else { return refuse(expected, "the hello has not the expected form") }
    guard version == Handshake.version else {
      return refuse(.version([version]), "version \(version) of the protocol is not known here")
    }
    guard proof == Handshake.proofOfApplication(key: key, tool: nonce, application: application) else {
      return refuse(.wrongProof, "the key is wrong; use the address that this inspector has printed")
    }
    let answer = Handshake.proofOfTool(key: key, tool: nonce, application: application)
    return .complete(Frame(head: #"{"welcome":\#(Handshake.version),"proof":"\#(answer.digits)"}"#))
  }

  /// The reason is a sentence of ours without characters that JSON escapes.
  private func refuse(_ error: WireError, _ reason: String) -> Handshake.Action {
    .end(error, Frame(head: #"{"refused":"\#(reason)."}"#))
  }
}

/// Returns a text of the other side that can be printed in one line, at most 300 characters of it.
func printable(_ text: String) -> String {
  String(
    String.UnicodeScalarView(
      text.unicodeScalars.prefix(300).map { $0.properties.generalCategory == .control ? " " : $0 }))
}
