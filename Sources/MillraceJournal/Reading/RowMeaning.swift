import Millrace

/// The reason why a row is invalid, as the end of a sentence whose subject is the row.
struct RowFlaw: Error, Hashable, Sendable {
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}

extension RowNames {
  // MARK: Meaning of rows

  func store(_ id: Int64) throws(RowFlaw) -> String {
    guard let name = stores[id] else { throw RowFlaw("belongs to an unknown store, number \(id)") }
    return name
  }

  func kind(_ id: Int64) throws(RowFlaw) -> SchemaKind {
    guard let kind = kinds[id] else { throw RowFlaw("belongs to an unknown kind, number \(id)") }
    return kind
  }

  static func value(_ bytes: [UInt8]) throws(RowFlaw) -> JournalValue {
    do throws(JournalCodingError) {
      return try JournalValue(cbor: bytes)
    } catch {
      throw RowFlaw("has an invalid value: \(error.reason), at byte \(error.offset)")
    }
  }

  /// Checks bytes as ``value(_:)`` does, without building the value.
  ///
  /// - Returns: The number of bytes that the value occupies when it is read back from JSON.
  @discardableResult
  static func check(_ bytes: [UInt8]) throws(RowFlaw) -> Int {
    do throws(JournalCodingError) {
      return try bytes.withBytes { bytes throws(JournalCodingError) in try CBORTranscript.check(bytes) }
    } catch {
      throw RowFlaw("has an invalid value: \(error.reason), at byte \(error.offset)")
    }
  }

  static func effects(_ bytes: [UInt8]) throws(RowFlaw) -> [JournalEffectEvent] {
    var effects: [JournalEffectEvent] = []
    try eachElement(bytes, or: "has effects that are not a list") { value throws(RowFlaw) in
      effects.append(try JournalEffectEvent(value))
    }
    return effects
  }

  /// Builds the elements of a list one by one, so that memory never holds the whole list.
  static func eachElement(
    _ bytes: [UInt8], or reason: String, _ body: (JournalValue) throws(RowFlaw) -> Void
  ) throws(RowFlaw) {
    try check(bytes)
    try bytes.withBytes { bytes throws(RowFlaw) in
      let bytes = CBORBytes(bytes: bytes)
      guard let head = try? bytes.head(at: 0), head.kind == .array else { throw RowFlaw(reason) }
      var place = head.next
      var left = head.isIndefinite ? .max : Int(clamping: head.argument)
      // The bytes were checked before, so nothing but the end of an indefinite list ends this early.
      while left > 0, let (value, end) = try? bytes.value(at: place) {
        try body(value)
        (place, left) = (end, left - 1)
      }
    }
  }
}

extension Cause {
  init(_ code: Int64, source: Int64?, asked: Int64?) throws(RowFlaw) {
    let number = UInt64(bitPattern: source ?? 0)
    switch code {
    case 0: self = .sent
    case 1: self = .posted
    case 2: self = .turn(number)
    case 3: self = .effect(number, turn: UInt64(bitPattern: asked ?? 0))
    case 4: self = .subscription(number)
    default: throw RowFlaw("has the unknown cause \(code)")
    }
  }

  /// The columns of a turn's row that describe its cause.
  var columns: (code: Int64, source: Int64?, asked: Int64?) {
    switch self {
    case .sent: (0, nil, nil)
    case .posted: (1, nil, nil)
    case .turn(let turn): (2, Int64(bitPattern: turn), nil)
    case .effect(let serial, let turn): (3, Int64(bitPattern: serial), Int64(bitPattern: turn))
    case .subscription(let serial): (4, Int64(bitPattern: serial), nil)
    }
  }
}

extension JournalEffectEvent {
  init(_ value: JournalValue) throws(RowFlaw) {
    guard case .text(let kind) = value["kind"] else { throw RowFlaw("has an event without a `kind`") }
    guard let step = Step(named: kind, reason: value["reason"]?.text ?? "") else {
      throw RowFlaw("has an event of the unknown kind `\(kind)`")
    }
    guard let effect = value["effect"]?.natural, let turn = value["turn"]?.natural else {
      throw RowFlaw("has an event without the numbers of its `effect` and `turn`")
    }
    self.init(
      step: step, effect: effect, turn: turn, label: value["label"]?.text, id: value["id"]?.text,
      queue: value["queue"]?.text, part: value["part"]?.text)
  }
}

extension JournalTask.Status {
  init?(code: Int64) {
    guard let status = Self.allCases.first(where: { $0.code == code }) else { return nil }
    self = status
  }

  /// The status as the number in a row.
  var code: Int64 {
    switch self {
    case .open: 0
    case .answered: 1
    case .failed: 2
    case .cancelled: 3
    }
  }
}

extension JournalValue {
  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// The integer, if the value is one from 0 on.
  var natural: UInt64? {
    switch self {
    case .integer(let number): UInt64(exactly: number)
    case .unsigned(let number): number
    default: nil
    }
  }
}

extension Timestamp {
  /// Creates a time from a row's nanoseconds since 1970.
  init(journalTime: Int64) {
    self.init(sinceEpoch: .nanoseconds(journalTime))
  }
}
