import Millrace

/// The first line of an export.
struct ExportMark: Decodable {
  static let known = 1

  let millrace: String
  let format: Int
  let flow: String
  let first: UInt64?
}

/// A line of an export, as far as a replay needs it; the first member of the text says which line it is.
struct ExportLine: Decodable {
  struct Effect: Decodable {
    let kind: RecordedEffect.Kind
    let effect: UInt64
    let turn: UInt64
    let label: String?
    let id: String?
    let queue: String?
    let reason: String?

    /// True for the first event of an effect.
    var begins: Bool {
      switch kind {
      case .started, .waiting, .dropped: true
      case .finished, .failed, .cancelled, .stopping: false
      }
    }
  }

  let turn: UInt64?
  let event: Effect?
  let snapshot: UInt64?
  let gap: UInt64?
  let end: Int?

  let time: Int64?
  let store: String?
  let kind: String?
  let version: Int?
  let cause: CauseMember?
  let handled: Bool?
  let effects: [Effect]?

  var schemaKind: SchemaKind? { kind.map { SchemaKind(name: $0, version: version ?? 1) } }

  func recordedStore() throws -> String {
    guard let store else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "there is no `store`"))
    }
    return store
  }
}

extension ExportLine {
  /// The cause of a turn: a word, or an object of numbers.
  struct CauseMember: Decodable {
    let recorded: Cause

    private enum Key: String, CodingKey {
      case turn, effect, subscription
    }

    init(from decoder: any Decoder) throws {
      guard let numbers = try? decoder.container(keyedBy: Key.self) else {
        recorded = try Cause(from: decoder)
        return
      }
      if let serial = try numbers.decodeIfPresent(UInt64.self, forKey: .subscription) {
        recorded = .subscription(serial)
      } else if let effect = try numbers.decodeIfPresent(UInt64.self, forKey: .effect) {
        recorded = .effect(effect, turn: try numbers.decode(UInt64.self, forKey: .turn))
      } else {
        recorded = .turn(try numbers.decode(UInt64.self, forKey: .turn))
      }
    }
  }
}

extension RecordedEffect {
  init(_ event: ExportLine.Effect, serial: UInt64) {
    kind = event.kind
    self.serial = serial
    label = event.label
    id = event.id
    queue = event.queue
    error = event.kind == .failed ? event.reason ?? "" : nil
    reason = event.kind == .dropped ? event.reason.flatMap(Reason.init) : nil
  }
}
