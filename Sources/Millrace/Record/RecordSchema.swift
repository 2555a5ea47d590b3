/// The kind of a value: a name that stays when types are renamed, and a version.
///
/// Names are compared by their bytes, as SQLite does: an é in one scalar and an é in two are different names.
public struct SchemaKind: Hashable, Sendable, LosslessStringConvertible {
  /// The name, which never changes.
  public let name: String
  /// The version, from 1.
  public let version: Int

  /// Creates a kind from its name and version.
  public init(name: String, version: Int) {
    self.name = name
    self.version = version
  }

  /// Reads a kind as its ``description`` writes it, such as `note@2`; nil for a text without a version.
  public init?(_ text: String) {
    guard let mark = text.lastIndex(of: "@"), let version = Int(digits: text[text.index(after: mark)...]),
      version > 0
    else {
      return nil
    }
    self.init(name: String(text[..<mark]), version: version)
  }

  /// The name and the version, as `note@2`.
  public var description: String { "\(name)@\(version)" }

  /// Compares the names by their bytes, and the versions.
  public static func == (left: SchemaKind, right: SchemaKind) -> Bool {
    left.version == right.version && left.isNamed(right.name)
  }

  /// Hashes the name's bytes and the version.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ExactText(name))
    hasher.combine(version)
  }

  /// Returns true if this is a version of the kind with this name.
  @usableFromInline
  package func isNamed(_ name: String) -> Bool { ExactText(self.name) == ExactText(name) }
}

extension SchemaKind: Codable {
  /// Reads the text of a kind.
  public init(from decoder: any Decoder) throws {
    self = try decoder.valueOfText("a kind with a version")
  }

  /// Writes the ``description``.
  public func encode(to encoder: any Encoder) throws {
    try encodeText(to: encoder)
  }
}

/// The archived form of values of one type: it uses names that stay when types are renamed, and versions.
///
/// A value belongs to one *kind*, which has a name, a version, and a `Codable` type. A store whose messages
/// are one enum has one kind; a dialect whose messages are of several types has one for each. Steps convert
/// values written by an older version of the application to today's (``upcast(_:from:to:_:)``).
///
/// ```swift
/// let messages = RecordSchema(NoteMessage.self, "note", version: 2)
///   .upcast("note", from: 1, to: 2) { (old: NoteMessageV1) in NoteMessage(old) }
/// ```
public struct RecordSchema<Value>: Sendable {
  /// The functions of a kind.
  ///
  /// A class, because it is looked up for every message and never changes.
  @usableFromInline
  final class Form: Sendable {
    @usableFromInline let kind: SchemaKind
    @usableFromInline let type: Any.Type
    @usableFromInline let holds: @Sendable (Value) -> Bool
    @usableFromInline let encode: @Sendable (Value, any Encoder) throws -> Void
    /// A function that makes a value of what was decoded, or of the result of the last step.
    @usableFromInline let make: @Sendable (Any) -> Value?
    @usableFromInline let decode: @Sendable (any Decoder) throws -> Value

    @_alwaysEmitIntoClient
    init(
      kind: SchemaKind, type: Any.Type, holds: @escaping @Sendable (Value) -> Bool,
      encode: @escaping @Sendable (Value, any Encoder) throws -> Void,
      make: @escaping @Sendable (Any) -> Value?, decode: @escaping @Sendable (any Decoder) throws -> Value
    ) {
      self.kind = kind
      self.type = type
      self.holds = holds
      self.encode = encode
      self.make = make
      self.decode = decode
    }
  }

  /// A step from one version to a later one.
  @usableFromInline
  struct Step: Sendable {
    @usableFromInline let name: String
    @usableFromInline let from: Int
    @usableFromInline let to: Int
    @usableFromInline let fromType: Any.Type
    @usableFromInline let toType: Any.Type
    @usableFromInline let decode: @Sendable (any Decoder) throws -> Any
    @usableFromInline let change: @Sendable (Any) throws -> Any

    @_alwaysEmitIntoClient
    init(
      name: String, from: Int, to: Int, fromType: Any.Type, toType: Any.Type,
      decode: @escaping @Sendable (any Decoder) throws -> Any,
      change: @escaping @Sendable (Any) throws -> Any
    ) {
      self.name = name
      self.from = from
      self.to = to
      self.fromType = fromType
      self.toType = toType
      self.decode = decode
      self.change = change
    }
  }

  @usableFromInline var forms: [Form] = []
  @usableFromInline var steps: [Step] = []
  /// The flaws in the parts of its values, as their creator reports them.
  @usableFromInline var innerFlaws: [String] = []

  /// Creates a schema without kinds; see ``adding(_:_:version:)``.
  @_alwaysEmitIntoClient
  public init() {}

  /// Creates a schema with one kind.
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - name: The name, which never changes.
  ///   - version: The version of today, from 1.
  @_alwaysEmitIntoClient
  public init(_ type: Value.Type, _ name: String, version: Int = 1)
  where Value: Codable & SendableMetatype {
    // Without the detour through a content, which would cost time for every message of a history.
    forms = [
      Form(
        kind: SchemaKind(name: name, version: version), type: type,
        holds: { _ in true },
        encode: { value, encoder in
          var container = encoder.singleValueContainer()
          try container.encode(value)
        },
        make: { $0 as? Value },
        decode: { try $0.singleValueContainer().decode(Value.self) })
    ]
  }

  /// Creates a schema with one kind, of values whose type the compiler infers.
  ///
  /// - Parameters:
  ///   - name: The name, which never changes.
  ///   - version: The version of today, from 1.
  @_alwaysEmitIntoClient
  public init(_ name: String, version: Int = 1) where Value: Codable & SendableMetatype {
    self.init(Value.self, name, version: version)
  }
}

extension RecordSchema {
  // MARK: Kinds

  /// Returns the schema with one more kind, of values of a type.
  ///
  /// - Parameters:
  ///   - type: A type that `Value` can hold: one of the types behind an `any`, a subclass, or `Value` itself.
  ///   - name: The name, which never changes.
  ///   - version: The version of today, from 1.
  @_alwaysEmitIntoClient
  public func adding<Content: Codable & SendableMetatype>(
    _ type: Content.Type, _ name: String, version: Int = 1
  ) -> RecordSchema {
    adding(type, name, version: version, wrap: { $0 as? Value }, unwrap: { $0 as? Content })
  }

  /// Returns the schema with one more kind, of values that wrap a content.
  ///
  /// - Parameters:
  ///   - type: The type of the content.
  ///   - name: The name, which never changes.
  ///   - version: The version of today, from 1.
  ///   - wrap: A function that returns the value for a content; nil is an error of decoding.
  ///   - unwrap: A function that returns the content of a value; nil if the value is of another kind. The
  ///     first kind that returns a content is used.
  @_alwaysEmitIntoClient
  public func adding<Content: Codable & SendableMetatype>(
    _ type: Content.Type, _ name: String, version: Int = 1,
    wrap: @escaping @Sendable (Content) -> Value?, unwrap: @escaping @Sendable (Value) -> Content?
  ) -> RecordSchema {
    var schema = self
    schema.forms.append(
      Form(
        kind: SchemaKind(name: name, version: version), type: type,
        holds: { unwrap($0) != nil },
        encode: { value, encoder in
          guard let content = unwrap(value) else { throw Self.foreign(value, encoder) }
          var container = encoder.singleValueContainer()
          try container.encode(content)
        },
        make: { ($0 as? Content).flatMap(wrap) },
        decode: { decoder in
          let content = try decoder.singleValueContainer().decode(Content.self)
          if let value = wrap(content) { return value }
          throw Self.problem("a \(Content.self) makes no \(Value.self)", decoder)
        }))
    return schema
  }

  /// Returns the schema with a step from one version of a kind to a later one.
  ///
  /// Steps are chained: the result of one is the input of the next. The last creates a value of the kind's
  /// type.
  ///
  /// - Parameters:
  ///   - name: The name of the kind.
  ///   - from: The version that was written.
  ///   - to: The version that the step creates.
  ///   - change: A function that converts a value; an error that it throws is reported as an ``UpcastError``.
  @_alwaysEmitIntoClient
  public func upcast<Old: Decodable & SendableMetatype, New>(
    _ name: String, from: Int, to: Int, _ change: @escaping @Sendable (Old) throws -> New
  ) -> RecordSchema {
    var schema = self
    schema.steps.append(
      Step(
        name: name, from: from, to: to, fromType: Old.self, toType: New.self,
        decode: { try $0.singleValueContainer().decode(Old.self) },
        change: { value in
          // `flaws` finds types that do not match before anything is decoded.
          guard let old = value as? Old else { return value }
          return try change(old)
        }))
    return schema
  }

  // MARK: Reading and writing

  /// The present kinds of values.
  @_alwaysEmitIntoClient
  public var kinds: [SchemaKind] { forms.map(\.kind) }

  /// Returns the index of a value's kind in ``kinds``; nil if it has none.
  @_alwaysEmitIntoClient
  public func place(of value: Value) -> Int? {
    if forms.count == 1, forms[0].type == Value.self { return 0 }
    return forms.firstIndex { $0.holds(value) }
  }

  /// Writes a value in the form of its kind.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - place: The index of its kind in ``kinds``, if that is already known.
  ///   - encoder: The encoder.
  /// - Throws: The encoder's errors, and `EncodingError` for a value without a kind.
  @_alwaysEmitIntoClient
  public func encode(_ value: Value, at place: Int? = nil, to encoder: any Encoder) throws {
    guard let place = place ?? self.place(of: value) else { throw Self.foreign(value, encoder) }
    try forms[place].encode(value, encoder)
  }

  /// Reads a value that was written as this kind, and converts it to today's version.
  ///
  /// - Throws: The errors of the decoder, ``UpcastError`` for a step that throws, and `DecodingError` for a
  ///   kind without steps to today's.
  @_alwaysEmitIntoClient
  public func decode(_ kind: SchemaKind, from decoder: any Decoder) throws -> Value {
    guard let read = reader(of: kind) else {
      throw Self.problem("no `upcast` steps lead from \(kind) to a current kind; add them", decoder)
    }
    return try read(decoder)
  }

  /// Returns a function that reads values written as this kind; nil if no steps lead from it to today's.
  @_alwaysEmitIntoClient
  public func reader(of kind: SchemaKind) -> (@Sendable (any Decoder) throws -> Value)? {
    guard let form = forms.first(where: { $0.kind.isNamed(kind.name) }) else { return nil }
    if form.kind.version == kind.version { return form.decode }
    guard let way = way(from: kind), let first = way.first else { return nil }
    return { decoder in
      var value = try first.decode(decoder)
      for step in way {
        do { value = try step.change(value) } catch {
          throw UpcastError(SchemaKind(name: kind.name, version: step.from), to: step.to, reason: "\(error)")
        }
      }
      guard let made = form.make(value) else {
        throw Self.problem(
          "the `upcast` steps from \(kind) to \(form.kind) do not produce a \(form.type); correct them",
          decoder)
      }
      return made
    }
  }

  /// Returns the relation of a kind that was written to today's.
  @_alwaysEmitIntoClient
  public func reach(of kind: SchemaKind) -> SchemaReach {
    guard let form = forms.first(where: { $0.kind.isNamed(kind.name) }) else { return .unknown }
    if kind.version == form.kind.version { return .current }
    if kind.version > form.kind.version { return .newer(known: form.kind.version) }
    return way(from: kind) == nil ? .gap(to: form.kind.version) : .upcast
  }

  /// Returns the steps to today's version, as few as possible; nil if no steps lead to it.
  @_alwaysEmitIntoClient
  func way(from kind: SchemaKind) -> [Step]? {
    guard let goal = forms.first(where: { $0.kind.isNamed(kind.name) })?.kind.version else { return nil }
    let upward = steps.filter { kind.isNamed($0.name) && $0.from < $0.to && $0.to <= goal }
    // For each version the shortest chain of steps. All steps to a version begin below it. When the search
    // continues from a version, a shorter chain to it can no longer be found.
    var ways: [Int: [Step]] = [kind.version: []]
    for step in upward.sorted(by: { $0.from < $1.from }) {
      guard let way = ways[step.from] else { continue }
      if let other = ways[step.to], other.count <= way.count + 1 { continue }
      ways[step.to] = way + [step]
    }
    return ways[goal]
  }

  @_alwaysEmitIntoClient
  static func foreign(_ value: Value, _ encoder: any Encoder) -> any Error {
    EncodingError.invalidValue(
      value,
      EncodingError.Context(
        codingPath: encoder.codingPath,
        debugDescription: "the schema has no kind for a \(type(of: value as Any)); add one"))
  }

  @_alwaysEmitIntoClient
  static func problem(_ text: String, _ decoder: any Decoder) -> any Error {
    DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: decoder.codingPath, debugDescription: text))
  }
}

/// The relation of a kind that was written to today's.
public enum SchemaReach: Hashable, Sendable {
  /// It is today's kind.
  case current
  /// Steps lead to today's.
  case upcast
  /// The name is known, but no steps lead from its version to today's.
  case gap(to: Int)
  /// A later version of the application wrote it.
  case newer(known: Int)
  /// No kind has this name.
  case unknown
}
