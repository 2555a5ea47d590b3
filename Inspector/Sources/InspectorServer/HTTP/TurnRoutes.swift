import InspectorCore

extension Route {
  /// The lists of turns, and one turn.
  static let turnRoutes: [Route] = [
    Route("GET", "turns") { view, query, _ throws(InspectorProblem) in
      let at = try query.number("at", in: 0...Int(UInt32.max)) ?? 0
      let count = try query.number("count", in: 0...500) ?? 100
      let list = try await view.list(&query)
      let rows = try view.rows(at: at, count: count, of: list)
      return .json(
        .joined([["total": .number(list.count), "at": .number(at), "turns": .array(rows)], list.progress]))
    },
    Route("GET", "place") { view, query, _ throws(InspectorProblem) in
      let turn = try query.turn("turn")
      let list = try await view.list(&query)
      return .json(.joined([["at": .number(list.place(atOrAfter: turn))], list.progress]))
    },
    Route("GET", "turn") { view, query, _ throws(InspectorProblem) in
      .json(try view.whole(try query.turn()))
    },
    Route("GET", "slow") { view, query, _ throws(InspectorProblem) in
      let count = try query.number("count", in: 0...500) ?? 50
      let rows = try view.index.slowest(count).map { place throws(InspectorProblem) in try view.row(place) }
      return .json(["turns": .array(rows)])
    },
  ]
}

/// A list of turns as the page sees it: all, or those of a filter.
struct TurnList {
  let view: HistoryView
  /// Nil for all turns.
  let filtered: FilteredTurns?

  var count: Int { filtered?.places.count ?? view.index.turns.count }

  subscript(place: Int) -> Int { filtered.map { Int($0.places[place]) } ?? place }

  func place(atOrAfter turn: UInt64) -> Int {
    filtered?.place(atOrAfter: turn, in: view.index) ?? view.index.place(atOrAfter: turn)
  }

  /// The members that say how far the search has come; none when it is complete.
  var progress: JSONOutput {
    guard let filtered, !filtered.isComplete(for: view.index) else { return [:] }
    let through = filtered.judged == 0 ? 0 : view.index.turns[filtered.judged - 1].number
    return ["isComplete": false, "through": .unsigned(through)]
  }
}

extension HistoryView {
  /// Takes a filter from the query.
  func filter(_ query: inout RequestQuery) throws(InspectorProblem) -> TurnFilter {
    var filter = TurnFilter()
    filter.stores = Set(query.all("store"))
    filter.name = try query.text("name")
    filter.text = try query.text("text").flatMap { TextNeedle($0) }
    filter.from = try query.number("from", in: Int64.min...Int64.max)
    filter.until = try query.number("until", in: Int64.min...Int64.max)
    filter.cause = try query.text("cause")
    if let cause = filter.cause, !["sent", "posted", "turn", "effect", "subscription"].contains(cause) {
      throw .malformed("`cause` must be sent, posted, turn, effect or subscription.")
    }
    for word in query.all("flags").flatMap({ $0.split(separator: ",") }) {
      guard let flag = TurnFilter.Flag(rawValue: String(word)) else {
        throw .malformed("`flags` may have unhandled, failed and slow, with commas between them.")
      }
      filter.flags.insert(flag)
    }
    if let text = try query.text("changed") {
      guard let changed = TurnFilter.ChangedValue(text, stores: index.stores) else {
        throw .malformed("`changed` must begin with the name of a store, such as library.entries.3.")
      }
      filter.changed = changed
    }
    return filter
  }

  func list(_ query: inout RequestQuery) async throws(InspectorProblem) -> TurnList {
    let filter = try filter(&query)
    return TurnList(view: self, filtered: filter.isEmpty ? nil : try await lists.list(filter, self))
  }

  func rows(at: Int, count: Int, of list: TurnList) throws(InspectorProblem) -> [JSONOutput] {
    guard at < list.count else { return [] }
    var rows: [JSONOutput] = []
    for place in at..<min(at + count, list.count) { rows.append(try row(list[place])) }
    return rows
  }

  func row(_ place: Int) throws(InspectorProblem) -> JSONOutput {
    let entry = index.turns[place]
    return index.row(
      place, text: try kept { () throws(InspectorProblem) in try source.text(at: entry.place) })
  }

  /// Returns contents; nil if they were not kept.
  func kept<Content>(
    _ read: () throws(InspectorProblem) -> Content
  ) throws(InspectorProblem) -> Content? {
    do { return try read() } catch {
      guard error.status == 409 else { throw error }
      return nil
    }
  }

  /// A turn with all that belongs to it.
  func whole(_ turn: UInt64) throws(InspectorProblem) -> JSONOutput {
    guard let place = index.place(of: turn) else {
      throw .missing("Turn \(turn) is not in this history; it was dropped, or has not been taken.")
    }
    let entry = index.turns[place]
    let content = try kept { () throws(InspectorProblem) in try source.turn(at: entry.place) }
    let message = content.flatMap { $0.message.isEmpty ? nil : try? JSONDocument($0.message) }
    let store = Int(entry.store)
    var events: [JSONOutput] = []
    for number in index.effects(requestedBy: turn, of: store).prefix(1000) {
      events += try self.events(index.stores[store].effects[number], asking: entry)
    }
    return .joined([
      index.row(place, text: content?.text),
      [
        "message": message.map { .raw($0.root.json) }, "kind": content?.kind.map { .text($0) },
        "reflected": .bool(!entry.marks.contains(.exact)), "cut": entry.marks.contains(.cut) ? true : nil,
        "swift": message.map { .text(SwiftText.send($0.root, name: index.names[entry.name])) },
        "events": .array(events),
        "led": .array(index.led(by: place, limit: 100).map { index.reference($0) }),
        "chain": .array(index.chain(from: place, limit: 50).map { index.reference($0) }),
      ],
    ])
  }

  /// The events of an effect: those of the record with its request, and its last one.
  private func events(_ effect: EffectEntry, asking entry: TurnEntry) throws(InspectorProblem) -> [JSONOutput]
  {
    var places = [effect.place]
    if effect.endPlace != effect.place { places.append(effect.endPlace) }
    var found: [JSONOutput] = []
    for place in places {
      let isRequest = place == effect.place
      let at = isRequest ? effect.asked : effect.ended ?? effect.began ?? effect.asked
      let events = try kept { () throws(InspectorProblem) in try source.events(at: place) } ?? []
      for event in events where event.effect == effect.effect && event.turn == effect.turn {
        found.append(
          .joined([event.output, ["at": .integer(at), "after": isRequest ? .unsigned(entry.number) : nil]]))
      }
    }
    return found
  }
}
