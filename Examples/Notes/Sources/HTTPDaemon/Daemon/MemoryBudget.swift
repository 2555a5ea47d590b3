/// The bytes that clients make the server hold, and how many more it takes: a pure value.
///
/// Bodies grow while they come. Answers are held until they were sent; one that many readers share counts once.
struct MemoryBudget<Answer: Hashable> {
  /// The bytes of bodies that are being received.
  private(set) var bodies = 0
  /// The bytes of answers that have not been sent.
  private(set) var answers = 0
  private var held: [Answer: (bytes: Int, holders: Int)] = [:]
  private let limits: Limits

  init(_ limits: Limits) {
    self.limits = limits
  }

  /// A Boolean value that indicates whether another body may begin.
  var hasRoomForBodies: Bool { bodies < limits.bodies }

  /// Takes this many bytes more of a body; false, and nothing is taken, when there is no room.
  mutating func grow(by bytes: Int) -> Bool {
    guard bodies + bytes <= limits.bodies else { return false }
    bodies += bytes
    return true
  }

  /// Gives back the bytes of a body.
  mutating func shrink(by bytes: Int) { bodies -= bytes }

  /// Holds an answer once more; false, and it is not held, when there is no room.
  ///
  /// One answer may go over the limit, so that one that is larger than it can be had as well.
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

  /// Holds an answer once less.
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
