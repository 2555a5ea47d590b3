import InspectorCore

/// The filtered lists of a history that the page has asked for lately, so that scrolling does not search
/// again.
actor FilteredLists {
  /// The number of lists that are kept.
  private static let limit = 8
  /// The number of turns whose contents one request reads at most.
  static let contentsLimit = 20_000

  private var recent: [FilteredTurns] = []

  /// Returns the list of a filter, judged as far as one request may go.
  func list(_ filter: TurnFilter, _ view: HistoryView) async throws(InspectorProblem) -> FilteredTurns {
    var list = recent.first { $0.filter == filter } ?? FilteredTurns(filter)
    // A turn can still fail, after it was judged.
    if filter.flags.contains(.failed) { list = FilteredTurns(filter) }
    if let changed = filter.changed {
      try await view.extend(&list, changed: changed)
    } else {
      try list.extend(view.index, limit: Self.contentsLimit) { place throws(InspectorProblem) in
        try view.contains(filter.text, at: place)
      }
    }
    recent.removeAll { $0.filter == filter }
    recent.insert(list, at: 0)
    if recent.count > Self.limit { recent.removeLast() }
    return list
  }
}

extension HistoryView {
  /// Returns whether a turn's message, its label or one of its effects contains a text.
  func contains(_ needle: TextNeedle?, at place: Int) throws(InspectorProblem) -> Bool {
    guard let needle else { return true }
    let entry = index.turns[place]
    if needle.isFound(in: index.names[entry.name]) { return true }
    let kept = try kept { () throws(InspectorProblem) in try source.turn(at: entry.place) }
    guard let content = kept else { return false }
    return needle.isFound(in: content.text) || needle.isFound(inJSON: content.message[...])
  }
}
