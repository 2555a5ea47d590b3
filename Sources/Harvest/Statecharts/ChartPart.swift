import Millrace

/// A chart in a machine's state: its delays, and the states whose effects a machine resumes.
struct ChartPart<State> {
  /// Returns whether a delay has no deadline.
  let hasOpenDelay: (State) -> Bool
  /// Adds the delays that are missing, and notes the deadlines of those that have none.
  let beginDelays: (inout State, Timestamp, _ addsMissing: Bool) -> Void
  let removeDeadlines: (inout State) -> Void
  /// Returns true if the same states are active in both, with the same delays.
  let isSame: (State, State) -> Bool
  /// Returns the names of the active states that can have something under way and are not among the resumed
  /// ones; none in the chart's initial state.
  let unresumed: (State, Set<EffectID>) -> [String]

  /// Returns the chart in a larger state.
  func lifted<Whole>(
    _ tryGet: @escaping (Whole) -> State?,
    modify: @escaping (inout Whole, (inout State) -> Void) -> Bool, _ places: ScopePlaces
  ) -> ChartPart<Whole> {
    ChartPart<Whole>(
      hasOpenDelay: { tryGet($0).map(hasOpenDelay) ?? false },
      beginDelays: { whole, time, addsMissing in
        if tryGet(whole) != nil { _ = modify(&whole) { beginDelays(&$0, time, addsMissing) } }
      },
      removeDeadlines: { whole in
        if tryGet(whole) != nil { _ = modify(&whole, removeDeadlines) }
      },
      isSame: { left, right in
        guard let left = tryGet(left), let right = tryGet(right) else {
          return tryGet(left) == nil && tryGet(right) == nil
        }
        return isSame(left, right)
      },
      unresumed: { whole, resumed in
        tryGet(whole).map { unresumed($0, places.names(before: resumed)) } ?? []
      })
  }
}

extension Statechart {
  /// The chart as its machine resumes it; none if nothing can be under way in any state.
  var chartParts: [ChartPart<State>] {
    let tree = tree
    let first = beginning.state.configuration
    let scoped = tree.states.filter(\.hasScope)
    if scoped.isEmpty { return [] }
    return [
      ChartPart(
        hasOpenDelay: { $0.configuration.hasOpenDelay },
        beginDelays: { state, time, addsMissing in
          if addsMissing {
            var run = Run(tree, from: state.configuration)
            run.addMissingDelays(in: state)
            state.configuration.delays = run.configuration.delays
          }
          if state.configuration.hasOpenDelay { state.configuration.beginDelays(at: time) }
        },
        removeDeadlines: { $0 = $0.withoutDeadlines }, isSame: { $0.configuration == $1.configuration },
        unresumed: { state, resumed in
          let configuration = state.configuration
          if configuration == first { return [] }
          return scoped.filter { configuration.contains($0.name) && !resumed.contains($0.scope.name) }
            .map { "\($0.name)" }
        })
    ]
  }
}
