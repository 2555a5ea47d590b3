import MillraceJournal

/// SplitMix64.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Random values of all forms, also with names and texts that need escapes.
struct RandomValues {
  var random: SeededRandom

  init(_ seed: UInt64) { random = SeededRandom(seed) }

  mutating func value(depth: Int = 0) -> JournalValue {
    switch Int.random(in: 0..<(depth > 4 ? 6 : 9), using: &random) {
    case 0: .null
    case 1: .bool(.random(using: &random))
    case 2: .integer(Int64.random(in: -1000...1000, using: &random))
    case 3: .unsigned(.max - UInt64.random(in: 0...9, using: &random))
    case 4: .float(Double.random(in: -10...10, using: &random))
    case 5: .text(text())
    case 6: .array((0..<Int.random(in: 0...5, using: &random)).map { _ in value(depth: depth + 1) })
    default: object(depth)
    }
  }

  mutating func object(_ depth: Int) -> JournalValue {
    var members: [JournalValue.Member] = []
    for number in 0..<Int.random(in: 0...5, using: &random) {
      members.append(.init(key: "\(text())\(number)", value: value(depth: depth + 1)))
    }
    return .object(members)
  }

  mutating func text() -> String {
    let letters = ["a", "B", "\"", "\\", "\n", "é", "😀", "{", "]", ",", ":", " ", "\u{1}", "/"]
    return (0..<Int.random(in: 0...6, using: &random)).map { _ in letters.randomElement(using: &random) ?? ""
    }
    .joined()
  }

  /// A value that differs from another in few places.
  mutating func changed(_ value: JournalValue) -> JournalValue {
    switch value {
    case .array(var list) where !list.isEmpty:
      let place = list.indices.randomElement(using: &random) ?? 0
      switch Int.random(in: 0..<4, using: &random) {
      case 0: list.remove(at: place)
      case 1: list.insert(self.value(depth: 3), at: place)
      default: list[place] = changed(list[place])
      }
      return .array(list)
    case .object(var members) where !members.isEmpty:
      let place = members.indices.randomElement(using: &random) ?? 0
      switch Int.random(in: 0..<4, using: &random) {
      case 0: members.remove(at: place)
      case 1: members.insert(.init(key: "new\(members.count)", value: self.value(depth: 3)), at: place)
      default: members[place].value = changed(members[place].value)
      }
      return .object(members)
    default: return self.value(depth: 3)
    }
  }
}
