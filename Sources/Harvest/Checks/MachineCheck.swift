/// What a machine is checked for.
public enum MachineCheck: String, Hashable, Sendable, Codable, CaseIterable {
  /// States that no way leads to from the initial one.
  case unreachable
  /// States that cannot be left although they are not final.
  case deadEnd
  /// Inputs that no state accepts.
  case ignored
  /// Inputs that come neither from outside nor from an effect.
  case neverGiven
  /// Two rows that both take an input in a state.
  case overlap
  /// Rows of which every match is taken by earlier rules.
  case shadowed
  /// Rows that no listed input and state match.
  case neverMatching
  /// States from which a state that must be reached cannot be.
  case cannotReach
  /// Transitions to states that were not listed, and effects that answer with ever new inputs.
  case unlisted

  /// The heading of its findings in a report.
  var title: String {
    switch self {
    case .unreachable: "States that cannot be reached"
    case .deadEnd: "Dead ends"
    case .ignored: "Inputs that no state accepts"
    case .neverGiven: "Inputs that nobody gives"
    case .overlap: "Rows that overlap"
    case .shadowed: "Rows that earlier ones leave nothing to"
    case .neverMatching: "Rows that never match"
    case .cannotReach: "States without a way to where they must lead"
    case .unlisted: "What was not listed"
    }
  }
}
