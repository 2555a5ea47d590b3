/// What stopped a model check before it had gone through everything.
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
