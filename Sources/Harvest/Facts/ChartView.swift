/// A statechart in a machine's state, as tools see it.
struct ChartView<State> {
  let log: ChartLog
  let places: () -> [ChartPlace]
  let arrows: () -> [ChartArrow]
  /// Returns the indices of the active states.
  let active: (State) -> [Int]

  /// Returns the chart in a larger state.
  func lifted<Whole>(_ tryGet: @escaping (Whole) -> State?) -> ChartView<Whole> {
    ChartView<Whole>(log: log, places: places, arrows: arrows, active: { tryGet($0).map(active) ?? [] })
  }
}

/// A state of a chart.
struct ChartPlace {
  let title: String
  let parent: Int?
}

/// A transition of a chart.
struct ChartArrow {
  /// The whole transition as text, such as `on: play -> playing`.
  let text: String
  /// The trigger and the guard.
  let title: String
  let source: Int
  /// The targets; the source itself for a transition that leaves no state.
  let targets: [Int]
}

/// The transitions that a chart's mapping has taken for the last input, noted while a tap watches.
final class ChartLog {
  /// The number of machines that are watched.
  var watchers = 0
  private(set) var taken: [Int] = []

  func note(_ taken: [Int]) {
    if watchers > 0 { self.taken = taken }
  }
}

extension Statechart {
  func view(_ log: ChartLog) -> ChartView<State> {
    let tree = tree
    return ChartView(
      log: log,
      places: { tree.states.map { ChartPlace(title: "\($0.name)", parent: $0.parent) } },
      arrows: {
        tree.states.flatMap(\.transitions).sorted { $0.index < $1.index }.map { transition in
          let targets = transition.targets.map(\.place)
          let guardName = transition.summary.guardName.map { " [\($0)]" } ?? ""
          return ChartArrow(
            text: "\(transition.summary)", title: transition.summary.trigger + guardName,
            source: transition.source, targets: targets.isEmpty ? [transition.source] : targets)
        }
      },
      active: { $0.configuration.active.compactMap { tree.places[$0] } })
  }
}
