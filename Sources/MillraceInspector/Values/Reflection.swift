import MillraceCoding

/// A reader of values without a schema, by `Mirror`, of a bounded size.
///
/// Its results have the shape that `Codable` gives by default. Objects are named and not read: other threads
/// may be changing them.
struct Reflection {
  /// The maximum nesting depth.
  static let depthLimit = 40
  /// The maximum number of bytes of a text.
  static let textLimit = 4096

  /// The number of values that may still be read.
  private var left: Int
  /// True if something was left out.
  private(set) var isCut = false

  /// Reads a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - limit: The maximum number of values in it.
  /// - Returns: The value, and true if something was left out.
  static func read(_ value: Any, limit: Int = 2000) -> (value: JournalValue, isCut: Bool) {
    var reflection = Reflection(left: limit)
    let result = reflection.read(value, depth: 0)
    return (result, reflection.isCut)
  }

  private init(left: Int) {
    self.left = left
  }

  private mutating func read(_ value: Any, depth: Int) -> JournalValue {
    left -= 1
    if let scalar = scalar(value) { return scalar }
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional {
      left += 1
      return mirror.children.first.map { read($0.value, depth: depth) } ?? .null
    }
    if depth >= Self.depthLimit || left <= 0 {
      isCut = true
      return .text("…")
    }
    switch mirror.displayStyle {
    case .enum: return enumeration(value, mirror, depth)
    case .collection, .set: return .array(items(mirror, depth))
    case .dictionary: return dictionary(mirror, depth)
    case .class: return .text("\(type(of: value)) (an object)")
    case .tuple, .struct: return .object(members(mirror, depth))
    default: return mirror.children.isEmpty ? text("\(value)") : .object(members(mirror, depth))
    }
  }

  private mutating func scalar(_ value: Any) -> JournalValue? {
    switch value {
    case let value as String: text(value)
    case let value as Bool: .bool(value)
    case let value as Int: .integer(Int64(value))
    case let value as Double: .float(value)
    case let value as any BinaryInteger:
      if let small = Int64(exactly: value) {
        .integer(small)
      } else if let large = UInt64(exactly: value) {
        .unsigned(large)
      } else {
        text("\(value)")
      }
    case let value as any BinaryFloatingPoint: .float(Double(value))
    case let value as any StringProtocol: text(String(value))
    case let value as Character: text(String(value))
    case let value as Duration: text("\(value)")
    default: nil
    }
  }

  private mutating func text(_ text: String) -> JournalValue {
    if text.utf8.count <= Self.textLimit { return .text(text) }
    isCut = true
    return .text(String(text.prefix(Self.textLimit / 4)) + "…")
  }

  private mutating func enumeration(_ value: Any, _ mirror: Mirror, _ depth: Int) -> JournalValue {
    guard let child = mirror.children.first else {
      return .object([.init(key: Self.line("\(value)"), value: .object([]))])
    }
    let inner = Mirror(reflecting: child.value)
    let contents: JournalValue
    if inner.displayStyle == .tuple {
      contents = .object(members(inner, depth + 1))
    } else {
      contents = .object([.init(key: "_0", value: read(child.value, depth: depth + 1))])
    }
    return .object([.init(key: child.label ?? "\(type(of: value))", value: contents)])
  }

  /// Reads the children of a struct or a tuple; those without a name have numbers, as `Codable` has.
  private mutating func members(_ mirror: Mirror, _ depth: Int) -> [JournalValue.Member] {
    var members: [JournalValue.Member] = []
    for (place, child) in mirror.children.enumerated() {
      if left <= 0 {
        isCut = true
        break
      }
      var label = child.label ?? "_\(place)"
      // A tuple's unnamed elements are `.0`, and property wrappers begin with an underscore.
      if label.hasPrefix(".") { label = "_\(label.dropFirst())" }
      members.append(.init(key: label, value: read(child.value, depth: depth + 1)))
    }
    return members
  }

  private mutating func items(_ mirror: Mirror, _ depth: Int) -> [JournalValue] {
    var items: [JournalValue] = []
    for child in mirror.children {
      if left <= 0 {
        isCut = true
        break
      }
      items.append(read(child.value, depth: depth + 1))
    }
    return items
  }

  /// Reads a dictionary as an object, with the texts of its keys as names.
  private mutating func dictionary(_ mirror: Mirror, _ depth: Int) -> JournalValue {
    var members: [String: JournalValue] = [:]
    for child in mirror.children {
      if left <= 0 {
        isCut = true
        break
      }
      let pair = Array(Mirror(reflecting: child.value).children.prefix(2))
      guard pair.count == 2 else { return .array(items(mirror, depth)) }
      members[Self.line("\(pair[0].value)")] = read(pair[1].value, depth: depth + 1)
    }
    return .object(members.sorted { $0.key < $1.key }.map { .init(key: $0.key, value: $0.value) })
  }

  private static func line(_ text: String) -> String {
    String(text.prefix(200).map { $0.isNewline ? " " : $0 })
  }
}
