/// The origin of the current turn: the length of the chain of messages that has led to it, each sent by the
/// turn of the one before, and the sends that they go back to.
///
/// Only a turn that something else has led to is recorded, so that a message from outside costs nothing.
@usableFromInline
struct MessageChain {
  /// The number of messages before the warning whose names are collected.
  private static let window: UInt32 = 16

  /// The turn with a known depth; that of every other is 0.
  @usableFromInline var turn: UInt64 = 0
  @usableFromInline var depth: UInt32 = 0
  /// The sends that have led to that turn.
  @usableFromInline var origin = WorkOrigin(0)
  /// The first depth at which messages are recorded, and the number of depths.
  @usableFromInline var firstNoted: UInt32 = 1
  @usableFromInline var notedCount: UInt32 = 0
  /// The recorded messages, each kind once.
  private var names: [(kind: String, name: String)] = []
  private var limit = 0

  init(limit: Int) {
    self.limit = limit
    judge()
  }

  /// The depth that triggers the warning; 0 for none.
  var warningDepth: Int {
    get { limit }
    set {
      limit = min(max(newValue, 0), 1_000_000_000)
      judge()
    }
  }

  private mutating func judge() {
    firstNoted = UInt32(max(limit - Int(Self.window) + 1, 1))
    notedCount = limit > 0 ? UInt32(limit) - firstNoted + 1 : 0
  }

  /// Returns the depth of a message that this turn sends.
  @inlinable
  func depth(after turn: UInt64) -> UInt32 { turn == self.turn ? depth &+ 1 : 1 }

  /// Returns true if the message of a turn at this depth must be recorded.
  @inlinable
  func isNoted(_ depth: UInt32) -> Bool { depth &- firstNoted < notedCount }

  /// Continues to a turn that follows at once; returns false, and does nothing, if its message must be
  /// recorded.
  @inlinable
  mutating func goesOn(after turn: UInt64) -> Bool {
    let depth = depth(after: turn)
    if isNoted(depth) { return false }
    begin(turn &+ 1, at: depth, origin(of: turn))
    return true
  }

  /// Begins a turn that something else has led to.
  @inlinable
  mutating func begin(_ turn: UInt64, at depth: UInt32, _ origin: WorkOrigin) {
    self.turn = turn
    self.depth = depth
    self.origin = origin
  }

  /// Returns the sends that have led to a turn; a turn that is not recorded is that of a send.
  @inlinable
  func origin(of turn: UInt64) -> WorkOrigin { turn == self.turn ? origin : WorkOrigin(turn) }

  /// Records a message; returns the names of all recorded ones when the warning is due.
  mutating func note(_ message: @autoclosure () -> String, store: String, at depth: UInt32) -> [String]? {
    if depth == firstNoted { names = [] }
    let text = message()
    let name = "`\(text.prefix(80))\(text.count > 80 ? "…" : "")` of `\(store)`"
    // Messages that differ only in digits count as one kind.
    let kind = String(name.filter { !$0.isNumber })
    if names.count < 8, !names.contains(where: { $0.kind == kind }) { names.append((kind, name)) }
    guard depth == UInt32(limit) else { return nil }
    defer { names = [] }
    return names.map(\.name)
  }
}

extension Flow {
  /// The length of a chain of turns within one call at which the error handler receives
  /// ``FlowError/endlessLoop(flow:turns:messages:)``; 100,000 by default, and 0 for never.
  ///
  /// A chain is a message, a message sent by its turn, one sent by the turn of that, and so on. Messages from
  /// outside, however many are taken in one call, and those of effects that take time belong to no chain. The
  /// flow continues after the warning.
  ///
  /// Cost: none for a message from outside, and an addition for one that a turn sends.
  public var loopWarningDepth: Int {
    get { chain.warningDepth }
    set { chain.warningDepth = newValue }
  }

  /// Returns the depth of a message that is sent now; 0 outside turns, and while a lock makes it wait for
  /// another call.
  @inlinable
  func depthOfNext() -> UInt32 {
    machine.isInTurn && machine.lockCount == 0 ? chain.depth(after: sequence) : 0
  }

  /// Records the message of a chain whose turn begins, if it is due.
  @usableFromInline
  func noteChained<Message>(_ message: Message, store: String, at depth: UInt32) {
    guard chain.isNoted(depth) else { return }
    if let messages = chain.note("\(message)", store: store, at: depth) {
      report(.endlessLoop(flow: name, turns: Int(depth), messages: messages))
    }
  }
}
