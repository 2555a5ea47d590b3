/// The form in which a value is compared and shown: the first of these that fits.
enum Shape {
  /// A string, or a value that is quoted like one.
  case string(String)
  /// A value described fully by a short text: a number, a date, a case without a payload.
  case text(String)
  /// A value that must not be taken apart, such as an actor, whose state is isolated.
  case instance(String)
  case list(any ListShaped)
  case gathering(any UnorderedElements)
  case fields(Fields)

  /// Creates the shape of a value that is not an optional with a value.
  init(of value: Any, _ redaction: Redaction = .marked) {
    if isNil(value) {
      self = .text("nil")
    } else if let string = value as? any StringProtocol {
      self = .string(String(string))
    } else if let character = value as? Character {
      self = .string(String(character))
    } else if let list = value as? any ListShaped {
      self = .list(list)
    } else if let gathering = value as? any UnorderedElements {
      self = .gathering(gathering)
    } else if value is any Actor {
      self = .instance(typeName(of: value))
    } else {
      self.init(reflecting: value, redaction)
    }
  }

  private init(reflecting value: Any, _ redaction: Redaction) {
    let mirror = Mirror(reflecting: value)
    if let text = SelfDescription.text(of: value, mirror: mirror, redaction) {
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
      let fields = Fields(of: value, mirror: mirror, redaction)
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

/// Returns the dynamic type of a value, without the module's name.
func typeName(of value: Any) -> String { "\(type(of: value))" }

/// The choice between a value's own description and its fields.
private enum SelfDescription {
  /// The maximum length of a description; a longer one has several facts, which fields show better.
  private static let longest = 90

  /// Returns a short description of a library's value, or of one with a few plain fields.
  ///
  /// It may hide something; when two are the same, the fields decide.
  static func text(of value: Any, mirror: Mirror, _ redaction: Redaction) -> String? {
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
    if isFromLibrary(type(of: value)) && (redaction.isEmpty || isClosed(value, mirror)) { return text }
    return isPlain(value, mirror, redaction) ? text : nil
  }

  private static func isFromLibrary(_ type: Any.Type) -> Bool {
    let module = String(reflecting: type).prefix { $0 != "." }
    return ["Swift", "Foundation", "FoundationEssentials", "Dispatch", "Millrace", "MillraceCore", "Flask"]
      .contains(
        module)
  }

  /// Returns true if a library's value contains no values of other types, which its description could show.
  private static func isClosed(_ value: Any, _ mirror: Mirror) -> Bool {
    if mirror.displayStyle == .struct || mirror.displayStyle == nil {
      return !String(reflecting: type(of: value)).contains("<") && !(value is any Error)
    }
    return mirror.children.isEmpty
  }

  private static func isPlain(_ value: Any, _ mirror: Mirror, _ redaction: Redaction) -> Bool {
    guard mirror.displayStyle == .struct || mirror.displayStyle == nil else { return false }
    return redaction.hiddenLabels(of: value).isEmpty && mirror.children.count <= 3
      && mirror.children.allSatisfy { child in
        let value = unwrapped(redaction.child(child.value, named: child.label))
        return !redaction.hides(value)
          && (value is any StringProtocol || Mirror(reflecting: value).children.isEmpty)
      }
  }
}
