/// What kind a value is of: a name that stays when types are renamed, and a version.
///
/// Names are compared by their bytes, as SQLite does: an é in one scalar and an é in two are two names.
public struct SchemaKind: Hashable, Sendable, CustomStringConvertible {
  /// The name, which never changes.
  public let name: String
  /// The version, from 1.
  public let version: Int

  /// A kind by its name and version.
  public init(name: String, version: Int) {
    self.name = name
    self.version = version
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

  /// A Boolean value that indicates whether it is a version of the kind of this name.
  package func isNamed(_ name: String) -> Bool { ExactText(self.name) == ExactText(name) }
}

/// How values of one type are written down for years: under names that stay when types are renamed, and with versions.
///
/// A value is of one *kind*, which has a name, a version, and a `Codable` type. A store whose messages are one enum
/// has one kind; a dialect whose messages are many types has one for each. What was written by an older version of
/// the application is brought up to today's by steps (``upcast(_:from:to:_:)``).
///
/// ```swift
/// let messages = RecordSchema(NoteMessage.self, "note", version: 2)
///   .upcast("note", from: 1, to: 2) { (old: NoteMessageV1) in NoteMessage(old) }
/// ```
public struct RecordSchema<Value>: Sendable {
  /// What is known of a kind.
  ///
  /// A class, because it is looked up for every message and changed never.
  final class Form: Sendable {
    let kind: SchemaKind
    let type: Any.Type
    let holds: @Sendable (Value) -> Bool
    let encode: @Sendable (Value, any Encoder) throws -> Void
    /// What was decoded or came of the last step, as a value.
    let make: @Sendable (Any) -> Value?
    let decode: @Sendable (any Decoder) throws -> Value

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

  /// A way from one version to a later one.
  struct Step: Sendable {
    let name: String
    let from: Int
    let to: Int
    let fromType: Any.Type
    let toType: Any.Type
    let decode: @Sendable (any Decoder) throws -> Any
    let change: @Sendable (Any) throws -> Any
  }

  var forms: [Form] = []
  var steps: [Step] = []
  /// What is wrong with what its values are made of, where only their maker knows.
  var innerFlaws: [String] = []

  /// A schema with no kinds yet; see ``adding(_:_:version:)``.
  public init() {}

  /// A schema with one kind.
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - name: The name, which never changes.
  ///   - version: The version of today, from 1.
  public init(_ type: Value.Type, _ name: String, version: Int = 1)
  where Value: Codable & SendableMetatype {
    // Without the detour by way of a content, which every message of a history would take.
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

  /// A schema with one kind, of values whose type is known from elsewhere.
  ///
  /// - Parameters:
  ///   - name: The name, which never changes.
  ///   - version: The version of today, from 1.
  public init(_ name: String, version: Int = 1) where Value: Codable & SendableMetatype {
    self.init(Value.self, name, version: version)
  }
}

extension RecordSchema {
  // MARK: Kinds

  /// The same schema with one more kind of values, those of a type.
  ///
  /// - Parameters:
  ///   - type: A type that `Value` can hold: one of the types behind an `any`, a subclass, or `Value` itself.
  ///   - name: The name, which never changes.
  ///   - version: The version of today, from 1.
  public func adding<Content: Codable & SendableMetatype>(
    _ type: Content.Type, _ name: String, version: Int = 1
  ) -> RecordSchema {
    adding(type, name, version: version, wrap: { $0 as? Value }, unwrap: { $0 as? Content })
  }

  /// The same schema with one more kind of values, those that wrap a content.
  ///
  /// - Parameters:
  ///   - type: The type of the content.
  ///   - name: The name, which never changes.
  ///   - version: The version of today, from 1.
  ///   - wrap: The value of a content; nil when there is none, which is an error of decoding.
  ///   - unwrap: The content of a value; nil when the value is of another kind. The first kind that has one is taken.
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

  /// The same schema with a step from one version of a kind to a later one.
  ///
  /// Steps are chained: what this one makes is what the next one takes. The last makes a value of the kind's type.
  ///
  /// - Parameters:
  ///   - name: The name of the kind.
  ///   - from: The version that was written.
  ///   - to: The version that the step makes of it.
  ///   - change: Makes the one of the other; what it throws is told as an error of decoding.
  public func upcast<Old: Decodable & SendableMetatype, New>(
    _ name: String, from: Int, to: Int, _ change: @escaping @Sendable (Old) throws -> New
  ) -> RecordSchema {
    var schema = self
    schema.steps.append(
      Step(
        name: name, from: from, to: to, fromType: Old.self, toType: New.self,
        decode: { try $0.singleValueContainer().decode(Old.self) },
        change: { value in
          // Types that do not follow one another are found by `flaws`, before anything is decoded.
          guard let old = value as? Old else { return value }
          return try change(old)
        }))
    return schema
  }

  // MARK: Reading and writing

  /// The kinds that values have today.
  public var kinds: [SchemaKind] { forms.map(\.kind) }

  /// The place of a value's kind among ``kinds``; nil when it is of none.
  public func place(of value: Value) -> Int? {
    if forms.count == 1, forms[0].type == Value.self { return 0 }
    return forms.firstIndex { $0.holds(value) }
  }

  /// Writes a value in the form of its kind.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - place: The place of its kind among ``kinds``, if that is known already.
  ///   - encoder: Where to.
  /// - Throws: What the encoder throws, and `EncodingError` for a value of no kind.
  public func encode(_ value: Value, at place: Int? = nil, to encoder: any Encoder) throws {
    guard let place = place ?? self.place(of: value) else { throw Self.foreign(value, encoder) }
    try forms[place].encode(value, encoder)
  }

  /// Reads a value that was written as this kind, and brings it up to today's version.
  ///
  /// - Throws: What the decoder and the steps throw, and `DecodingError` for a kind there is no way from.
  public func decode(_ kind: SchemaKind, from decoder: any Decoder) throws -> Value {
    guard let read = reader(of: kind) else {
      throw Self.problem("there is no way from \(kind) to today's kinds", decoder)
    }
    return try read(decoder)
  }

  /// What reads the values that were written as this kind; nil when there is no way from it to today's.
  public func reader(of kind: SchemaKind) -> (@Sendable (any Decoder) throws -> Value)? {
    guard let form = forms.first(where: { $0.kind.isNamed(kind.name) }) else { return nil }
    if form.kind.version == kind.version { return form.decode }
    guard let way = way(from: kind), let first = way.first else { return nil }
    return { decoder in
      var value = try first.decode(decoder)
      for step in way { value = try step.change(value) }
      guard let made = form.make(value) else {
        throw Self.problem("the steps from \(kind) to \(form.kind) make no \(form.type)", decoder)
      }
      return made
    }
  }

  /// What stands between a kind that was written and today's.
  public func reach(of kind: SchemaKind) -> SchemaReach {
    guard let form = forms.first(where: { $0.kind.isNamed(kind.name) }) else { return .unknown }
    if kind.version == form.kind.version { return .current }
    if kind.version > form.kind.version { return .newer(known: form.kind.version) }
    return way(from: kind) == nil ? .gap(to: form.kind.version) : .upcast
  }

  /// The steps to today's version, as few as there can be; nil when there is no way.
  func way(from kind: SchemaKind) -> [Step]? {
    guard let goal = forms.first(where: { $0.kind.isNamed(kind.name) })?.kind.version else { return nil }
    let upward = steps.filter { kind.isNamed($0.name) && $0.from < $0.to && $0.to <= goal }
    // For each version the way with the fewest steps. All that lead to a version begin below it, so when one is gone on
    // from, no shorter way to it is still to come.
    var ways: [Int: [Step]] = [kind.version: []]
    for step in upward.sorted(by: { $0.from < $1.from }) {
      guard let way = ways[step.from] else { continue }
      if let other = ways[step.to], other.count <= way.count + 1 { continue }
      ways[step.to] = way + [step]
    }
    return ways[goal]
  }

  static func foreign(_ value: Value, _ encoder: any Encoder) -> any Error {
    EncodingError.invalidValue(
      value,
      EncodingError.Context(
        codingPath: encoder.codingPath, debugDescription: "there is no kind for a \(type(of: value as Any))"))
  }

  private static func problem(_ text: String, _ decoder: any Decoder) -> any Error {
    DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: decoder.codingPath, debugDescription: text))
  }
}

/// What stands between a kind that was written and the one of today.
public enum SchemaReach: Hashable, Sendable {
  /// It is the one of today.
  case current
  /// There are steps.
  case upcast
  /// The kind is known, and there are no steps from its version to today's.
  case gap(to: Int)
  /// It was written by a later version of the application.
  case newer(known: Int)
  /// There is no kind of that name.
  case unknown
}
