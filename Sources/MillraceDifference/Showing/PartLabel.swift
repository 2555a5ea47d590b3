/// The name of a part in the whole: before its value, and as a step of a path.
struct PartLabel: Hashable, Sendable {
  /// The text before the value, such as `title: `; empty for a part without a name.
  let text: String
  /// The step of a path, such as `.title` or `[7]`; empty for a part without a name.
  let step: String

  static let none = PartLabel(text: "", step: "")

  /// The label of a field, a case's payload or a row of a custom mirror.
  static func field(_ name: String?) -> PartLabel {
    name.map { PartLabel(text: $0 + ": ", step: "." + $0) } ?? .none
  }

  /// The label of an element by its position.
  static func position(_ position: Int) -> PartLabel {
    PartLabel(text: "[\(position)]: ", step: "[\(position)]")
  }

  /// The label of a value by the text of its key or id.
  static func key(_ text: String) -> PartLabel { PartLabel(text: text + ": ", step: "[\(text)]") }
}
