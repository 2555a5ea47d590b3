import Millrace

/// The written form of one substance's states: an object with the name of the kind, its version, and the
/// state.
struct SubstanceForm: Sendable {
  let flaws: [String]
  /// The state of a substance that a record does not contain yet.
  let first: @Sendable () -> any FlaskState
  let encode: @Sendable (any FlaskState, any Encoder) throws -> Void
  let decode: @Sendable (any Decoder) throws -> any FlaskState

  private enum Key: String, CodingKey { case kind, version, state }

  init<S: FlaskState>(_ name: String, _ schema: RecordSchema<S>) {
    flaws = schema.flaws
    first = { S() }
    encode = { state, encoder in
      guard let state = state as? S, let place = schema.place(of: state) else {
        throw EncodingError.invalidValue(
          state,
          EncodingError.Context(
            codingPath: encoder.codingPath, debugDescription: "it is not a state of the substance `\(name)`"))
      }
      let kind = schema.kinds[place]
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(kind.name, forKey: .kind)
      try container.encode(kind.version, forKey: .version)
      try container.encode(
        Written { try schema.encode(state, at: place, to: $0) }, forKey: .state)
    }
    decode = { decoder in
      let container = try decoder.container(keyedBy: Key.self)
      let kind = SchemaKind(
        name: try container.decode(String.self, forKey: .kind),
        version: try container.decode(Int.self, forKey: .version))
      return try schema.decode(kind, from: try container.superDecoder(forKey: .state))
    }
  }

  struct Written: Encodable {
    let write: (any Encoder) throws -> Void

    func encode(to encoder: any Encoder) throws { try write(encoder) }
  }
}

/// The written form of the states of all substances of a record: an object with one member for each.
struct SubstanceForms: Sendable {
  private let forms: [String: SubstanceForm]
  private let retired: Set<String>

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(_ substances: RecordedSubstances) {
    forms = Dictionary(substances.members.map { ($0.name, $0.form) }, uniquingKeysWith: { first, _ in first })
    retired = substances.retired
  }

  func encode(_ states: some Sequence<FlaskCommits.Commit>, _ encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for commit in states {
      guard let form = forms[commit.name] else { continue }
      let written = SubstanceForm.Written { try form.encode(commit.state, $0) }
      try container.encode(written, forKey: Name(stringValue: commit.name))
    }
  }

  /// Decodes the present states, sorted by name.
  func decode(_ decoder: any Decoder) throws -> [FlaskCommits.Commit] {
    let container = try decoder.container(keyedBy: Name.self)
    var states: [FlaskCommits.Commit] = []
    for key in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
      let name = key.stringValue
      if let form = forms[name] {
        states.append(.init(name: name, state: try form.decode(try container.superDecoder(forKey: key))))
      } else if !retired.contains(name) {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container,
          debugDescription: """
            no substance `\(name)` is recorded now; add it under that name, or retire the name
            """)
      }
    }
    return states
  }

  var first: [String: any FlaskState] { forms.mapValues { $0.first() } }
}
