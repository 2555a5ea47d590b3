import Foundation
import Millrace
import Synchronization
import Testing

@Suite("Effects: callback work that posts")
struct CallbackEffectPostingTests {
  private enum Posted: Sendable { case begin, number(Int), stop }

  private final class Holder: Sendable {
    let continuation = Mutex<EffectContinuation<Posted>?>(nil)
    let isCancelled = Atomic(false)
  }

  @Test("A posted message may be taken at once by the post handler, also when that cancels its poster")
  func pumpedAtOnce() {
    let holder = Holder()
    let flow = Flow(isolation: nil)
    let store = Store(0, flow: flow, isolation: nil) { (sum: inout Int, message: Posted) in
      switch message {
      case .begin:
        return .callback(id: "work") { continuation in
          continuation.onCancel { holder.isCancelled.store(true, ordering: .relaxed) }
          holder.continuation.withLock { $0 = continuation }
        }
      case .number(let number):
        sum += number
        return .none
      case .stop:
        return .cancel(id: "work")
      }
    }
    store.send(.begin, isolation: nil)
    // Sound: everything here happens on the thread of this test.
    nonisolated(unsafe) let loop = flow
    flow.setPostHandler { loop.pump() }
    let continuation = holder.continuation.withLock { $0 }
    #expect(continuation?.send(.number(3)) == true)
    #expect(store.withState { $0 } == 3)
    #expect(continuation?.send(.stop) == true)
    let isCancelled = holder.isCancelled.load(ordering: .relaxed)
    #expect(isCancelled)
    #expect(continuation?.send(.number(4)) == false)
    #expect(store.withState { $0 } == 3)
    #expect(flow.isIdle)
    flow.setPostHandler(nil)
  }

  @Test("What other threads have sent before the body of work ends it is not lost", arguments: [true, false])
  func endBehindThreads(isExplicit: Bool) {
    let flow = Flow(isolation: nil)
    let store = Store([Int](), flow: flow, isolation: nil) { (numbers: inout [Int], message: Posted) in
      switch message {
      case .begin:
        return .callback { continuation in
          continuation.send(.number(1))
          let isSent = DispatchSemaphore(value: 0)
          Thread.detachNewThread {
            continuation.send(.number(2))
            isSent.signal()
          }
          isSent.wait()
          continuation.send(.number(3))
          if isExplicit { continuation.finish() }
        }
      case .number(let number): numbers.append(number)
      case .stop: break
      }
      return .none
    }
    store.send(.begin, isolation: nil)
    flow.pump()
    #expect(store.withState { $0 } == [1, 3, 2])
  }

  @Test("What another thread sends before work has begun waits for the turns that its own turn leads to")
  func otherThread() {
    let flow = Flow(isolation: nil)
    let store = Store([Int](), flow: flow, isolation: nil) { (numbers: inout [Int], message: Posted) in
      switch message {
      case .begin:
        return .merge(
          .callback { continuation in
            continuation.send(.number(1))
            let isSent = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
              continuation.send(.number(4))
              continuation.finish()
              isSent.signal()
            }
            isSent.wait()
            continuation.send(.number(5))
          }, .send(.number(2)))
      case .number(let number):
        numbers.append(number)
        return number == 2 ? .send(.number(3)) : .none
      case .stop: return .none
      }
    }
    store.send(.begin, isolation: nil)
    flow.pump()
    #expect(store.withState { $0.sorted() } == [1, 2, 3, 4] && store.withState { $0.last } == 4)
    #expect(flow.isIdle)
  }

  @Test("What is sent before work has begun costs the same however much it is")
  func manyAtOnce() {
    let store = Store(0, flow: Flow(isolation: nil), isolation: nil) { (sum: inout Int, message: Posted) in
      switch message {
      case .begin:
        return .callback { continuation in
          for _ in 0..<200_000 { continuation.send(.number(1)) }
        }
      case .number(let number): sum += number
      case .stop: break
      }
      return .none
    }
    store.send(.begin, isolation: nil)
    #expect(store.withState { $0 } == 200_000)
  }
}
