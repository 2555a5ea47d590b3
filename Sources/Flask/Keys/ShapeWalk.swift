/// A walk through the types below a type that searches for a property of any of them.
///
/// Types can contain one another, so each is visited once.
struct ShapeWalk {
  private var seen: Set<ObjectIdentifier> = []

  /// Returns true if there is a structure with internal fields at or below the shape.
  mutating func hidesFields(_ shape: Shape) -> Bool {
    guard seen.insert(ObjectIdentifier(shape)).inserted else { return false }
    switch shape.kind {
    case .container(_, let part):
      return hidesFields(part.shape)
    case .structure(let fields, isOwn: true):
      return fields.contains { $0.isInternal || ($0.isStrong && hidesFields($0.link.shape)) }
    default:
      return false
    }
  }

  /// Returns the first type at or below the shape whose values cannot be compared.
  mutating func obstacle(of shape: Shape) -> Any.Type? {
    shape.isEquatable ? nil : obstacleOfParts(of: shape)
  }

  /// Returns the first type below the shape whose values cannot be compared; the shape's own type if it has
  /// no parts.
  mutating func obstacleOfParts(of shape: Shape) -> Any.Type? {
    guard seen.insert(ObjectIdentifier(shape)).inserted else { return nil }
    switch shape.kind {
    case .container(_, let part):
      return obstacle(of: part.shape)
    case .structure:
      for field in shape.comparedFields ?? [] {
        if let obstacle = obstacle(of: field.link.shape) { return obstacle }
      }
      return nil
    case .leaf:
      return shape.type
    case .float, .box, .boxed, .object, .existential:
      return nil
    }
  }
}
