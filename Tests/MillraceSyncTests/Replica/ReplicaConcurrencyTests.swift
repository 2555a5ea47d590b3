import Millrace
import MillraceSync
import Testing

/// Replicas whose homes are actors, used by many tasks; the thread sanitizer sees whether all is done at
/// home.
@Suite("Concurrency of replicas")
struct ReplicaConcurrencyTests {
  private actor Place {
    let store: Store<[Int], Int>
    let replica: Replica

    init(_ name: String, _ log: any SharedLog) throws {
      store = Store([], name: "numbers") { numbers, number in
        numbers.append(number)
        return .none
      }
      replica = Replica(of: store.flow, log: log, writer: try LogWriter(name))
      try replica.share(store, state: RecordSchema("numbers"), messages: RecordSchema("number"))
    }

    func start() throws { try replica.start() }
    func stop() { replica.stop() }

    /// Commits a number, and returns the numbers behind it.
    func commit(_ number: Int) async throws -> Int {
      try await replica.commit(number, to: store) { $0.count }
    }

    func numbers() async throws -> [Int] {
      try await replica.catchUp()
      return store.withState { $0 }
    }
  }

  @Test("callers that wait are resumed at home, each with the answer of its message")
  func waiting() async throws {
    let log = MemoryLog()
    let places = [try Place("kitchen", log), try Place("cellar", log)]
    for place in places { try await place.start() }
    let counts = try await withThrowingTaskGroup(of: [Int].self) { group in
      for task in 0..<8 {
        group.addTask {
          var counts: [Int] = []
          for step in 0..<50 {
            counts.append(try await places[task % 2].commit(task * 50 + step))
            _ = try await places[task % 2].numbers()
          }
          return counts
        }
      }
      return try await group.reduce(into: [Int]()) { $0 += $1 }
    }
    #expect(counts.sorted() == Array(1...400))
    let first = try await places[0].numbers()
    #expect(try await places[1].numbers() == first)
    #expect(first.sorted() == Array(0..<400))
    for place in places { await place.stop() }
  }
}
