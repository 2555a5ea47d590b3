import Foundation
import InspectorOut
import InspectorSample
import Millrace
import MillraceJournal

/// A folder that is removed with its owner.
final class Folder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "inspector-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appending(path: name).path }
}

/// Records a run of the sample application in a journal, and reads it as a stretch with all states.
@MainActor
enum SampleRun {
  static func stretch(
    after start: UInt64 = 0, _ body: (Store<Groceries, GroceryMessage>) async throws -> Void
  ) async throws -> Stretch {
    let folder = try Folder()
    let path = folder.path("groceries.journal")
    let flow = Flow(name: "kitchen")
    let store = Store(Groceries(), name: "groceries", flow: flow, update: Groceries.update)
    let journal = try Journal(of: flow, at: path, durability: .everyTurn)
    try journal.record(store, state: Groceries.states, messages: Groceries.messages)
    try journal.start()
    try await body(store)
    await store.run()
    try await journal.flush()

    let reader = try JournalReader(at: path)
    var stretch = Stretch(
      application: "Kitchen", flow: flow.name, journal: journal.id,
      stores: [Stretch.Store(name: "groceries", isExact: true)], turns: [])
    stretch.events = try reader.events(after: 0).filter { $0.after >= start }
    stretch.states = try [state(journal, store, start)]
    try reader.turns().forEach { turn in
      stretch.events += try reader.events(after: turn.sequence).filter { $0.after >= start }
      if turn.sequence <= start { return }
      stretch.turns.append(Stretch.Turn(turn))
      stretch.states.append(try state(journal, store, turn.sequence))
    }
    try journal.close()
    return stretch
  }

  private static func state(
    _ journal: Journal, _ store: Store<Groceries, GroceryMessage>, _ turn: UInt64
  ) throws -> Stretch.State {
    let bytes = try RecordEncoder().encode(journal.state(of: store, at: turn))
    return Stretch.State(
      turn: turn, store: "groceries", kind: SchemaKind(name: "groceries", version: 1),
      value: try JournalValue(cbor: bytes))
  }

  /// The turns of the generated tests that are compiled and run in `InspectorGeneratedTests`.
  static func shopping(after start: UInt64 = 0) async throws -> Stretch {
    try await stretch(after: start) { store in
      store.send(.added("Milk"))
      store.send(.added(#"a "quoted" \(name)"# + "\n\u{202E}👩‍🍳"))
      store.send(.removed(at: 0))
      store.send(.opened(URL(string: "https://example.org/soup")!))
      store.send(.load)
      await store.run()
      store.send(.removed(at: 9))
      store.send(.cleared)
    }
  }

  static let names = SourceNames(
    module: "InspectorSample", state: "Groceries", message: "GroceryMessage",
    stores: ["groceries": #"Store(state, name: "groceries", update: Groceries.update)"#])
}

extension Stretch.Turn {
  init(_ turn: JournalTurn) {
    var name = ""
    if case .object(let members)? = turn.message, let first = members.first { name = first.key }
    let time = turn.time.sinceEpoch.components
    self.init(
      number: turn.sequence, at: time.seconds * 1_000_000_000 + time.attoseconds / 1_000_000_000,
      store: turn.store, name: name, text: turn.message?.json() ?? "", kind: turn.kind,
      message: turn.message, cause: turn.cause, isHandled: turn.isHandled, effects: turn.effects)
  }
}
