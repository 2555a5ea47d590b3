import MillraceJournal

/// Random contents of a journal, the same for the same seed.
struct ExchangeStory {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
  }

  mutating func number(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(bound))
  }

  mutating func value(_ depth: Int = 0) -> JournalValue {
    switch number(depth > 2 ? 7 : 9) {
    case 0: .null
    case 1: .bool(number(2) == 0)
    case 2: .integer(Int64(number(1 << 40)) - 1 << 39)
    case 3: .unsigned(UInt64(Int64.max) + 1 + UInt64(number(1_000)))
    case 4: [.float(.nan), .float(-.infinity), .float(Double(number(1_000)) / 7), .float(3)][number(4)]
    case 5: .text(["", "a \"b\" \\ \n", "ü€𝄞", "x"][number(4)])
    case 6: .bytes((0..<number(6)).map { UInt8($0 * 50) })
    case 7: .array((0..<number(4)).map { _ in value(depth + 1) })
    default: .object((0..<number(4)).map { .init(key: "k\($0)", value: value(depth + 1)) })
    }
  }

  mutating func write(to path: String, id: String = "story", turns: Int = 60) throws -> RowWriter {
    let writer = try RowWriter(path, id: id)
    let stores = ["notes", "books", "a store with @ and \"quotes\""]
    var sequence: UInt64 = 0
    try writer.execute("BEGIN")
    for store in stores { try writer.snapshot(0, store, value()) }
    for _ in 0..<turns {
      sequence += UInt64(1 + number(2))
      if number(20) == 0 {
        try writer.gap(after: writer.last, until: sequence + 5)
        sequence += 5
        for store in stores { try writer.snapshot(sequence, store, value()) }
      }
      let causes: [(Int64, Int64?, Int64?)] = [
        (0, nil, nil), (1, nil, nil), (2, Int64(number(5)), nil), (3, 4, Int64(number(9))), (4, 3, nil),
      ]
      try writer.turn(
        sequence, stores[number(3)], number(6) == 0 ? nil : value(),
        kind: (["note", "book"][number(2)], 1 + number(2)),
        cause: causes[number(5)], isHandled: number(5) != 0,
        effects: number(3) == 0
          ? .array([
            RowWriter.event("started", effect: 3, turn: sequence),
            RowWriter.event("dropped", effect: 2, turn: 1, [("reason", "newer"), ("id", "7")]),
          ]) : nil)
      for _ in 0..<max(0, number(5) - 2) { try writer.event(after: sequence, stores[number(3)]) }
      if number(9) == 0 {
        let status = Int64(number(4))
        try writer.task(
          "key \(sequence)", asked: sequence, status: status, ended: status == 0 ? nil : sequence + 1,
          attempts: Int64(number(3)), request: value())
      }
      if number(12) == 0 { try writer.snapshot(sequence, "late store", value()) }
    }
    try writer.execute("COMMIT")
    try writer.writeMark()
    return writer
  }
}

extension ExchangeStory {
  /// A story that is told at once.
  func write(to path: String) throws -> RowWriter {
    var story = self
    return try story.write(to: path, id: "story")
  }
}
