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

@Suite("The fence in a journal's database")
struct StorageFenceTests {
  private func open(_ folder: StorageFolder) throws -> Database {
    try JournalFormat.open(folder.file(), mode: .create).database
  }

  @Test("a writer that has lost the journal writes nothing more, and learns which process has it")
  func taken() throws {
    let folder = try StorageFolder()
    let (first, second) = (try open(folder), try open(folder))
    #expect(try first.readOwner() == nil)
    try first.takeOver(opened: 7) { () throws(JournalError) in _ = try first.storeID("a") }
    let owner = try #require(first.owner)
    #expect(owner.epoch == 1 && owner.process == getpid() && !owner.host.isEmpty)
    #expect(owner.opened?.sinceEpoch == .nanoseconds(7))
    try first.transaction { () throws(JournalError) in _ = try first.storeID("b") }
    try second.takeOver(opened: nil) {}
    #expect(try second.readOwner() == second.owner && second.owner?.epoch == 2)
    for _ in 0..<2 {
      #expect(throws: JournalError.superseded(path: folder.file(), by: second.owner)) {
        try first.transaction { () throws(JournalError) in _ = try first.storeID("c") }
      }
    }
    #expect(!first.isInTransaction)
    try second.transaction { () throws(JournalError) in _ = try second.storeID("d") }
    #expect(try second.storageIntegers("SELECT count(*) FROM stores") == [3])
    // What is only read may still be read.
    let read = try first.transaction(.reading) { () throws(JournalError) in try first.metaInteger(.epoch) }
    #expect(read == 2)
    let text = JournalError.superseded(path: "p", by: second.owner).description
    #expect(text.contains("the process \(getpid()) on `\(owner.host)`"))
  }

  @Test("what others write elsewhere in the file ends no writer, and a later opening does")
  func othersWrite() throws {
    let folder = try StorageFolder()
    let (first, second) = (try open(folder), try open(folder))
    try first.takeOver(opened: 1) {}
    for name in ["a", "b", "c"] {
      try second.transaction { () throws(JournalError) in _ = try second.storeID("other \(name)") }
      try first.transaction { () throws(JournalError) in _ = try first.storeID(name) }
      try first.transaction { () throws(JournalError) in _ = try first.storeID(name + name) }
    }
    #expect(try first.storageIntegers("SELECT count(*) FROM stores") == [9])
    try second.takeOver(opened: 2) {}
    #expect(throws: JournalError.superseded(path: folder.file(), by: second.owner)) {
      try first.transaction {}
    }
  }

  @Test("taking over is undone with what fails, and with a trial")
  func undone() throws {
    let folder = try StorageFolder()
    let (first, second) = (try open(folder), try open(folder))
    try first.takeOver(opened: 1) {}
    #expect(throws: JournalError.closed(path: "x")) {
      try second.takeOver(opened: 2) { () throws(JournalError) in throw .closed(path: "x") }
    }
    try second.takeOver(opened: 2, isTrial: true) {}
    #expect(second.owner == nil)
    try first.transaction { () throws(JournalError) in _ = try first.storeID("a") }
  }

  @Test("two openings of one epoch, as after a backup was put back, are not one")
  func sameEpoch() throws {
    let folder = try StorageFolder()
    let (first, second) = (try open(folder), try open(folder))
    try first.takeOver(opened: 1) {}
    try second.transaction { () throws(JournalError) in
      try second.setMeta(.owner, .text("another"))
      try second.writeSeal()
    }
    #expect(throws: JournalError.self) { try first.transaction {} }
  }
}
