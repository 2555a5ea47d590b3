/// A value before a change, without copies of its large tables.
///
/// A copy of a table forces the next change to copy every row. Of each table with more than 256 rows only the
/// change stamp is kept, so that a later difference shows its changed rows without their old contents. Tables
/// inside of arrays, dictionaries and class instances are kept as they are.
///
/// Cost: O(parts), at most a few hundred, of the structs and cases that make up the value.
package struct RememberedValue {
  private let value: Any

  /// Remembers a value; the caller releases the value itself before the change.
  package init(_ value: Any, _ redaction: Redaction) {
    var hollowing = Hollowing(redaction: redaction)
    self.value = hollowing.hollow(value, depth: 0) ?? value
  }

  /// Returns the difference to the value after the change; nil when nothing differs.
  package func difference(to new: Any, _ redaction: Redaction) -> Difference? {
    var builder = DifferenceBuilder(redaction: redaction)
    return Difference(builder.nodes(from: value, to: new))
  }
}

/// A part that stands in for a value which was not kept.
protocol RememberedPart {
  func nodes(
    to new: Any, label: PartLabel, depth: Int, _ builder: inout DifferenceBuilder
  ) -> [DifferenceNode]
}

/// The replacement of large tables by their stamps.
private struct Hollowing {
  private static let deepest = 6

  let redaction: Redaction
  /// The number of parts that may still be examined.
  private var budget = 400

  init(redaction: Redaction) {
    self.redaction = redaction
  }

  /// Returns a stand-in for a value with a large table; nil for a value without one.
  mutating func hollow(_ value: Any, depth: Int) -> (any RememberedPart)? {
    let value = unwrapped(value)
    if let table = value as? any RememberableTable { return table.memory }
    budget -= 1
    guard depth < Self.deepest, budget > 0, !(value is any ListShaped || value is any UnorderedElements)
    else {
      return nil
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .struct, .enum, .tuple: break
    default: return nil
    }
    guard !mirror.children.isEmpty, !redaction.hides(value) else { return nil }
    let fields = Fields(of: value, mirror: mirror, redaction)
    let hollow = fields.children.map { self.hollow($0.value, depth: depth + 1) }
    guard hollow.contains(where: { $0 != nil }) else { return nil }
    return RememberedFields(
      type: type(of: value),
      fields: fields.replacing(values: zip(hollow, fields.children).map { $0 ?? $1.value }))
  }
}

/// A struct, a tuple or a case with a large table inside.
private struct RememberedFields: RememberedPart {
  let type: Any.Type
  let fields: Fields

  func nodes(
    to new: Any, label: PartLabel, depth: Int, _ builder: inout DifferenceBuilder
  ) -> [DifferenceNode] {
    let after = Fields(of: new, builder.redaction)
    guard Swift.type(of: new) == type, after.name == fields.name else {
      return [
        .change(label, .word("\(fields.name)\(fields.opening)…\(fields.closing)"), builder.tree(of: new))
      ]
    }
    return builder.nodes(from: fields, to: after, label: label, depth: depth)
  }
}
