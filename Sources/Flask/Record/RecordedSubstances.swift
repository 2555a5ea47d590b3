public import Millrace

/// The substances of a record, with their names and the schemas of their states.
///
/// See ``Flask/recordable(_:)``.
public struct RecordedSubstances {
  private(set) var members: [RecordedSubstance] = []
  private(set) var retired: Set<String> = []
  private let flask: Flask
  private var otherFlaws: [String] = []

  init(of flask: Flask) {
    self.flask = flask
  }

  /// Adds a substance.
  ///
  /// - Parameters:
  ///   - substance: The substance, of this context.
  ///   - schema: The schema of its states. Its steps (`upcast(_:from:to:_:)`) convert older written states to
  ///     the present shape.
  ///   - name: Its permanent name in the record; by default that of the schema's kind. Substances that share
  ///     a schema need a name each.
  public mutating func add<S: FlaskState>(
    _ substance: Substance<S>, _ schema: RecordSchema<S>, as name: String? = nil
  ) {
    let name = name ?? schema.kinds.first?.name ?? substance.name()
    if substance.flask !== flask {
      otherFlaws.append(
        "the substance `\(name)` belongs to another context than `\(flask.name)`; record it there")
      return
    }
    members.append(RecordedSubstance(substance, schema, name))
  }

  /// Ignores the written states of a substance that no longer exists.
  ///
  /// Without this call, a record that contains the name cannot be read.
  ///
  /// - Parameter name: The name that it had in the record.
  public mutating func retire(_ name: String) {
    retired.insert(name)
  }

  /// Its problems, as sentences.
  var flaws: [String] {
    var flaws = otherFlaws
    if members.isEmpty { flaws.append("no substance of the context `\(flask.name)` was added") }
    var names: Set<String> = []
    var identities: Set<ObjectIdentifier> = []
    for member in members {
      if !names.insert(member.name).inserted {
        flaws.append("two substances are recorded as `\(member.name)`; give each a name with `as:`")
      }
      if retired.contains(member.name) {
        flaws.append("the substance `\(member.name)` is both recorded and retired; do only one")
      }
      if !identities.insert(ObjectIdentifier(member.substance)).inserted {
        flaws.append("the substance that is recorded as `\(member.name)` is added twice; add it once")
      }
      flaws += member.form.flaws.map { "of the substance `\(member.name)`: \($0)" }
    }
    return flaws
  }
}

struct RecordedSubstance {
  let name: String
  let substance: SubstanceConcrete
  let form: SubstanceForm
  let state: () -> any FlaskState

  init<S: FlaskState>(_ substance: Substance<S>, _ schema: RecordSchema<S>, _ name: String) {
    self.name = name
    self.substance = substance
    form = SubstanceForm(name, schema)
    state = { substance.committedState }
  }
}
