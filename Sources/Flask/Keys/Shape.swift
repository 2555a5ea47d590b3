/// What is known of one type of values that a state has in it: how they are compared, read and gone into.
///
/// It belongs to its ``Shapes``, which whoever keeps something of it must keep.
final class Shape {
  /// Another shape, without holding it, as types can contain one another.
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
    /// A `Double` or a `Float`.
    case float
    /// A ``FlaskDictRef``.
    case box
    /// A ``FlaskDictRef/Value``.
    case boxed
    /// An optional, an array or a dictionary.
    case container(any KeyContainer.Type, part: Link)
    /// A structure, with all its fields; those of other modules guard their own internal ones.
    case structure([Field], isOwn: Bool)
    case object
    /// A box for a value of a type that is known at run time only.
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

  /// The fields by which a structure is compared part by part; nil if it is none.
  var comparedFields: [Field]? {
    guard case .structure(let fields, let isOwn) = kind else { return nil }
    return fields.filter { $0.isStrong && !(isOwn && $0.isInternal) }
  }

  /// The shape of what is in the optional, if this is the shape of one.
  var withoutOptionals: Shape {
    if case .container(let type, let part) = kind, type is any KeyOptional.Type {
      return part.shape.withoutOptionals
    }
    return self
  }

  // MARK: Comparing

  /// The type of a part because of which values cannot be compared; nil if they can.
  private(set) lazy var obstacle: Any.Type? = {
    var walk = ShapeWalk()
    return walk.obstacle(of: self)
  }()

  /// Whether `==` is not the right question, although the type may have one.
  ///
  /// It is not for a structure with internal fields anywhere below, nor for floating-point numbers and
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

  /// Whether values are compared by `==`, and by nothing else.
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

  /// Whether the comparison asks other shapes.
  var needsOthers: Bool {
    switch kind {
    case .float, .box, .boxed, .object, .leaf: false
    default: !isByEquality
    }
  }

  /// The comparison of two values; parts that cannot be compared are left out, so ask for the ``obstacle`` first.
  private(set) lazy var same: Comparison = comparison(at: 0)

  /// The comparison of two values of structures that have a value of this type at an offset.
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

  /// The comparison of structures by these fields.
  static func comparison(of fields: [Field]) -> Comparison {
    { left, right in
      for field in fields where !field.link.shape.same(left + field.offset, right + field.offset) {
        return false
      }
      return true
    }
  }

  // MARK: Reading

  /// The value at an address, without optionals around it; nil if there is none.
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
