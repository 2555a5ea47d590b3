/// A bound that stopped a model check before it was complete.
public enum ModelBound: Hashable, Sendable {
  /// The number of situations.
  case states(Int)
  /// The number of steps from the beginning.
  case depth(Int)
  /// The number of effects in flight.
  case inFlight(Int)
}

extension ModelBound: CustomStringConvertible {
  /// The bound as text, such as `the bound of 100 states`.
  public var description: String {
    switch self {
    case .states(let count): "the bound of \(count) states"
    case .depth(let count): "the bound of \(count) steps"
    case .inFlight(let count): "the bound of \(count) effects in flight"
    }
  }
}

extension ModelBound {
  /// The way to raise the bound, for a report.
  var advice: String {
    switch self {
    case .states: "to go further, raise `ModelBounds.states`, or tell fewer states apart by a key"
    case .depth: "to go further, raise `ModelBounds.depth`"
    case .inFlight:
      "to go further, raise `ModelBounds.inFlight`, or end what piles up: cancel it by its id, or put it into a queue"
    }
  }
}
