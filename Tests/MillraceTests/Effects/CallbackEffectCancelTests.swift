import Millrace
import MillraceTesting
import Testing

/// Callback effects that are cancelled, by id, by themselves, and by the end of their store.
@EffectsHome
struct CallbackEffectCancelTests {
  @Test("Cancelling by id ends it: what it sends is refused, and onCancel is called once")
  func cancel() async {
    let shelf = CallbackShelf()
    let cancelled = EffectsLog<String>()
    let rig = shelf.rig(id: "x", onCancel: cancelled)
    rig.send("go")
    #expect(cancelled.entries == [])
    rig.send("stop", "stop")
    #expect(cancelled.entries == ["go"])
    #expect(rig.flow.isIdle)
    #expect(shelf[0]?.send("late") == false)
    shelf[0]?.finish(throwing: EffectsFailure("late"))
    shelf.letGo()
    await rig.store.run()
    #expect(rig.heard == ["go", "began go", "stop", "stop"])
    #expect(cancelled.entries == ["go"])
    #expect(rig.errors == [])
  }

  @Test("What it has posted and has had no turn yet is dropped by a cancellation")
  func cancelDropsPosted() async {
    let shelf = CallbackShelf()
    let rig = shelf.rig(id: "x")
    rig.send("go")
    let lock = rig.flow.lock("test")
    rig.send("stop")
    #expect(shelf[0]?.send("posted") == true)
    lock.release()
    await rig.store.run()
    #expect(rig.heard == ["go", "began go", "stop"])
    #expect(rig.flow.isIdle)
  }

  @Test("One that is cancelled before its turn to begin never begins")
  func cancelBefore() async {
    let log = EffectsLog<String>()
    let rig = EffectsRig { message in
      switch message {
      case "go":
        .merge(
          .callback(id: "x") { _ in log.add("began") }, .cancel(id: "x"), .callback { _ in log.add("other") })
      case "waits":
        .merge(
          .callback(in: .debounce("q", for: .seconds(1)), id: "x") { _ in log.add("began late") },
          .cancel(id: "x"))
      default: .none
      }
    }
    rig.send("go", "waits")
    rig.clock.jump(by: .seconds(2))
    await rig.store.run()
    #expect(log.entries == ["other"])
  }

  @Test("What it sends at its beginning may cancel itself: the rest of it is dropped, and onCancel is called")
  func cancelsItself() {
    let cancelled = EffectsLog<String>()
    let shelf = CallbackShelf()
    let rig = EffectsRig { message in
      switch message {
      case "go":
        .callback(id: "x") { continuation in
          continuation.onCancel { cancelled.add("cancelled") }
          for text in ["one", "stop", "two"] { continuation.send(text) }
          shelf.keep(continuation)
        }
      case "stop": .cancel(id: "x")
      default: .none
      }
    }
    rig.send("go")
    #expect(rig.heard == ["go", "one", "stop"])
    #expect(cancelled.entries == ["cancelled"])
    #expect(shelf[0]?.send("late") == false)
    #expect(rig.flow.isIdle)
  }

  @Test("A store's send from inside of the beginning waits; it may cancel what begins")
  func sendsItself() {
    let cancelled = EffectsLog<String>()
    let parcel = EffectsParcel<EffectsRig>(nil)
    let rig = EffectsRig { message in
      switch message {
      case "go":
        .callback(id: "x") { continuation in
          EffectsHome.shared.assumeIsolated { _ in _ = parcel.value?.send("stop") }
          continuation.onCancel { cancelled.add("cancelled") }
          continuation.send("said")
          parcel.value = nil
          continuation.onCancel { cancelled.add("replaced") }
        }
      case "stop": .cancel(id: "x")
      default: .none
      }
    }
    parcel.value = rig
    rig.send("go")
    #expect(rig.heard == ["go", "stop"])
    #expect(rig.flow.isIdle)
  }

  @Test(
    "What begins by the time of its queue, outside of any turn, may be cancelled by what it sends to the store"
  )
  func sendsItselfByTime() async {
    let log = EffectsLog<String>()
    let shelf = CallbackShelf()
    let parcel = EffectsParcel<EffectsRig>(nil)
    let rig = EffectsRig { message in
      switch message {
      case "go", "finish":
        .callback(in: .debounce("q", for: .seconds(1)), id: "x") { continuation in
          continuation.onCancel { log.add("cancelled \(message)") }
          if message == "finish" { continuation.finish() }
          EffectsHome.shared.assumeIsolated { _ in _ = parcel.value?.send("stop") }
          continuation.send("dropped")
          if message == "finish" { continuation.onCancel { log.add("never") } }
          shelf.keep(continuation)
        }
      case "stop": .cancel(id: "x")
      default: .none
      }
    }
    parcel.value = rig
    for (number, message) in ["go", "finish"].enumerated() {
      rig.store.send(message)
      await rig.clock.waitForSleepers(count: 1)
      rig.clock.jump(by: .seconds(1))
      await rig.flow.callbackRun { shelf.count == number + 1 }
      #expect(shelf[number]?.send("late") == false)
    }
    #expect(log.entries == ["cancelled go"])
    #expect(rig.heard == ["go", "stop", "finish", "stop"])
    #expect(rig.flow.isIdle)
    parcel.value = nil
  }

  @Test(
    "The second onCancel replaces the first; after a cancellation it is called at once, after a finish never")
  func onCancel() async {
    let log = EffectsLog<String>()
    let shelf = CallbackShelf()
    let rig = shelf.rig(id: "x")
    rig.send("go 1")
    shelf[0]?.onCancel { log.add("first") }
    shelf[0]?.onCancel { log.add("second") }
    rig.send("stop")
    #expect(log.entries == ["second"])
    shelf[0]?.onCancel { log.add("at once") }
    #expect(log.entries == ["second", "at once"])
    rig.send("go 2")
    shelf[1]?.onCancel { log.add("never") }
    shelf[1]?.finish()
    shelf[1]?.onCancel { log.add("never either") }
    rig.send("stop")
    await rig.store.run()
    #expect(log.entries == ["second", "at once"])
  }

  @Test(
    "An effect that finished at its beginning is not notified of a cancellation while its messages wait")
  func finishedThenCancelled() {
    let log = EffectsLog<String>()
    let rig = EffectsRig { message in
      switch message {
      case "go":
        .callback(id: "x") { continuation in
          continuation.onCancel { log.add("before") }
          continuation.send("stop")
          continuation.send("dropped")
          continuation.finish()
          continuation.onCancel { log.add("after") }
        }
      case "stop": .cancel(id: "x")
      default: .none
      }
    }
    rig.send("go")
    #expect(rig.heard == ["go", "stop"])
    #expect(log.entries == [])
    #expect(rig.flow.isIdle)
  }

  @Test("What onCancel captured is released when the effect has finished")
  func letsGo() {
    let log = EffectsLog<String>()
    let shelf = CallbackShelf()
    let rig = shelf.rig()
    rig.send("go")
    do {
      let witness = EffectsWitness { log.add("gone") }
      shelf[0]?.onCancel { withExtendedLifetime(witness) {} }
    }
    #expect(log.entries == [])
    shelf[0]?.finish()
    #expect(log.entries == ["gone"])
  }

  @Test("The end of the store cancels it, before the last reference's release returns, on any thread")
  func storeEnds() async {
    let cancelled = EffectsLog<String>()
    let shelf = CallbackShelf()
    let parcel = EffectsParcel<EffectsRig>(shelf.rig(onCancel: cancelled))
    parcel.value?.send("go 1", "go 2")
    await Task.detached {
      parcel.value = nil
      #expect(cancelled.entries == ["go 1", "go 2"])
    }.value
    #expect(shelf[0]?.send("late") == false)
    shelf[1]?.finish(throwing: EffectsFailure("late"))
    shelf.letGo()
    #expect(cancelled.entries.count == 2)
  }
}
