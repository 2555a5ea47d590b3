import Dispatch
import Millrace
import MillraceTesting
import Synchronization
import Testing

/// A driver of a test's own, which chooses the order in which work is performed.
@EffectsHome
struct EffectDriverTests {
  /// A store whose message `go` asks for the effects `a` to `d`; each answers with its name.
  private func rig(
    _ driver: EffectsScriptedDriver, in queue: EffectQueue?, names: String, isolation: isolated (any Actor)?
  ) -> EffectsRig {
    EffectsRig(driver: driver) { message in
      guard message == "go" else { return .none }
      return .merge(
        names.map { name in
          .run(in: queue, label: "\(name)") { send in await send("\(name)") }
        })
    }
  }

  @Test("Messages come in the order in which the work is performed", arguments: effectsOrders("abc"))
  func anyOrder(order: String) async {
    let driver = EffectsScriptedDriver()
    let rig = rig(driver, in: nil, names: "abc", isolation: #isolation)
    rig.send("go")
    #expect(driver.asked == ["a", "b", "c"])
    for name in order { await driver.perform("\(name)") }
    #expect(rig.heard == ["go"] + order.map { "\($0)" })
    #expect(rig.flow.isIdle)
  }

  @Test(
    "In a latest queue the last one wins, in whichever order the bodies come to their ends",
    arguments: effectsOrders("abc"))
  func latestAnyOrder(order: String) async {
    for obedience in [EffectsScriptedDriver.Obedience.cancels, .ignores] {
      let driver = EffectsScriptedDriver(obedience)
      let rig = rig(driver, in: .latest("q"), names: "abc", isolation: #isolation)
      rig.send("go")
      #expect(driver.cancelled == ["a", "b"])
      for name in order { await driver.perform("\(name)") }
      #expect(rig.heard == ["go", "c"])
      #expect(rig.flow.isIdle)
    }
  }

  @Test(
    "In a latest queue an answer that came before the next request counts, one that comes after it does not")
  func latestInTurns() async {
    let driver = EffectsScriptedDriver(.ignores)
    let rig = EffectsRig(driver: driver) { message in
      message.hasPrefix("ask")
        ? .run(in: .latest("q"), label: "work") { send in await send("to \(message)") } : .none
    }
    rig.send("ask 1")
    await driver.perform("work")
    rig.send("ask 2", "ask 3")
    await driver.perform("work")
    await driver.perform("work")
    #expect(rig.heard == ["ask 1", "to ask 1", "ask 2", "ask 3", "to ask 3"])
    #expect(rig.flow.isIdle)
  }

  @Test(
    "In a latest queue an answer that waits in line is dropped when the next request comes before its turn")
  func latestBehindALock() async {
    let driver = EffectsScriptedDriver(.ignores)
    let rig = EffectsRig(driver: driver) { message in
      message.hasPrefix("ask")
        ? .run(in: .latest("q"), label: "work") { send in await send("to \(message)") } : .none
    }
    rig.send("ask 1")
    let lock = rig.flow.lock("test")
    rig.send("ask 2")
    await driver.perform("work")
    lock.release()
    #expect(rig.heard == ["ask 1", "ask 2"])
    await driver.perform("work")
    #expect(rig.heard == ["ask 1", "ask 2", "to ask 2"])
    #expect(rig.flow.isIdle)
  }

  @Test("In a concat queue the next is asked for only when the one before has ended")
  func concat() async {
    let driver = EffectsScriptedDriver()
    let rig = rig(driver, in: .concat("q"), names: "abc", isolation: #isolation)
    rig.send("go")
    for (number, name) in ["a", "b", "c"].enumerated() {
      #expect(driver.asked.count == number + 1)
      #expect(await driver.perform(name))
    }
    #expect(rig.heard == ["go", "a", "b", "c"])
  }

  @Test("An effect whose message waits behind a lock is not finished before that message's turn")
  func notFinishedBeforeItsTurn() async {
    let driver = EffectsScriptedDriver()
    let rig = rig(driver, in: .concat("q"), names: "ab", isolation: #isolation)
    rig.send("go")
    let lock = rig.flow.lock("test")
    await driver.perform("a")
    #expect(driver.asked == ["a"])
    #expect(!rig.flow.isIdle)
    lock.release()
    #expect(driver.asked == ["a", "b"])
    await driver.perform("b")
    #expect(rig.heard == ["go", "a", "b"])
    #expect(rig.flow.isIdle)
  }

  @Test("The driver receives the reason of the work, its owner, and the name of the effect")
  func jobs() async {
    enum Name: Hashable, Sendable { case load }
    let driver = EffectsScriptedDriver()
    let rig = EffectsRig(driver: driver) { message in
      switch message {
      case "go":
        .merge(
          .run(id: "first") { _ in }, .run(id: EffectID(Name.load), label: EffectLabel(Name.load)) { _ in },
          .run(in: .debounce("q", for: .seconds(1))) { _ in })
      default: .none
      }
    }
    rig.send("go")
    let jobs = driver.jobs
    #expect(jobs.map { "\($0.purpose)" } == ["effect", "effect", "timer"])
    #expect(jobs.map(\.owner) == ["store", "store", "store"])
    #expect(jobs.map(\.serial) == [1, 2, 0])
    #expect(jobs.map(\.id) == ["first", EffectID(Name.load), nil])
    #expect(jobs.map(\.label) == [nil, EffectLabel(Name.load), nil])
  }

  @Test("A timer is work of the driver too: the queue waits until it is performed")
  func timer() async {
    let driver = EffectsScriptedDriver()
    let rig = EffectsRig(driver: driver) { message in
      message == "go" ? .run(in: .debounce("q", for: .seconds(1)), label: "work") { _ in } : .none
    }
    rig.send("go")
    #expect(driver.asked == ["timer"])
    rig.clock.jump(by: .seconds(1))
    await driver.perform("timer")
    #expect(driver.asked == ["timer", "wake"])
    await driver.perform("wake")
    #expect(driver.asked == ["timer", "wake", "work"])
    await driver.perform("work")
    #expect(rig.flow.isIdle)
  }

  @Test("One hop home takes all that has been posted by then; the next post asks for another")
  func wake() async {
    let driver = EffectsScriptedDriver()
    let rig = rig(driver, in: nil, names: "", isolation: #isolation)
    let sender = rig.store.sender()
    for number in 1...3 { sender.send("\(number)") }
    #expect(driver.jobs.map { "\($0.purpose) for \($0.owner)" } == ["wake for rig"])
    #expect(rig.heard == [])
    await driver.perform("wake")
    #expect(rig.heard == ["1", "2", "3"])
    sender.send("4")
    #expect(driver.asked == ["wake", "wake"])
    await driver.perform("wake")
    #expect(rig.heard == ["1", "2", "3", "4"])
  }

  @Test("Several answers of one body keep their order against those of another that runs between them")
  func interleaved() async {
    let driver = EffectsScriptedDriver()
    let door = EffectsLatch()
    let inside = EffectsLatch()
    let rig = EffectsRig(driver: driver) { message in
      guard message == "go" else { return .none }
      return .merge(
        .run(label: "a") { send in
          await send("a1")
          inside.open()
          await door.wait()
          await send("a2")
        },
        .run(label: "b") { send in
          await send("b1")
          await send("b2")
        })
    }
    rig.send("go")
    let first = driver.begin("a")
    await inside.wait()
    await driver.perform("b")
    door.open()
    await first?.value
    #expect(rig.heard == ["go", "a1", "b1", "b2", "a2"])
  }

  @Test("The live driver performs bodies on the task executor that it is given")
  func executor() async {
    let executor = EffectsExecutor()
    let rig = EffectsRig(driver: LiveDriver(executor: executor)) { message in
      guard message == "go" else { return .none }
      return .run { send in await send(executor.isCurrent ? "on it" : "elsewhere") }
    }
    rig.send("go")
    await rig.store.run()
    #expect(rig.heard == ["go", "on it"])
  }
}

/// A task executor with a thread of its own at a time.
private final class EffectsExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "effects")
  private let key = DispatchSpecificKey<Bool>()

  init() {
    queue.setSpecific(key: key, value: true)
  }

  var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
