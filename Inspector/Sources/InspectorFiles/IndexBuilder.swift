import InspectorCore
import Millrace

/// The index of a file's turns, as it grows.
///
/// The numbers of effects begin again in each run of the program that wrote the file. The index has them one
/// after the other, so that an effect is known by its store and number.
struct IndexBuilder: Sendable {
  private(set) var index: HistoryIndex
  /// The numbers of effects in the file and in the index.
  private(set) var effects = EffectNumbers()
  private var stores: [String: Int] = [:]
  private let kinds: [String]

  /// Creates a builder.
  ///
  /// - Parameters:
  ///   - begin: The turn after which turns are kept.
  ///   - kinds: The kinds of messages, such as `note@2`.
  init(after begin: UInt64 = 0, kinds: [String] = []) {
    index = HistoryIndex(after: begin)
    self.kinds = kinds
  }

  /// Returns the place of a store; nil when there are too many.
  mutating func store(_ name: String, isExact: Bool = true) -> Int? {
    if let known = stores[name] { return known }
    guard let place = index.addStore(name, isExact: isExact, messages: kinds) else { return nil }
    stores[name] = place
    return place
  }

  /// Adds a turn; false if its number is not above the last one's.
  mutating func add(_ turn: ArrivedTurn) -> Bool {
    guard turn.number > index.turns.last?.number ?? index.begin else { return false }
    var turn = turn
    turn.effects = turn.effects.map { effects.take($0, of: turn.store) }
    if case .effect(let effect, let request) = turn.cause {
      turn.cause = .effect(effects.number(effect, turn: request, of: turn.store), turn: request)
    }
    return index.add(turn)
  }

  mutating func add(_ event: ArrivedEvent, store: Int, at: Int64, place: RecordPlace) {
    index.add(effects.take(event, of: store), store: store, at: at, place: place)
  }

  mutating func add(_ sample: StateSample, store: Int) { index.add(sample, store: store) }

  mutating func addGap(after: UInt64, until: UInt64) {
    if until > after &+ 1, until > after { index.addGap(after + 1...until - 1) }
  }
}

/// The numbers of effects in a file, and those of the index.
struct EffectNumbers: Sendable {
  private struct Store: Sendable {
    /// The first requesting turn of each run, and the number that is added to its effects.
    var runs: [(turn: UInt64, offset: UInt64)] = []
    var lastEffect: UInt64 = 0
    var lastTurn: UInt64 = 0
  }

  private var stores: [Int: Store] = [:]

  /// Returns an event with the number of the index.
  mutating func take(_ event: ArrivedEvent, of place: Int) -> ArrivedEvent {
    var store = stores[place] ?? Store()
    let begins = event.step == .started || event.step == .waiting || event.step == .dropped
    // Within a run the numbers rise with the turns that request effects.
    if begins, event.turn > store.lastTurn {
      if event.effect <= store.lastEffect {
        let offset = (store.runs.last?.offset ?? 0) &+ store.lastEffect
        store.runs.append((event.turn, offset))
        store.lastEffect = 0
      }
      store.lastTurn = event.turn
    }
    if begins { store.lastEffect = max(store.lastEffect, event.effect) }
    stores[place] = store
    var event = event
    event.effect = number(event.effect, turn: event.turn, of: place)
    return event
  }

  /// The number in the index of an effect that a turn has requested.
  func number(_ effect: UInt64, turn: UInt64, of place: Int) -> UInt64 {
    guard let runs = stores[place]?.runs, let run = runs.last(where: { $0.turn <= turn }) else {
      return effect
    }
    return effect &+ run.offset
  }
}
