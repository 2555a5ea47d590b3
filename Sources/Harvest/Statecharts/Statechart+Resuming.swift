extension Statechart {
  /// The first effects of a machine that resumes a kept state: its delays and entry effects begin again.
  ///
  /// ```swift
  /// let harvester = Harvester(
  ///   state: kept, effect: try player.effect(resuming: kept), mapping: player.mapping, world: World())
  /// ```
  ///
  /// For each active state, from the outermost in, it begins what an `onEntry` begins that leaving the state cancels, and
  /// waits for each `after`; a wait begins with its whole time, because how much of it had passed is not kept. What an
  /// `onEntry` does to the state was done before and is not done again, and what it begins for good has ended or was lost.
  ///
  /// - Parameter state: A state whose configuration was one of this chart's.
  /// - Throws: `StatechartError.foreignConfiguration(_:)` when the chart cannot be where the state says.
  public func effect(resuming state: State) throws(StatechartError) -> Effect {
    guard isLegal(state.configuration) else {
      throw .foreignConfiguration("\(state.configuration)")
    }
    return Run(tree, from: state.configuration).underWay(in: state)
  }
}
