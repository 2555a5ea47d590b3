import MillraceInspectorWire

/// One connection to the tool, without its socket: what has to be done with what arrives.
struct InspectorConnection {
  /// An action that the arrived bytes require.
  enum Action: Equatable {
    /// Write the frame of the handshake.
    case send(Frame)
    /// Both sides have proved themselves.
    case open
    /// Carry out a request of the tool.
    case request(Frame)
  }

  private var reader = FrameReader()
  private var handshake: ApplicationHandshake
  /// True once both sides have proved themselves.
  private(set) var isOpen = false

  init(key: HexBlock, nonce: HexBlock = .random()) {
    handshake = ApplicationHandshake(key: key, nonce: nonce)
  }

  /// Takes bytes that have arrived.
  ///
  /// - Throws: ``WireError`` when the connection has to end.
  mutating func receive(_ bytes: some Sequence<UInt8>) throws(WireError) -> [Action] {
    reader.append(bytes)
    var actions: [Action] = []
    while let frame = try reader.next() {
      if isOpen {
        actions.append(.request(frame))
        continue
      }
      switch handshake.receive(frame) {
      case .send(let answer): actions.append(.send(answer))
      case .complete:
        isOpen = true
        reader.endHandshake()
        actions.append(.open)
      case .end(let error, _): throw error
      }
    }
    return actions
  }
}
