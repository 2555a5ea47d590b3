import Harvest

enum ChartInput: Hashable, CaseIterable {
  case power, play, pause, fadeOut, eject, mute, next, finish, reset, other
}

enum ChartMode: Hashable, CaseIterable {
  case off, on, playing, paused, slow, fast
  case session, audio, loud, muted, audioDone, video, shown, hidden, videoDone
  case done, end, missing
}

typealias PlainChart = Statechart<
  ChartInput, StatechartConfiguration<ChartMode>, Void, BasicEffectQueue, String
>
typealias ChartEffect = PlainChart.Effect
typealias LoggedChart = Statechart<ChartInput, ChartLog, Void, BasicEffectQueue, String>

/// A state that keeps what happened.
struct ChartLog: StatechartState, Hashable {
  var configuration = StatechartConfiguration<ChartMode>()
  var log: [String] = []
  var count = 0
}

extension PlainChart {
  /// The leaves after inputs from the beginning.
  func leaves(after inputs: ChartInput...) -> [ChartMode]
  where State == StatechartConfiguration<ChartMode>, Input == ChartInput {
    inputs.reduce(initialState) { react(to: $1, in: $0)?.state ?? $0 }.leaves
  }
}
