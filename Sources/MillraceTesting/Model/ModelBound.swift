/// A bound that stopped a model check before it had gone through everything.
public enum ModelBound: Hashable, Sendable {
  /// So many situations were found.
  case states(Int)
  /// So many steps from the beginning.
  case depth(Int)
  /// So many effects in flight.
  case inFlight(Int)
}

extension ModelBound: CustomStringConvertible {
  /// Such as `the bound of 100 states`.
  public var description: String {
    switch self {
    case .states(let count): "the bound of \(count) states"
    case .depth(let count): "the bound of \(count) steps"
    case .inFlight(let count): "the bound of \(count) effects in flight"
    }
  }
}

extension ModelBound {
  /// What to do about it, for a report.
  var advice: String {
    switch self {
    case .states: "to go further, raise `ModelBounds.states`, or tell fewer states apart by a key"
    case .depth: "to go further, raise `ModelBounds.depth`"
    case .inFlight:
      "to go further, raise `ModelBounds.inFlight`, or end what piles up: cancel it by its id, or put it into a queue"
    }
  }
}
