import Foundation
import Millrace
import MillraceTesting

@testable import MillraceJournal

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A child's program until it is killed: goes on with the journal, fast, and notes what was acknowledged.
@FaultsActor
enum KillChild {
  static func run(_ plan: KillPlan) async throws {
    if plan.fromTheStart { dieSoon(plan.microseconds) }
    let (worked, answers) = (KillNotes(plan.file("worked")), KillNotes(plan.file("resumed")))
    let program = try FaultsProgram(
      plan.journal, durability: plan.everyTurn ? .everyTurn : .batched(every: .milliseconds(1), turns: 16),
      snapshots: SnapshotPolicy(turns: 7, retention: .newest(3))
    ) { number, key in
      worked.add("\(number) \(key)\n")
      // Some take their time, so that there are some without an answer.
      if number % 3 == 0 { for _ in 0..<50 { await letOthersRun() } }
    }
    let found = try program.journal.start()
    for key in found.resumedEffects { answers.add(key + "\n") }
    answers.add(".\n")
    if !plan.fromTheStart { dieSoon(plan.microseconds) }
    if plan.everyTurn { await everyTurn(plan, program) } else { try await batches(plan, program) }
  }

  private static func everyTurn(_ plan: KillPlan, _ program: FaultsProgram) async {
    let (begun, acknowledged) = (KillNotes(plan.file("begun")), KillNotes(plan.file("acknowledged")))
    var number = plan.round * 1_000_000
    while true {
      number += 1
      begun.add([number])
      program.ledger.send(number.isMultiple(of: 10) ? .order(number) : .note(number))
      precondition(program.journal.status == .writing)
      acknowledged.add([Int(program.flow.lastSequence), number])
      // The answers of effects have their turns.
      if number.isMultiple(of: 4) { await letOthersRun() }
    }
  }

  private static func batches(_ plan: KillPlan, _ program: FaultsProgram) async throws {
    let (begun, acknowledged) = (KillNotes(plan.file("begun")), KillNotes(plan.file("acknowledged")))
    var number = plan.round * 1_000_000
    while true {
      var sent: [Int] = []
      begun.add([number + 1])
      for _ in 0..<(1 + number % 40) {
        number += 1
        program.ledger.send(number.isMultiple(of: 10) ? .order(number) : .note(number))
        sent += [Int(program.flow.lastSequence), number]
      }
      try await program.journal.flush()
      acknowledged.add(sent)
    }
  }

  nonisolated static func dieSoon(_ microseconds: Int) {
    let start = ContinuousClock.now
    Thread.detachNewThread {
      while ContinuousClock.now - start < .microseconds(microseconds) {}
      kill(getpid(), SIGKILL)
    }
  }
}

/// A file to which notes are added, each with one call of the system, so that they outlive the process.
struct KillNotes: Sendable {
  private let descriptor: Int32

  init(_ path: String) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    precondition(descriptor >= 0)
  }

  func add(_ numbers: [Int]) {
    numbers.withUnsafeBytes { precondition(write(descriptor, $0.baseAddress, $0.count) == $0.count) }
  }

  func add(_ text: String) {
    let bytes = Array(text.utf8)
    precondition(write(descriptor, bytes, bytes.count) == bytes.count)
  }

  /// The numbers in a file; what a kill has left of a last one is not told.
  static func numbers(_ path: String) -> [Int] {
    let data = FileManager.default.contents(atPath: path) ?? Data()
    let size = MemoryLayout<Int>.size
    return (0..<data.count / size).map { place in
      data.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place * size, as: Int.self) }
    }
  }

  /// The whole lines in a file.
  static func lines(_ path: String) -> [String] {
    let text = String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }
}
