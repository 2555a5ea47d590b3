import Millrace
import MillraceTesting
import Testing

/// Subscriptions with an asynchronous body.
@EffectsHome
struct SubscriptionBodyTests {
  @Test("What a body sends comes as turns, in order, and each send returns after its turn")
  func sends() async {
    let log = EffectsLog<String>()
    let ended = EffectsLatch()
    let rig = SubscriptionsRig(["a"]) { id in
      StoreSubscription(EffectID(id)) { send in
        for number in 0..<3 {
          await send(">\(number)")
          log.add("sent \(number)")
        }
        ended.open()
      }
    }
    let token = rig.store.observe { state in log.add("turn \(state.heard.last ?? "")") }
    await ended.wait()
    #expect(rig.heard == ["0", "1", "2"])
    #expect(log.entries == ["turn 0", "sent 0", "turn 1", "sent 1", "turn 2", "sent 2"])
    token.cancel()
  }

  @Test("A body that is stopped is cancelled, and the CancellationError it throws then is no error")
  func stopped() async {
    let ended = EffectsLatch()
    let rig = SubscriptionsRig(["a"]) { id in
      StoreSubscription(EffectID(id)) { send in
        defer { ended.open() }
        try await send.sleep(1_000)
      }
    }
    await rig.clock.waitForSleepers(count: 1)
    rig.want("")
    #expect(rig.clock.sleepers == [])
    await ended.wait()
    await rig.store.run()
    #expect(rig.errors == [])
  }

  @Test("A body that returns is not begun again while its id stays; it is when it comes back")
  func returns() async {
    let driver = EffectsScriptedDriver()
    let rig = SubscriptionsRig(["a"], driver: driver) { id in
      StoreSubscription(EffectID(id)) { send in await send(">\(id)") }
    }
    await driver.perform("a")
    #expect(rig.heard == ["a"])
    rig.want("a b")
    #expect(driver.asked == ["a", "b"])
    rig.want("b")
    rig.want("a b")
    #expect(driver.asked == ["a", "b", "a"])
    await driver.perform("a")
    #expect(rig.heard == ["a", "a"])
  }

  @Test("An error goes to the error handler, under the label or else the id; others go on")
  func throwing() async {
    let driver = EffectsScriptedDriver()
    let rig = SubscriptionsRig(["a", "b", "c"], driver: driver) { id in
      StoreSubscription(EffectID(id), label: id == "b" ? "named" : nil) { send in
        if id != "c" { throw EffectsFailure("torn \(id)") }
        await send(">c")
      }
    }
    for name in ["a", "named", "c"] { await driver.perform(name) }
    #expect(rig.heard == ["c"])
    #expect(rig.errors.count == 2)
    #expect(
      rig.errors.first?.contains("`a` of the store `store` failed and has ended: torn a.") == true)
    #expect(
      rig.errors.last?.contains("`named` of the store `store` failed and has ended: torn b.") == true)
    rig.want("a")
    #expect(driver.asked == ["a", "named", "c"])
  }

  @Test("A body that does not look at its cancellation is unheard: no message, no error")
  func stubborn() async {
    let driver = EffectsScriptedDriver(.ignores)
    let rig = SubscriptionsRig(["a", "b"], driver: driver) { id in
      StoreSubscription(EffectID(id)) { send in
        await send(">late")
        throw EffectsFailure("late")
      }
    }
    rig.want("b")
    await driver.perform("a")
    #expect(driver.cancelled == ["a"])
    #expect(rig.heard == [])
    #expect(rig.errors == [])
  }

  @Test("A body that is stopped before it has begun does nothing")
  func stoppedBefore() async {
    let driver = EffectsScriptedDriver()
    let log = EffectsLog<String>()
    let rig = SubscriptionsRig(["a"], driver: driver) { id in
      StoreSubscription(EffectID(id)) { _ in log.add("ran") }
    }
    rig.want("")
    await driver.perform("a")
    #expect(log.entries == [])
  }

  @Test("A message that waits in line is dropped when its subscription is stopped before its turn")
  func messageInLine() async {
    let driver = EffectsScriptedDriver()
    let rig = SubscriptionsRig(["a", "b"], driver: driver) { id in
      StoreSubscription(EffectID(id)) { send in await send(">from \(id)") }
    }
    let lock = rig.flow.lock("test")
    rig.want("b")
    await driver.perform("a")
    await driver.perform("b")
    #expect(rig.flow.waitingCount == 3)
    lock.release()
    #expect(rig.heard == ["from b"])
    #expect(rig.flow.lastSequence == 2)
  }

  @Test("A message of one that was stopped is dropped also when its id is wanted again by then")
  func startedAgain() async {
    let driver = EffectsScriptedDriver(.ignores)
    let rig = SubscriptionsRig(["a"], driver: driver) { id in
      StoreSubscription(EffectID(id)) { send in await send(">from \(id)") }
    }
    rig.want("")
    rig.want("a")
    #expect(driver.asked == ["a", "a"])
    await driver.perform("a")
    #expect(rig.heard == [])
    await driver.perform("a")
    #expect(rig.heard == ["from a"])
  }

  @Test("A stream sends a message for each element, and its error is the subscription's")
  func stream() async {
    let (numbers, continuation) = AsyncThrowingStream.makeStream(of: Int.self)
    let driver = EffectsScriptedDriver()
    let rig = SubscriptionsRig(["a"], driver: driver) { id in
      .stream(numbers, id: EffectID(id), label: "numbers") { ">\($0)" }
    }
    for number in 1...3 { continuation.yield(number) }
    continuation.finish(throwing: EffectsFailure("torn"))
    await driver.perform("numbers")
    #expect(rig.heard == ["1", "2", "3"])
    #expect(rig.errors.count == 1 && rig.errors.first?.contains("`numbers`") == true)
  }

  @Test("Mapped messages arrive mapped, of bodies and of callbacks; id and label stay")
  func map() async {
    let driver = EffectsScriptedDriver()
    let wired = EffectsLog<Sender<Int>>()
    let rig = SubscriptionsRig(["body", "callback"], driver: driver) { id in
      let child: StoreSubscription<Int> =
        id == "body"
        ? StoreSubscription("body", label: "label") { send in await send(7) }
        : .listening("callback") { sender in
          wired.add(sender)
          return {}
        }
      return child.map { ">number \($0)" }
    }
    await driver.perform("label")
    wired.entries.first?.send(8)
    await rig.store.run()
    #expect(rig.heard == ["number 7", "number 8"])
    #expect(driver.jobs.first?.id == "body")
  }

  @Test("The driver is notified of a body as a subscription's, with store, number, label and id")
  func job() {
    let driver = EffectsScriptedDriver()
    let rig = SubscriptionsRig(["x", "y"], driver: driver) { id in
      StoreSubscription(EffectID(id), label: "l") { _ in }
    }
    #expect(
      driver.jobs.map { "\($0.purpose) \($0.owner) \($0.serial)" } == [
        "subscription store 1", "subscription store 2",
      ])
    #expect(driver.jobs.map(\.id) == ["x", "y"])
    #expect(driver.jobs.map(\.label) == ["l", "l"])
    withExtendedLifetime(rig) {}
  }

  @Test("The end of the store cancels bodies")
  func end() async {
    var rig: SubscriptionsRig? = SubscriptionsRig(["a"]) { id in
      StoreSubscription(EffectID(id)) { send in try await send.sleep(1_000) }
    }
    let clock = rig?.clock
    await clock?.waitForSleepers(count: 1)
    rig = nil
    #expect(clock?.sleepers == [])
  }
}
