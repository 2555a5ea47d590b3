/// The comparison, the reading and the parts of one type of value in a state.
///
/// A shape belongs to its ``Shapes``, which must be retained for as long as any part of it is used.
final class Shape {
  /// An unowned link to another shape, because types can contain one another.
  struct Link {
    unowned let shape: Shape
  }

  struct Field {
    let label: String
    let offset: Int
    let isStrong: Bool
    let link: Link
    var isInternal: Bool { KeyText.isInternal(label) }
  }

  enum Kind {
    /// A floating-point number of any type.
    case float
    /// A ``FlaskDictRef``.
    case box
    /// A ``FlaskDictRef/Value``.
    case boxed
    /// An optional, an array or a dictionary.
    case container(any KeyContainer.Type, part: Link)
    /// A structure with all its fields; those of other modules guard their own internal ones.
    case structure([Field], isOwn: Bool)
    case object
    /// A box for a value of a type known only at run time.
    case existential
    case leaf
  }

  let type: Any.Type
  unowned let shapes: Shapes
  private(set) lazy var kind = shapes.kind(of: type)
  private(set) lazy var isEquatable = type is any Equatable.Type

  init(of type: Any.Type, in shapes: Shapes) {
    self.type = type
    self.shapes = shapes
  }

  /// The fields by which a structure is compared part by part, or nil for another kind.
  var comparedFields: [Field]? {
    guard case .structure(let fields, let isOwn) = kind else { return nil }
    return fields.filter { $0.isStrong && !(isOwn && $0.isInternal) }
  }

  /// The shape without the optionals around it.
  var withoutOptionals: Shape {
    if case .container(let type, let part) = kind, type is any KeyOptional.Type {
      return part.shape.withoutOptionals
    }
    return self
  }

  // MARK: Comparing

  /// The type of a part that prevents a comparison, or nil.
  private(set) lazy var obstacle: Any.Type? = {
    var walk = ShapeWalk()
    return walk.obstacle(of: self)
  }()

  /// True if values are not compared by `==`, even if the type has it.
  ///
  /// This holds for a structure with internal fields anywhere below, and for floating-point numbers and
  /// dictionaries with null entries in optionals, arrays and dictionaries.
  private(set) lazy var isTakenApart: Bool = {
    if case .container(_, let part) = kind {
      switch part.shape.kind {
      case .float, .box, .boxed: return true
      default: if part.shape.isTakenApart { return true }
      }
    }
    var walk = ShapeWalk()
    return walk.hidesFields(self)
  }()

  /// True if values are compared by `==`, and by nothing else.
  private(set) lazy var isByEquality: Bool = {
    switch kind {
    case .float, .box, .boxed: return false
    default: break
    }
    guard isEquatable else { return false }
    if !isTakenApart { return true }
    var walk = ShapeWalk()
    return walk.obstacleOfParts(of: self) != nil
  }()

  var needsOthers: Bool {
    switch kind {
    case .float, .box, .boxed, .object, .leaf: false
    default: !isByEquality
    }
  }

  /// The comparison of two values.
  ///
  /// It ignores incomparable parts, so check ``obstacle`` first.
  private(set) lazy var same: Comparison = comparison(at: 0)

  /// Returns the comparison of two structures by their values of this type at an offset.
  func comparison(at offset: Int) -> Comparison {
    if let floats = Comparisons.ofFloats(type, at: offset) { return floats }
    if isByEquality, let equality = Comparisons.byEquality(of: type, at: offset) { return equality }
    let parts = comparisonByParts()
    return offset == 0 ? parts : { parts($0 + offset, $1 + offset) }
  }

  private func comparisonByParts() -> Comparison {
    switch kind {
    case .container(let type, let part):
      return type.comparison { part.shape.same($0, $1) }
    case .structure:
      return Self.comparison(of: comparedFields ?? [])
    case .box:
      return { left, right in
        // Sound: a comparison is given the addresses of values of the shape's type.
        left.assumingMemoryBound(to: FlaskDictRef.self).pointee
          .looksLike(right.assumingMemoryBound(to: FlaskDictRef.self).pointee)
      }
    case .boxed:
      return { left, right in
        // Sound: as above.
        left.assumingMemoryBound(to: FlaskDictRef.Value.self).pointee
          .looksLike(right.assumingMemoryBound(to: FlaskDictRef.Value.self).pointee)
      }
    case .object:
      return Comparisons.byIdentity(of: self.type)
    case .existential:
      return shapes.comparisonOfBoxed(self.type)
    case .float, .leaf:
      return { _, _ in true }
    }
  }

  /// Returns the comparison of structures by these fields.
  static func comparison(of fields: [Field]) -> Comparison {
    { left, right in
      for field in fields where !field.link.shape.same(left + field.offset, right + field.offset) {
        return false
      }
      return true
    }
  }

  // MARK: Reading

  /// Reads the value at an address, without optionals around it; nil if there is none.
  private(set) lazy var read: (UnsafeRawPointer) -> Any? = {
    if let optional = type as? any KeyOptional.Type { return optional.flat }
    if type == FlaskDictRef.Value.self {
      return { address in
        // Sound: it is given the addresses of values of the shape's type.
        address.assumingMemoryBound(to: FlaskDictRef.Value.self).pointee.plain
      }
    }
    return Self.reader(of: self.type)
  }()

  private static func reader<T>(of _: T.Type) -> (UnsafeRawPointer) -> Any? {
    // Sound: as above.
    { $0.assumingMemoryBound(to: T.self).pointee }
  }
}
