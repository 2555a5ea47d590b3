/// Schemas that dialects build from others.
extension RecordSchema {
  /// Creates a schema with one kind, whose values the given functions write and read.
  ///
  /// - Parameters:
  ///   - name: The name, which never changes.
  ///   - version: The version of today, from 1.
  ///   - flaws: The flaws in the parts of the values, as sentences.
  ///   - encode: A function that writes a value.
  ///   - decode: A function that reads a value of today's version.
  @_alwaysEmitIntoClient
  package init(
    _ name: String, version: Int = 1, flaws: [String] = [],
    encode: @escaping @Sendable (Value, any Encoder) throws -> Void,
    decode: @escaping @Sendable (any Decoder) throws -> Value
  ) {
    forms = [
      Form(
        kind: SchemaKind(name: name, version: version), type: Value.self, holds: { _ in true },
        encode: encode, make: { $0 as? Value }, decode: decode)
    ]
    innerFlaws = flaws
  }

  /// Returns the same kinds and steps for values that wrap this schema's.
  ///
  /// - Parameters:
  ///   - wrap: A function that wraps a value in a whole.
  ///   - unwrap: A function that returns the value in a whole; nil if the whole wraps another.
  @_alwaysEmitIntoClient
  package func lifted<Whole>(
    wrap: @escaping @Sendable (Value) -> Whole, unwrap: @escaping @Sendable (Whole) -> Value?
  ) -> RecordSchema<Whole> {
    var schema = RecordSchema<Whole>()
    schema.forms = forms.map { form in
      RecordSchema<Whole>.Form(
        kind: form.kind, type: form.type,
        holds: { unwrap($0).map(form.holds) ?? false },
        encode: { whole, encoder in
          guard let value = unwrap(whole) else { throw RecordSchema<Whole>.foreign(whole, encoder) }
          try form.encode(value, encoder)
        },
        make: { form.make($0).map(wrap) },
        decode: { wrap(try form.decode($0)) })
    }
    schema.steps = steps.map { step in
      RecordSchema<Whole>.Step(
        name: step.name, from: step.from, to: step.to, fromType: step.fromType, toType: step.toType,
        decode: step.decode, change: step.change)
    }
    schema.innerFlaws = innerFlaws
    return schema
  }

  /// Returns the same kinds and steps with a suffix after each name, for values of the same form that are
  /// recorded beside these.
  @_alwaysEmitIntoClient
  package func named(adding suffix: String) -> RecordSchema {
    var schema = self
    schema.forms = forms.map { form in
      Form(
        kind: SchemaKind(name: form.kind.name + suffix, version: form.kind.version), type: form.type,
        holds: form.holds, encode: form.encode, make: form.make, decode: form.decode)
    }
    schema.steps = steps.map { step in
      Step(
        name: step.name + suffix, from: step.from, to: step.to, fromType: step.fromType, toType: step.toType,
        decode: step.decode, change: step.change)
    }
    return schema
  }

  /// Returns a schema with the kinds and steps of both.
  @_alwaysEmitIntoClient
  package func joined(with other: RecordSchema) -> RecordSchema {
    var schema = self
    schema.forms += other.forms
    schema.steps += other.steps
    schema.innerFlaws += other.innerFlaws
    return schema
  }
}
