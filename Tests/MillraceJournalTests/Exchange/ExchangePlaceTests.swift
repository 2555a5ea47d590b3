import Foundation
import Millrace
import Testing

@testable import MillraceJournal

@Suite("Exchange: new files")
@FaultsActor
struct ExchangePlaceTests {
  let folder: ReadingFolder

  init() throws {
    folder = try ReadingFolder()
    let writer = try RowWriter.sample(folder.file())
    try writer.writeMark()
    writer.close()
    try JournalReader(at: folder.file()).exportJournal(to: folder.file("a.jsonl"))
  }

  private func makeAll() throws {
    let reader = try JournalReader(at: folder.file())
    try reader.exportJournal(to: folder.file("x"))
    try reader.branch(at: 10, to: folder.file("y"))
    try JournalImport.run(from: folder.file("a.jsonl"), to: folder.file("z"))
    try JournalCompaction.compact(at: folder.file(), turnsUpTo: 10)
  }

  @Test("Files of the user's own beside the place stay as they are, and links are not followed")
  func own() throws {
    let mine = Array("mine".utf8)
    let names = ["x-new", "y-new", "z-new", "y-new-wal", "z-new-journal", "a.journal-new"]
    for name in names { try folder.write(mine, to: name) }
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("x.new"), withDestinationPath: folder.file("elsewhere"))
    try makeAll()
    for name in names { #expect(folder.bytes(name) == mine, "\(name)") }
    #expect(folder.bytes("elsewhere") == nil)
    #expect(!folder.names.contains { $0.contains(".new-") })
  }

  @Test("A link at the place, wherever it leads, is a file that is there already")
  func links() throws {
    for name in ["x", "y", "z"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.file(name), withDestinationPath: folder.file("elsewhere \(name)"))
    }
    let reader = try JournalReader(at: folder.file())
    #expect(throws: JournalError.exists(path: folder.file("x"))) {
      try reader.exportJournal(to: folder.file("x"))
    }
    #expect(throws: JournalError.exists(path: folder.file("y"))) {
      try reader.branch(at: 10, to: folder.file("y"))
    }
    #expect(throws: JournalError.exists(path: folder.file("z"))) {
      try JournalImport.run(from: folder.file("a.jsonl"), to: folder.file("z"))
    }
    #expect(!folder.names.contains { $0.hasPrefix("elsewhere") || $0.contains(".new-") })
  }

  @Test("New files can be read by their owner alone, unless it is said otherwise")
  func rights() throws {
    try makeAll()
    for name in ["x", "y", "z"] { #expect(try rights(of: name) == 0o600, "\(name)") }
    let reader = try JournalReader(at: folder.file())
    try reader.exportJournal(to: folder.file("open"), permissions: .everyoneReadable)
    try reader.branch(at: 15, to: folder.file("open.journal"), permissions: .everyoneReadable)
    #expect(try rights(of: "open") == 0o644)
    #expect(try rights(of: "open.journal") == 0o644)
  }

  private func rights(of name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: folder.file(name))[.posixPermissions] as? Int
  }

  @Test("What is moved into place destroys nothing that has come there meanwhile")
  func late() throws {
    let error = #expect(throws: JournalError.self) {
      try JournalImport.run(from: folder.file("a.jsonl"), to: folder.file("late")) { share in
        if share > 0.9 { try? folder.write([1], to: "late") }
      }
    }
    #expect(error == .exists(path: folder.file("late")))
    #expect(folder.bytes("late") == [1])
    #expect(!folder.names.contains { $0.contains(".new-") })
  }

  @Test("Names stay within what a file system takes, and are like no other")
  func names() {
    let long = "/folder/" + String(repeating: "\u{FC}", count: 120)
    let name = FileMoves.newName(beside: long)
    #expect(name.hasPrefix("/folder/\u{FC}"))
    #expect(name.utf8.count - "/folder/".utf8.count < 240)
    #expect(FileMoves.newName(beside: "a.jsonl").hasPrefix("a.jsonl.new-"))
    #expect(Set((0..<100).map { _ in FileMoves.newName(beside: "a") }).count == 100)
  }
}
