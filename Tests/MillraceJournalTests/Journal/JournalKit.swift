import Foundation
import Millrace
import MillraceSQLite
import Testing

@testable import MillraceJournal

/// A folder that goes with the test.
final class JournalFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "millrace-journal-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var journal: String { path + "/app.journal" }
}

/// The state that most tests record.
struct Notes: Codable, Hashable, Sendable {
  var titles: [String] = []
  var starred = 0
}

enum NoteMessage: Codable, Hashable, Sendable {
  case added(String)
  case renamed(Int, to: String)
  case starred
}

func updateNotes(_ notes: inout Notes, _ message: NoteMessage) -> Effect<NoteMessage> {
  switch message {
  case .added(let title): notes.titles.append(title)
  case .renamed(let place, let title):
    if notes.titles.indices.contains(place) { notes.titles[place] = title }
  case .starred: notes.starred += 1
  }
  return .none
}

/// A flow with one store and its journal, as a program has it after each start.
final class NotesProgram {
  let flow: Flow
  let notes: Store<Notes, NoteMessage>
  let journal: Journal
  private(set) var errors: [FlowError] = []

  init(
    _ path: String, durability: Durability = .batched(every: .seconds(3600)),
    snapshots: SnapshotPolicy = .never, backlog: Backlog = Backlog(), accepting: LossPolicy = .nothing,
    environment: StoreEnvironment = StoreEnvironment(), vfs: String? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) throws {
    flow = Flow(name: "notes", environment: environment)
    notes = Store(Notes(), name: "notes", flow: flow, update: updateNotes)
    journal = try Journal(
      of: flow, at: path, durability: durability, snapshots: snapshots, backlog: backlog,
      accepting: accepting,
      vfs: vfs)
    flow.errorHandler = { [unowned self] in errors.append($0) }
    try journal.record(notes, state: RecordSchema("notes"), messages: RecordSchema("note"))
  }

  var state: Notes { notes.withState { copy $0 } }
}

/// The errors of a flow.
final class ErrorList {
  var errors: [FlowError] = []

  init(_ flow: Flow) { flow.errorHandler = { [unowned self] in errors.append($0) } }

  /// Those that the journal has reported.
  var reported: [any Error] {
    errors.compactMap { if case .reported(store: "journal", let error) = $0 { error } else { nil } }
  }
  var journal: [JournalError] { reported.compactMap { $0 as? JournalError } }
  var warnings: [JournalWarning] { reported.compactMap { $0 as? JournalWarning } }
  /// Those that effects have failed with.
  var failures: [any Error] {
    errors.compactMap { if case .effectFailed(_, _, let error) = $0 { error } else { nil } }
  }
}

/// Changes the database of a journal behind its back.
func changeJournal(_ path: String, _ sql: String) throws {
  let database = try Database(path: path, mode: .write)
  try database.execute(sql)
  try database.writeSeal()
  database.close()
}

/// Makes the sums of durable effects right again, whose rows were changed.
func sumTasks(_ path: String) throws {
  let database = try Database(path: path, mode: .write)
  var update = try Insertion<TaskRow>(updating: database)
  var sums = RowSum()
  for var task in try database.rows(of: TaskRow.self) {
    task.sum = task.sum(&sums)
    try update.run(task)
  }
  database.close()
}

/// The numbers in the first column.
func journalNumbers(_ path: String, _ sql: String) throws -> [Int64] {
  let database = try Database(path: path, mode: .read)
  let rows = try database.prepare(sql)
  var numbers: [Int64] = []
  while try rows.step() { numbers.append(rows.int64(0)) }
  return numbers
}

/// The error of the journal that is thrown.
func journalError(
  isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Void
) -> JournalError? {
  do {
    try body()
  } catch {
    return error as? JournalError
  }
  Issue.record("nothing was thrown", sourceLocation: sourceLocation)
  return nil
}

/// A store that adds numbers, and a flow's journal around it, for tests that need stores of their own.
enum TallyMessage: Codable, Hashable, Sendable {
  case add(Int)
  case twice(Int)
  case later(Int)
  case broken
}

struct Tally: Codable, Hashable, Sendable {
  var sum = 0
  var count = 0
}

/// Adds; `twice` answers with a message of its own, `later` with an effect.
func updateTally(_ tally: inout Tally, _ message: TallyMessage) -> Effect<TallyMessage> {
  tally.count += 1
  switch message {
  case .add(let number): tally.sum += number
  case .twice(let number):
    tally.sum += number
    return .send(.add(number))
  case .later(let number): return .run { await $0(.add(number)) }
  case .broken: break
  }
  return .none
}
