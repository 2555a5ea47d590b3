import MillraceTesting
import Testing

@testable import Millrace

/// Work at home that is no turn, and what waits there.
@MainActor
struct HomeQueueTests {
  private func numbers(_ flow: Flow, _ heard: @escaping (Int) -> Void = { _ in }) -> Store<Int, Int> {
    Store(0, flow: flow) { state, message in
      state += message
      heard(message)
      return .none
    }
  }

  @Test("an errand is done at home, before the next turn, and is none: it has no number and no record")
  func errand() async {
    let flow = Flow()
    let order = Locked<[String]>([])
    let store = numbers(flow) { number in order.withLock { $0.append("\(number)") } }
    var records = 0
    let token = flow.tap { _ in records += 1 }
    let homeQueue = flow.homeQueue
    await Task.detached {
      homeQueue.post {
        MainActor.assertIsolated()
        order.withLock { $0.append("errand") }
      }
    }.value
    store.send(1)
    await flow.run()
    #expect(order.withLock { $0 } == ["errand", "1"])
    #expect(flow.lastSequence == 1)
    #expect(records == 1)
    token.cancel()
  }

  @Test("an errand is done although a lock is held and nothing is sent")
  func underLock() async {
    let flow = Flow()
    let store = numbers(flow)
    let lock = flow.lock("test")
    store.send(1)
    let isDone = Locked(false)
    flow.homeQueue.post { isDone.withLock { $0 = true } }
    await flow.run()
    #expect(isDone.withLock { $0 })
    #expect(store.state == 0)
    lock.release()
    #expect(store.state == 1)
  }

  @Test("a job that is posted after the end of the flow never runs, and is released")
  func ended() {
    final class Held: Sendable {}
    var flow: Flow? = Flow()
    let homeQueue = flow?.homeQueue
    flow = nil
    weak var weakly: Held?
    do {
      let held = Held()
      weakly = held
      homeQueue?.post { withExtendedLifetime(held) { _ = Issue.record("It was done.") } }
    }
    #expect(weakly == nil)
  }

  @Test("a job whose home has ended runs where it is posted, because no code can be at home")
  func homeHasEnded() async {
    final class Keeper: @unchecked Sendable {
      // Sound: it is set once, before the home ends, and the flow is not used after that.
      var flow: Flow?
    }
    actor Home {
      func makeFlow(for keeper: Keeper) -> HomeQueue {
        let flow = Flow()
        keeper.flow = flow
        return flow.homeQueue
      }
    }
    let keeper = Keeper()
    let homeQueue = await Home().makeFlow(for: keeper)
    let order = Locked<[Int]>([])
    homeQueue.post {
      homeQueue.post { order.withLock { $0.append(2) } }
      order.withLock { $0.append(1) }
    }
    #expect(order.withLock { $0 } == [1, 2])
    #expect(keeper.flow != nil)
  }

  @Test("the flow knows whether it is recorded")
  func recorded() async {
    let flow = Flow()
    #expect(!flow.isRecorded)
    let token = flow.tap { _ in }
    #expect(flow.isRecorded)
    token.cancel()
    await flow.run()
    #expect(!flow.isRecorded)
  }

  @Test("waiting messages are those of one store, in order, also what has been posted")
  func waiting() async {
    let flow = Flow()
    let (first, second) = (numbers(flow), numbers(flow))
    let lock = flow.lock("test")
    for number in 1...3 {
      first.send(number)
      second.send(number * 10)
    }
    let sender = first.sender()
    await Task.detached { for number in 4...6 { sender.send(number) } }.value
    await flow.run()
    #expect(first.waitingMessages == [1, 2, 3, 4, 5, 6])
    #expect(second.waitingMessages == [10, 20, 30])
    lock.release()
    #expect(first.waitingMessages == [])
  }

  @Test("dropping forgets one store's messages only, and those that come later have their turns")
  func drop() async {
    let flow = Flow()
    var order: [Int] = []
    let first = numbers(flow) { order.append($0) }
    let second = numbers(flow) { order.append($0) }
    let lock = flow.lock("test")
    for number in 1...3 {
      first.send(number)
      second.send(number * 10)
    }
    let sender = first.sender()
    await Task.detached { for number in 4...6 { sender.send(number) } }.value
    await flow.run()
    #expect(first.dropWaitingMessages() == [1, 2, 3, 4, 5, 6])
    #expect(first.dropWaitingMessages() == [])
    #expect(flow.waitingCount == 3)
    first.send(7)
    lock.release()
    #expect(order == [10, 20, 30, 7])
    #expect(flow.isIdle)
  }

  @Test("dropping inside of a turn leaves that turn, and what passes a lock")
  func dropInside() {
    let flow = Flow()
    var order: [Int] = []
    var dropped: [Int] = []
    var store: Store<Int, Int>?
    let lock = flow.lock("test")
    let made = Store<Int, Int>(0, flow: flow) { _, message in
      order.append(message)
      return .none
    }
    store = made
    let token = made.observe(messages: Int.self) { message in
      guard message == 1, let store else { return }
      store.send(2)
      lock.send(3, to: store)
      #expect(store.waitingMessages == [3, 2])
      dropped = store.dropWaitingMessages()
    }
    lock.send(1, to: made)
    lock.release()
    #expect(dropped == [2])
    #expect(order == [1, 3])
    token.cancel()
    store = nil
  }

  @Test("an effect's message that is dropped counts as delivered: the flow becomes idle")
  func dropEffects() async {
    let flow = Flow()
    let store = Store<Int, Int>(0, flow: flow) { _, message in
      message == 0 ? .run { send in await send(1) } : .none
    }
    store.send(0)
    let lock = flow.lock("test")
    await eventually { !store.waitingMessages.isEmpty }
    #expect(store.dropWaitingMessages() == [1])
    lock.release()
    await flow.run()
    #expect(flow.isIdle)
  }
}
