public import Millrace
import MillraceCore

/// A delay of an active state: the time after which it sends its input, and the moment of that.
///
/// A machine notes the deadline in the turn in which the state is entered, from the dates of its
/// environment. A stored or recorded configuration has it, and so a delay goes on to its moment where the
/// configuration is resumed. ``Statechart/react(to:in:at:)`` is told no time by default, and then there is
/// no deadline.
public struct StatechartDelay<Name: Hashable & Sendable>: Hashable, Sendable {
  /// The name of the state.
  public let state: Name
  /// The position among the delays of the state; the first is 0.
  public let number: Int
  /// The whole time, in nanoseconds.
  let nanoseconds: Int64
  /// The nanoseconds from 1970 to the deadline; nil until a machine has noted it.
  var due: Int64?

  init(state: Name, number: Int, nanoseconds: Int64, due: Int64?) {
    self.state = state
    self.number = number
    self.nanoseconds = nanoseconds
    self.due = due
  }

  init(state: Name, number: Int, time: Duration) {
    self.init(state: state, number: number, nanoseconds: time.wholeNanoseconds, due: nil)
  }

  /// The whole time between the entry of the state and the input, in whole nanoseconds and at most 292 years.
  public var time: Duration { .nanoseconds(nanoseconds) }

  /// The moment at which the input is sent; nil until a machine has noted it.
  public var deadline: Timestamp? { due.map { Timestamp(sinceEpoch: .nanoseconds($0)) } }

  /// Notes the deadline of a delay that begins at a time; one that has a deadline keeps it.
  mutating func begin(at time: Timestamp) {
    if due != nil { return }
    let (sum, isOver) = time.sinceEpoch.wholeNanoseconds.addingReportingOverflow(nanoseconds)
    due = isOver ? .max : sum
  }
}

extension StatechartDelay: CustomStringConvertible, CustomReflectable {
  /// The state, the time and the deadline, such as `on: 30.0 seconds, due 2026-03-01T16:04:05Z`.
  public var description: String {
    "\(state): \(time)\(deadline.map { ", due \($0)" } ?? "")"
  }

  /// The state, the number, the time and the deadline, for tools.
  public var customMirror: Mirror {
    Mirror(
      self, children: ["state": state, "number": number, "time": time, "deadline": deadline as Any],
      displayStyle: .struct)
  }
}

extension StatechartDelay: WhollyReadable {
  package var wholeParts: [Any] { [state, number, nanoseconds, due as Any] }
}

extension StatechartConfiguration {
  /// True while a delay has no deadline.
  var hasOpenDelay: Bool { delays.contains { $0.due == nil } }

  /// Notes the deadlines of the delays that begin at a time.
  mutating func beginDelays(at time: Timestamp) {
    for index in delays.indices { delays[index].begin(at: time) }
  }
}

extension StatechartState {
  /// The state with its delays as ``Statechart/react(to:in:at:)`` leaves them: without their deadlines.
  ///
  /// A test compares it with a state that a chart has computed without a machine.
  public var withoutDeadlines: Self {
    var state = self
    for index in configuration.delays.indices { state.configuration.delays[index].due = nil }
    return state
  }
}
