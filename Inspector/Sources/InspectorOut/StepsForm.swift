import Millrace
import MillraceJournal

/// The turns of one store as the source of a test with the steps of a `TestStore`.
///
/// Messages are Swift where their form tells it, and are decoded from JSON otherwise. Messages of effects
/// that the stretch has begun are received; all others are sent. The states after the turns are decoded from
/// JSON, so that nothing of their types has to be known.
public struct StepsForm {
  /// The largest sum of the states in the source, in bytes; without it, only the last state is compared.
  public static let statesLimit = 1 << 20

  private let stretch: Stretch
  private let store: String
  private let names: SourceNames
  private let turns: [Stretch.Turn]
  private var source = SourceText()
  private var states: [UInt64: Stretch.State] = [:]

  /// Returns the source.
  ///
  /// - Parameters:
  ///   - stretch: The stretch; its states are those before it and those after each turn, as far as known.
  ///   - store: The name of the store.
  ///   - names: The names of the user's code.
  /// - Throws: ``StretchProblem`` when the test would say nothing.
  public static func source(
    _ stretch: Stretch, store: String, names: SourceNames = SourceNames()
  ) throws(StretchProblem) -> String {
    var form = StepsForm(stretch, store: store, names: names)
    try form.write()
    return form.source.text
  }

  private init(_ stretch: Stretch, store: String, names: SourceNames) {
    self.stretch = stretch
    self.store = store
    self.names = names
    turns = stretch.turns.filter { $0.store == store && $0.message != nil }
    for state in stretch.states where state.store == store { states[state.turn] = state }
    let size = states.values.reduce(0) { size, state in
      size > Self.statesLimit ? size : size + state.value.json().utf8.count
    }
    if size > Self.statesLimit, let last = turns.last?.number {
      states = states.filter { $0.key == last || $0.key <= stretch.start }
    }
  }

  private mutating func write() throws(StretchProblem) {
    guard stretch.stores.contains(where: { $0.name == store && $0.isExact }) else {
      throw StretchProblem(
        "The store `\(store)` has no schemas, so that its messages cannot be read by a test; give it schemas."
      )
    }
    guard !turns.isEmpty else {
      throw StretchProblem("The store `\(store)` has no messages in \(stretch.title); choose other turns.")
    }
    if let turn = turns.first(where: { !$0.isExact }) {
      throw StretchProblem(
        "The message of turn \(turn.number) was not recorded whole; choose turns after it or before it.")
    }
    source.addImports(["Millrace", "MillraceTesting", "Testing"], names)
    let what = "\(store): \(stretch.title)"
    source.add("/// Takes \(SwiftLiteral.comment(what)) again, step by step.")
    source.add("@Test(\(SwiftLiteral.string(what)))")
    // Many stores live on the main actor, and each store can.
    source.add("@MainActor")
    source.add("func \(SwiftLiteral.identifier("\(store) \(stretch.title)"))() async throws {")
    addSchemas()
    addStore()
    source.add("  let test = TestStore(store\(isComplete ? "" : ", mode: .relaxed"))")
    if !isComplete {
      source.add("  // Some states are not known, so that only those below are compared.")
    }
    for turn in turns { add(turn) }
    source.add()
    if hasOpenEffects {
      source.add("  // Effects went on after the last turn.")
      source.add("  test.skipInFlightEffects()")
    }
    source.add("  await test.finish()")
    source.add("}")
  }

  // MARK: Parts

  private var before: Stretch.State? {
    states.values.filter { $0.turn <= stretch.start }.max { $0.turn < $1.turn }
  }

  /// True if the states before and after all turns are known.
  private var isComplete: Bool { before != nil && turns.allSatisfy { states[$0.number] != nil } }

  private var hasOpenEffects: Bool {
    EffectSpans(stretch).all.contains { $0.store == store && $0.end == nil }
  }

  private func swift(_ turn: Stretch.Turn) -> String? {
    guard !names.isDecoding, let message = turn.message else { return nil }
    return SwiftLiteral.message(message, name: turn.name.isEmpty ? nil : turn.name)
  }

  private mutating func addSchemas() {
    if let kind = states.values.first?.kind {
      let schema = names.states ?? SourceKinds([kind]).schema(of: names.state ?? "YourState")
      source.add(
        "  let states = \(schema ?? "")", isNamed: names.states != nil || names.state != nil,
        "the schema of the store's states.")
    }
    if turns.contains(where: { swift($0) == nil }) {
      let type = names.message ?? "YourMessage"
      let kinds = SourceKinds(turns.compactMap(\.kind))
      let schema = names.messages ?? kinds.schema(of: type) ?? "RecordSchema<\(type)>()"
      source.add(
        "  let messages = \(schema)",
        isNamed: names.messages != nil || names.message != nil && kinds.schema() != nil,
        "the schema of the store's messages.")
    }
  }

  private mutating func addStore() {
    if let before {
      source.add("  let state = \(decoding(before.value, before.kind, "states"))")
    } else {
      source.add(
        "  let state = \(names.state ?? "YourState")()", isNamed: false,
        "the state before these turns, which is not known.")
    }
    let expression = names.stores[store]
    source.add(
      "  let store = \(expression ?? "Store(state, name: \(SwiftLiteral.string(store)), update: yourUpdate)")",
      isNamed: expression != nil, "the store, as the application makes it.")
  }

  private mutating func add(_ turn: Stretch.Turn) {
    source.add()
    source.add("  // Turn \(turn.number), \(SwiftLiteral.comment(turn.cause.description))")
    var message = swift(turn)
    if message == nil, let value = turn.message, let kind = turn.kind {
      message = "message\(turn.number)"
      source.add("  let message\(turn.number) = \(decoding(value, kind, "messages"))")
    }
    var change = ""
    if let state = states[turn.number], isChange(turn) {
      source.add("  let state\(turn.number) = \(decoding(state.value, state.kind, "states"))")
      change = " { $0 = state\(turn.number) }"
    }
    let effects = turn.effects.compactMap(expectation)
    let wanted = effects.isEmpty ? "" : ", effects: [\(effects.joined(separator: ", "))]"
    source.add(
      "  \(isReceived(turn) ? "await test.receive" : "test.send")(\(message ?? "")\(wanted))\(change)")
  }

  private func decoding(_ value: JournalValue, _ kind: SchemaKind, _ schema: String) -> String {
    """
    try \(schema).decode(
        SchemaKind(name: \(SwiftLiteral.string(kind.name)), version: \(kind.version)), json: \(SwiftLiteral.raw(value)))
    """
  }

  /// Returns whether the state after a turn differs from the one before, as far as known.
  private func isChange(_ turn: Stretch.Turn) -> Bool {
    let earlier = states.values.filter { $0.turn < turn.number }.max { $0.turn < $1.turn }
    return earlier?.value != states[turn.number]?.value
  }

  /// Returns whether the test receives a message by itself, as an effect of the stretch sends it.
  private func isReceived(_ turn: Stretch.Turn) -> Bool {
    switch turn.cause {
    case .sent, .posted, .subscription: false
    case .turn(let cause), .effect(_, let cause): turns.contains { $0.number == cause }
    }
  }

  private func expectation(_ event: JournalEffectEvent) -> String? {
    let label = event.label.map(SwiftLiteral.string) ?? ""
    switch event.step {
    case .started: return ".starts(\(label))"
    case .waiting: return ".waits(\(label))"
    case .cancelled: return ".cancels(\(label))"
    case .dropped: return ".drops(\(label))"
    case .finished, .failed: return nil
    }
  }
}
