import Testing

@testable import Flask

@Suite("Archives of older and newer programs")
struct ArchiveMigrationTests {
  private func archived(_ version: Int, _ state: String, type: String = "ArchiveRenamed") -> [UInt8] {
    archiveBytes(type: type, version: version, state)
  }

  private func decode<S: FlaskState>(_ type: S.Type, _ bytes: [UInt8]) throws(ArchiveError) -> S {
    try ArchiveFormat.decode(type, bytes, key: "key")
  }

  @Test("an archive of any older version goes through all the steps from there")
  func chain() throws {
    #expect(
      try decode(ArchiveRenamed.self, archived(1, #"{"count":4}"#)) == .init(sum: 40, note: "2"))
    #expect(
      try decode(ArchiveRenamed.self, archived(2, #"{"total":4}"#)) == .init(sum: 4, note: "2"))
    let now = archived(3, #"{"sum":4,"note":"3"}"#)
    #expect(try decode(ArchiveRenamed.self, now) == .init(sum: 4, note: "3"))
    let own = try ArchiveFormat.encode(ArchiveRenamed(sum: 9, note: "own"), key: "key")
    #expect(try decode(ArchiveRenamed.self, own) == .init(sum: 9, note: "own"))
  }

  @Test("an archive of a newer version is refused, though its shape would fit")
  func newer() {
    #expect(throws: ArchiveError.newerVersion(key: "key", found: 4, known: 3)) {
      try decode(ArchiveRenamed.self, archived(4, #"{"sum":4,"note":"3"}"#))
    }
  }

  @Test("an archive that is older than the first step is refused, though its shape would fit")
  func older() {
    struct Late: Flask.State {
      var sum = 0
      static var archiveVersion: Int { 3 }
      static var archiveMigrations: [ArchiveMigration] {
        [ArchiveMigration(from: 2) { (old: ArchiveRenamedV2) in Late(sum: old.total) }]
      }
    }
    struct Without: Flask.State {
      var sum = 0
      static var archiveVersion: Int { 3 }
    }
    for version in [1, 0, -1, .min] {
      let error = ArchiveError.missingMigration(key: "key", from: version, to: 3, setAside: nil)
      #expect(throws: error) { try decode(Late.self, archived(version, #"{"sum":4}"#, type: "Late")) }
      #expect(throws: error) { try decode(Without.self, archived(version, #"{"sum":4}"#, type: "Without")) }
    }
    #expect(throws: Never.self) { try ArchiveMigration.check(Late.self) }
    #expect(throws: Never.self) { try ArchiveMigration.check(Without.self) }
    #expect(throws: Never.self) { try ArchiveMigration.check(ArchiveRenamed.self) }
  }

  @Test("a step that throws, or an older shape that does not fit, says so")
  func failing() {
    struct Strict: Flask.State {
      var sum = 0
      static var archiveVersion: Int { 2 }
      static var archiveMigrations: [ArchiveMigration] {
        [
          ArchiveMigration(from: 1) { (old: ArchiveRenamedV1) throws(ArchiveFaultyStorage.Fault) -> Strict in
            if old.count < 0 { throw ArchiveFaultyStorage.Fault() }
            return Strict(sum: old.count)
          }
        ]
      }
    }
    #expect(
      throws: ArchiveError.migrationFailed(
        key: "key", from: 1, to: 2, reason: "No space left on device", setAside: nil)
    ) { try decode(Strict.self, archived(1, #"{"count":-1}"#, type: "Strict")) }
    #expect(throws: Never.self) { try decode(Strict.self, archived(1, #"{"count":1}"#, type: "Strict")) }
    let unfit = archiveBytes(type: "Strict", version: 1, #"{"sum":1}"#)
    let error = #expect(throws: ArchiveError.self) { try decode(Strict.self, unfit) }
    guard case .unreadable = error else {
      Issue.record("\(error.map { "\($0)" } ?? "none")")
      return
    }
  }

  @Test("steps that do not make a chain are found before anything is decoded")
  func unsound() throws {
    struct Gap: Flask.State {
      static var archiveVersion: Int { 4 }
      static var archiveMigrations: [ArchiveMigration] {
        [
          ArchiveMigration(from: 3) { (_: ArchiveRenamedV2) in Gap() },
          ArchiveMigration(from: 1) { (_: ArchiveRenamedV1) in ArchiveRenamedV2() },
        ]
      }
    }
    struct Short: Flask.State {
      static var archiveVersion: Int { 3 }
      static var archiveMigrations: [ArchiveMigration] {
        [ArchiveMigration(from: 1) { (_: ArchiveRenamedV1) in Short() }]
      }
    }
    struct Twice: Flask.State {
      static var archiveVersion: Int { 2 }
      static var archiveMigrations: [ArchiveMigration] {
        [
          ArchiveMigration(from: 1) { (_: ArchiveRenamedV1) in Twice() },
          ArchiveMigration(from: 1) { (_: ArchiveRenamedV2) in Twice() },
        ]
      }
    }
    struct WrongEnd: Flask.State {
      static var archiveVersion: Int { 2 }
      static var archiveMigrations: [ArchiveMigration] {
        [ArchiveMigration(from: 1) { (_: ArchiveRenamedV1) in ArchiveRenamedV2() }]
      }
    }
    struct WrongMiddle: Flask.State {
      static var archiveVersion: Int { 3 }
      static var archiveMigrations: [ArchiveMigration] {
        [
          ArchiveMigration(from: 1) { (_: ArchiveRenamedV1) in ArchiveRenamedV1() },
          ArchiveMigration(from: 2) { (_: ArchiveRenamedV2) in WrongMiddle() },
        ]
      }
    }
    struct Beyond: Flask.State {
      static var archiveVersion: Int { 2 }
      static var archiveMigrations: [ArchiveMigration] {
        [ArchiveMigration(from: 2) { (_: ArchiveRenamedV1) in Beyond() }]
      }
    }
    struct Below: Flask.State {
      static var archiveMigrations: [ArchiveMigration] {
        [ArchiveMigration(from: 0) { (_: ArchiveRenamedV1) in Below() }]
      }
    }
    struct Zero: Flask.State {
      static var archiveVersion: Int { 0 }
    }
    func check<S: FlaskState>(_ type: S.Type, _ flaw: ArchiveMigrationFlaw) throws {
      let error = ArchiveError.unsoundMigrations(state: "\(type)", flaw: flaw)
      #expect(throws: error) { try ArchiveMigration.check(type) }
      // An archive of the present version needs no step, and is left alone all the same.
      let bytes = try ArchiveFormat.encode(S(), key: "key")
      #expect(throws: error) { try decode(type, bytes) }
    }
    try check(Gap.self, .gap(from: 2, to: 3))
    try check(Short.self, .gap(from: 2, to: 3))
    try check(Twice.self, .duplicate(from: 1))
    try check(WrongEnd.self, .wrongType(from: 1, gives: "ArchiveRenamedV2", needed: "WrongEnd"))
    try check(WrongMiddle.self, .wrongType(from: 1, gives: "ArchiveRenamedV1", needed: "ArchiveRenamedV2"))
    try check(Beyond.self, .outside(from: 2, version: 2))
    try check(Below.self, .outside(from: 0, version: 1))
    try check(Zero.self, .notAVersion(0))
  }
}
