import MillraceTesting
import Synchronization
import Testing

@testable import Millrace

/// Posts with a bound.
@Suite("A post with a bound")
struct BoundedSendConcurrencyTests {
  /// Counters that several threads change.
  private final class Counts: Sendable {
    let accepted = Atomic(0)
    let full = Atomic(0)
    let turns = Atomic(0)
    /// The number of turns at which more messages were known to be accepted than the bound allows.
    let excesses = Atomic(0)
  }

  @Test("accepts exactly as many as the bound while the home takes none, whatever the number of threads")
  func exact() async {
    await ConcurrencyHome().run { home in
      let flow = Flow(name: "bounded")
      let store = Store(0, of: Int.self, flow: flow) { count, _ in
        count += 1
        return .none
      }
      let sender = store.sender()
      let lock = flow.lock("test")
      for round in 1...3 {
        let counts = Counts()
        await onThreads(8) { _ in
          for number in 0..<200 {
            switch sender.send(number, limit: 100 * round) {
            case .accepted: counts.accepted.add(1, ordering: .relaxed)
            case .full: counts.full.add(1, ordering: .relaxed)
            case .ended: break
            }
          }
        }
        // Each round may add what the larger bound allows, behind what still waits.
        #expect(counts.accepted.load(ordering: .sequentiallyConsistent) == 100)
        #expect(counts.full.load(ordering: .sequentiallyConsistent) == 1_500)
      }
      lock.release()
      await store.run()
      #expect(store.withState { $0 } == 300)
    }
  }

  @Test("never exceeds the bound, loses nothing and takes messages again while the home takes turns")
  func whileDraining() async {
    let limit = 50
    await ConcurrencyHome().run { home in
      let counts = Counts()
      let store = Store(0, of: Int.self) { count, _ in
        count += 1
        // The present turn is not over, and a thread counts what it has posted after the post.
        let over = counts.turns.load(ordering: .sequentiallyConsistent)
        if counts.accepted.load(ordering: .sequentiallyConsistent) > over + limit {
          counts.excesses.add(1, ordering: .relaxed)
        }
        counts.turns.add(1, ordering: .sequentiallyConsistent)
        return .none
      }
      let sender = store.sender()
      await onThreads(4) { thread in
        for number in 0..<5_000 where sender.send(number, limit: limit) == .accepted {
          counts.accepted.add(1, ordering: .sequentiallyConsistent)
        }
      }
      await store.run()
      let accepted = counts.accepted.load(ordering: .sequentiallyConsistent)
      #expect(accepted >= limit)
      #expect(store.withState { $0 } == accepted)
      #expect(counts.excesses.load(ordering: .sequentiallyConsistent) == 0)
      #expect(sender.send(0, limit: 1) == .accepted)
      await store.run()
    }
  }

  @Test("counts messages of each kind of post, through mapped senders as well")
  func kinds() async {
    await ConcurrencyHome().run { home in
      let flow = Flow(name: "bounded")
      let store = Store(0, of: Int.self, flow: flow) { _, _ in .none }
      let sender = store.sender()
      let mapped = sender.map { (text: String) in text.count }
      let lock = flow.lock("test")
      sender.send(1)
      sender.send(2, inheriting: true)
      let posting = Task.detached { await sender.sendAndFinish(3) }
      await flow.run { flow.waitingCount == 3 }
      #expect(mapped.send("four", limit: 3) == .full)
      #expect(mapped.send("four", limit: 4) == .accepted)
      #expect(sender.send(5, limit: 4) == .full)
      #expect(sender.send(5, limit: 0) == .full)
      lock.release()
      _ = await posting.value
      await store.run()
      #expect(sender.send(1, limit: 1) == .accepted)
      #expect(sender.send(1, limit: 1) == .full)
      await store.run()
    }
  }
}
