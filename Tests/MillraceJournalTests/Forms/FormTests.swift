import FaultyFiles
import Foundation
import Millrace
import MillraceSQLite
import Testing

@testable import MillraceJournal

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite("Forms of the journal's file")
@FaultsActor
struct FormTests {
  nonisolated static let forms = 1...Int(JournalFormat.version)

  /// The file of a form, as the version of Millrace has written it that wrote this form.
  nonisolated static func bytes(_ form: Int) throws -> Data {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    return try Data(contentsOf: folder.appendingPathComponent("Files/form-\(form).journal"))
  }

  @Test("a reader reads every form as it is, and changes nothing", arguments: forms)
  func read(_ form: Int) throws {
    let folder = try JournalFolder()
    try Self.bytes(form).write(to: URL(fileURLWithPath: folder.journal))
    let reader = try JournalReader(at: folder.journal)
    #expect(try reader.info().format == form)
    #expect(try reader.verify().findings.map(\.severity) == [.note])
    #expect(try reader.faultsMessages().map(\.message) == FormSample.messages)
    #expect(try reader.tasks().map(\.status) == [.answered, .open])
    #expect(try reader.snapshots().map(\.sequence) == [0, 7])
    #expect(try FileManager.default.contents(atPath: folder.journal) == Self.bytes(form))
  }

  @Test("a writer brings every form to today's and goes on", arguments: forms)
  func migrate(_ form: Int) async throws {
    let folder = try JournalFolder()
    try Self.bytes(form).write(to: URL(fileURLWithPath: folder.journal))
    let delivered = Locked<[Int]>([])
    let program = try FaultsProgram(folder.journal, durability: .everyTurn) { number, _ in
      delivered.withLock { $0.append(number) }
    }
    let found = try program.journal.start()
    #expect(found.lastSequence == UInt64(FormSample.messages.count) && found.resumedEffects.count == 1)
    #expect(program.state == FaultsLedger(FormSample.messages))
    program.ledger.send(.note(13))
    await program.flow.run()
    #expect(delivered.withLock { $0 } == [3] && program.errors.isEmpty)
    try program.journal.close()
    let reader = try JournalReader(at: folder.journal)
    let info = try reader.info()
    #expect(info.format == Int(JournalFormat.version) && info.owner?.process == getpid())
    #expect(try reader.verify().findings.isEmpty)
    #expect(try reader.faultsMessages().map(\.message) == FormSample.messages + [.note(13), .delivered(3)])
    #expect(try reader.tasks(.open).isEmpty)
  }

  @Test(
    "whatever fails while a file is brought to today's form, it is in the old form or the new",
    arguments: forms)
  func failures(_ form: Int) throws {
    var at = 0
    var failures = 1
    while failures > 0 {
      at += 1
      let folder = try FaultsFolder()
      try Self.bytes(form).write(to: URL(fileURLWithPath: folder.file()))
      let faults = StorageFaults(.failing(FAULTY_WRITE | FAULTY_SYNC, at: at, stays: true, half: true))
      try? JournalFormat.open(folder.file(), mode: .write, vfs: faults.name).database.close()
      failures = faults.failures
      let reader = try JournalReader(at: folder.file())
      let found = try reader.info().format
      #expect(found == form || found == Int(JournalFormat.version), "call \(at)")
      #expect(try reader.verify().findings.map(\.severity) == [.note], "call \(at)")
      #expect(try reader.faultsMessages().map(\.message) == FormSample.messages, "call \(at)")
      // The next writer finishes what this one has begun.
      try JournalFormat.open(folder.file(), mode: .write).database.close()
      #expect(try reader.info().format == Int(JournalFormat.version), "call \(at)")
    }
    #expect(at > 1 || form == Int(JournalFormat.version))
  }

  @Test("a new journal has today's form; `MILLRACE_FORM_SAMPLE` says where the sample of it is written")
  func sample() async throws {
    let folder = try JournalFolder()
    let path = ProcessInfo.processInfo.environment["MILLRACE_FORM_SAMPLE"] ?? folder.journal
    try await FormSample.write(to: path)
    let reader = try JournalReader(at: path)
    #expect(try reader.info().format == Int(JournalFormat.version))
    #expect(try reader.verify().findings.isEmpty)
    #expect(try reader.faultsMessages().map(\.message) == FormSample.messages)
    #expect(try reader.tasks().map(\.status) == [.answered, .open])
  }

  @Test("a form is found by its number alone: names of migrations are distinguished, and none is left out")
  func list() {
    #expect(JournalMigration.all.map(\.name) == ["fence", "cut"])
    #expect(JournalFormat.version == 3)
  }
}
