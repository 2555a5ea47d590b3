import Millrace

/// The flows without a home that have one clock in their environment.
struct HomelessFlows: Sendable {
  private var flows: [HomelessFlow] = []
  /// The number of flows at which those that are over are taken out.
  private var limit = 8

  mutating func add(_ flow: HomelessFlow) {
    if flows.count >= limit {
      flows.removeAll(where: \.isOver)
      limit = max(8, flows.count * 2)
    }
    flows.append(flow)
  }

  /// The first standstill; O(n).
  var standstill: HomelessFlow.Standstill? {
    flows.lazy.compactMap(\.standstill).first
  }
}

/// The decision that a flow without a home stands still: for two seconds, counted as ``PatientWait`` counts, the same
/// work has waited for a program that does not come by.
struct StandstillWait {
  private var seen: HomelessFlow.Standstill?
  private var left = Duration.zero

  /// Takes what a clock sees, and the patience that the last step of the wait used up.
  ///
  /// - Returns: The name of the flow that stands still.
  mutating func look(at standstill: HomelessFlow.Standstill?, after used: Duration) -> String? {
    guard let standstill, standstill == seen else {
      seen = standstill
      left = .seconds(2)
      return nil
    }
    left -= used
    return left <= .zero ? standstill.flow : nil
  }
}
