import Millrace

/// A reason why a location does not have a requested value.
public enum LocationValueError: Error, Hashable, Sendable {
  /// The route has no argument of this name.
  case missingArgument(String, path: String, available: [String])
  /// The argument's text does not represent a value of the type.
  case argumentType(String, path: String, expected: String, given: String)
  /// No query item has this name.
  case missingQueryValue(String, path: String, available: [String])
  /// The text does not represent a value of the type; nil if the name has no value.
  case queryValueType(String, path: String, expected: String, given: String?)
  /// There is no payload.
  case missingPayload(path: String, expected: String)
  /// The payload is of another type.
  case payloadType(path: String, expected: String, given: String)
}

extension LocationValueError: AdvisingError {}

extension LocationValueError: CustomStringConvertible {
  /// The error as a sentence: the problem, its reason and its remedy.
  public var description: String {
    switch self {
    case .missingArgument(let name, let path, let available):
      "The route \(quoted(path)) has no argument \(quoted(name)); "
        + (available.isEmpty
          ? "its pattern has no arguments, so add it there."
          : "read \(listed(available)), or add it to the pattern.")
    case .argumentType(let name, let path, let expected, let given):
      "The argument \(quoted(name)) of the route \(quoted(path)) must be a value of \(expected), but \(quoted(given)) "
        + "is not; pass another value, or read it as another type."
    case .missingQueryValue(let name, let path, let available):
      "The query of the route \(quoted(path)) has no \(quoted(name)); it "
        + (available.isEmpty ? "is empty" : "has only \(listed(available))")
        + "; add it to the route, or use `queryValueIfPresent`."
    case .queryValueType(let name, let path, let expected, let given?):
      "The query's \(quoted(name)) of the route \(quoted(path)) must be a value of \(expected), but \(quoted(given)) "
        + "is not; pass another value, or read it as another type."
    case .queryValueType(let name, let path, let expected, nil):
      "The query's \(quoted(name)) of the route \(quoted(path)) must be a value of \(expected), but the name has no "
        + "value; write `=` and a value after it."
    case .missingPayload(let path, let expected):
      "The route \(quoted(path)) has no payload, but needs one of the type \(expected); "
        + "pass it with the command. A link from outside has no payload."
    case .payloadType(let path, let expected, let given):
      "The payload of the route \(quoted(path)) must be of the type \(expected), but is of the type \(given); "
        + "pass a payload of the expected type."
    }
  }
}
