/// The index of a history: what is needed to list, filter and draw its turns without reading one.
///
/// It is a value: a copy is a view of a moment, which can be searched on another thread while the history
/// grows. Contents stay with the ``HistorySource``.
public struct HistoryIndex: Sendable {
  /// The maximum number of stores; further ones are refused.
  public static let storeLimit = 1000

  /// The stores, in the order in which they became known.
  public private(set) var stores: [HistoryStore] = []
  /// The turns, by rising numbers.
  public private(set) var turns = ChunkedArray<TurnEntry>()
  public private(set) var names = NameTable()
  /// The number of missing turns.
  public private(set) var lost: UInt64 = 0
  /// The missing turns, in order.
  public private(set) var gaps: [ClosedRange<UInt64>] = []
  /// The breaks, in order.
  public internal(set) var breaks: [HistoryBreak] = []
  /// The number of the turn before the first one of this history; 0 when it begins with the flow.
  public private(set) var begin: UInt64
  let isGapless: Bool
  private var storeNames: Set<String> = []
  /// The highest number that was given to a store's name.
  private var sameNames: [String: Int] = [:]

  /// Creates the index of a history that begins after a turn.
  ///
  /// - Parameters:
  ///   - begin: The turn, as far as it is known; an earlier first turn or state moves it.
  ///   - isGapless: True if every number that does not come is a turn that is missing. In a journal it may be
  ///     one that is not recorded.
  public init(after begin: UInt64 = 0, isGapless: Bool = false) {
    self.begin = begin
    self.isGapless = isGapless
  }

  // MARK: Growing

  /// Adds a store, and returns its place; nil when there are too many.
  public mutating func addStore(
    _ name: String, dialect: String? = nil, isExact: Bool, messages: [String] = []
  ) -> Int? {
    guard stores.count < Self.storeLimit else { return nil }
    var unique = name
    // Also a store that is really called so is told apart.
    while !storeNames.insert(unique).inserted {
      sameNames[name, default: 1] += 1
      unique = "\(name) (\(sameNames[name, default: 1]))"
    }
    stores.append(
      HistoryStore(
        name: unique, applicationName: name, dialect: dialect, isExact: isExact, messages: messages))
    return stores.count - 1
  }

  /// Replaces the description of a store when more is known.
  public mutating func describeStore(_ place: Int, dialect: String?, isExact: Bool, messages: [String]) {
    guard stores.indices.contains(place) else { return }
    stores[place].dialect = dialect ?? stores[place].dialect
    stores[place].isExact = isExact
    stores[place].messages = messages
  }

  /// Adds a turn.
  ///
  /// - Returns: False if its number is not above the last one's, or its store is unknown.
  public mutating func add(_ turn: ArrivedTurn) -> Bool {
    guard stores.indices.contains(turn.store),
      turn.number > max(turns.last?.number ?? 0, breaks.last?.number ?? 0),
      turns.count < Int(UInt32.max) - 1
    else { return false }
    if turns.isEmpty { begin = min(begin, turn.number - 1) }
    let last = max(turns.last?.number ?? begin, breaks.last?.number ?? 0)
    if isGapless, turn.number - last > 1 { addGap((last + 1)...(turn.number - 1)) }
    let place = UInt32(turns.count)
    turns.append(TurnEntry(turn, name: names.number(of: turn.name)))
    stores[turn.store].turns.append(place)
    if let leading = turn.cause.leading, let parent = self.place(of: leading), parent < turns.count - 1 {
      let last = turns[parent].lastLed
      turns[parent].lastLed = place
      if last == TurnEntry.none { turns[parent].firstLed = place } else { turns[Int(last)].nextLed = place }
    }
    for event in turn.effects { add(event, store: turn.store, at: turn.at, place: turn.place) }
    return true
  }

  /// Adds an event of an effect.
  ///
  /// An event of an effect whose request is not known is left out.
  public mutating func add(_ event: ArrivedEvent, store: Int, at: Int64, place: RecordPlace) {
    guard stores.indices.contains(store) else { return }
    if event.effect > stores[store].effects.last?.effect ?? 0
      || stores[store].effects.isEmpty
    {
      stores[store].effects.append(EffectEntry(event, at: at, place: place))
    } else if let known = effect(event.effect, of: store) {
      stores[store].effects[known].take(event.step, at: at, place: place)
    }
    if event.step == .failed, let turn = self.place(of: event.turn) { turns[turn].marks.insert(.failed) }
  }

  /// Adds a state that was kept.
  public mutating func add(_ sample: StateSample, store: Int) {
    guard stores.indices.contains(store) else { return }
    if turns.isEmpty { begin = min(begin, sample.turn) }
    if let last = stores[store].samples.last {
      if last.turn > sample.turn { return }
      if last.turn == sample.turn {
        stores[store].samples[stores[store].samples.count - 1] = sample
        return
      }
    }
    stores[store].samples.append(sample)
  }

  /// Notes that turns are missing; what was noted before is not counted twice.
  public mutating func addGap(_ missing: ClosedRange<UInt64>) { addGap(missing, isBreak: false) }

  mutating func addGap(_ missing: ClosedRange<UInt64>, isBreak: Bool) {
    var missing = missing
    if let last = gaps.last, last.contains(missing.lowerBound) {
      guard missing.upperBound > last.upperBound else { return }
      missing = (last.upperBound + 1)...missing.upperBound
    }
    if !isBreak { lost &+= missing.upperBound - missing.lowerBound &+ 1 }
    // A gap that is drawn too wide hides states, and never shows a wrong one.
    if let last = gaps.last, gaps.count >= 10_000 || missing.lowerBound <= last.upperBound &+ 1 {
      gaps[gaps.count - 1] =
        min(last.lowerBound, missing.lowerBound)...max(last.upperBound, missing.upperBound)
    } else {
      gaps.append(missing)
    }
  }

  // MARK: Finding

  /// The place of a turn; nil if it is missing.
  ///
  /// O(log n).
  public func place(of turn: UInt64) -> Int? {
    let place = place(atOrAfter: turn)
    return place < turns.count && turns[place].number == turn ? place : nil
  }

  /// The place of the first turn at or after a number.
  ///
  /// O(log n).
  public func place(atOrAfter turn: UInt64) -> Int {
    // Without gaps it is known.
    if let first = turns.first?.number, turn >= first {
      let guess = Int(clamping: turn - first)
      if guess < turns.count, turns[guess].number == turn { return guess }
    }
    return turns.firstPlace { $0.number >= turn }
  }

  /// The place of a store by its name; nil if there is none.
  public func store(named name: String) -> Int? { stores.firstIndex { $0.name == name } }

  /// The number of a store's last turn at or before another turn that may have changed its state; nil when
  /// there is none in this history.
  public func lastTurn(of store: Int, through turn: UInt64) -> UInt64? {
    let own = stores[store].turns
    var next = own.firstPlace { turns[Int($0)].number > turn }
    while next > 0, turns[Int(own[next - 1])].marks.contains(.unchanged) { next -= 1 }
    return next == 0 ? nil : turns[Int(own[next - 1])].number
  }

  /// The place of an effect among its store's; nil if it is not known.
  ///
  /// O(log n).
  public func effect(_ effect: UInt64, of store: Int) -> Int? {
    let own = stores[store].effects
    let place = own.firstPlace { $0.effect >= effect }
    return place < own.count && own[place].effect == effect ? place : nil
  }

  /// The effects that a turn of a store has requested: their places.
  public func effects(requestedBy turn: UInt64, of store: Int) -> Range<Int> {
    let own = stores[store].effects
    return own.firstPlace { $0.turn >= turn }..<own.firstPlace { $0.turn > turn }
  }

  /// The places of the turns that a turn led to, in order, at most so many.
  public func led(by place: Int, limit: Int, where isWanted: (TurnEntry) -> Bool = { _ in true }) -> [Int] {
    var found: [Int] = []
    var next = turns[place].firstLed
    var walked = 0
    while next != TurnEntry.none, found.count < limit, walked < 100_000 {
      let entry = turns[Int(next)]
      if isWanted(entry) { found.append(Int(next)) }
      next = entry.nextLed
      walked += 1
    }
    return found
  }

  /// The places of the turns from a turn back to its first cause, at most so many.
  public func chain(from place: Int, limit: Int) -> [Int] {
    var chain = [place]
    while chain.count < limit, let leading = turns[chain[chain.count - 1]].cause.leading,
      let next = self.place(of: leading), next < chain[chain.count - 1]
    {
      chain.append(next)
    }
    return chain
  }

  /// Returns whether turns are missing after one and up to another.
  public func hasGap(after first: UInt64, through last: UInt64) -> Bool {
    gaps.contains { $0.lowerBound <= last && $0.upperBound > first }
  }
}

/// The names of messages, each once, at most 65,536 of them.
public struct NameTable: Sendable {
  /// The names in the order of their first turns.
  public private(set) var list: [String] = []
  private var numbers: [String: UInt32] = [:]
  private static let limit = 65_536

  /// The number of a name; further names share the last number.
  mutating func number(of name: String) -> UInt32 {
    if let known = numbers[name] { return known }
    let isFull = list.count >= Self.limit - 1
    let name = isFull ? "other messages" : String(name.prefix(200))
    if let known = numbers[name] { return known }
    let number = UInt32(list.count)
    list.append(name)
    numbers[name] = number
    return number
  }

  /// The number of a name; nil if no message has it.
  public func number(named name: String) -> UInt32? { numbers[name] }

  public subscript(number: UInt32) -> String { list[Int(number)] }
}
