import Millrace
import MillraceCoding
import MillraceInspectorWire
import MillraceToolkit

/// The encoder of turns and events, used by the connection alone.
struct FrameWriter {
  private struct Entry {
    let number: UInt64
    var codec: ShownStoreCodec?
    var dialect: String?
    /// True once the present connection was told of the store, with its schemas and dialect.
    var isAnnounced = false
    let hidden: [[String]]
  }

  /// The maximum number of bytes of a message; a larger one is sent by reflection, shortened.
  static let messageLimit = 32 << 20

  private let flow: UInt64
  private let hidden: HiddenPaths
  private let encoder = RecordEncoder()
  private var entries: [String: Entry] = [:]
  /// True if a store is not announced.
  private var hasNews = false
  /// Errors that were not reported yet.
  private var problems: [(store: String, error: any Error)] = []

  init(flow: UInt64, hiding hidden: HiddenPaths) {
    self.flow = flow
    self.hidden = hidden
  }

  // MARK: Stores

  /// Notes a store with schemas.
  mutating func show(_ codec: ShownStoreCodec) {
    open(codec.name)
    entries[codec.name]?.codec = codec
    entries[codec.name]?.isAnnounced = false
    hasNews = true
  }

  /// Notes a store that was found on the flow.
  mutating func found(_ store: String, dialect: String?) {
    open(store)
    guard let dialect, entries[store]?.dialect != dialect else { return }
    entries[store]?.dialect = dialect
    entries[store]?.isAnnounced = false
    hasNews = true
  }

  /// Notes a new connection, which knows no store.
  mutating func reconnected() {
    for store in entries.keys { entries[store]?.isAnnounced = false }
    hasNews = true
  }

  func knows(_ store: String) -> Bool { entries[store] != nil }

  /// The names of the stores, and whether they have schemas.
  var stores: [(name: String, isExact: Bool)] { entries.map { ($0.key, $0.value.codec != nil) } }

  /// The numbers of the known stores, by their names.
  var numbers: [String: UInt64] { entries.mapValues(\.number) }

  private mutating func open(_ store: String) {
    if entries[store] != nil { return }
    hasNews = true
    entries[store] = Entry(number: UInt64(entries.count) + 1, hidden: hidden.paths(of: store))
  }

  /// Returns the frames of the stores that the tool does not know yet.
  mutating func announcements() -> [Frame] {
    if !hasNews { return [] }
    hasNews = false
    let new = entries.filter { !$0.value.isAnnounced }.sorted { $0.value.number < $1.value.number }
    return new.map { name, entry in
      entries[name]?.isAnnounced = true
      return Frame([
        ("store", .init(number: entry.number)), ("flow", .init(number: flow)), ("name", .text(name)),
        ("exact", .bool(entry.codec != nil)),
        ("messages", entry.codec.map { .texts($0.messageKinds.map(\.description)) }),
        ("states", entry.codec.map { .texts($0.stateKinds.map(\.description)) }),
        ("dialect", entry.dialect.map { .text($0) }),
      ])
    }
  }

  /// Returns the number of a store, which becomes known.
  mutating func number(of store: String) -> UInt64 {
    open(store)
    return entries[store]?.number ?? 0
  }

  mutating func takeProblems() -> [(store: String, error: any Error)] {
    defer { problems = [] }
    return problems
  }

  // MARK: Turns

  /// Returns the frame of a turn or an event.
  mutating func frame(_ item: TurnItem) -> Frame {
    switch item {
    case .event(let event, let after, let time):
      return Frame([
        ("event", event.value), ("flow", .init(number: flow)),
        ("store", .init(number: number(of: event.store))), ("after", .init(number: after)),
        ("at", .integer(time)),
      ])
    case .broken(let number, let reason, let time):
      return Frame([
        ("break", .init(number: number)), ("flow", .init(number: flow)), ("at", .integer(time)),
        ("reason", .text(reason)),
      ])
    case .turn(let record, let kept, let time):
      return frame(record, kept: kept, at: time)
    }
  }

  private mutating func frame(_ record: TurnRecord, kept: (any Sendable)?, at time: Int64) -> Frame {
    let store = number(of: record.store)
    let message = contents(of: record, kept)
    let effects = record.effects.isEmpty ? nil : JournalValue.array(record.effects.map(\.value))
    return Frame(
      [
        ("turn", .init(number: record.sequence)), ("flow", .init(number: flow)),
        ("store", .init(number: store)),
        ("at", .integer(time)), ("kind", message.kind.map { .text("\($0)") }), ("name", .text(message.name)),
        ("text", .text(message.text)), ("cause", .text(record.cause.description)),
        ("handled", record.isHandled ? nil : .bool(false)),
        ("update", record.times.map { .integer($0.update.nanoseconds) }),
        ("observers", record.times.map { .integer($0.observers.nanoseconds) }), ("effects", effects),
        ("reflected", message.kind == nil ? .bool(true) : nil), ("cut", message.isCut ? .bool(true) : nil),
      ], body: message.body)
  }

  private struct Contents {
    var kind: SchemaKind?
    let name: String
    let text: String
    var isCut = false
    let body: [UInt8]
  }

  private mutating func contents(of record: TurnRecord, _ kept: (any Sendable)?) -> Contents {
    let name = FactText.name(of: kept ?? record.message)
    guard let entry = entries[record.store] else { return reflection(of: record.message, name, hiding: []) }
    if let kept, let codec = entry.codec {
      do {
        if let exact = try exact(kept, codec, name, hiding: entry.hidden) { return exact }
      } catch {
        problems.append((record.store, error))
      }
    }
    // The members of a schema may have other names than the properties that reflection reads, so that the
    // hidden paths would miss them.
    if entry.codec != nil && !entry.hidden.isEmpty {
      return Contents(name: name, text: name, isCut: true, body: [])
    }
    return reflection(of: kept ?? record.message, name, hiding: entry.hidden)
  }

  /// Returns the contents by the store's schema; nil if the message is of another type.
  private func exact(
    _ message: any Sendable, _ codec: ShownStoreCodec, _ name: String, hiding paths: [[String]]
  ) throws -> Contents? {
    guard let encoded = try codec.encode(message, encoder) else { return nil }
    guard encoded.cbor.count <= Self.messageLimit else {
      throw RequestError("a message has more than \(Self.messageLimit >> 20) MB")
    }
    let value = HiddenPaths.hide(paths, in: try JournalValue(cbor: encoded.cbor))
    return Contents(
      kind: encoded.kind, name: name, text: ValueLine.text(of: value, name: name),
      body: Array(value.json().utf8))
  }

  private func reflection(of message: any Sendable, _ name: String, hiding paths: [[String]]) -> Contents {
    let wrapping = message as? any WrappingMessage
    let (value, isCut) = Reflection.read(wrapping?.shownContents ?? message)
    let shown = HiddenPaths.hide(paths, in: wrapping == nil ? value : Self.named(name, value))
    let isEmpty = shown == .object([.init(key: name, value: .object([]))])
    return Contents(
      name: name, text: ValueLine.text(of: shown, name: name), isCut: isCut,
      body: isEmpty ? [] : Array(shown.json().utf8))
  }
}

extension FrameWriter {
  /// Returns the contents of a wrapped value under the name of the message.
  private static func named(_ name: String, _ contents: JournalValue) -> JournalValue {
    switch contents {
    case .object: .object([.init(key: name, value: contents)])
    case .null: .object([.init(key: name, value: .object([]))])
    default: .object([.init(key: name, value: .object([.init(key: "_0", value: contents)]))])
    }
  }
}

extension Duration {
  /// The whole nanoseconds, clamped to the range.
  fileprivate var nanoseconds: Int64 { Int64(clamping: Int128(attoseconds) / 1_000_000_000) }
}
