import MillraceCore

/// The sends that have led to a message, a turn or an effect: a pure value.
///
/// Each call of `send` has a number within its flow: that of its turn, if it gets it at once, else one of its
/// own. A send outside of turns is the *outer* send of everything that it leads to. A send in a turn, by an
/// observer, is the *inner* send of what its own message leads to, while the outer one stays that of the
/// turn.
///
/// Two numbers are kept, however many observers send in each other's turns: so an endless chain of such sends
/// needs no memory, and a waiting message stays as small as it was.
@usableFromInline
struct WorkOrigin: Hashable, Sendable {
  /// The number of the send outside of turns.
  @usableFromInline var outer: UInt64
  /// The number of the latest send, in a turn or not; 0 if its work was cancelled in the turn that goes on.
  @usableFromInline var inner: UInt64

  /// Creates the origin of what a send outside of turns leads to.
  @inlinable
  init(_ send: UInt64) {
    outer = send
    inner = send
  }

  /// The first number of a send that does not get its turn at once; numbers of turns are below it.
  @inlinable static var firstWaitingSend: UInt64 { 1 &<< 63 }

  /// The first number of a posted message that its sender waits for.
  static var firstPostedSend: UInt64 { 1 &<< 62 }

  /// Returns true if a number is that of a posted message.
  static func isPosted(_ number: UInt64) -> Bool { firstPostedSend..<firstWaitingSend ~= number }

  /// True if the work was cancelled in the turn that goes on, so that the turn begins no effect.
  @inlinable var isCancelled: Bool { inner == 0 }

  /// Returns the origin of a message that is sent in a turn with this origin.
  ///
  /// A message that is sent after the cancellation belongs to it no more.
  @inlinable
  func sending(_ number: UInt64) -> WorkOrigin {
    var origin = WorkOrigin(number)
    if !isCancelled { origin.outer = outer }
    return origin
  }

  /// Returns true if a send has led to this.
  func goesBack(to send: UInt64) -> Bool { outer == send || inner == send }

  /// The origin after the cancellation of its work.
  var cancelled: WorkOrigin {
    var origin = self
    origin.inner = 0
    return origin
  }
}

/// The turn that requests an effect, and the sends that have led to it.
@usableFromInline
struct EffectRequest: Sendable {
  @usableFromInline let turn: UInt64
  @usableFromInline let origin: WorkOrigin

  @inlinable
  init(turn: UInt64, origin: WorkOrigin) {
    self.turn = turn
    self.origin = origin
  }
}

extension PartStay {
  /// The mark of a waiting message that was cancelled.
  static var cancelled: PartStay { PartStay(number: .max) }
}
