import Millrace
public import MillraceJournal

/// A history as Chrome trace events, which ui.perfetto.dev and `chrome://tracing` show.
///
/// Stores are threads, turns are slices, effects are asynchronous spans, and the causes of turns are flows
/// from turn to turn. It is written while the history is read, and keeps a few bytes of each turn.
public struct PerfettoTrace {
  /// The JSON so far; a caller that writes it to a file may empty it.
  public var bytes: [UInt8] = []

  private let process: Int
  private var isFirst = true
  private var stores: [String: Int] = [:]
  private var pending: [String: Stretch.Turn] = [:]
  /// The store and the time of each turn, for the causes.
  private var turns: [UInt64: (store: Int32, at: Int64)] = [:]
  private var open: [String: (name: String, store: Int)] = [:]
  private var begin: Int64?
  private var last: Int64 = 0

  /// Begins a trace.
  ///
  /// - Parameters:
  ///   - name: The name of the application and its flow.
  ///   - process: The number of its process.
  public init(name: String, process: Int = 1) {
    self.process = process
    bytes += Array("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[".utf8)
    add(["ph": .text("M"), "name": .text("process_name"), "args": .members(["name": .text(name)])])
  }

  /// Returns a stretch as a trace.
  public static func write(_ stretch: Stretch) -> [UInt8] {
    var trace = PerfettoTrace(name: "\(stretch.application): \(stretch.flow)")
    trace.add(stretch)
    trace.finish()
    return trace.bytes
  }

  /// Adds a stretch after the ones before it.
  public mutating func add(_ stretch: Stretch) {
    for store in stretch.stores { _ = thread(of: store.name) }
    var events = stretch.events[...]
    for turn in stretch.turns {
      while let event = events.first, event.after < turn.number {
        add(event)
        events.removeFirst()
      }
      add(turn)
    }
    for event in events { add(event) }
  }

  // MARK: Events

  /// Adds a turn, after the ones before it.
  public mutating func add(_ turn: Stretch.Turn) {
    let store = thread(of: turn.store)
    let at = note(turn.at)
    if let earlier = pending[turn.store] { write(earlier, until: at) }
    pending[turn.store] = turn
    turns[turn.number] = (Int32(store), at)
    if let cause = turn.cause.turn, let from = turns[cause] {
      flow("s", turn.number, Int(from.store), from.at, [:])
      flow("f", turn.number, store, at, ["bp": .text("e")])
    }
    for event in turn.effects { add(event, of: turn.store, at: at) }
  }

  /// Adds an event of an effect between turns.
  public mutating func add(_ event: JournalEvent) {
    add(event.effect, of: event.store, at: note(event.time.nanoseconds))
  }

  /// Ends the trace.
  public mutating func finish() {
    for (_, turn) in pending.sorted(by: { $0.value.number < $1.value.number }) { write(turn, until: nil) }
    pending = [:]
    for (id, effect) in open.sorted(by: { $0.key < $1.key }) {
      span("e", id, effect.name, effect.store, last, ["end": .text("went on")])
    }
    open = [:]
    bytes += Array("]}\n".utf8)
  }

  private mutating func add(_ event: JournalEffectEvent, of store: String, at: Int64) {
    let id = "\(thread(of: store))/\(event.turn)/\(event.effect)"
    let thread = thread(of: store)
    if open[id] == nil {
      let name = event.label ?? event.id ?? "effect \(event.effect)"
      open[id] = (name, thread)
      var facts: KeyValuePairs<String, JournalValue> {
        ["turn": .number(event.turn), "effect": .number(event.effect)]
      }
      var members = facts.map { JournalValue.Member(key: $0.key, value: $0.value) }
      if let queue = event.queue { members.append(.init(key: "queue", value: .text(queue))) }
      if let id = event.id { members.append(.init(key: "id", value: .text(id))) }
      span("b", id, name, thread, at, members)
    }
    guard let effect = open[id] else { return }
    switch event.step {
    case .started, .waiting: span("n", id, effect.name, thread, at, ["step": .text(event.step.word)])
    case .finished, .failed, .cancelled, .dropped:
      var members = [JournalValue.Member(key: "end", value: .text(event.step.word))]
      if let reason = event.step.reason { members.append(.init(key: "reason", value: .text(reason))) }
      span("e", id, effect.name, thread, at, members)
      open[id] = nil
    }
  }

  // MARK: Lines

  /// Returns a time that is not before those already written, since the clock may have been set back.
  private mutating func note(_ at: Int64) -> Int64 {
    if begin == nil {
      begin = at
      last = at
    }
    last = max(last, at)
    return last
  }

  private mutating func thread(of store: String) -> Int {
    if let known = stores[store] { return known }
    let number = stores.count + 1
    stores[store] = number
    add(
      thread: number,
      ["ph": .text("M"), "name": .text("thread_name"), "args": .members(["name": .text(store)])])
    return number
  }

  private mutating func write(_ turn: Stretch.Turn, until next: Int64?) {
    guard let place = turns[turn.number] else { return }
    // Slices of one thread must not overlap in part.
    let duration = min(Int64(clamping: turn.duration ?? 1000), next.map { $0 - place.at } ?? .max)
    var facts = [
      JournalValue.Member(key: "turn", value: .number(turn.number)),
      .init(key: "cause", value: .text(turn.cause.description)),
      .init(key: "message", value: .text(turn.text)),
    ]
    if !turn.isHandled { facts.append(.init(key: "handled", value: .bool(false))) }
    add(
      thread: Int(place.store), at: place.at,
      [
        "ph": .text("X"), "cat": .text("turn"), "name": .text(turn.name), "dur": Self.time(duration),
        "args": .object(facts),
      ])
  }

  private mutating func span(
    _ phase: String, _ id: String, _ name: String, _ thread: Int, _ at: Int64, _ facts: [JournalValue.Member]
  ) {
    add(
      thread: thread, at: at,
      [
        "ph": .text(phase), "cat": .text("effect"), "id": .text(id), "name": .text(name),
        "args": .object(facts),
      ])
  }

  private mutating func span(
    _ phase: String, _ id: String, _ name: String, _ thread: Int, _ at: Int64,
    _ facts: KeyValuePairs<String, JournalValue>
  ) {
    span(phase, id, name, thread, at, facts.map { .init(key: $0.key, value: $0.value) })
  }

  private mutating func flow(
    _ phase: String, _ id: UInt64, _ thread: Int, _ at: Int64, _ more: KeyValuePairs<String, JournalValue>
  ) {
    var members: [JournalValue.Member] = [
      .init(key: "ph", value: .text(phase)), .init(key: "cat", value: .text("cause")),
      .init(key: "name", value: .text("cause")), .init(key: "id", value: .number(id)),
    ]
    members += more.map { .init(key: $0.key, value: $0.value) }
    add(thread: thread, at: at, members)
  }

  private mutating func add(
    thread: Int? = nil, at: Int64? = nil, _ members: KeyValuePairs<String, JournalValue>
  ) {
    add(thread: thread, at: at, members.map { .init(key: $0.key, value: $0.value) })
  }

  private mutating func add(thread: Int?, at: Int64?, _ members: [JournalValue.Member]) {
    var members = members
    members.append(.init(key: "pid", value: .number(UInt64(process))))
    if let thread { members.append(.init(key: "tid", value: .number(UInt64(thread)))) }
    if let at { members.append(.init(key: "ts", value: Self.time(at &- (begin ?? at)))) }
    bytes += Array((isFirst ? "\n" : ",\n").utf8)
    isFirst = false
    bytes += Array(JournalValue.object(members).json().utf8)
  }

  /// Returns nanoseconds as the microseconds of a trace.
  private static func time(_ nanoseconds: Int64) -> JournalValue { .float(Double(nanoseconds) / 1000) }
}

extension Cause {
  /// The turn that has led to a message; nil without one.
  var turn: UInt64? {
    switch self {
    case .turn(let turn), .effect(_, let turn): turn
    case .sent, .posted, .subscription: nil
    }
  }
}

extension JournalValue {
  static func members(_ members: KeyValuePairs<String, JournalValue>) -> JournalValue {
    .object(members.map { Member(key: $0.key, value: $0.value) })
  }

  static func number(_ number: UInt64) -> JournalValue {
    Int64(exactly: number).map { .integer($0) } ?? .unsigned(number)
  }
}
