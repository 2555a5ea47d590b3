extension HistoryIndex {
  /// A turn as a row of the page's list.
  ///
  /// - Parameters:
  ///   - place: The turn's place in the index.
  ///   - text: The message in one line.
  public func row(_ place: Int, text: String?) -> JSONOutput {
    let turn = turns[place]
    return [
      "n": .unsigned(turn.number), "at": .integer(turn.at), "store": .text(stores[Int(turn.store)].name),
      "name": .text(names[turn.name]), "text": text.map { .text($0) }, "cause": .text("\(turn.cause)"),
      "update": turn.update.map { .number($0) }, "observers": turn.observers.map { .number($0) },
      "effects": .number(turn.events), "unhandled": turn.marks.contains(.unhandled) ? true : nil,
      "failed": turn.marks.contains(.failed) ? true : nil,
    ]
  }

  /// A turn in a list of causes or consequences.
  public func reference(_ place: Int) -> JSONOutput {
    let turn = turns[place]
    return [
      "n": .unsigned(turn.number), "store": .text(stores[Int(turn.store)].name),
      "name": .text(names[turn.name]), "cause": .text("\(turn.cause)"),
    ]
  }

  /// The slowest turns by update and observers, slowest first: their places.
  ///
  /// O(n).
  public func slowest(_ count: Int) -> [Int] {
    var found: [(duration: Int, place: Int)] = []
    for (place, turn) in turns.enumerated() where turn.duration > 0 {
      if found.count == count, turn.duration <= found[count - 1].duration { continue }
      let rank = found.firstIndex { $0.duration < turn.duration } ?? found.count
      found.insert((turn.duration, place), at: rank)
      if found.count > count { found.removeLast() }
    }
    return found.map(\.place)
  }
}
