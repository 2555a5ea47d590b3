import Dispatch
import Foundation
import Millrace
import Testing

@testable import MillraceJournal

/// The home of tests that take long without a pause, and of their programs: a thread of its own, so that all
/// others are free for tests that wait for one another.
@globalActor
actor FaultsActor {
  static let shared = FaultsActor()
  private static let executor = FaultsExecutor()

  nonisolated var unownedExecutor: UnownedSerialExecutor { Self.executor.asUnownedSerialExecutor() }
}

private final class FaultsExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "tests of a journal")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

/// The messages of these tests: things are noted, and parcels are sent by a durable effect.
enum FaultsMessage: Codable, Hashable, Sendable {
  case note(Int)
  case order(Int)
  case delivered(Int)
}

/// Depends on every message, on their order, and on each being there once; it does not grow with them.
struct FaultsLedger: Codable, Hashable, Sendable {
  var count = 0
  var digest: UInt64 = 14_695_981_039_346_656_037
  var ordered: [Int] = []

  mutating func take(_ message: FaultsMessage) {
    count += 1
    switch message {
    case .note(let number): add(0, number)
    case .order(let number):
      add(1, number)
      ordered.append(number)
    case .delivered(let number):
      add(2, number)
      ordered.removeAll { $0 == number }
    }
  }

  private mutating func add(_ kind: UInt64, _ number: Int) {
    for part in [kind, UInt64(bitPattern: Int64(number))] { digest = (digest ^ part) &* 1_099_511_628_211 }
  }

  init(_ messages: some Sequence<FaultsMessage> = []) {
    for message in messages { take(message) }
  }
}

/// A flow with one store, its journal and a durable effect, as a program has it after each start.
final class FaultsProgram {
  let flow: Flow
  let ledger: Store<FaultsLedger, FaultsMessage>
  let journal: Journal
  private(set) var errors: [any Error] = []

  /// Makes it; the journal is not started.
  ///
  /// - Parameter work: What delivers; without it there is no durable effect.
  init(
    _ path: String, durability: Durability = .batched(every: .seconds(3600)),
    snapshots: SnapshotPolicy = .never, retention: RetentionPolicy = .everything,
    backlog: Backlog = Backlog(), accepting: LossPolicy = .nothing,
    environment: StoreEnvironment = StoreEnvironment(), vfs: String? = nil,
    isolation: isolated (any Actor)? = #isolation,
    work: (@Sendable (Int, String) async throws -> Void)? = nil
  ) throws {
    flow = Flow(name: "faults", environment: environment)
    let deliver = DurableEffect<Int, FaultsMessage>("deliver", requests: RecordSchema("parcel")) {
      number, key, _ in
      try await work?(number, key)
      return .delivered(number)
    }
    ledger = Store(FaultsLedger(), name: "ledger", flow: flow) { ledger, message in
      ledger.take(message)
      // Some have keys of their own, the others get theirs from the journal.
      guard case .order(let number) = message else { return .none }
      return deliver(number, key: number.isMultiple(of: 2) ? "parcel \(number)" : nil)
    }
    journal = try Journal(
      of: flow, at: path, durability: durability, snapshots: snapshots, retention: retention,
      backlog: backlog,
      accepting: accepting,
      vfs: vfs)
    flow.errorHandler = { [unowned self] in
      switch $0 {
      case .reported(_, let error), .effectFailed(_, _, let error): errors.append(error)
      default: errors.append($0)
      }
    }
    try journal.record(ledger, state: RecordSchema("ledger"), messages: RecordSchema("entry"))
    if work != nil { try journal.durable(deliver, on: ledger) }
  }

  var state: FaultsLedger { ledger.withState { copy $0 } }
}

extension JournalValue {
  /// The message that it is the form of; nil when it is none.
  var faultsMessage: FaultsMessage? {
    let bytes = cbor()
    return try? bytes.withUnsafeBytes { bytes in
      try RecordDecoder().decode(bytes) { try $0.singleValueContainer().decode(FaultsMessage.self) }
    }
  }
}

extension JournalReader {
  /// The messages of all turns, by their numbers, in order.
  func faultsMessages() throws -> [(sequence: UInt64, message: FaultsMessage)] {
    var found: [(UInt64, FaultsMessage)] = []
    try turns().forEach { turn in
      guard let message = turn.message?.faultsMessage else { throw FaultsNoMessage(turn: turn) }
      found.append((turn.sequence, message))
    }
    return found
  }
}

struct FaultsNoMessage: Error {
  let turn: JournalTurn
}

/// A folder that goes with the test, in memory where the system has such a place: a machine whose disk is
/// slow to make sure of a file would need minutes for so many journals.
final class FaultsFolder: Sendable {
  let path: String

  init() throws {
    let memory = "/dev/shm"
    let place = FileManager.default.isWritableFile(atPath: memory) ? memory : NSTemporaryDirectory()
    path = place + "/millrace-faults-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String = "journal") -> String { path + "/" + name }
}

/// The files of a journal that a stopped process leaves: the shared memory is not one of them.
let faultsSuffixes = ["", "-wal", "-mark"]

/// Copies a journal as it lies there, without opening it.
func faultsCopy(_ path: String, to target: String) throws {
  for suffix in faultsSuffixes {
    guard let bytes = FileManager.default.contents(atPath: path + suffix) else { continue }
    try bytes.write(to: URL(fileURLWithPath: target + suffix))
  }
}
