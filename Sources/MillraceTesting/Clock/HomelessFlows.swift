import Millrace

/// The flows without a home that have one clock in their environment.
struct HomelessFlows: Sendable {
  private var flows: [HomelessFlow] = []
  /// The number of flows at which ended ones are removed.
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
    for flow in flows {
      if let standstill = flow.standstill { return standstill }
    }
    return nil
  }
}

/// The decision that a flow without a home stands still.
///
/// It does when the same work has waited for two seconds, counted as ``PatientWait`` counts, without the
/// program taking its turns.
struct StandstillWait {
  private var seen: HomelessFlow.Standstill?
  private var left = Duration.zero

  /// Records a clock's view, and the patience that the last step of the wait used up.
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
