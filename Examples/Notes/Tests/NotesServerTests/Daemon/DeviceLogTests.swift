import Foundation
import HTTPDaemon
import Millrace
import MillraceJournal
import MillraceSync
import MillraceSyncHTTP
import NotesModel
import Testing
import WireFixture

@testable import NotesServer
@testable import NotesShelf

/// A device's replica of the shelf, by the server's `/log`.
@Suite("The log for devices")
@MainActor
struct DeviceLogTests {
  @Test("A replica over HTTP has what the server has, and its changes are answered as those of a request")
  func replica() async throws {
    let shared = MemoryLog("notes")
    let server = try await TestServer(sharing: shared, token: "secret", [note(1, "one")])
    let port = server.port
    let address = try #require(URL(string: "http://127.0.0.1:\(port)/log"))
    let log = try HTTPLog("notes", at: address) { "secret" }
    let store = Store(SharedShelf(), of: ShelfMessage.self, name: ShelfLog.store) { shelf, message in
      shelf.take(message)
      return .none
    }
    let replica = Replica(
      of: store.flow, log: log, writer: try LogWriter("device-1"), options: NotesServer.replicaOptions)
    try replica.share(store, state: ShelfLog.state, messages: ShelfLog.messages)
    try replica.start()
    try await replica.catchUp()
    #expect(store.withState { $0.shelf.all } == [ItemID(.notes, 1): note(1, "one")])
    let command = ChangeItem(.create(note(0, "by the device")), key: "d")
    let changes = try await replica.commit(.change(command), to: store) { $0.result(of: command) }.get()
    #expect(changes.first?.entry.id == ItemID(.notes, 2))
    let stale = ChangeItem(.delete(ItemID(.notes, 1), if: .versions([7])), key: "e")
    let refusal = try await replica.commit(.change(stale), to: store) { $0.result(of: stale) }
    #expect(refusal == .failure(.otherVersion(ItemID(.notes, 1), version: 1, current: note(1, "one"))))
    let seen = try await onThread {
      try Wire(port).ask("GET", "/notes/2", ["Authorization: Bearer secret"])?.text
    }
    #expect(seen == #"{"userId":1,"id":2,"title":"by the device","body":""}"#)
    await #expect(throws: ReplicaError.self) { try await replica.commit(.began(id: "mine"), to: store) }
    replica.stop()
    try await server.stop()
  }

  @Test("Another token opens nothing; a server without a token is open to all, as for requests")
  func closed() async throws {
    let path = "/log/v1/notes/entries"
    let (right, wrong) = (["Authorization: Bearer secret"], ["Authorization: Bearer other"])
    func status(_ server: TestServer, _ headers: [String]) async throws -> Int? {
      let port = server.port
      let status = try await onThread { try Wire(port).ask("GET", path, headers)?.status }
      try await server.stop()
      return status
    }
    #expect(try await status(TestServer(sharing: MemoryLog(), token: "secret"), right) == 200)
    #expect(try await status(TestServer(sharing: MemoryLog(), token: "secret"), wrong) == 401)
    #expect(try await status(TestServer(sharing: MemoryLog()), right) == 200)
    #expect(try await status(TestServer(sharing: MemoryLog()), []) == 200)
    #expect(try await status(TestServer(token: "secret"), []) == 401)
  }

  @Test("What a request could not ask for is refused, and so is what would stop the servers")
  func refused() throws {
    let device = try LogWriter("device-1")
    func decision(
      _ message: ShelfMessage, store: String = ShelfLog.store, kind: SchemaKind? = nil, rules: Int = 1,
      by writer: LogWriter? = nil
    ) throws -> LogDecision {
      let entry = LogEntry(
        writer: writer ?? device, number: 1, store: store, kind: kind ?? ShelfLog.messages.kinds[0],
        rules: rules,
        time: 0, message: try RecordEncoder().encode(message))
      return DeviceLog.decide(
        LogAccess(identity: .relay(device), log: "notes", operation: .append([entry])))
    }
    let good = ShelfMessage.change(ChangeItem(.create(note(0, "good")), key: "k"))
    #expect(try decision(good) == .allowed)
    let bad: [ChangeItem] = [
      ChangeItem(.create(note(0, "two\nlines"))), ChangeItem(.create(note(0, "good")), key: "a b"),
      ChangeItem(.replace(note(0, "no number"), if: .absent)),
      ChangeItem(.patch(ItemID(.notes, -1), .null, if: .present)),
      ChangeItem(.delete(ItemID(.notes, .max), if: .present)),
    ]
    var refused = try bad.map { try decision(.change($0)) }
    refused += [
      try decision(.began(id: "x")), try decision(.importPart(ImportPart(id: "x", items: [], total: 0))),
      try decision(good, store: "other"), try decision(good, rules: 2),
      try decision(good, by: LogWriter("server-1")),
      try decision(good, kind: SchemaKind(name: "shelf-message", version: 2)),
      DeviceLog.decide(
        LogAccess(identity: .relay(device), log: "others", operation: .read(after: 0))),
    ]
    #expect(refused.allSatisfy { $0 != .allowed }, "\(refused)")
  }
}
