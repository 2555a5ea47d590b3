import Dispatch
import Foundation
import Millrace
import TestResources
import Testing

@Suite("A store that is used from the wrong thread, where the compiler does not check")
struct WrongThreadTests {
  private final class Smuggler: @unchecked Sendable {
    // Sound: it is not; the tests show what becomes of that.
    let store: Store<Int, Int>

    init(_ store: Store<Int, Int>) { self.store = store }
  }

  /// Ways in which a second thread comes to a store whose turn is under way.
  enum Use: Int, CaseIterable, Codable, Sendable {
    case send, read, pump
  }

  private static func made(isolation: isolated (any Actor)? = #isolation) -> Smuggler {
    Smuggler(
      Store(0, name: "counter") { (count: inout Int, step: Int) in
        count += step
        return .none
      })
  }

  private static func misuse(_ smuggler: Smuggler, by use: Use) {
    switch use {
    case .send: smuggler.store.send(2)
    case .read: _ = smuggler.store.state
    case .pump: smuggler.store.pump()
    }
    misuseIsNotSeen()
  }

  /// An actor whose jobs run on a queue.
  private actor QueueActor {
    private final class QueueExecutor: SerialExecutor {
      let queue = DispatchQueue(label: "queue actor")

      func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
      }

      func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
    }

    private let executor = QueueExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    nonisolated var queue: DispatchQueue { executor.queue }

    func made() -> Smuggler { WrongThreadTests.made() }

    func send(_ step: Int, to smuggler: Smuggler) { smuggler.store.send(step) }
  }

  private actor Office {
    func made() -> Smuggler { WrongThreadTests.made() }
  }

  @Test(
    "Two threads at once in a store without a home stop a debug build with a sentence", .realProcess,
    arguments: Use.allCases)
  func twoThreads(use: Use) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [use] in
      let inside = DispatchSemaphore(value: 0)
      let forEver = DispatchSemaphore(value: 0)
      let update: @Sendable () -> Void = {
        inside.signal()
        forEver.wait()
      }
      let smuggler = Smuggler(
        Store(0, name: "counter") { (_: inout Int, _: Int) in
          update()
          return .none
        })
      DispatchQueue(label: "first").async { smuggler.store.send(1) }
      DispatchQueue(label: "second").async {
        inside.wait()
        Self.misuse(smuggler, by: use)
      }
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    if let text = misuseText(result) {
      #expect(
        text.contains(
          "The flow `counter` was used by two threads at once. Use its stores on the actor on which they were"
        ))
    }
  }

  @Test(
    "One thread alone that is not the main actor stops a debug build with a sentence", .realProcess,
    arguments: Use.allCases)
  func notOnMainActor(use: Use) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [use] in
      let smuggler = await MainActor.run { Self.made() }
      DispatchQueue(label: "second").async { Self.misuse(smuggler, by: use) }
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    if let text = misuseText(result) {
      #expect(
        text.contains("The flow `counter` was used outside of its home actor. Use its stores")
      )
    }
  }

  @Test(
    "One thread alone that is not the actor of the store stops a debug build, which names the actor",
    .realProcess, arguments: Use.allCases)
  func notOnActor(use: Use) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [use] in
      let office = Office()
      let smuggler = await office.made()
      DispatchQueue(label: "second").async {
        withExtendedLifetime(office) { Self.misuse(smuggler, by: use) }
      }
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    if let text = misuseText(result) { #expect(text.contains("Office")) }
  }

  @Test("Where the main actor's code may run, its store may be used, also without a task")
  func onMainQueue() async {
    let smuggler = await MainActor.run { Self.made() }
    for queue in [DispatchQueue.main, DispatchQueue(label: "of main", target: .main)] {
      await withCheckedContinuation { continuation in
        queue.async {
          MainActor.assumeIsolated { _ = smuggler.store.send(1) }
          continuation.resume()
        }
      }
    }
    #expect(await MainActor.run { smuggler.store.state } == 2)
  }

  @Test("On the queue of an actor its store may be used, with a task and without")
  func onQueue() async {
    let actor = QueueActor()
    let smuggler = await actor.made()
    await actor.send(1, to: smuggler)
    let sum = await withCheckedContinuation { continuation in
      actor.queue.async {
        smuggler.store.send(2)
        continuation.resume(returning: smuggler.store.state)
      }
    }
    #expect(sum == 3)
  }

  @Test("A store without a home may go from thread to thread, and a turn may lead to the next")
  func oneAfterTheOther() async {
    let smuggler = Smuggler(
      Store(0) { count, step in
        count += step
        return step > 0 ? .send(step - 1) : .none
      })
    for step in 1...3 { DispatchQueue(label: "thread \(step)").sync { _ = smuggler.store.send(step) } }
    #expect(smuggler.store.state == 10)
  }
}

/// Ends the process as a failure where nothing stops it before, as in a release build.
private func misuseIsNotSeen() {
  #if !DEBUG
  exit(1)
  #else
  exit(0)
  #endif
}
