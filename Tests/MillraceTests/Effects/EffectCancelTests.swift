import Millrace
import MillraceTesting
import Testing

/// Cancelling by id and by predicate.
@EffectsHome
struct EffectCancelTests {
  /// A store with sleepers that are cancelled by name: `a` begins one with the id `a`, `-a` cancels it.
  private func sleepersRig(_ log: EffectsLog<String>) -> EffectsRig {
    EffectsRig { message in
      if message.hasPrefix("-") { return .cancel(id: EffectID(String(message.dropFirst()))) }
      if message == "all vowels" { return .cancel { "aeiou".contains($0.description) } }
      if message.count > 1 { return .none }
      return .run(id: EffectID(message), label: EffectLabel(message)) { send in
        do {
          try await send.sleep(10)
          await send("\(message) is over")
        } catch {
          log.add("\(message) saw \(type(of: error))")
          throw error
        }
      }
    }
  }

  @Test("A cancellation by id ends every effect with that id, and no other")
  func byID() async {
    let log = EffectsLog<String>()
    let rig = sleepersRig(log)
    rig.send("a", "b", "a")
    await rig.clock.waitForSleepers(count: 3)
    rig.send("-a")
    #expect(rig.clock.sleepers.count == 1)
    rig.clock.jump(by: .seconds(10))
    await rig.store.run()
    #expect(rig.heard == ["a", "b", "a", "-a", "b is over"])
  }

  @Test("A cancellation by predicate asks the ids of this store's effects; those without an id stay")
  func byPredicate() async {
    let asked = EffectsLog<String>()
    let rig = EffectsRig { message in
      switch message {
      case "cancel":
        .cancel { id in
          asked.add("\(id)")
          return id != "b"
        }
      case "unnamed":
        .run { send in
          try await send.sleep(1)
          await send("unnamed is over")
        }
      case "a", "b", "c":
        .run(id: EffectID(message)) { send in
          try await send.sleep(1)
          await send("\(message) is over")
        }
      default: .none
      }
    }
    rig.send("a", "b", "unnamed", "c")
    await rig.clock.waitForSleepers(count: 4)
    rig.send("cancel")
    #expect(asked.entries == ["a", "b", "c"])
    rig.clock.jump(by: .seconds(1))
    await rig.store.run()
    #expect(rig.heard.suffix(2).sorted() == ["b is over", "unnamed is over"])
    #expect(rig.heard.count == 7)
  }

  @Test("A body sees its cancellation, and the CancellationError it throws then is no error")
  func cancellationIsSilent() async {
    let log = EffectsLog<String>()
    let rig = sleepersRig(log)
    rig.send("a", "e", "z")
    await rig.clock.waitForSleepers(count: 3)
    rig.send("all vowels")
    rig.clock.jump(by: .seconds(10))
    await rig.store.run()
    #expect(rig.heard.last == "z is over")
    #expect(rig.errors == [])
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    Task {
      await eventually { log.entries.count >= 2 }
      end.finish()
    }
    for await _ in ended {}
    #expect(log.entries.sorted() == ["a saw CancellationError", "e saw CancellationError"])
    #expect(rig.errors == [])
  }

  @Test("A cancelled effect that does not look goes on unheard: no message, no error, no catch")
  func stubbornBody() async {
    let driver = EffectsScriptedDriver(.ignores)
    let caught = EffectsLog<String>()
    let rig = EffectsRig(driver: driver) { message in
      switch message {
      case "go":
        .merge(
          .run(id: "x", label: "sends") { send in await send("late") },
          .run(id: "x", label: "throws") { _ in throw EffectsFailure("late") },
          .run(id: "x", label: "catches") { _ in
            throw EffectsFailure("late")
          } catch: {
            caught.add("\($0)")
            return "late catch"
          })
      default: .cancel(id: "x")
      }
    }
    rig.send("go", "stop")
    #expect(rig.flow.isIdle)
    await driver.perform("sends")
    await driver.perform("throws")
    await driver.perform("catches")
    await rig.store.run()
    #expect(rig.heard == ["go", "stop"])
    #expect(rig.errors == [])
  }

  @Test("Cancelled before its body has begun, an effect does nothing at all")
  func cancelledBeforeBegin() async {
    let driver = EffectsScriptedDriver()
    let log = EffectsLog<String>()
    let rig = EffectsRig(driver: driver) { message in
      switch message {
      case "go": .run(id: "x", label: "work") { _ in log.add("ran") }
      default: .cancel(id: "x")
      }
    }
    rig.send("go", "stop")
    await driver.perform("work")
    #expect(log.entries == [])
    #expect(driver.cancelled == ["work"])
    #expect(rig.errors == [])
  }

  @Test("A message that waits in line is dropped when what sent it is cancelled before its turn")
  func messageInLine() async {
    let driver = EffectsScriptedDriver()
    let rig = EffectsRig(driver: driver) { message in
      switch message {
      case "go":
        .merge(
          .run(id: "x", label: "x") { send in await send("from x") },
          .run(id: "y", label: "y") { send in await send("from y") })
      case "stop": .cancel(id: "x")
      default: .none
      }
    }
    rig.send("go")
    let lock = rig.flow.lock("test")
    rig.send("stop")
    await driver.perform("x")
    await driver.perform("y")
    #expect(rig.flow.waitingCount == 3)
    lock.release()
    #expect(rig.heard == ["go", "stop", "from y"])
    #expect(rig.flow.isIdle)
  }

  @Test(
    "An effect cancelled while its last message waits in line gives its place in a queue back",
    arguments: [EffectQueue.concat("q"), .concurrent("q", max: 1), .exhaust("q"), .latest("q"), .merge("q")])
  func placeGivenBack(queue: EffectQueue) async {
    let driver = EffectsScriptedDriver()
    let rig = EffectsRig(driver: driver) { message in
      switch message {
      case "one": .run(in: queue, id: "x", label: "one") { send in await send("from one") }
      case "two": .run(in: queue, label: "two") { send in await send("from two") }
      case "stop": .cancel(id: "x")
      default: .none
      }
    }
    rig.send("one")
    let lock = rig.flow.lock("test")
    rig.send("stop")
    await driver.perform("one")
    lock.release()
    #expect(rig.flow.isIdle)
    rig.send("two")
    #expect(driver.open == ["two"])
    await driver.perform("two")
    #expect(rig.heard == ["one", "stop", "two", "from two"])
    #expect(rig.flow.isIdle)
  }

  @Test("In one turn, a cancellation reaches what was asked for before it, not what comes after")
  func orderWithinATurn() async {
    let driver = EffectsScriptedDriver()
    let rig = EffectsRig(driver: driver) { message in
      guard message == "go" else { return .none }
      return .merge(
        .run(id: "x", label: "before") { send in await send("before") }, .cancel(id: "x"),
        .run(id: "x", label: "after") { send in await send("after") })
    }
    rig.send("go")
    #expect(driver.cancelled == ["before"])
    await driver.perform("before")
    await driver.perform("after")
    #expect(rig.heard == ["go", "after"])
  }

  @Test("Cancelling what is not there does nothing")
  func nothingThere() {
    let rig = EffectsRig { _ in .merge(.cancel(id: "x"), .cancel { _ in true }) }
    rig.send("go")
    #expect(rig.flow.isIdle)
    #expect(rig.errors == [])
  }

  @Test("Ids belong to a store: another store on the same flow keeps its effects")
  func idsOfAStore() async {
    let driver = EffectsScriptedDriver()
    let flow = Flow(driver: driver)
    func store(_ name: String) -> Store<EffectsState, String> {
      Store(EffectsState(), of: String.self, name: name, flow: flow) { state, message in
        state.heard.append(message)
        switch message {
        case "go":
          return .run(in: .latest("q"), id: "x", label: "\(name)") { send in await send("came") }
        case "stop": return .cancel(id: "x")
        default: return .none
        }
      }
    }
    let one = store("one")
    let two = store("two")
    one.send("go")
    two.send("go")
    #expect(driver.cancelled == [])
    one.send("stop")
    #expect(driver.cancelled == ["one"])
    await driver.perform("two")
    #expect(two.withState { $0.heard } == ["go", "came"])
  }

  @Test("An effect may be cancelled by the turn of its own message, and another take its place at once")
  func cancelledByItsMessage() async {
    for isLocked in [false, true] {
      let driver = EffectsScriptedDriver(.ignores)
      let rig = EffectsRig(driver: driver) { message in
        switch message {
        case "go":
          .run(id: "x", label: "old") { send in
            await send("stop")
            await send("late")
          }
        case "stop": .merge(.cancel(id: "x"), .run(label: "new") { send in await send("from new") })
        default: .none
        }
      }
      rig.send("go")
      let lock = isLocked ? rig.flow.lock("test") : nil
      await driver.perform("old")
      lock?.release()
      #expect(!rig.flow.isIdle)
      await driver.perform("new")
      #expect(rig.heard == ["go", "stop", "from new"])
      #expect(rig.flow.isIdle)
    }
  }

  @Test(
    "A way back that outlives its body is unheard, also when the effect's place has been taken by another")
  func outlivingSend() async {
    let kept = EffectsLog<Send<String>>()
    let driver = EffectsScriptedDriver()
    let rig = EffectsRig(driver: driver) { message in
      switch message {
      case "go": .run(label: "keeps") { send in kept.add(send) }
      case "next": .run(label: "next") { send in await send("from next") }
      default: .none
      }
    }
    rig.send("go")
    await driver.perform("keeps")
    await kept.entries.first?("late")
    rig.send("next")
    await kept.entries.first?("later")
    await driver.perform("next")
    #expect(rig.heard == ["go", "next", "from next"])
  }
}
