import MillraceCore

/// The values that texts hide, besides those marked with ``Redacted``: by type, by the name of a field, and
/// by the name of an enum's case.
///
/// ```swift
/// let redaction = Redaction(types: [Password.self], fields: ["pin"], cases: ["loggedIn"])
/// ```
///
/// A hidden value shows as `<redacted>`, however deep it is in others: in elements of collections, in
/// payloads of cases, behind `Any`, in boxes, and in errors. A value with a hidden part is shown by its
/// parts, and not by its own description, which could contain that part. What a string contains is not
/// examined.
public struct Redaction: Sendable {
  /// The text in the place of a hidden value.
  static let text = "<redacted>"

  private var types: Set<ObjectIdentifier>
  private var fields: Set<String>
  private var cases: Set<String>

  /// True if nothing is hidden but values marked with ``Redacted``.
  package var isEmpty: Bool { types.isEmpty && fields.isEmpty && cases.isEmpty }

  /// Creates a redaction.
  ///
  /// - Parameters:
  ///   - types: The types with hidden values. The dynamic type of a value counts, and a subclass is another
  ///     type.
  ///   - fields: The names of hidden fields of structs, classes, tuples and payloads, and the string keys of
  ///     hidden values in dictionaries. Upper and lower case, underscores and hyphens make no difference.
  ///   - cases: The names of the cases of enums with hidden payloads, such as those of messages.
  public init(types: [Any.Type] = [], fields: [String] = [], cases: [String] = []) {
    self.types = Set(types.map { ObjectIdentifier($0) })
    self.fields = Set(fields.map(Self.plain))
    self.cases = Set(cases)
  }

  /// Hides nothing but values marked with ``Redacted``.
  public static let marked = Redaction()

  /// Hides the fields that usually hold secrets: `password`, `passphrase`, `passcode`, `pin`, `secret`,
  /// `clientSecret`, `token`, `accessToken`, `refreshToken`, `idToken`, `apiKey`, `privateKey`, `credential`,
  /// `credentials`, `authorization`, `cookie` and `setCookie`.
  public static let usual = Redaction(fields: [
    "password", "passphrase", "passcode", "pin", "secret", "clientSecret", "token", "accessToken",
    "refreshToken", "idToken", "apiKey", "privateKey", "credential", "credentials", "authorization", "cookie",
    "setCookie",
  ])

  /// Returns a redaction that hides what this one hides, and more.
  public func and(types: [Any.Type] = [], fields: [String] = [], cases: [String] = []) -> Redaction {
    var more = Redaction(types: types, fields: fields, cases: cases)
    more.types.formUnion(self.types)
    more.fields.formUnion(self.fields)
    more.cases.formUnion(self.cases)
    return more
  }

  /// Returns true if a value is hidden because of its type; the value is no optional.
  func hides(_ value: Any) -> Bool {
    value is any RedactedValue || (!types.isEmpty && types.contains(ObjectIdentifier(type(of: value))))
  }

  /// Returns true if a field of this name, or the value under this key, is hidden.
  ///
  /// The name may have a path before it, as of a field in a row: `people[7].password`.
  func hidesField(_ name: String?) -> Bool {
    guard !fields.isEmpty, let name else { return false }
    if fields.contains(Self.plain(name)) { return true }
    return name.lastIndex(of: ".").map { fields.contains(Self.plain(String(name[$0...]))) } ?? false
  }

  /// The labels of the parts of a value that are hidden with a field that the value itself names.
  func hiddenLabels(of value: Any) -> Set<String> {
    guard !fields.isEmpty, let value = value as? any NamedValue else { return [] }
    return hidesField(value.valueName) ? type(of: value).valueLabels : []
  }

  /// Returns true if the payload of the case of this name is hidden.
  func hidesCase(_ name: String) -> Bool { !cases.isEmpty && cases.contains(name) }

  /// Returns the value under a name: a marked one if the name hides it.
  func child(_ value: Any, named name: String?) -> Any {
    hidesField(name) ? Redacted<Any>(value) : value
  }

  private static func plain(_ name: String) -> String {
    String(name.lowercased().filter { $0.isLetter || $0.isNumber })
  }
}
