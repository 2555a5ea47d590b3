import MillraceTesting
import Testing

@testable import Millrace

/// Floods of posted messages.
@EffectsHome
@Suite("A flood of posted messages")
struct LongPassTests {
  @Test("is taken in passes of bounded length, in order")
  func bounded() {
    let flow = Flow(name: "flood", driver: EffectsScriptedDriver())
    let stores = ["a", "b"].map { name in
      Store([Int](), of: Int.self, name: name, flow: flow) { numbers, number in
        numbers.append(number)
        return .none
      }
    }
    let senders = stores.map { $0.sender() }
    for number in 0..<2_500 { senders[number % 7 == 0 ? 1 : 0].send(number) }
    var turns: [UInt64] = []
    repeat { turns.append(flow.lastSequence) } while flow.makePass(atMost: 1_000)
    turns.append(flow.lastSequence)
    #expect(turns == [0, 1_000, 2_000, 2_500])
    #expect(stores[0].withState { $0 } == (0..<2_500).filter { $0 % 7 != 0 })
    #expect(stores[1].withState { $0 } == (0..<2_500).filter { $0 % 7 == 0 })
    #expect(flow.isIdle)
  }

  @Test("comes before what the home sends between two passes, which has its turn before `send` returns")
  func sendBetween() {
    let flow = Flow(name: "flood", driver: EffectsScriptedDriver())
    let store = Store([Int](), of: Int.self, flow: flow) { numbers, number in
      numbers.append(number)
      return .none
    }
    let sender = store.sender()
    for number in 0..<100 { sender.send(number) }
    #expect(flow.makePass(atMost: 10))
    #expect(!flow.isIdle)
    sender.send(100)
    store.send(101)
    #expect(store.withState { $0 } == Array(0...101))
    #expect(!flow.makePass(atMost: 10))
  }

  @Test("stops at a lock, and goes on after it")
  func lock() {
    let flow = Flow(name: "flood", driver: EffectsScriptedDriver())
    let store = Store(0, of: Int.self, flow: flow) { count, _ in
      count += 1
      return .none
    }
    let sender = store.sender()
    for number in 0..<100 { sender.send(number) }
    #expect(flow.makePass(atMost: 10))
    let lock = flow.lock("test")
    #expect(!flow.makePass(atMost: 10))
    #expect(store.withState { $0 } == 10)
    lock.release()
    #expect(store.withState { $0 } == 100)
  }

  @Test("lets the home's other tasks run in between")
  func othersRun() async {
    let count = 100_000
    let log = EffectsLog<UInt64>()
    let flow = Flow(name: "flood")
    let store = Store(0, of: Int.self, flow: flow) { [unowned flow] state, number in
      // The task is enqueued while the home takes the first pass.
      if number == 0 { Task { @EffectsHome in log.add(flow.lastSequence) } }
      state += 1
      return .none
    }
    let sender = store.sender()
    await withCheckedContinuation { continuation in
      let token = store.observe(\.self) { if $0 == count { continuation.resume() } }
      for number in 0..<count { sender.send(number) }
      Self.keep(token)
    }
    #expect(store.withState { $0 } == count)
    #expect(log.entries.count == 1)
    #expect(log.entries.first.map { $0 < UInt64(count) } == true)
    Self.kept = nil
  }

  @Test("lets each job of the home run before the next pass, although threads go on posting")
  func nextPass() async {
    let jobs = JobQueue()
    let counts = Locked((turns: 0, left: 8_000))
    let sender = Locked<Sender<Int>?>(nil)
    let waits = EffectsLog<Int>()
    let store = Store(0, of: Int.self, flow: Flow(name: "flood", driver: jobs)) { _, number in
      let (turns, isPosting) = counts.withLock { counts in
        counts.turns += 1
        counts.left -= 1
        return (counts.turns, counts.left > 0)
      }
      // As another thread does during the pass.
      if isPosting { sender.withLock { $0 }?.send(number) }
      if turns.isMultiple(of: 130) {
        jobs.add { waits.add(counts.withLock { $0.turns } - turns) }
      }
      return .none
    }
    sender.withLock { $0 = store.sender() }
    for number in 0..<1_700 { sender.withLock { $0 }?.send(number) }
    while let job = jobs.next() { await job() }
    #expect(counts.withLock { $0.turns } == 8_000 + 1_699)
    #expect(waits.entries.count == 74)
    #expect(waits.entries.allSatisfy { $0 < 1_000 })
    #expect(waits.entries.contains { $0 > 0 })
    #expect(store.flow.isIdle)
  }

  /// Drives a flow by jobs that run one after another, as an actor's executor does.
  private final class JobQueue: Driver {
    private let jobs = Locked<[@Sendable () async -> Void]>([])

    func add(_ job: @escaping @Sendable () async -> Void) { jobs.withLock { $0.append(job) } }

    func next() -> (@Sendable () async -> Void)? {
      jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }

    func start(
      _ job: DriverJob, _ operation: @escaping @Sendable @isolated(any) () async -> Void
    ) -> DriverHandle {
      add { await operation() }
      return DriverHandle {}
    }
  }

  private static var kept: ObservationToken?
  private static func keep(_ token: ObservationToken) { kept = token }
}
