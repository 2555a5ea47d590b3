/// The way to a state: a kept one, or turns to be taken again.
public enum StatePlan: Sendable {
  /// The sample is the state.
  case kept(StateSample)
  /// The application takes turns again, from a sample on, or from the store's beginning.
  case compute(from: StateSample?, turns: [Int])
  /// There is no way; a sentence says why.
  case impossible(String)

  /// The maximum number of turns that are taken again for one state.
  public static let turnLimit = 100_000
}

extension HistoryIndex {
  /// The turn whose state a store has after a turn: its own last one, the last break, or the beginning of the
  /// history.
  public func origin(of store: Int, at turn: UInt64) -> UInt64 {
    let own = lastTurn(of: store, through: turn) ?? begin
    let last = breaks.last { $0.number <= turn }
    return max(own, last?.number ?? 0)
  }

  /// Decides about the way to a store's state after a turn.
  ///
  /// - Parameters:
  ///   - store: The store's place.
  ///   - turn: The turn; one of the history, or 0 for its beginning.
  ///   - isConnected: True if the application can take turns again.
  public func plan(_ store: Int, at turn: UInt64, isConnected: Bool) -> StatePlan {
    guard turn >= begin else {
      return .impossible("The inspector was attached after turn \(begin), so it has no earlier state.")
    }
    let samples = stores[store].samples
    let next = samples.firstPlace { $0.turn > turn }
    // A state holds until the store's next turn, and back to its last one.
    if next > 0, isQuiet(store, from: samples[next - 1].turn, through: turn) {
      return .kept(samples[next - 1])
    }
    if next < samples.count, isQuiet(store, from: turn, through: samples[next].turn) {
      return .kept(samples[next])
    }
    let nearest = next > 0 ? samples[next - 1].turn : samples.first?.turn
    func impossible(_ reason: String) -> StatePlan {
      let hint = nearest.map { " The nearest state that was kept is that of turn \($0)." } ?? ""
      return .impossible(
        "There is no state of `\(stores[store].name)` after turn \(turn), because \(reason)." + hint)
    }
    guard stores[store].isExact else {
      return impossible("its messages have no schema, so turns cannot be taken again, and none was kept then")
    }
    guard isConnected else {
      return impossible("none was kept then, and no application is connected that could compute it")
    }
    var base = next
    while base > 0, !samples[base - 1].isExact { base -= 1 }
    let sample = base > 0 ? samples[base - 1] : nil
    guard sample != nil || begin == 0 else {
      return impossible("the inspector was attached later, and has no earlier state")
    }
    let start = sample?.turn ?? 0
    if hasGap(after: start, through: turn) {
      return impossible("turns in between are missing")
    }
    let own = stores[store].turns
    let first = own.firstPlace { turns[Int($0)].number > start }
    let last = own.firstPlace { turns[Int($0)].number > turn }
    guard last - first <= StatePlan.turnLimit else {
      return impossible(
        "\(last - first) turns would have to be taken again, and \(StatePlan.turnLimit) is the limit")
    }
    let places = (first..<last).map { Int(own[$0]) }.filter { !turns[$0].marks.contains(.unchanged) }
    if let foreign = places.first(where: { !turns[$0].marks.contains(.exact) }) {
      return impossible("the message of turn \(turns[foreign].number) was hidden, shortened or has no schema")
    }
    return .compute(from: sample, turns: places)
  }

  /// Returns whether a store has no turn, and no turn is missing, after one turn and up to another.
  private func isQuiet(_ store: Int, from first: UInt64, through last: UInt64) -> Bool {
    (lastTurn(of: store, through: last) ?? 0) <= first && !hasGap(after: first, through: last)
  }
}
