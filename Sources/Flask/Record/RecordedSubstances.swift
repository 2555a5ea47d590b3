public import Millrace

/// Says which substances a record is about, under which names, and how their states are written down.
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
  ///   - schema: How its states are written down. Its steps (`upcast(_:from:to:_:)`) bring up to today's shape
  ///     what was written of this substance.
  ///   - name: Its name in the record, which never changes; by default that of the schema's kind. Substances with one
  ///     schema each need one of their own.
  public mutating func add<S: FlaskState>(
    _ substance: Substance<S>, _ schema: RecordSchema<S>, as name: String? = nil
  ) {
    let name = name ?? schema.kinds.first?.name ?? substance.name()
    if substance.flask !== flask {
      otherFlaws.append(
        "the substance `\(name)` belongs to another context than `\(flask.name)`; record it with that one")
      return
    }
    members.append(RecordedSubstance(substance, schema, name))
  }

  /// Lets go of what was written of a substance that there is no more.
  ///
  /// Without it a record in which the name comes cannot be read.
  ///
  /// - Parameter name: The name that it had in the record.
  public mutating func retire(_ name: String) {
    retired.insert(name)
  }

  /// What is wrong with it, as sentences.
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
        flaws.append("the substance `\(member.name)` is recorded and retired; do one of both")
      }
      if !identities.insert(ObjectIdentifier(member.substance)).inserted {
        flaws.append("the substance that is recorded as `\(member.name)` is added twice")
      }
      flaws += member.form.flaws.map { "of the substance `\(member.name)`: \($0)" }
    }
    return flaws
  }
}

/// One substance of a record.
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
