import Millrace
import MillraceTesting
import Testing

/// Callback effects: when they begin, what they send, and how they end.
@EffectsHome
struct CallbackEffectTests {
  @Test("Callback work begins at home, after the observers of its turn, in the order of the effects")
  func begins() {
    let log = EffectsLog<String>()
    let rig = EffectsRig { message in
      guard message == "go" else { return .none }
      return .merge(
        ["a", "b", "c"].map { name in
          .callback { _ in
            EffectsHome.shared.assertIsolated()
            log.add(name)
          }
        })
    }
    let token = rig.store.observe { _ in log.add("observer") }
    rig.send("go")
    #expect(log.entries == ["observer", "a", "b", "c"])
    #expect(rig.flow.isIdle)
    token.cancel()
  }

  @Test("What it sends before it returns has its turn, in order, before the store's send returns")
  func sendsAtOnce() {
    let rig = EffectsRig { message in
      guard message == "go" else { return .none }
      return .merge(
        .callback { continuation in for number in 1...3 { #expect(continuation.send("a\(number)")) } },
        .send("now"), .callback { $0.send("b") })
    }
    rig.send("go")
    #expect(rig.heard == ["go", "now", "a1", "a2", "a3", "b"])
    #expect(rig.flow.isIdle)
  }

  @Test("It goes on for as long as it is kept, and what it sends from other threads comes in their order")
  func sendsLater() async {
    let shelf = CallbackShelf()
    let rig = shelf.rig()
    rig.send("go")
    #expect(!rig.flow.isIdle)
    await Task.detached {
      for number in 0..<100 { #expect(shelf[0]?.send("\(number)") == true) }
      shelf.letGo()
    }.value
    await rig.store.run()
    #expect(rig.heard == ["go", "began go"] + (0..<100).map { "\($0)" })
    #expect(rig.flow.isIdle)
  }

  @Test("Finish ends it after what it has sent; then nothing more is taken, and the store is idle")
  func finish() async {
    let shelf = CallbackShelf()
    let rig = shelf.rig()
    rig.send("go")
    shelf[0]?.send("last")
    shelf[0]?.finish()
    #expect(shelf[0]?.send("too late") == false)
    shelf[0]?.finish(throwing: EffectsFailure("too late"))
    await rig.store.run()
    #expect(rig.heard == ["go", "began go", "last"])
    #expect(rig.errors == [])
  }

  @Test("What is said after a finish at the beginning goes nowhere, whether sent, finished again or thrown")
  func finishAtOnce() async {
    let rig = EffectsRig { message in
      guard message == "go" else { return .none }
      return .callback { continuation in
        #expect(continuation.send("in time"))
        continuation.finish()
        #expect(!continuation.send("too late"))
        continuation.finish(throwing: EffectsFailure("again"))
        throw EffectsFailure("thrown")
      } catch: {
        "caught \($0)"
      }
    }
    rig.send("go")
    await rig.store.run()
    #expect(rig.heard == ["go", "in time"])
    #expect(rig.errors == [])
  }

  @Test("The first of many finishes counts, from whichever thread, and its error makes one message")
  func finishOnce() async {
    let shelf = CallbackShelf()
    let rig = EffectsRig { message in
      guard message == "go" else { return .none }
      return .callback {
        shelf.keep($0)
      } catch: { _ in
        "caught"
      }
    }
    for round in 0..<50 {
      rig.send("go")
      await withTaskGroup { group in
        for _ in 0..<4 { group.addTask { shelf[round]?.finish(throwing: EffectsFailure("torn")) } }
      }
      await rig.store.run()
    }
    #expect(rig.heard.count { $0 == "caught" } == 50)
    #expect(rig.errors == [])
  }

  @Test("Finishing with an error tells the error handler, or makes a message of it where there is a catch")
  func finishThrowing() async {
    let rig = EffectsRig { message in
      switch message {
      case "go": .callback(label: "work") { $0.finish(throwing: EffectsFailure("torn")) }
      case "caught":
        .callback { continuation in
          continuation.send("first")
          continuation.finish(throwing: EffectsFailure("torn"))
        } catch: {
          "heard of \($0)"
        }
      case "ignored":
        .callback {
          $0.finish(throwing: EffectsFailure("torn"))
        } catch: { _ in
          nil
        }
      default: .none
      }
    }
    rig.send("go")
    #expect(rig.errors.count == 1)
    #expect(rig.errors[0].hasPrefix("The effect `work` of the store `store` failed: torn."))
    rig.send("caught", "ignored")
    await rig.store.run()
    #expect(rig.heard == ["go", "caught", "first", "heard of torn", "ignored"])
    #expect(rig.errors.count == 1)
  }

  @Test("A start that throws is an error like any other, after what it has sent")
  func startThrows() {
    let rig = EffectsRig { message in
      switch message {
      case "go":
        .callback(label: "work") { continuation in
          continuation.send("first")
          throw EffectsFailure("no start")
        }
      case "caught":
        .callback { _ in
          throw EffectsFailure("no start")
        } catch: {
          "heard of \($0)"
        }
      default: .none
      }
    }
    rig.send("go", "caught")
    #expect(rig.heard == ["go", "first", "caught", "heard of no start"])
    #expect(rig.errors.map { $0.prefix(54) } == ["The effect `work` of the store `store` failed: no star"])
    #expect(rig.flow.isIdle)
  }

  @Test("An effect has not ended before its message, which a gate delays, has had its turn")
  func delayed() async {
    let rig = EffectsRig { message in
      guard message.hasPrefix("go") else { return .none }
      return .callback(in: .concat("q")) { $0.send("answer to \(message)") }
    }
    let gate = rig.flow.gate("slow") { passage in
      (passage.message as? String)?.hasPrefix("answer") == true ? .delay(.seconds(1)) : .pass
    }
    rig.send("go 1", "go 2")
    gate.cancel()
    await rig.clock.waitForSleepers(count: 1)
    #expect(rig.heard == ["go 1", "go 2"])
    rig.clock.jump(by: .seconds(1))
    await rig.store.run()
    #expect(rig.heard == ["go 1", "go 2", "answer to go 1", "answer to go 2"])
  }

  @Test("A hundred thousand effects, each of which sends the next message, use a constant stack")
  func constantStack() {
    final class Count: @unchecked Sendable {
      // Sound: touched at home only.
      var value = 0
    }
    let store = Store<Int, Int>(0) { state, message in
      state = message
      return message < 100_000 ? .callback { $0.send(message + 1) } : .none
    }
    store.send(1)
    #expect(store.withState { $0 } == 100_000)
    let count = Count()
    let parcel = EffectsParcel<Store<Int, Int>>(nil)
    let nested = Store<Int, Int>(0) { state, message in
      state = message
      count.value += 1
      guard message < 100_000 else { return .none }
      return .callback { _ in EffectsHome.shared.assumeIsolated { _ in _ = parcel.value?.send(message + 1) } }
    }
    parcel.value = nested
    nested.send(1)
    parcel.value = nil
    #expect(count.value == 100_000)
  }

  @Test("A driver that does not call the operation performs nothing, and has its own cancel called")
  func silentDriver() {
    let log = EffectsLog<String>()
    let rig = EffectsRig(driver: SilentDriver(log: log)) { message in
      switch message {
      case "go": .callback(id: "x", label: "work") { $0.send("performed") }
      case "stop": .cancel(id: "x")
      default: .none
      }
    }
    rig.send("go")
    #expect(rig.heard == ["go"])
    #expect(!rig.flow.isIdle)
    rig.send("stop")
    #expect(rig.flow.isIdle)
    #expect(log.entries == ["asked for effect work", "cancelled"])
  }

  private struct SilentDriver: Driver {
    let log: EffectsLog<String>

    func start(
      _ job: DriverJob, _ operation: @escaping @Sendable @isolated(any) () async -> Void
    ) -> DriverHandle { DriverHandle {} }

    func begin(_ job: DriverJob, _ operation: () -> DriverHandle) -> DriverHandle {
      log.add("asked for \(job.purpose) \(job.label.map { "\($0)" } ?? "-")")
      return DriverHandle { [log] in log.add("cancelled") }
    }
  }
}
