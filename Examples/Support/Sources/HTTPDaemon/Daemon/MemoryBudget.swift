/// The memory that clients may make the server use, and the used part: a pure value.
///
/// Bodies grow while they are received. Answers are held until they are sent; one that several readers share
/// counts once.
struct MemoryBudget<Answer: Hashable> {
  /// The bytes of bodies that are being received.
  private(set) var bodies = 0
  /// The bytes of answers that were not sent yet.
  private(set) var answers = 0
  private var held: [Answer: (bytes: Int, holders: Int)] = [:]
  private let limits: Limits

  init(_ limits: Limits) {
    self.limits = limits
  }

  var hasRoomForBodies: Bool { bodies < limits.bodies }

  /// Adds bytes of a body; returns false, and adds nothing, when there is no room.
  mutating func grow(by bytes: Int) -> Bool {
    guard bodies + bytes <= limits.bodies else { return false }
    bodies += bytes
    return true
  }

  /// Subtracts the bytes of a body.
  mutating func shrink(by bytes: Int) { bodies -= bytes }

  /// Retains an answer; returns false, and does not retain it, when there is no room.
  ///
  /// One answer may exceed the limit, so that an answer larger than the limit can be sent as well.
  mutating func hold(_ answer: Answer, bytes: Int) -> Bool {
    if let (bytes, holders) = held[answer] {
      held[answer] = (bytes, holders + 1)
      return true
    }
    guard answers < limits.answers else { return false }
    answers += bytes
    held[answer] = (bytes, 1)
    return true
  }

  /// Releases an answer.
  mutating func release(_ answer: Answer) {
    guard let (bytes, holders) = held[answer] else { return }
    if holders > 1 {
      held[answer] = (bytes, holders - 1)
    } else {
      held[answer] = nil
      answers -= bytes
    }
  }
}
