import Foundation
import Testing

@testable import MillraceCoding
@testable import MillraceJournal

@Suite("Laws of the journal's coding")
@FaultsActor
struct CodingPropertyTests {
  @Test("a value is the same after CBOR, after JSON as text, and after both as what was decoded")
  func roundTrips() throws {
    for seed in 0..<1500 as Range<UInt64> {
      var random = CodingRandom(seed: seed)
      let value = random.value()
      let bytes = value.cbor()
      #expect(try JournalValue(cbor: bytes).cbor() == bytes, "seed \(seed)")
      #expect(try JournalValue(cbor: bytes) == value, "seed \(seed)")
      #expect(try CBORBytes.end(bytes) == bytes.count, "seed \(seed)")
      let json = value.json()
      #expect(!json.contains("\n"), "seed \(seed)")
      let read = try JournalValue(json: json)
      #expect(read.json() == json, "seed \(seed)")
      #expect(try JournalValue(json: value.json(pretty: true)) == read, "seed \(seed)")
      #expect(try RecordEncoder().encode(value) == bytes, "seed \(seed)")
    }
  }

  @Test("damaged bytes are read as something or refused, by all readers alike, and never trap")
  func fuzz() throws {
    let samples = [
      try RecordEncoder().encode(CodingThings()), try RecordEncoder().encode(CodingNumbers()),
      try RecordEncoder().encode(CodingMessage.all([.opened(page: 1, title: "x"), .rated(.nan, by: "y")])),
      try RecordEncoder().encode(CodingBraid(left: [1], right: [2, 3])),
      try RecordEncoder().encode(CodingDerived(isShared: false)),
    ]
    for seed in 0..<20_000 as Range<UInt64> {
      var random = CodingRandom(seed: seed)
      var bytes: [UInt8]
      if seed % 4 == 0 {
        bytes = (0..<Int.random(in: 0..<24, using: &random)).map { _ in .random(in: 0...255, using: &random) }
      } else {
        bytes = samples[Int.random(in: 0..<samples.count, using: &random)]
        for _ in 0..<Int.random(in: 1...3, using: &random) { mutate(&bytes, &random) }
      }
      read(bytes, seed)
    }
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout CodingRandom) {
    guard !bytes.isEmpty else { return }
    let place = Int.random(in: 0..<bytes.count, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes[place] = .random(in: 0...255, using: &random)
    case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 2: bytes.removeLast(place)
    case 3: bytes.remove(at: place)
    default:
      bytes.insert(
        [0x5F, 0x7F, 0x9F, 0xBF, 0xFF, 0xC0, 0x9B, 0xF9].randomElement(using: &random) ?? 0, at: place)
    }
  }

  private func read(_ bytes: [UInt8], _ seed: UInt64) {
    let value = try? JournalValue(cbor: bytes)
    // Other keys and texts are looked at only when they are asked for; the form must be the same to both.
    if value != nil { #expect((try? CBORBytes.end(bytes)) == bytes.count, "seed \(seed)") }
    if let value {
      #expect((try? JournalValue(cbor: value.cbor()))?.cbor() == value.cbor(), "seed \(seed)")
    }
    switch seed % 5 {
    case 0: _ = try? RecordDecoder().decode(CodingThings.self, from: bytes)
    case 1: _ = try? RecordDecoder().decode(CodingNumbers.self, from: bytes)
    case 2: _ = try? RecordDecoder().decode(CodingMessage.self, from: bytes)
    case 3: _ = try? RecordDecoder().decode(CodingBraid.self, from: bytes)
    default: _ = try? RecordDecoder().decode(CodingDerived.self, from: bytes)
    }
    _ = try? JournalValue(json: bytes)
  }

  @Test("damaged texts are read as something or refused")
  func fuzzJSON() throws {
    for seed in 0..<4000 as Range<UInt64> {
      var random = CodingRandom(seed: seed)
      var json = Array(random.value(depth: 2).json().utf8)
      let scraps = Array(#"{}[]",:\0-+.eutn "#.utf8)
      let place = Int.random(in: 0...json.count, using: &random)
      if place < json.count, Bool.random(using: &random) { json.remove(at: place) }
      json.insert(scraps.randomElement(using: &random) ?? 0, at: min(place, json.count))
      guard let value = try? JournalValue(json: json) else { continue }
      #expect(try JournalValue(json: value.json()).json() == value.json(), "seed \(seed)")
    }
  }
}

extension CBORBytes {
  /// The place behind the first value.
  fileprivate static func end(_ bytes: [UInt8]) throws -> Int {
    try bytes.withUnsafeBytes { try CBORBytes(bytes: $0).end(of: 0) }
  }
}
