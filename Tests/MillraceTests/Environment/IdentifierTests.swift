import Millrace
import Testing

@Suite("Identifiers")
struct IdentifierTests {
  @Test("As text an identifier is a UUID in lower case")
  func text() {
    #expect("\(Identifier(high: 0, low: 0))" == "00000000-0000-0000-0000-000000000000")
    #expect("\(Identifier(high: 0, low: 1))" == "00000000-0000-0000-0000-000000000001")
    #expect(
      "\(Identifier(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210))"
        == "01234567-89ab-cdef-fedc-ba9876543210")
    #expect("\(Identifier(high: .max, low: .max))" == "ffffffff-ffff-ffff-ffff-ffffffffffff")
  }

  @Test("Text and identifier go back and forth without loss, in both cases of letters", arguments: 0..<20)
  func roundTrip(seed: UInt64) {
    let source = RandomSource.seeded(seed)
    for _ in 0..<20 {
      // Few bits, so that leading zeros occur.
      let identifier = Identifier(
        high: source.next() >> (source.next() % 64), low: source.next() >> (source.next() % 64))
      #expect(Identifier(identifier.description) == identifier, "seed \(seed)")
      #expect(Identifier(identifier.description.uppercased()) == identifier, "seed \(seed)")
      #expect(Identifier("(\(identifier))".dropFirst().dropLast()) == identifier, "seed \(seed)")
    }
  }

  @Test(
    "What is not a UUID is refused",
    arguments: [
      "", "-", "----", "0", "00000000-0000-0000-0000-00000000000", "00000000-0000-0000-0000-0000000000000",
      "0000000-00000-0000-0000-000000000000", "00000000000000000000000000000000",
      "00000000-0000-0000-0000-000000000000-", "-00000000-0000-0000-0000-000000000000",
      " 00000000-0000-0000-0000-000000000000", "00000000-0000-0000-0000-000000000000\n",
      "{00000000-0000-0000-0000-000000000000}", "00000000-0000-0000-0000-00000000000g",
      "+0000000-0000-0000-0000-000000000000", "00000000-0000-0000-+000-000000000000",
      "0x000000-0000-0000-0000-000000000000", "00000000-0000-0000-0000-00000000 000",
      "00000000_0000_0000_0000_000000000000", "00000000-0000-0000--000000000000",
      // Digits of another script: three bytes each, and no hexadecimal digits of ours.
      "０0000000-0000-0000-0000-000000000000", "０00000-0000-0000-0000-000000000000",
      "0000000\u{301}-0000-0000-0000-000000000000", "𝟎0000-0000-0000-0000-000000000000",
    ])
  func refused(text: String) {
    #expect(Identifier(text) == nil)
  }

  @Test("Identifiers are ordered by their bytes, as their texts are")
  func order() {
    let source = RandomSource.seeded(6)
    var identifiers = (0..<200).map { _ in Identifier(high: source.next() % 4, low: source.next()) }
    identifiers.sort()
    #expect(identifiers.map(\.description) == identifiers.map(\.description).sorted())
    #expect(Identifier(high: 0, low: .max) < Identifier(high: 1, low: 0))
  }

  @Test("Random identifiers have the bits of a UUID of version 4, and all others are random")
  func versionFour() {
    let source = IdentifierSource.random(.seeded(2))
    var ones = Identifier(high: 0, low: 0)
    var zeros = Identifier(high: 0, low: 0)
    for _ in 0..<200 {
      let identifier = source.next()
      let text = Array(identifier.description)
      #expect(text[14] == "4")
      #expect("89ab".contains(text[19]))
      ones = Identifier(high: ones.high | identifier.high, low: ones.low | identifier.low)
      zeros = Identifier(high: zeros.high | ~identifier.high, low: zeros.low | ~identifier.low)
    }
    #expect(ones.high == ~0xB000)
    #expect(ones.low == ~(1 << 62))
    #expect(zeros.high == ~0x4000)
    #expect(zeros.low == ~(1 << 63))
  }

  @Test("Random identifiers of one seed are reproducible and differ from each other")
  func reproducible() {
    func identifiers(_ seed: UInt64) -> [Identifier] {
      let source = IdentifierSource.random(.seeded(seed))
      return (0..<500).map { _ in source.next() }
    }
    #expect(identifiers(1) == identifiers(1))
    #expect(Set(identifiers(1) + identifiers(2)).count == 1_000)
  }

  @Test("Counting identifiers are 1, 2, 3, or begin at a given number; copies count together")
  func counting() {
    let source = IdentifierSource.counting()
    let copy = source
    #expect([source.next(), copy.next(), source.next()].map(\.low) == [1, 2, 3])
    #expect(source.next().description == "00000000-0000-0000-0000-000000000004")
    #expect(IdentifierSource.counting(from: 10).next() == Identifier(high: 0, low: 10))
  }

  @Test("The last number a counting source can reach is given out like any other")
  func countingToTheEnd() {
    let source = IdentifierSource.counting(from: .max)
    #expect(source.next() == Identifier(high: 0, low: .max))
    #expect(source.next() == Identifier(high: 0, low: 0))
  }

  @Test("Several threads may count with one source, without a gap and without a double")
  func threads() async {
    let source = IdentifierSource.counting()
    let drawn = await withTaskGroup(of: [UInt64].self) { group in
      for _ in 0..<4 { group.addTask { (0..<500).map { _ in source.next().low } } }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(drawn.sorted() == Array(1...2_000))
  }
}
