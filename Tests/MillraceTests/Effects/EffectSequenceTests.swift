import Millrace
import MillraceTesting
import Testing

/// One effect after another.
@EffectsHome
struct EffectSequenceTests {
  /// An effect that sends its name when it begins to run and when it ends.
  private func step(_ name: String, id: EffectID? = nil, in queue: EffectQueue? = nil) -> Effect<String> {
    .run(in: queue, id: id, label: EffectLabel(name)) { send in
      await send("+\(name)")
      await send("-\(name)")
    }
  }

  private func heard(after effect: @escaping @autoclosure () -> Effect<String>) async -> [String] {
    let rig = EffectsRig { $0 == "go" ? effect() : .none }
    rig.send("go")
    await rig.store.run()
    #expect(rig.flow.isIdle)
    return Array(rig.heard.dropFirst())
  }

  @Test("Each step begins when the one before it has ended")
  func inOrder() async {
    let heard = await heard(after: .concatenate(step("a"), step("b"), step("c")))
    #expect(heard == ["+a", "-a", "+b", "-b", "+c", "-c"])
  }

  @Test("Messages now are steps too: they keep their place among bodies")
  func immediateSteps() async {
    let heard = await heard(
      after: .concatenate(.send("1"), .send("2"), step("a"), .send("3"), step("b"), .send("4")))
    #expect(heard == ["1", "2", "+a", "-a", "3", "+b", "-b", "4"])
  }

  @Test("A sequence of messages now only is over within the turn")
  func onlyImmediate() {
    let rig = EffectsRig { message in
      guard message == "go" else { return .none }
      return .concatenate(
        .concatenate(.send("1"), .send("2")), .send("3"), .concatenate(.send("4"), .merge(.send("5"), .none)))
    }
    rig.send("go")
    #expect(rig.heard == ["go", "1", "2", "3", "4", "5"])
    #expect(rig.flow.isIdle)
  }

  @Test("A step that is a merge is over when all of it is")
  func mergeInside() async {
    let first = EffectsLatch()
    let heard = await heard(
      after: .concatenate(
        .merge(
          .run { send in
            await first.wait()
            await send("slow")
          },
          .run { send in
            await send("quick")
            first.open()
          }),
        .send("after")))
    #expect(heard == ["quick", "slow", "after"])
  }

  @Test("Sequences nest to any depth, and a sequence is over when its last step is")
  func nested() async {
    let heard = await heard(
      after: .concatenate(
        .concatenate(step("a"), .concatenate(step("b"), .send("1")), step("c")),
        .merge(.concatenate(step("d"), step("e")), .none),
        step("f")))
    #expect(heard == ["+a", "-a", "+b", "-b", "1", "+c", "-c", "+d", "-d", "+e", "-e", "+f", "-f"])
  }

  @Test("Two sequences of one merge go on independently")
  func sideBySide() async {
    let door = EffectsLatch()
    let heard = await heard(
      after: .merge(
        .concatenate(
          .run { _ in await door.wait() },
          .send("second of the first")),
        .concatenate(
          step("x"),
          .run { send in
            await send("second of the second")
            door.open()
          })))
    #expect(heard == ["+x", "-x", "second of the second", "second of the first"])
  }

  @Test("A step that fails is over; the next begins and the error is reported")
  func failedStep() async {
    let rig = EffectsRig { message in
      guard message == "go" else { return .none }
      return .concatenate(
        .run(label: "bad") { _ in throw EffectsFailure("broken") }, step("b"),
        .run { _ in
          throw EffectsFailure("caught")
        } catch: {
          "\($0)"
        }, .send("end"))
    }
    rig.send("go")
    await rig.store.run()
    #expect(rig.heard == ["go", "+b", "-b", "caught", "end"])
    #expect(rig.errors.count == 1 && rig.errors.first?.contains("`bad`") == true)
  }

  @Test("A step that is cancelled is over; the next begins")
  func cancelledStep() async {
    let rig = EffectsRig { message in
      switch message {
      case "go":
        .concatenate(.run(id: "x") { send in try await send.sleep(1_000) }, step("b"))
      case "stop": .cancel(id: "x")
      default: .none
      }
    }
    rig.send("go")
    await rig.clock.waitForSleepers(count: 1)
    #expect(!rig.flow.isIdle)
    rig.send("stop")
    await rig.store.run()
    #expect(rig.heard == ["go", "stop", "+b", "-b"])
    #expect(rig.errors == [])
  }

  @Test("A step that is dropped by its queue is over; the next begins")
  func droppedStep() async {
    let rig = EffectsRig { message in
      switch message {
      case "occupy": .run(in: .exhaust("q"), id: "x") { send in try await send.sleep(1_000) }
      case "go": .concatenate(step("a", in: .exhaust("q")), step("b"))
      case "stop": .cancel(id: "x")
      default: .none
      }
    }
    rig.send("occupy")
    await rig.clock.waitForSleepers(count: 1)
    rig.send("go", "stop")
    await rig.store.run()
    #expect(rig.heard == ["occupy", "go", "stop", "+b", "-b"])
  }

  @Test("A step that waits in its queue holds the sequence up; cancelled while it waits, it lets it go on")
  func waitingStep() async {
    let rig = EffectsRig { message in
      switch message {
      case "occupy": .run(in: .concat("q"), id: "x") { send in try await send.sleep(1_000) }
      case "go": .concatenate(step("a", id: "a", in: .concat("q")), step("b"))
      case "cancel": .cancel(id: "a")
      case "stop": .cancel(id: "x")
      default: .none
      }
    }
    rig.send("occupy", "go")
    await rig.clock.waitForSleepers(count: 1)
    #expect(rig.heard == ["occupy", "go"])
    rig.send("cancel", "stop")
    await rig.store.run()
    #expect(rig.heard == ["occupy", "go", "cancel", "stop", "+b", "-b"])
  }

  @Test("A cancellation is a step that is over at once, and reaches what earlier turns began")
  func cancellationAsStep() async {
    let rig = EffectsRig { message in
      switch message {
      case "begin": .run(id: "x") { send in try await send.sleep(1_000) }
      case "go": .concatenate(step("a"), .cancel(id: "x"), step("b"))
      default: .none
      }
    }
    rig.send("begin")
    await rig.clock.waitForSleepers(count: 1)
    rig.send("go")
    await rig.store.run()
    #expect(rig.heard == ["begin", "go", "+a", "-a", "+b", "-b"])
    #expect(rig.clock.sleepers == [])
  }

  @Test("The next step begins after the last message of the one before had its turn, also behind a lock")
  func messageInLine() async {
    let driver = EffectsScriptedDriver()
    let rig = EffectsRig(driver: driver) { message in
      guard message == "go" else { return .none }
      return .concatenate(.run(label: "a") { send in await send("from a") }, .run(label: "b") { _ in })
    }
    rig.send("go")
    let lock = rig.flow.lock("test")
    await driver.perform("a")
    #expect(driver.asked == ["a"])
    #expect(!rig.flow.isIdle)
    lock.release()
    #expect(rig.heard == ["go", "from a"])
    #expect(driver.asked == ["a", "b"])
    await driver.perform("b")
    #expect(rig.flow.isIdle)
  }

  @Test("A long sequence of messages now does not take stack for each step")
  func longSequence() {
    let rig = EffectsRig { message in
      message == "go" ? .concatenate((0..<20_000).map { .send("\($0)") }) : .none
    }
    rig.send("go")
    #expect(rig.heard.count == 20_001)
    #expect(rig.heard.last == "19999")
  }
}
