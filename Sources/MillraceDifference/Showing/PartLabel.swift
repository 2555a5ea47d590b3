/// The name of a part in the whole: before its value, and as a step of a path.
enum PartLabel: Hashable, Sendable {
  /// A part without a name.
  case none
  /// A field, a case's payload or a row of a custom mirror.
  case named(String)
  /// An element, by its position.
  case position(Int)
  /// A value, by the text of its key or id.
  case key(String)

  /// Returns the label of a field, which may have no name.
  static func field(_ name: String?) -> PartLabel { name.map { .named($0) } ?? .none }

  /// The text before the value, such as `title: `; empty for a part without a name.
  var text: String {
    switch self {
    case .none: ""
    case .named(let name), .key(let name): name + ": "
    case .position(let position): "[\(position)]: "
    }
  }

  /// The step of a path, such as `.title` or `[7]`; empty for a part without a name.
  var step: String {
    switch self {
    case .none: ""
    case .named(let name): "." + name
    case .key(let text): "[\(text)]"
    case .position(let position): "[\(position)]"
    }
  }
}
