import Millrace

/// What stands for a closure, which cannot be compared, where a subscription is: the place where it is written,
/// or an id that was given instead.
///
/// The same place with other captured values is the same to it, so that a subscription which is made anew after
/// each turn stays the same one; where the values should tell two apart, each is given an id made of them.
package enum Place: Hashable, Sendable {
  /// Written here.
  case source(fileID: String, line: UInt, column: UInt)
  /// Called so.
  case id(EffectID)

  /// The id, if there is one, else the place.
  package init(_ id: EffectID?, _ fileID: String, _ line: UInt, _ column: UInt) {
    self = id.map(Place.id) ?? .source(fileID: fileID, line: line, column: column)
  }
}

extension Place: CustomStringConvertible {
  /// The end of a text about what stands there.
  package var description: String {
    switch self {
    case .source(let fileID, let line, _): "at \(fileID):\(line)"
    case .id(let id): "with the id \(id)"
    }
  }
}
