import Millrace

/// The identity of a subscription's closure, which cannot be compared: its source location, or a given id.
///
/// Closures at one location are equal whatever they capture, so a subscription that is created again after
/// each turn stays the same. Where captured values matter, the id is made of them.
package enum Place: Hashable, Sendable {
  /// The source location of the call.
  case source(fileID: String, line: UInt, column: UInt)
  /// A given id.
  case id(EffectID)

  /// Creates a place from the id, if there is one, or else from the source location.
  package init(_ id: EffectID?, _ fileID: String, _ line: UInt, _ column: UInt) {
    self = id.map(Place.id) ?? .source(fileID: fileID, line: line, column: column)
  }
}

extension Place: CustomStringConvertible {
  /// The end of a description of the subscription.
  package var description: String {
    switch self {
    case .source(let fileID, let line, _): "at \(fileID):\(line)"
    case .id(let id): "with the id \(id)"
    }
  }
}
