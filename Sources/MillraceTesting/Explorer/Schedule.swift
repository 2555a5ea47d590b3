/// The decisions that select one run of a scenario among all possible ones.
///
/// As text it can be put into a test to replay exactly that run, in a debugger if need be:
///
/// ```swift
/// await Explorer(.replay("1.1.2.t.3.a1")).explore(scenario)
/// ```
///
/// A number is a step of the task with that number, in the order in which the tasks of the run appeared;
/// `t` advances time to the next sleeper; `a1` is the second of the answers declared for a call.
public struct Schedule: Hashable, Sendable {
  enum Decision: Hashable, Sendable {
    case fiber(Int)
    case answer(Int)

    static let time = Decision.fiber(0)
  }

  var decisions: [Decision]
  /// The text of a schedule that could not be read.
  private(set) var unreadable: String?

  init(_ decisions: [Decision] = []) {
    self.decisions = decisions
  }

  /// Creates a stand-in for a text that is not a schedule; replaying it is a finding.
  init(unreadable text: String) {
    decisions = []
    unreadable = text
  }

  /// Creates a schedule from its text; nil when the text is not a schedule.
  public init?(_ text: String) {
    decisions = []
    for word in text.split(separator: ".", omittingEmptySubsequences: false) where !text.isEmpty {
      guard word == "t" || word.drop(while: { $0 == "a" }).allSatisfy(\.isNumber) else { return nil }
      if word == "t" {
        decisions.append(.time)
      } else if let number = Int(word), number > 0 {
        decisions.append(.fiber(number))
      } else if word.first == "a", let number = Int(word.dropFirst()), number >= 0 {
        decisions.append(.answer(number))
      } else {
        return nil
      }
    }
  }

  /// The number of steps in the run; answers chosen within steps do not count.
  public var count: Int {
    decisions.count { if case .fiber = $0 { true } else { false } }
  }
}

extension Schedule: CustomStringConvertible {
  /// The text that ``init(_:)`` reads.
  public var description: String {
    let words = decisions.map { decision in
      switch decision {
      case .time: "t"
      case .fiber(let ordinal): "\(ordinal)"
      case .answer(let answer): "a\(answer)"
      }
    }
    return words.joined(separator: ".")
  }
}
