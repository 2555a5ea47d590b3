import Foundation
import Millrace
import MillraceTesting
import TestResources
import Testing

@testable import MillraceJournal

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite("A journal and several processes")
@FaultsActor
struct ProcessTests {
  @Test("a second process that wants to write learns which one writes, and may read", .realProcess)
  func inUse() async throws {
    let folder = try JournalFolder()
    let path = folder.journal
    let program = try FaultsProgram(path)
    try program.journal.start()
    program.ledger.send(.note(1))
    try await program.journal.flush()
    let process = getpid()
    await #expect(processExitsWith: .success) { [path = path as String, process = process as Int32] in
      try await Self.expectInUse(path, by: process)
    }
    // The other has not disturbed the first.
    program.ledger.send(.note(2))
    try await program.journal.flush()
    #expect(program.errors.isEmpty)
    #expect(try JournalReader(at: path).faultsMessages().count == 2)
  }

  private static func expectInUse(_ path: String, by process: Int32) throws {
    do {
      _ = try FaultsProgram(path)
      Issue.record("nothing was thrown")
    } catch let error as JournalError {
      #expect(error == .inUse(path: path, process: process))
      #expect(error.description.contains("the process \(process)"))
    }
    let reader = try JournalReader(at: path)
    #expect(try reader.faultsMessages().map(\.message) == [.note(1)])
    #expect(try reader.verify().findings.isEmpty)
  }

  @Test("a reader in another process sees each turn once and in order while it is written", .realProcess)
  func follow() async throws {
    let folder = try JournalFolder()
    let path = folder.journal
    let program = try FaultsProgram(path)
    try program.journal.start()
    for number in 1...5 { program.ledger.send(.note(number)) }
    try await program.journal.flush()
    let isOver = Locked(false)
    let reader = Task {
      await #expect(processExitsWith: .success) { [path = path as String] in
        try await Self.expectTurns(path)
      }
      isOver.withLock { $0 = true }
    }
    // It goes on until the other has seen enough, which began somewhere on the way.
    var number = 5
    while !isOver.withLock({ $0 }), number < 200_000 {
      number += 1
      program.ledger.send(.note(number))
      try await program.journal.flush()
      await letOthersRun()
    }
    await reader.value
    #expect(program.errors.isEmpty && number > 25)
  }

  private static func expectTurns(_ path: String) async throws {
    let reader = try JournalReader(at: path)
    let last = try #require(try reader.info().last)
    var next: UInt64 = 1
    for try await turn in reader.follow(every: .milliseconds(1)) {
      #expect(turn.sequence == next && turn.message?.faultsMessage == .note(Int(next)))
      next += 1
      // So many have come since it began.
      if turn.sequence >= last + 20 { break }
    }
  }

  @Test("when a writer is killed, the next one opens the journal at once", .realProcess)
  func succession() async throws {
    let folder = try JournalFolder()
    let path = folder.journal
    for round in 1...3 {
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
        try await Self.writeAndDie(path)
      }
      let program = try FaultsProgram(path)
      let found = try program.journal.start()
      #expect(found.lastSequence == UInt64(round * 3 - 1))
      #expect(program.state.count == round * 3 - 1)
      program.ledger.send(.note(0))
      try program.journal.close()
    }
  }

  private static func writeAndDie(_ path: String) throws {
    let program = try FaultsProgram(path, durability: .everyTurn)
    try program.journal.start()
    program.ledger.send(.note(1))
    program.ledger.send(.note(2))
    kill(getpid(), SIGKILL)
  }
}
