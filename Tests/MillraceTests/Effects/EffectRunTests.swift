import Millrace
import MillraceTesting
import Testing

/// Effects through the live driver: what they send, and in which order.
@EffectsHome
struct EffectRunTests {
  @Test("A message now has its turn behind those already waiting, before send returns, and without any work")
  func sendNow() {
    let driver = EffectsScriptedDriver()
    let rig = EffectsRig(driver: driver) { message in
      switch message {
      case "go": .merge(.send("a"), .send("b"))
      case "a": .send("c")
      default: .none
      }
    }
    rig.send("go")
    #expect(rig.heard == ["go", "a", "b", "c"])
    #expect(driver.asked == [])
    #expect(rig.flow.isIdle)
  }

  @Test("A chain of messages now takes a turn for each and a constant stack")
  func longChain() {
    let rig = EffectsRig { $0.utf8.count < 20_000 ? .send($0 + "x") : .none }
    let token = rig.store.observe { _ in }
    rig.send("")
    #expect(rig.flow.lastSequence == 20_001)
    token.cancel()
  }

  @Test("A body runs when the turn is over, and what it sends comes back as turns, in the order of its sends")
  func bodyInOrder() async {
    let rig = EffectsRig { message in
      guard message == "go" else { return .none }
      return .run { send in
        for number in 0..<100 { await send("\(number)") }
      }
    }
    rig.send("go")
    #expect(rig.heard == ["go"])
    await rig.store.run()
    #expect(rig.heard == ["go"] + (0..<100).map { "\($0)" })
  }

  @Test("A send returns when its turn is over, so a fast producer waits for the store")
  func sendReturnsAfterTurn() async {
    let log = EffectsLog<String>()
    let rig = EffectsRig { message in
      log.add("turn of \(message)")
      guard message == "go" else { return .none }
      return .run { send in
        await send("a")
        log.add("sent a")
        await send("b")
        log.add("sent b")
      }
    }
    rig.send("go")
    await rig.store.run()
    #expect(log.entries == ["turn of go", "turn of a", "sent a", "turn of b", "sent b"])
  }

  @Test("The effect is handed over after the observers of its turn were notified")
  func afterObservers() {
    let driver = EffectsScriptedDriver()
    let rig = EffectsRig(driver: driver) { _ in .run(label: "work") { _ in } }
    var atObserver: [String]?
    let token = rig.store.observe { _ in atObserver = driver.asked }
    rig.send("go")
    #expect(atObserver == [])
    #expect(driver.asked == ["work"])
    token.cancel()
  }

  @Test("A stream sends one message for each element, and is over when the sequence is")
  func stream() async {
    let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
    let rig = EffectsRig { $0 == "go" ? .stream(numbers) { "number \($0)" } : .none }
    rig.send("go")
    for number in 1...3 { continuation.yield(number) }
    continuation.finish()
    await rig.store.run()
    #expect(rig.heard == ["go", "number 1", "number 2", "number 3"])
    #expect(rig.errors == [])
  }

  @Test("A stream that throws is an effect that throws")
  func throwingStream() async {
    let rig = EffectsRig { message in
      guard message == "go" || message == "caught" else { return .none }
      let (numbers, continuation) = AsyncThrowingStream.makeStream(of: Int.self)
      continuation.yield(1)
      continuation.finish(throwing: EffectsFailure("torn"))
      if message == "go" { return .stream(numbers, label: "numbers") { "\($0)" } }
      return .stream(numbers) {
        "\($0)"
      } catch: {
        "\($0)!"
      }
    }
    rig.send("go")
    await rig.store.run()
    #expect(rig.heard == ["go", "1"])
    #expect(
      rig.errors == [
        """
        The effect `numbers` of the store `store` failed: torn. Catch the error in the effect, and turn it into a message.
        """
      ])
    rig.send("caught")
    await rig.store.run()
    #expect(rig.heard == ["go", "1", "caught", "1", "torn!"])
    #expect(rig.errors.count == 1)
  }

  @Test("All members of a merge run side by side: each can wait for the others")
  func mergeTogether() async {
    let first = EffectsLatch()
    let second = EffectsLatch()
    let rig = EffectsRig { message in
      guard message == "go" else { return .none }
      return .merge(
        .run { send in
          first.open()
          await second.wait()
          await send("a")
        },
        .run { send in
          await first.wait()
          second.open()
          await send("b")
        })
    }
    rig.send("go")
    await rig.store.run()
    #expect(rig.heard.sorted() == ["a", "b", "go"])
  }

  @Test("A body finds the store's environment in its way back, also when its messages are mapped")
  func environment() async {
    let rig = EffectsRig { message in
      guard message == "go" else { return .none }
      let sleeper = Effect<Int>.run { send in
        try await send.sleep(3)
        await send(3)
      }
      return sleeper.map { "slept \($0)" }
    }
    rig.send("go")
    await rig.clock.waitForSleepers(count: 1)
    #expect(rig.clock.sleepers.map(\.offset) == [.seconds(3)])
    rig.clock.jump(by: .seconds(3))
    await rig.store.run()
    #expect(rig.heard == ["go", "slept 3"])
  }

  @Test("A body runs outside of the store's isolation")
  func outside() async {
    let log = EffectsLog<Bool>()
    let rig = EffectsRig { message in
      guard message == "go" else { return .none }
      return .run { _ in log.add(#isolation == nil) }
    }
    rig.send("go")
    await rig.store.run()
    #expect(log.entries == [true])
  }
}
