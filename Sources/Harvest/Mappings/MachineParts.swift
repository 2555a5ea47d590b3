public import Millrace

/// A part of a machine's state, for the kernel to follow.
@usableFromInline
struct MachinePart<State> {
  let scope: EffectScope
  /// The identity of the part's state; nil while it is missing.
  let identity: (State) -> Millrace.EffectID?
  var parts: [MachinePart] = []

  /// Returns the part in a larger state.
  func lifted<Whole>(_ tryGet: @escaping (Whole) -> State?) -> MachinePart<Whole> {
    MachinePart<Whole>(
      scope: scope, identity: { tryGet($0).flatMap(identity) }, parts: parts.map { $0.lifted(tryGet) })
  }
}

@usableFromInline
struct MachineParts<State> {
  let all: [MachinePart<State>]
  /// The charts whose states have delays or effects that a machine resumes.
  let charts: [ChartPart<State>]

  init(_ parts: [MachinePart<State>], charts: [ChartPart<State>] = []) {
    all = parts
    self.charts = charts
  }

  @usableFromInline
  init() {
    self.init([])
  }

  @usableFromInline
  static func + (left: MachineParts, right: MachineParts) -> MachineParts {
    MachineParts(left.all + right.all, charts: left.charts + right.charts)
  }

  @usableFromInline
  static func joined(_ parts: [MachineParts]) -> MachineParts {
    MachineParts(parts.flatMap(\.all), charts: parts.flatMap(\.charts))
  }

  /// Returns the parts in a larger state.
  func lifted<Whole>(
    _ tryGet: @escaping (Whole) -> State?,
    modify: @escaping (inout Whole, (inout State) -> Void) -> Bool
  ) -> MachineParts<Whole> {
    MachineParts<Whole>(
      all.map { $0.lifted(tryGet) }, charts: charts.map { $0.lifted(tryGet, modify: modify) })
  }

  /// Returns the parts that the kernel follows: each one, and once more at the top, where a whole may begin
  /// effects of it.
  @usableFromInline
  func declarations<Message: Sendable>() -> [PartDeclaration<State, Message>] {
    Self.declarations(Self.flat(all))
  }

  private static func flat(_ parts: [MachinePart<State>]) -> [MachinePart<State>] {
    parts + parts.flatMap { flat($0.parts) }
  }

  /// Returns one declaration for each scope: a part in several places is there while it is in one of them.
  private static func declarations<Message: Sendable>(
    _ parts: [MachinePart<State>]
  ) -> [PartDeclaration<State, Message>] {
    var scopes: [EffectScope] = []
    for part in parts where !scopes.contains(part.scope) { scopes.append(part.scope) }
    return scopes.map { scope in
      let same = parts.filter { $0.scope == scope }
      return PartDeclaration(
        scope.name, identity: { state in same.lazy.compactMap { $0.identity(state) }.first },
        parts: declarations(same.flatMap(\.parts)))
    }
  }
}
