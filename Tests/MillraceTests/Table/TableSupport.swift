@testable import Millrace

/// The helpers that the tests of ``RowTable`` share.
enum TableSupport {
  /// A small seeded generator (SplitMix64, Steele, Lea and Flood 2014).
  struct Generator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: Int) {
      state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15
    }

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  struct Row: Hashable, Codable {
    var number: Int
    var tags: [Int] = []
  }

  struct Book: Hashable, Identifiable {
    let id: String
    var copies = 1
  }

  struct Refusal: Error {}

  static func table(ids: some Sequence<Int>) -> RowTable<Int, Row> {
    var table = RowTable<Int, Row>()
    for id in ids { table[id] = Row(number: id * 10) }
    return table
  }

  static func changes(_ table: RowTable<Int, Row>, since stamp: ChangeStamp) -> [String]? {
    switch table.changes(since: stamp) {
    case .unchanged: []
    case .changed(let changes): changes.map { "\($0.id) \($0.kind)" }
    case .unknown: nil
    }
  }
}
