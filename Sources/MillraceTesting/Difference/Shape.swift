/// How a value is looked at: the first of these that fits it.
enum Shape {
  /// A string, or what is quoted like one.
  case string(String)
  /// What says all about itself in a few words: a number, a date, a case without a payload.
  case text(String)
  /// What must not be looked into, as an actor, whose state is not ours to read.
  case instance(String)
  case list(any ListShaped)
  case gathering(any Gathering)
  case fields(Fields)

  /// The shape of this value, which is no optional with a value in it.
  init(of value: Any) {
    if isNil(value) {
      self = .text("nil")
    } else if let string = value as? any StringProtocol {
      self = .string(String(string))
    } else if let character = value as? Character {
      self = .string(String(character))
    } else if let list = value as? any ListShaped {
      self = .list(list)
    } else if let gathering = value as? any Gathering {
      self = .gathering(gathering)
    } else if value is any Actor {
      self = .instance(typeName(of: value))
    } else {
      self.init(reflecting: value)
    }
  }

  private init(reflecting value: Any) {
    let mirror = Mirror(reflecting: value)
    if let text = SelfDescription.text(of: value, mirror: mirror) {
      self = .text(text)
      return
    }
    switch mirror.displayStyle {
    case .collection: self = .list(mirror.children.map(\.value))
    case .set:
      let elements = mirror.children.map(\.value)
      self = .list(
        elements.map { (text: readableLine($0), element: $0) }.sorted { $0.text < $1.text }.map(\.element))
    default:
      let fields = Fields(of: value, mirror: mirror)
      if !fields.children.isEmpty || mirror.displayStyle == .tuple {
        self = .fields(fields)
      } else if mirror.displayStyle == nil {
        let text = "\(value)"
        self = .text(text == "(Function)" ? typeName(of: value) : escaped(text))
      } else {
        self = .text(mirror.displayStyle == .enum ? fields.name : fields.name + "()")
      }
    }
  }
}

/// The dynamic type of a value, without the module's name.
func typeName(of value: Any) -> String { "\(type(of: value))" }

/// When a value's own description reads better than its fields.
private enum SelfDescription {
  /// Longer descriptions tell of many things, which are better told apart.
  private static let longest = 90

  /// The description, if it is a short one, and comes from a library or stands for a few plain fields.
  ///
  /// It may hide something; when two are the same, the fields have the last word.
  static func text(of value: Any, mirror: Mirror) -> String? {
    let description: String
    if let value = value as? any CustomStringConvertible {
      description = value.description
    } else if let value = value as? any CustomDebugStringConvertible {
      description = value.debugDescription
    } else {
      return nil
    }
    let text = escaped(description)
    guard !text.isEmpty, text.utf8.count <= longest else { return nil }
    if mirror.displayStyle == .enum && mirror.children.isEmpty { return text }
    return isFromLibrary(type(of: value)) || isPlain(mirror) ? text : nil
  }

  private static func isFromLibrary(_ type: Any.Type) -> Bool {
    let module = String(reflecting: type).prefix { $0 != "." }
    return ["Swift", "Foundation", "FoundationEssentials", "Dispatch", "Millrace", "MillraceCore"].contains(
      module)
  }

  private static func isPlain(_ mirror: Mirror) -> Bool {
    guard mirror.displayStyle == .struct || mirror.displayStyle == nil else { return false }
    return mirror.children.count <= 3
      && mirror.children.allSatisfy { child in
        child.value is any StringProtocol || Mirror(reflecting: child.value).children.isEmpty
      }
  }
}
