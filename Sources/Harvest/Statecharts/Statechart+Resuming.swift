extension Statechart {
  /// Returns the first effects of a machine that resumes a saved state: its delays and entry effects begin
  /// again.
  ///
  /// ```swift
  /// let harvester = Harvester(
  ///   state: kept, effect: try player.effect(resuming: kept), mapping: player.mapping, world: World())
  /// ```
  ///
  /// For each active state, from the outermost in, it starts the cancellable effects of each `onEntry`, and
  /// each delay; a delay begins with its whole time, because the elapsed time is not saved. The changes that
  /// an `onEntry` makes to the state are not made again. Its effects that outlive the state are not started
  /// again: they have ended or were lost.
  ///
  /// - Parameter state: A state whose configuration was one of this chart's.
  /// - Throws: `StatechartError.foreignConfiguration(_:)` when the configuration is not one of the chart.
  public func effect(resuming state: State) throws(StatechartError) -> Effect {
    guard isLegal(state.configuration) else {
      throw .foreignConfiguration("\(state.configuration)")
    }
    return Run(tree, from: state.configuration).underWay(in: state)
  }
}
