extension RecordSchema {
  /// The flaws of the schema itself, as sentences; empty if it has none.
  ///
  /// It reports duplicate names, versions below 1, steps of unknown kinds, duplicate steps, steps that do not
  /// lead to a later version or to today's, and steps whose types do not match.
  @_alwaysEmitIntoClient
  public var flaws: [String] {
    var flaws = innerFlaws
    if forms.isEmpty { flaws.append("it has no kinds") }
    var seen: Set<ExactText> = []
    for form in forms {
      if !seen.insert(ExactText(form.kind.name)).inserted {
        flaws.append("the kind `\(form.kind.name)` is added twice")
      }
      if form.kind.version < 1 { flaws.append("\(form.kind) has a version below 1") }
      if form.kind.name.isEmpty { flaws.append("the kind of \(form.type) has an empty name") }
    }
    var ways: Set<ExactText> = []
    for step in steps {
      // The name comes last, because it may contain anything.
      if !ways.insert(ExactText("\(step.from) \(step.to) \(step.name)")).inserted {
        flaws.append("\(Self.title(of: step)) is given twice")
      }
      flaws += self.flaws(of: step)
    }
    return flaws
  }

  @_alwaysEmitIntoClient
  func flaws(of step: Step) -> [String] {
    let title = Self.title(of: step)
    guard let form = forms.first(where: { $0.kind.isNamed(step.name) }) else {
      return ["\(title) belongs to a kind that was not added"]
    }
    if step.from < 1 || step.to <= step.from { return ["\(title) does not lead to a later version"] }
    if step.to > form.kind.version { return ["\(title) goes beyond \(form.kind)"] }
    if step.to == form.kind.version {
      return step.toType == form.type
        ? [] : ["\(title) produces a \(step.toType), but the kind's type is \(form.type)"]
    }
    guard let way = way(from: SchemaKind(name: step.name, version: step.to)), let next = way.first else {
      return ["no steps lead from \(step.name)@\(step.to) to \(form.kind)"]
    }
    return next.fromType == step.toType
      ? [] : ["\(title) produces a \(step.toType), but the next step takes a \(next.fromType)"]
  }

  @_alwaysEmitIntoClient
  static func title(of step: Step) -> String {
    "the step from \(step.name)@\(step.from) to \(step.name)@\(step.to)"
  }
}
