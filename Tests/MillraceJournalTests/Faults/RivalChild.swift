import Foundation
import Millrace

@testable import MillraceJournal

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The task of one of two processes that want to write the same journal; it goes to the child as text.
struct RivalPlan: Sendable {
  /// The folder of the notes.
  var folder: String
  /// The path of the journal, as this process spells it.
  var journal: String
  /// Tells the numbers of its messages and its notes from those of the other.
  var number: Int
  /// The number of turns to write, unless it loses the journal; nil until it loses it or is told to stop.
  var turns: Int?
  /// True if it removes the mark until it gets in.
  var removesMark = false

  var text: String { "\(number)\n\(turns ?? -1)\n\(removesMark)\n\(folder)\n\(journal)" }

  init(folder: String, journal: String, number: Int, turns: Int?, removesMark: Bool = false) {
    (self.folder, self.journal, self.number) = (folder, journal, number)
    (self.turns, self.removesMark) = (turns, removesMark)
  }

  init(text: String) {
    let parts = text.split(separator: "\n", maxSplits: 4).map(String.init)
    precondition(parts.count == 5)
    let turns = Int(parts[1]) ?? 0
    self.init(
      folder: parts[3], journal: parts[4], number: Int(parts[0]) ?? 0, turns: turns < 0 ? nil : turns,
      removesMark: parts[2] == "true")
  }

  /// The file in which the child notes a thing.
  func file(_ what: String) -> String { "\(folder)/\(what)-\(number)" }
}

/// Writes turns as fast as it can, each on disk before the next, and notes what was acknowledged.
@FaultsActor
enum RivalChild {
  static func run(_ plan: RivalPlan) async throws {
    let (acknowledged, end) = (KillNotes(plan.file("acknowledged")), KillNotes(plan.file("end")))
    let ready = RivalPipe(plan.folder + "/ready")
    let program: FaultsProgram
    do { program = try open(plan) } catch let error as JournalError {
      return end.add("refused: \(error)\n")
    }
    let (statuses, statusChange) = AsyncStream.makeStream(of: JournalStatus.self)
    program.journal.statusHandler = { statusChange.yield($0) }
    try program.journal.start()
    let stop = RivalPipe(plan.folder + "/stop")
    var news = statuses.makeAsyncIterator()
    var count = 0
    while count < plan.turns ?? .max, !stop.isPoked() {
      count += 1
      let number = plan.number * 1_000_000 + count
      program.ledger.send(.note(number))
      let sequence = Int(program.flow.lastSequence)
      // A turn that waits is not acknowledged yet.
      while case .failing = program.journal.status { _ = await news.next() }
      if case .stopped(let error, _) = program.journal.status { return end.add("stopped: \(error)\n") }
      precondition(program.journal.status == .writing)
      acknowledged.add([sequence, number])
      if count == 100 { ready.poke() }
    }
    try program.journal.close()
    end.add("closed\n")
  }

  private static func open(_ plan: RivalPlan) throws -> FaultsProgram {
    func program() throws -> FaultsProgram {
      try FaultsProgram(
        plan.journal, durability: .everyTurn, snapshots: SnapshotPolicy(turns: 50, retention: .newest(3)),
        backlog: Backlog(patience: .seconds(600)))
    }
    guard plan.removesMark else { return try program() }
    // The other makes the mark again before its next turn, and may be quicker.
    for _ in 0..<100_000 {
      unlink(MarkFile.path(of: plan.journal))
      do { return try program() } catch JournalError.inUse {}
    }
    return try program()
  }
}

/// A named pipe by which processes wake one another.
struct RivalPipe: Sendable {
  private let descriptor: Int32

  /// Opens the pipe, and makes it where there is none; it is open at both ends, so that opening it does not
  /// wait.
  init(_ path: String) {
    mkfifo(path, 0o600)
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    precondition(descriptor >= 0)
  }

  func poke() { precondition(write(descriptor, [0] as [UInt8], 1) == 1) }

  /// Waits until the other has poked, on a thread of its own.
  func wait() async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var byte: UInt8 = 0
        while read(descriptor, &byte, 1) != 1 {}
        continuation.resume()
      }
    }
  }

  /// Returns true if the other has poked; waits for nothing.
  func isPoked() -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) == 1
  }

  func close() { closeDescriptor(descriptor) }
}

private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }
