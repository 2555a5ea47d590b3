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
          ? "its pattern has none, so add it there."
          : "ask for \(listed(available)), or add it to the pattern.")
    case .argumentType(let name, let path, let expected, let given):
      "The argument \(quoted(name)) of the route \(quoted(path)) should be a value of \(expected), but \(quoted(given)) "
        + "is none; go there with another, or ask for another type."
    case .missingQueryValue(let name, let path, let available):
      "The query of the route \(quoted(path)) has no \(quoted(name)), but "
        + (available.isEmpty ? "is empty" : "only \(listed(available))")
        + "; add it to the route, or use `queryValueIfPresent`."
    case .queryValueType(let name, let path, let expected, let given?):
      "The query's \(quoted(name)) of the route \(quoted(path)) should be a value of \(expected), but \(quoted(given)) "
        + "is none; go there with another, or ask for another type."
    case .queryValueType(let name, let path, let expected, nil):
      "The query's \(quoted(name)) of the route \(quoted(path)) should be a value of \(expected), but the name stands "
        + "alone; write `=` and a value behind it."
    case .missingPayload(let path, let expected):
      "The route \(quoted(path)) came without a payload, but needs one of the type \(expected); "
        + "hand it over with the command. A link from outside has none."
    case .payloadType(let path, let expected, let given):
      "The payload of the route \(quoted(path)) should be of the type \(expected), but is of the type \(given); "
        + "hand over the one that is expected."
    }
  }
}
