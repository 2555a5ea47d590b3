/// A check of a machine.
public enum MachineCheck: String, Hashable, Sendable, Codable, CaseIterable {
  /// States that cannot be reached from the initial one.
  case unreachable
  /// States that cannot be left although they are not final.
  case deadEnd
  /// Inputs that no state accepts.
  case ignored
  /// Inputs that come neither from outside nor from an effect.
  case neverGiven
  /// Pairs of rows that both take an input in a state.
  case overlap
  /// Rows whose every match is taken by earlier rules.
  case shadowed
  /// Rows that match no listed input and state.
  case neverMatching
  /// States from which a required state cannot be reached.
  case cannotReach
  /// Transitions to states that were not listed, and effects that answer with new inputs without end.
  case unlisted

  /// The heading of its findings in a report.
  var title: String {
    switch self {
    case .unreachable: "States that cannot be reached"
    case .deadEnd: "Dead ends"
    case .ignored: "Inputs that no state accepts"
    case .neverGiven: "Inputs that are never sent"
    case .overlap: "Rows that overlap"
    case .shadowed: "Rows that earlier rows hide"
    case .neverMatching: "Rows that never match"
    case .cannotReach: "States without a path to a required goal"
    case .unlisted: "Unlisted states and inputs"
    }
  }
}
