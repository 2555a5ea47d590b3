public import Millrace

/// A part of a machine's state, for the kernel to follow.
@usableFromInline
struct MachinePart<State> {
  let scope: EffectScope
  /// The identity of the part's state; nil while it is missing.
  let identity: (State) -> Millrace.EffectID?
  var parts: [MachinePart] = []
  /// The owner of the effects that a chart returns itself, such as its first ones.
  ///
  /// It is the same at all places of the chart, and nil for a part that is no chart's state.
  var ownScope: EffectScope?

  /// Returns the part in a larger state, with the owners that it has there.
  func lifted<Whole>(_ tryGet: @escaping (Whole) -> State?, _ places: ScopePlaces) -> MachinePart<Whole> {
    MachinePart<Whole>(
      scope: places[scope.name] ?? scope, identity: { tryGet($0).flatMap(identity) },
      parts: parts.map { $0.lifted(tryGet, places) }, ownScope: ownScope)
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

  /// The owners of their effects at a new place in a larger state.
  var newPlaces: ScopePlaces { ScopePlaces(Self.flat(all).map { ($0.scope, $0.ownScope) }) }

  /// Returns the parts in a larger state.
  func lifted<Whole>(
    _ tryGet: @escaping (Whole) -> State?,
    modify: @escaping (inout Whole, (inout State) -> Void) -> Bool, _ places: ScopePlaces
  ) -> MachineParts<Whole> {
    MachineParts<Whole>(
      all.map { $0.lifted(tryGet, places) }, charts: charts.map { $0.lifted(tryGet, modify: modify, places) })
  }

  /// Returns the parts that the kernel follows: each one, and once more at the top, where a whole may begin
  /// effects of it.
  @usableFromInline
  func declarations<Message: Sendable>() -> [PartDeclaration<State, Message>] {
    let parts = Self.flat(all)
    let own = parts.compactMap { part in part.ownScope.map { MachinePart(scope: $0, identity: part.identity) }
    }
    return Self.declarations(parts + own)
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
        scope.name,
        identity: { state in
          for part in same {
            if let identity = part.identity(state) { return identity }
          }
          return nil
        }, parts: declarations(same.flatMap(\.parts)))
    }
  }
}
