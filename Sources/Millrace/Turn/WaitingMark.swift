import MillraceCore

/// The sender of a message, as its store knows it; ``Cause`` is its form for records.
@usableFromInline
enum MessageSource: Sendable {
  /// The number of the send, if its message had to wait; else 0.
  case sent(UInt64)
  /// The number of the send, if its sender waits for the work; else 0.
  case posted(UInt64)
  case turn(UInt64, WorkOrigin)
  case effect(EffectToken, turn: UInt64)
  case subscription(UInt64)

  /// True if the source can end before its message has its turn.
  @inlinable var canEnd: Bool {
    switch self {
    case .effect, .subscription: true
    case .sent, .posted, .turn: false
    }
  }

  @inlinable var cause: Cause {
    switch self {
    case .sent: .sent
    case .posted: .posted
    case .turn(let sequence, _): .turn(sequence)
    case .effect(let token, let turn): .effect(token.serial, turn: turn)
    case .subscription(let serial): .subscription(serial)
    }
  }

  /// The sends that have led to its message; nil for an effect, which has its own, and for a message that
  /// only its turn will number.
  var origin: WorkOrigin? {
    switch self {
    case .turn(_, let origin): origin
    case .sent(let number), .posted(let number): number == 0 ? nil : WorkOrigin(number)
    case .effect, .subscription: nil
    }
  }
}

/// The attributes of a waiting message.
@usableFromInline
struct WaitingMark {
  @usableFromInline var source: MessageSource
  /// True for a message that passes locks.
  @usableFromInline var passes = false
  /// The inheritance of its turn's effects: 0 for the task that takes the turn, 1 for none, else the number
  /// of a context.
  @usableFromInline var inheritance: UInt16
  /// The number of turns in one call that led to it, each caused by the one before; 0 for a message from
  /// outside.
  @usableFromInline var depth: UInt32 = 0
  /// The part and the gate in one word, because it is moved with every waiting message: the part above the
  /// gate.
  @usableFromInline var places: UInt64

  /// The part of the state that sent it at once, and with which it ends; the whole for all others.
  @inlinable var part: PartStay {
    get { PartStay(number: UInt32(truncatingIfNeeded: places &>> 32)) }
    set { places = UInt64(newValue.number) &<< 32 | places & 0xFFFF_FFFF }
  }

  /// The number of the last gate that it has passed; 0 for none.
  @inlinable var passedGate: Int {
    get { Int(places & 0xFFFF_FFFF) }
    set { places = places & ~0xFFFF_FFFF | UInt64(UInt32(clamping: newValue)) }
  }

  @usableFromInline
  init(
    _ source: MessageSource, passes: Bool = false, inheritance: UInt16 = Flow.fromCaller, depth: UInt32 = 0,
    part: PartStay = .whole, passedGate: Int = 0
  ) {
    self.source = source
    self.passes = passes
    self.inheritance = inheritance
    self.depth = depth
    places = UInt64(part.number) &<< 32 | UInt64(UInt32(clamping: passedGate))
  }
}
