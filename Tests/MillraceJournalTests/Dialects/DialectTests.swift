import Foundation
import Millrace
import RecordFixture
import TestResources
import Testing

@testable import MillraceJournal

@Suite("A journal of stores in all dialects")
@MainActor
struct DialectTests {
  private nonisolated static let seeds: ClosedRange<UInt64> = 1...(testsAreLong ? 500 : 30)

  @Test(
    "live states are restored states and states at the last turn, whatever lies between", arguments: seeds)
  func law(seed: UInt64) async throws {
    let folder = try JournalFolder()
    var history = DialectHistory(seed: seed)
    var path = folder.journal
    // First a program of an older version, or of the same.
    try await history.live(path, version: seed.isMultiple(of: 2) ? 1 : 2)
    if seed.isMultiple(of: 3) {
      let export = folder.path + "/export"
      let reader = try JournalReader(at: path)
      try reader.exportJournal(
        to: export, options: ExportOptions(snapshots: seed.isMultiple(of: 2) ? .all : .needed))
      path = folder.path + "/imported"
      try JournalImport.run(from: export, to: path)
    }
    if seed.isMultiple(of: 5) {
      let branch = folder.path + "/branch"
      let last = try #require(try JournalReader(at: path).info().last)
      let earlier = history.goBack(to: last)
      let sequence = try #require(earlier)
      try JournalReader(at: path).branch(at: sequence, to: branch)
      path = branch
    }
    for _ in 0..<2 { try await history.live(path, version: 2) }
    #expect(try JournalReader(at: path).verify().findings.isEmpty, "seed \(seed)")
  }
}

/// The history of a program through several starts, which has to be found again.
@MainActor
struct DialectHistory {
  private let seed: UInt64
  private var random: RecordRandom
  private let snapshots: SnapshotPolicy
  /// The states after turns, as they were noted when they were live.
  private var noted: [UInt64: DialectStates] = [:]
  private var expected: DialectStates?

  init(seed: UInt64) {
    self.seed = seed
    random = RecordRandom(seed)
    snapshots =
      [
        SnapshotPolicy.never, SnapshotPolicy(turns: 5, retention: .all),
        SnapshotPolicy(turns: 13, retention: .newest(1)),
      ][Int(seed % 3)]
  }

  /// A program that starts, finds all as it was, goes on, and ends.
  mutating func live(_ path: String, version: Int) async throws {
    let program = try DialectProgram(path, version: version, snapshots: snapshots)
    if let expected { #expect(program.states == expected, "seed \(seed)") }
    // Turns of stores that are left out have numbers which may be given again.
    noted = noted.filter { $0.key <= program.flow.lastSequence }
    noted[program.flow.lastSequence] = program.states
    try compare(program)
    for _ in 0..<Int.random(in: 15...35, using: &random) {
      await program.step(Int.random(in: 0..<60, using: &random), of: Int.random(in: 0..<5, using: &random))
      noted[program.flow.lastSequence] = program.states
    }
    await program.flow.run()
    expected = program.states
    noted[program.flow.lastSequence] = program.states
    try await program.journal.flushSnapshots()
    #expect(try program.states(at: program.flow.lastSequence) == program.states, "seed \(seed)")
    try compare(program)
    #expect(program.reported.isEmpty, "seed \(seed): \(program.reported)")
    try program.journal.close()
  }

  /// Looks at some turns.
  private mutating func compare(_ program: DialectProgram) throws {
    for sequence in noted.keys.sorted().shuffled(using: &random).prefix(5) {
      #expect(try program.states(at: sequence) == noted[sequence], "seed \(seed), turn \(sequence)")
    }
  }

  /// Picks a turn up to which all must be kept.
  mutating func goBack(to last: UInt64) -> UInt64? {
    guard let sequence = noted.keys.filter({ $0 <= last && $0 > 0 }).sorted().randomElement(using: &random)
    else {
      return nil
    }
    noted = noted.filter { $0.key <= sequence }
    expected = noted[sequence]
    return sequence
  }
}
