import Dispatch
public import InspectorCore
import Millrace
public import MillraceJournal

/// The history in a journal, read while its writer may write.
///
/// A journal that is damaged in parts is shown without them, with a remark.
public final class JournalHistory: FileHistory {
  public let name: String
  /// The application that computes states.
  public let computer = Computer()
  private let reader: JournalReader
  private let reading: FileReading
  // Sound: used on the reading's thread only.
  private nonisolated(unsafe) var growth: JournalGrowth
  private let shared: Shared

  /// Opens a journal.
  ///
  /// - Throws: `JournalError` when it is none, or cannot be read.
  public init(at path: String) throws(JournalError) {
    name = FileName.last(of: path)
    reader = try JournalReader(at: path)
    reading = FileReading(name)
    shared = Shared()
    growth = JournalGrowth(reader)
  }

  public func read(_ report: @escaping @Sendable (FileProgress) -> Void) {
    reading.start { [weak self] in
      guard let self else { return }
      growth.look { progress, builder in
        self.shared.effects = builder.effects
        self.shared.stores = builder.index.stores.map(\.applicationName)
        report(progress)
      }
    }
  }

  public func stop() { reading.stop() }

  // MARK: Contents

  public func text(at place: RecordPlace) throws(InspectorProblem) -> String {
    MessageText.line(try message(try turn(place.offset)).document?.root)
  }

  public func turn(at place: RecordPlace) throws(InspectorProblem) -> TurnContent {
    let turn = try turn(place.offset)
    let message = try message(turn)
    return TurnContent(
      text: MessageText.line(message.document?.root), kind: turn.kind?.description, message: message.bytes)
  }

  public func events(at place: RecordPlace) throws(InspectorProblem) -> [EventContent] {
    let effects: [(String, JournalEffectEvent)]
    if place.head == JournalGrowth.eventMark {
      let events = try asking { () throws(JournalError) in
        try reader.events(from: place.offset, limit: 1)
      }
      effects = events.filter { $0.number == place.offset }.map { ($0.store, $0.effect) }
    } else {
      let turn = try turn(place.offset)
      effects = turn.effects.map { (turn.store, $0) }
    }
    let (numbers, stores) = (shared.effects, shared.stores)
    return effects.map { store, event in
      let place = stores.firstIndex(of: store) ?? -1
      return EventContent(
        effect: numbers.number(event.effect, turn: event.turn, of: place), turn: event.turn,
        step: EffectStep(event.step), label: event.label, id: event.id, queue: event.queue,
        reason: event.step.reason)
    }
  }

  public func state(at place: RecordPlace) throws(InspectorProblem) -> StateContent {
    let store = shared.stores.indices.contains(Int(place.body)) ? shared.stores[Int(place.body)] : ""
    let snapshots = try asking { () throws(JournalError) in try reader.snapshots() }
    let state = try asking { () throws(JournalError) in
      try reader.snapshot(of: store, at: place.offset)
    }
    guard let state, let info = snapshots.first(where: { $0.store == store && $0.sequence == place.offset })
    else {
      throw .impossible("The snapshot of `\(store)` after turn \(place.offset) has been removed since.")
    }
    return StateContent(
      kind: info.kind.description, isReflected: false, json: Array(state.json().utf8), origin: "snapshot")
  }

  public func ask(_ request: ApplicationRequest) async throws(InspectorProblem) -> [UInt8] {
    try await computer.ask(request, about: name)
  }

  private func turn(_ number: UInt64) throws(InspectorProblem) -> JournalTurn {
    let turn = try asking { () throws(JournalError) in try reader.turn(number) }
    guard let turn else { throw .impossible("Turn \(number) has been removed from the journal since.") }
    return turn
  }

  private func message(
    _ turn: JournalTurn
  ) throws(InspectorProblem) -> (bytes: [UInt8], document: JSONDocument?) {
    guard let message = turn.message else { return ([], nil) }
    let bytes = Array(message.json().utf8)
    do { return (bytes, try JSONDocument(bytes)) } catch { throw .failure("\(error)") }
  }

  private func asking<Result>(
    _ read: () throws(JournalError) -> Result
  ) throws(InspectorProblem) -> Result {
    do throws(JournalError) { return try read() } catch { throw .impossible(error.description) }
  }

  /// The parts that requests read while the file is read.
  private final class Shared: Sendable {
    private let box = Guarded((effects: EffectNumbers(), stores: [String]()))

    var effects: EffectNumbers {
      get { box.value.effects }
      set { box.change { $0.effects = newValue } }
    }

    var stores: [String] {
      get { box.value.stores }
      set { box.change { $0.stores = newValue } }
    }
  }
}

extension EffectStep {
  init(_ step: JournalEffectEvent.Step) {
    switch step {
    case .started: self = .started
    case .waiting: self = .waiting
    case .finished: self = .finished
    case .failed: self = .failed
    case .cancelled: self = .cancelled
    case .dropped: self = .dropped
    }
  }
}

extension JournalEffectEvent.Step {
  var reason: String? {
    switch self {
    case .failed(let reason), .dropped(let reason): reason
    case .started, .waiting, .finished, .cancelled: nil
    }
  }
}
