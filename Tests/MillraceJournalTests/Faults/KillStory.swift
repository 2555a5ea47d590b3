import Foundation
import Millrace
import Testing

@testable import MillraceJournal

/// One journal through several kills, and what has to be true of it after each.
final class KillStory {
  let folder: JournalFolder
  /// The text that is printed when something is wrong.
  var place: String
  /// All that was acknowledged so far: the message of each turn.
  private var acknowledged: [UInt64: Int] = [:]
  /// The turns that the last round has left.
  private var turns: [(sequence: UInt64, message: FaultsMessage)] = []
  private var delivered: Set<Int> = []
  /// The keys under which each parcel was delivered.
  private var keys: [Int: String] = [:]
  private var open: [String] = []

  init(_ place: String) throws {
    folder = try JournalFolder()
    self.place = place
  }

  private var journal: String { folder.journal }

  /// Looks at what a kill has left.
  func check(_ plan: KillPlan, _ figures: inout KillFigures) async throws {
    checkEffects(plan, &figures)
    let begun = KillNotes.numbers(plan.file("begun"))
    let pairs = KillNotes.numbers(plan.file("acknowledged"))
    for place in 0..<pairs.count / 2 { acknowledged[UInt64(pairs[2 * place])] = pairs[2 * place + 1] }
    let lastAcknowledged = pairs.count / 2 > 0 ? pairs[pairs.count / 2 * 2 - 1] : 0
    figures.rounds += 1
    figures.acknowledged += pairs.count / 2
    if begun.isEmpty { figures.early += 1 }
    if let last = begun.last, last > lastAcknowledged { figures.interrupted += 1 }

    guard FileManager.default.fileExists(atPath: journal), let reader = try reader() else {
      #expect(acknowledged.isEmpty, "\(place): there is no journal")
      return
    }
    let report = try reader.verify()
    // A process that was killed before it had written anything has left an empty mark.
    #expect(report.findings.allSatisfy { $0.severity == .note }, "\(place): \(report.findings)")
    #expect(report.findings.isEmpty || acknowledged.isEmpty, "\(place): \(report.findings)")
    let before = turns
    turns = try reader.faultsMessages()
    figures.turns += turns.count - before.count
    checkTurns(before, lastAcknowledged, &figures)
    try checkTasks(reader)
    try await checkState()
  }

  /// Nil for the empty file that a process killed at the very beginning leaves.
  private func reader() throws -> JournalReader? {
    do { return try JournalReader(at: journal) } catch {
      guard acknowledged.isEmpty, case .notAJournal(_, "it is empty") = error else { throw error }
      return nil
    }
  }

  private func checkTurns(
    _ before: [(sequence: UInt64, message: FaultsMessage)], _ lastAcknowledged: Int,
    _ figures: inout KillFigures
  ) {
    #expect(turns.prefix(before.count).elementsEqual(before, by: ==), "\(place): what was there is another")
    #expect(
      turns.enumerated().allSatisfy { $1.sequence == UInt64($0 + 1) },
      "\(place): the turns are not numbered one after the other")
    var sent: [Int] = []
    var answered: [Int] = []
    for (sequence, message) in turns {
      switch message {
      case .note(let number), .order(let number):
        sent.append(number)
        if let expected = acknowledged[sequence] {
          #expect(number == expected, "\(place): turn \(sequence) is another")
          #expect(message == (number.isMultiple(of: 10) ? .order(number) : .note(number)), "\(place)")
        }
      case .delivered(let number):
        #expect(acknowledged[sequence] == nil, "\(place): turn \(sequence) is another")
        answered.append(number)
      }
    }
    let missing = acknowledged.keys.filter { $0 > UInt64(turns.count) }
    #expect(missing.isEmpty, "\(place): \(missing.count) acknowledged turns are missing")
    #expect(
      zip(sent, sent.dropFirst()).allSatisfy { $0 < $1 }, "\(place): messages are twice or out of order")
    #expect(Set(answered).count == answered.count, "\(place): a durable effect has answered twice")
    if lastAcknowledged > 0, let last = sent.last, last > lastAcknowledged { figures.ahead += 1 }
    figures.delivered += answered.count - delivered.count
    delivered = Set(answered)
  }

  /// Checks that an answered effect is not done again, and any other is begun again, with the same key.
  private func checkEffects(_ plan: KillPlan, _ figures: inout KillFigures) {
    for line in KillNotes.lines(plan.file("worked")) {
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let number = Int(parts[0]) else {
        Issue.record("\(place): \(line)")
        continue
      }
      #expect(!delivered.contains(number), "\(place): parcel \(number) had been delivered")
      #expect(
        keys[number, default: String(parts[1])] == parts[1], "\(place): parcel \(number) has another key")
      keys[number] = String(parts[1])
    }
    var resumed = KillNotes.lines(plan.file("resumed"))
    // The point says that all are told.
    guard resumed.popLast() == "." else { return }
    #expect(resumed == open, "\(place): not those that had not answered were begun again")
    figures.resumed += resumed.count
  }

  private func checkTasks(_ reader: JournalReader) throws {
    let tasks = try reader.tasks()
    #expect(tasks.allSatisfy { $0.status == .open || $0.status == .answered }, "\(place)")
    let ordered = turns.compactMap { if case .order(let number) = $0.message { number } else { nil } }
    func numbers(_ status: JournalTask.Status) -> [Int] {
      tasks.filter { $0.status == status }.map { Int($0.request.json()) ?? -1 }
    }
    #expect(tasks.map { Int($0.request.json()) ?? -1 } == ordered, "\(place)")
    #expect(Set(numbers(.answered)) == delivered, "\(place)")
    #expect(numbers(.open) == ordered.filter { !delivered.contains($0) }, "\(place)")
    for task in tasks {
      guard let number = Int(task.request.json()) else { continue }
      #expect(keys[number, default: task.key] == task.key, "\(place)")
      keys[number] = task.key
    }
    open = tasks.filter { $0.status == .open }.map(\.key)
  }

  /// The state that a start of a copy finds: the journal itself stays as the kill has left it.
  private func checkState() async throws {
    let copy = folder.path + "/copy.journal"
    for suffix in faultsSuffixes + ["-shm"] { try? FileManager.default.removeItem(atPath: copy + suffix) }
    try faultsCopy(journal, to: copy)
    let found = try await Self.restore(copy)
    #expect(found == FaultsLedger(turns.map(\.message)), "\(place)")
  }

  @FaultsActor
  private static func restore(_ path: String) throws -> FaultsLedger {
    let program = try FaultsProgram(path)
    try program.journal.start()
    return program.state
  }

  /// Goes on to the end: all that was ordered is delivered.
  func end() async throws {
    let (found, errors) = try await Self.finish(journal, isKnown: keys)
    #expect(found.ordered.isEmpty && errors.isEmpty, "\(place): \(found.ordered) \(errors)")
    let reader = try JournalReader(at: journal)
    #expect(try reader.verify().findings.isEmpty, "\(place)")
    #expect(try reader.tasks(.open).isEmpty, "\(place)")
    let messages = try reader.faultsMessages().map(\.message)
    #expect(FaultsLedger(messages) == found, "\(place)")
    #expect(Set(messages).count == messages.count, "\(place)")
  }

  @FaultsActor
  private static func finish(
    _ path: String, isKnown keys: [Int: String]
  ) async throws -> (FaultsLedger, [String]) {
    let program = try FaultsProgram(path, durability: .everyTurn) { number, key in
      if keys[number] != key { throw KillWrongKey(key: key) }
    }
    try program.journal.start()
    await program.flow.run()
    try program.journal.close()
    return (program.state, program.errors.map { "\($0)" })
  }
}

struct KillWrongKey: Error {
  let key: String
}
