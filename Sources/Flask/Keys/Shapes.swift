/// The shapes of the types below one type of state, each made at its first use.
final class Shapes {
  private var known: [ObjectIdentifier: Shape] = [:]
  /// The module whose structures are compared field by field if they have internal fields.
  private let home: Substring

  /// - Parameter state: The type of state.
  init(below state: Any.Type) {
    home = Self.module(of: state)
  }

  func shape(of type: Any.Type) -> Shape {
    if let shape = known[ObjectIdentifier(type)] { return shape }
    let shape = Shape(of: type, in: self)
    known[ObjectIdentifier(type)] = shape
    return shape
  }

  func kind(of type: Any.Type) -> Shape.Kind {
    if type is any FloatingPoint.Type { return .float }
    if type == FlaskDictRef.self { return .box }
    if type == FlaskDictRef.Value.self { return .boxed }
    if let container = type as? any KeyContainer.Type {
      return .container(container, part: Shape.Link(shape: shape(of: container.part)))
    }
    if let fields = RuntimeFields.of(type) {
      let fields = fields.map { field in
        Shape.Field(
          label: field.label, offset: field.offset, isStrong: field.isStrong,
          link: Shape.Link(shape: shape(of: field.type)))
      }
      return .structure(fields, isOwn: Self.module(of: type) == home)
    }
    if RuntimeFields.isExistential(type) { return .existential }
    return type is AnyObject.Type ? .object : .leaf
  }

  /// Returns the comparison of boxes by their contents; values that cannot be compared count as different.
  func comparisonOfBoxed<Box>(_: Box.Type) -> Comparison {
    { [unowned self] left, right in
      // Sound: a comparison is given the addresses of values of the shape's type, which is `Box`.
      let left: Any = left.assumingMemoryBound(to: Box.self).pointee
      let right: Any = right.assumingMemoryBound(to: Box.self).pointee
      return isSame(left, right)
    }
  }

  private func isSame(_ left: Any, _ right: Any) -> Bool {
    let type = type(of: left)
    guard type == Swift.type(of: right) else { return false }
    return isSame(left, right, as: type)
  }

  private func isSame<Value>(_ left: Any, _ right: Any, as type: Value.Type) -> Bool {
    guard let left = left as? Value, let right = right as? Value else { return false }
    let shape = shape(of: type)
    guard shape.obstacle == nil else { return false }
    return withUnsafePointer(to: left) { left in
      withUnsafePointer(to: right) { right in shape.same(left, right) }
    }
  }

  /// Returns the module that declares a type, from its full name: "Module.Type", "(extension in
  /// Module):Other.Type".
  private static func module(of type: Any.Type) -> Substring {
    let name = String(reflecting: type)
    let opening = "(extension in "
    if name.hasPrefix(opening) { return name.dropFirst(opening.count).prefix { $0 != ")" } }
    return name.prefix { $0 != "." }
  }
}
