import Dispatch
import Foundation
import Millrace
import MillraceSync
import MillraceSyncHTTP
import MillraceSyncTesting
import Observation
import Testing

/// The samples of *In many places*.
@MainActor
struct SyncSamples {
  nonisolated struct Pantry: Codable, Equatable, Sendable {
    var items: [String] = []
    var keyHolder: String?
  }

  nonisolated enum PantryMessage: Codable, Sendable {
    case added(String)
    case tookKey(String)
  }

  nonisolated static func updatePantry(
    _ pantry: inout Pantry, _ message: PantryMessage
  ) -> Effect<PantryMessage> {
    switch message {
    case .added(let item):
      pantry.items.append(item)
    case .tookKey(let person):
      // One person can have it.
      if pantry.keyHolder != nil { return .unhandled }
      pantry.keyHolder = person
    }
    return .none
  }

  @Test("Two places have the same pantry")
  func places() async throws {
    let updatePantry = Self.updatePantry
    let folder = FileManager.default.temporaryDirectory.path + "/sync-sample-\(UUID())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }

    let log = MemoryLog("pantry")
    let kitchen = Store(Pantry(), name: "pantry", update: updatePantry)
    let replica = Replica(of: kitchen.flow, log: log, writer: try LogWriter("kitchen"))
    try replica.share(kitchen, state: RecordSchema("pantry"), messages: RecordSchema("pantry-message"))
    try replica.start()

    kitchen.send(.added("flour"))  // shown here at once; other places see it when the log has it
    #expect(kitchen.state.items == ["flour"])

    try await replica.commit(.tookKey("Ada"), to: kitchen)  // throws if another place was first
    let count = try await replica.commit(.added("salt"), to: kitchen) { pantry in pantry.items.count }
    try await replica.catchUp()  // what is read after this has everything that the log had
    try await replica.waitUntilConfirmed()  // everything that was sent here is in the log
    #expect(count == 2)

    let cellar = Store(Pantry(), name: "pantry", update: updatePantry)
    let other = Replica(of: cellar.flow, log: log, writer: try LogWriter("cellar"))
    var notices: [String] = []
    try other.share(
      cellar, state: RecordSchema("pantry"), messages: RecordSchema("pantry-message"),
      refused: { refusal in
        notices.append("\(refusal.confirmed.keyHolder ?? "") has the key already")
      })
    try await other.start(keepingIn: folder + "/replica")
    cellar.send(.tookKey("Ben"))
    try await other.waitUntilConfirmed()
    #expect(notices == ["Ada has the key already"])
    #expect(cellar.state == kitchen.state)
    await other.close()
  }

  @Test("A place says how far it is")
  func status() async throws {
    let updatePantry = Self.updatePantry
    let log = MemoryLog("pantry")
    let kitchen = Store(Pantry(), name: "pantry", update: updatePantry)
    let replica = Replica(of: kitchen.flow, log: log, writer: try LogWriter("kitchen"))
    try replica.share(kitchen, state: RecordSchema("pantry"), messages: RecordSchema("pantry-message"))

    var badge = ""
    replica.statusHandler = { status in
      badge =
        switch status.phase {
        case .current where status.pendingCount == 0: "up to date"
        case .current, .catchingUp: "\(status.pendingCount) on their way"
        case .offline: "offline, \(status.pendingCount) wait"
        case .failing: "cannot be kept, \(status.pendingCount) wait"
        case .held: "waits for an update of the application"
        case .stopped(let error): "\(error)"
        case .notSharing: "not shared"
        }
    }
    try replica.start()
    try await replica.catchUp()
    #expect(badge == "up to date")
    let waiting = try replica.pending(of: kitchen)
    #expect(waiting.isEmpty)

    log.fail(with: .unavailable(log: "pantry", reason: "no network"))
    kitchen.send(.added("oil"))
    #expect(kitchen.state.items == ["oil"])  // work goes on without the log
    log.fail(with: nil)
    try await replica.waitUntilConfirmed()
    #expect(try await log.head() == 1)
    replica.stop()
    #expect(badge == "not shared")
  }

  @Test("A log behind HTTP is open to those whom the application lets in")
  func http() async throws {
    let log = MemoryLog("pantry")
    let devices = ["a secret": try LogWriter("kitchen")]
    let service = LogService(
      identify: { token in devices[token].map { LogIdentity.writer($0) } },
      authorize: { access in
        access.log == "pantry" ? .allowed : .refused("there is no such log")
      },
      logs: { _ in log })

    let request = LogRequest(method: "GET", path: "/logs/v1/pantry/snapshot")
    let response = await service.answer(request)  // in the handler of your HTTP server
    #expect(response.status == 401)

    let server = try #require(URL(string: "https://pantry.example/logs"))
    let remote = try HTTPLog("pantry", at: server, token: { "a secret" })
    #expect(remote.name == "pantry")
  }

  @Test("A log of one's own is tried by the laws")
  func laws() async throws {
    let law = try #require(SharedLogLaws.all.first)
    let log = MemoryLog("mine")
    try await law.check { _ in log }
  }

  @Test("A log in a file serves the processes of one machine")
  func file() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/sync-sample-\(UUID())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let log = try await FileLog.open(
      folder + "/shared.log", log: "pantry", durability: .afterwards, busyTimeout: .seconds(10))
    #expect(try await log.head() == 0)
    await log.close()
  }
}
