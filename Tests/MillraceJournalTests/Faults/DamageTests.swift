import Foundation
import MillraceSQLite
import RecordFixture
import TestResources
import Testing

@testable import MillraceJournal

@Suite("Journals whose files are damaged")
@FaultsActor
struct DamageTests {
  @Test("a file that ends too early is reported, or nothing is missing", arguments: DamageBase.Form.allCases)
  func truncation(_ form: DamageBase.Form) async throws {
    let base = try await DamageBase.make(form)
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = RecordRandom(seed)
    var check = DamageCheck(base)
    for suffix in faultsSuffixes {
      guard let bytes = base.files[suffix], !bytes.isEmpty else { continue }
      var lengths = Set([0, 1, 31, 32, 100, 4096, bytes.count - 1].filter { $0 < bytes.count })
      if testsAreLong { lengths.formUnion(stride(from: 0, to: bytes.count, by: 512)) }
      for _ in 0..<3 { lengths.insert(Int.random(in: 0..<bytes.count, using: &random)) }
      for length in lengths.sorted() {
        try await check.run("`\(suffix)` cut to \(length), \(form)") {
          $0[suffix] = Array(bytes.prefix(length))
        }
      }
    }
    check.expectAll(reported: 0.3)
  }

  @Test("a bit that is wrong is reported, or nothing is", arguments: DamageBase.Form.allCases)
  func flips(_ form: DamageBase.Form) async throws {
    let base = try await DamageBase.make(form)
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = RecordRandom(seed)
    var check = DamageCheck(base)
    for suffix in faultsSuffixes {
      guard let bytes = base.files[suffix], !bytes.isEmpty else { continue }
      var places = Array(bytes.indices)
      if !testsAreLong {
        // Most of the empty bytes are between the rows and mean nothing.
        places.shuffle(using: &random)
        let used = places.filter { bytes[$0] != 0 }
        let core = suffix.isEmpty ? used.filter { place in base.core.contains { $0.contains(place) } } : []
        places = Array(core.prefix(50)) + used.prefix(20) + places.filter { bytes[$0] == 0 }.prefix(5)
      }
      for place in places {
        let bit = UInt8(1) << UInt8.random(in: 0..<8, using: &random)
        try await check.run("`\(suffix)` byte \(place) ^ \(bit), \(form), seed \(seed)") {
          $0[suffix]?[place] ^= bit
        }
      }
    }
    // Of a crashed one, pages of the database that the log has again mean nothing.
    check.expectAll(reported: 0.1)
  }

  @Test(
    "a log or a mark that is gone is reported, or nothing is missing", arguments: DamageBase.Form.allCases)
  func removal(_ form: DamageBase.Form) async throws {
    let base = try await DamageBase.make(form)
    var check = DamageCheck(base)
    try await check.run("no log, \(form)") { $0["-wal"] = nil }
    let afterLog = check.reported
    #expect(afterLog == (base.files["-wal"]?.isEmpty == false ? 1 : 0))
    try await check.run("no mark, \(form)") { $0["-mark"] = nil }
    #expect(check.noted == 1)
    try await check.run("no database, \(form)") { $0[""] = nil }
    #expect(check.reported == afterLog + 1)
    try await check.run("an empty database, \(form)") { $0[""] = [] }
    #expect(check.reported == afterLog + 2)
  }

  @Test("files of another journal are reported, or change nothing", arguments: DamageBase.Form.allCases)
  func swapped(_ form: DamageBase.Form) async throws {
    let base = try await DamageBase.make(form)
    for otherForm in DamageBase.Form.allCases {
      let other = try await DamageBase.make(otherForm, number: 1000)
      var check = DamageCheck(base, other)
      for suffix in faultsSuffixes {
        try await check.run("`\(suffix)` of another, \(form), \(otherForm)") {
          $0[suffix] = other.files[suffix]
        }
      }
      try await check.run("database and log of another, \(form), \(otherForm)") {
        $0[""] = other.files[""]
        $0["-wal"] = other.files["-wal"]
      }
      #expect(check.reported + check.noted > 0, "\(form), \(otherForm)")
    }
  }
}
