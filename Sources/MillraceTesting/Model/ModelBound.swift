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
    case .states: "to check more, raise `ModelBounds.states`, or merge states by a key"
    case .depth: "to check more, raise `ModelBounds.depth`"
    case .inFlight:
      "to check more, raise `ModelBounds.inFlight`, or end effects that accumulate: cancel them by id, or put them into a queue"
    }
  }
}
