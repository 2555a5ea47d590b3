/// The length of the chain of messages that has led to the turn under way, each sent by the turn of the one before.
///
/// Only a turn that another one has led to is noted, so that one whose message comes from outside pays nothing.
@usableFromInline
struct MessageChain {
  /// The number of messages before the warning whose names are collected.
  private static let window: UInt32 = 16

  /// The turn whose depth is known; that of every other is 0.
  @usableFromInline var turn: UInt64 = 0
  @usableFromInline var depth: UInt32 = 0
  /// The first depth at which messages are noted, and for how many.
  @usableFromInline var firstNoted: UInt32 = 1
  @usableFromInline var notedCount: UInt32 = 0
  /// What has been noted, each kind of message once.
  private var names: [(kind: String, name: String)] = []
  private var limit = 0

  init(limit: Int) {
    self.limit = limit
    judge()
  }

  /// The depth that is warned of; 0 for none.
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

  /// The depth of a message that this turn sends.
  @inlinable
  func depth(after turn: UInt64) -> UInt32 { turn == self.turn ? depth &+ 1 : 1 }

  /// True when the message of a turn at this depth must be noted.
  @inlinable
  func isNoted(_ depth: UInt32) -> Bool { depth &- firstNoted < notedCount }

  /// Goes on to the turn that follows a turn at once; false, with nothing done, when its message must be noted.
  @inlinable
  mutating func goesOn(after turn: UInt64) -> Bool {
    let depth = depth(after: turn)
    if isNoted(depth) { return false }
    begin(turn &+ 1, at: depth)
    return true
  }

  /// A turn begins that another one has led to.
  @inlinable
  mutating func begin(_ turn: UInt64, at depth: UInt32) {
    self.turn = turn
    self.depth = depth
  }

  /// Notes a message; gives the names of all that were noted when it is time to warn.
  mutating func note(_ message: @autoclosure () -> String, store: String, at depth: UInt32) -> [String]? {
    if depth == firstNoted { names = [] }
    let text = message()
    let name = "`\(text.prefix(80))\(text.count > 80 ? "…" : "")` of `\(store)`"
    // A message that counts is one message.
    let kind = String(name.filter { !$0.isNumber })
    if names.count < 8, !names.contains(where: { $0.kind == kind }) { names.append((kind, name)) }
    guard depth == UInt32(limit) else { return nil }
    defer { names = [] }
    return names.map(\.name)
  }
}

extension Flow {
  /// The length of a chain of turns within one call at which the error handler is warned
  /// (``FlowError/endlessLoop(flow:turns:messages:)``); 100,000 unless set, and 0 for never.
  ///
  /// A chain is a message, one that its turn has sent, one that the turn of that has sent, and so on. Messages from
  /// outside, however many are taken in one call, and those of effects that take time are in no chain. The flow goes on
  /// after the warning.
  ///
  /// Cost: none for a message from outside, and an addition for one that a turn sends.
  public var loopWarningDepth: Int {
    get { chain.warningDepth }
    set { chain.warningDepth = newValue }
  }

  /// The depth of a message that is being sent now; 0 outside of turns, and while a lock makes it wait for another call.
  @inlinable
  func depthOfNext() -> UInt32 {
    machine.isInTurn && machine.lockCount == 0 ? chain.depth(after: sequence) : 0
  }

  /// The turn of a message begins that another turn has sent.
  @usableFromInline
  func beginChained<Message>(_ message: Message, store: String, at depth: UInt32) {
    chain.begin(sequence &+ 1, at: depth)
    guard chain.isNoted(depth) else { return }
    if let messages = chain.note("\(message)", store: store, at: depth) {
      errorHandler(.endlessLoop(flow: name, turns: Int(depth), messages: messages))
    }
  }
}
