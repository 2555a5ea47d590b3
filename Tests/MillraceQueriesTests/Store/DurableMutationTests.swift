import Foundation
import Millrace
import MillraceJournal
import MillraceQueries
import MillraceTesting
import Testing

@MainActor
@Suite("Mutations that a durable effect of a journal carries out") struct DurableMutationTests {
  typealias Work = DurableEffect<PendingMutation<NoteChange>, MutationMessage<NoteChange, Note?>>

  /// A program whose files outlive it.
  @MainActor final class Program {
    let clock = ManualClock()
    let queries: NotebookQueries
    let store: Store<Notebook, NotebookMessage>
    let resumed: [String]
    private(set) var errors: [String] = []
    private let journal: Journal

    init(_ server: NoteServer, in folder: URL) throws {
      let work = Work(
        "carry-out", requests: RecordSchema("change"),
        { mutation, _, _ in
          .succeeded(mutation.number, try await server.carryOut(mutation.change, key: mutation.key))
        },
        catch: { error, mutation in
          let isAway = error is NoteServer.Failure && mutation.failedAttempts < 1
          return .failed(mutation.number, QueryFailure("\(error)"), isFinal: !isAway)
        })
      queries = NotebookQueries(
        server, changesBy: { mutation in work(mutation, key: "\(mutation.key) \(mutation.failedAttempts)") })
      let flow = Flow(name: "notes", environment: clock.environment)
      store = queries.store(name: "notes", flow: flow)
      journal = try Journal(
        of: flow, at: folder.appending(path: "notes.journal").path(percentEncoded: false),
        durability: .everyTurn)
      try journal.record(store, state: RecordSchema("notebook"), messages: RecordSchema("message"))
      try journal.durable(work, on: store) { .changes($0) }
      resumed = try journal.start().resumedEffects
      flow.errorHandler = { [unowned self] in errors.append("\($0)") }
      store.send(.restarted)
    }

    var title: String? { queries.notes.value(7, in: store.state)?.title }
  }

  struct Refusal: Error, CustomStringConvertible { var description: String { "no" } }

  let server = NoteServer()
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "millrace-mutations-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Returns a copy of the files as they are now, which is what a kill leaves.
  func killed(_ name: String) throws -> URL {
    let copy = folder.appending(path: name)
    try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
    where file.hasPrefix("notes.journal") {
      try FileManager.default.copyItem(at: folder.appending(path: file), to: copy.appending(path: file))
    }
    return copy
  }

  func begin(_ changes: [NoteChange], _ server: NoteServer) async throws -> [String] {
    let program = try Program(server, in: folder)
    program.store.send(.open(7))
    program.store.send(.showFolder("work"))
    await program.store.run()
    program.store.send(.online(false))
    for change in changes { program.store.send(.change(change)) }
    await program.store.run()
    #expect(server.performed.withLock { $0 }.isEmpty)
    return program.store.changes.pending.map(\.key)
  }

  @Test("changes without a connection survive a restart, and one that a kill interrupts is begun again")
  func killedInTheMiddle() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let changes: [NoteChange] = [.rename(7, "a"), .rename(7, "b"), .delete(1)]
    let keys = try await begin(changes, server)

    let copy: URL
    do {
      let program = try Program(server, in: folder)
      #expect(program.resumed.isEmpty && program.title == "b")
      let clock = program.clock
      server.answerChange.withLock {
        $0 = { _ in
          try await clock.sleep(for: .seconds(1))
          return nil
        }
      }
      program.store.send(.online(true))
      await clock.waitForSleepers(count: 1)
      copy = try killed("killed")
    }
    server.answerChange.withLock { $0 = { _ in nil } }

    do {
      let program = try Program(server, in: copy)
      #expect(program.resumed == ["\(keys[0]) 0"])
      #expect(program.title == "b", "The changes are shown as pending.")
      await program.store.run()
      #expect(program.store.changes.isEmpty && program.title == "b")
      #expect(program.store.notes[7]?.title == "b" && program.store.lists["work"] == [2])
      #expect(program.errors == [])
    }
    let performed = server.performed.withLock { $0 }
    let expected = zip(changes, keys).map { "\($0) \($1)" }
    #expect(performed == [expected[0]] + expected, "The server knows the first again by its key.")

    #expect(try Program(server, in: copy).resumed.isEmpty)
    #expect(server.performed.withLock { $0.count } == 4)
  }

  @Test("a refused change leaves after a restart, and the later ones stay on the confirmed value")
  func refused() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    _ = try await begin([.rename(7, "first"), .rename(7, "bad"), .rename(7, "last")], server)
    let program = try Program(server, in: folder)
    var shown: [String?] = []
    let token = program.store.observe(\.changes.pending.count) { _ in shown.append(program.title) }
    let clock = program.clock
    server.answerChange.withLock {
      $0 = { change in
        try await clock.sleep(for: .seconds(1))
        switch change {
        case .rename(_, "first"): return Note(id: 7, title: "first")
        default: throw Refusal()
        }
      }
    }
    program.store.send(.online(true))
    for _ in 0..<3 {
      await clock.waitForSleepers(count: 1)
      clock.jump(by: .seconds(1))
    }
    await program.store.run()
    #expect(shown == ["last", "last", "first"])
    #expect(
      program.store.refusals == ["\(NoteChange.rename(7, "bad")): no", "\(NoteChange.rename(7, "last")): no"])
    #expect(program.store.changes.isEmpty && program.store.notes[7]?.title == "first")
    #expect(program.errors == [])
    withExtendedLifetime(token) {}
  }

  @Test("an attempt that may succeed later is repeated by an effect with a key of its own")
  func retried() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let keys = try await begin([.rename(7, "a")], server)
    server.answerChange.withLock { $0 = { _ in throw NoteServer.Failure() } }
    let program = try Program(server, in: folder)
    program.store.send(.online(true))
    await program.store.run()
    let attempt = "\(NoteChange.rename(7, "a")) \(keys[0])"
    #expect(server.performed.withLock { $0 } == [attempt, attempt])
    #expect(program.store.refusals.count == 1 && program.title == "note 7")
    #expect(program.errors == [])
  }
}
