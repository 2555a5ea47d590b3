import Millrace
import MillraceTesting
import Testing

/// Callback effects in queues and sequences, and what a tap sees of them.
@EffectsHome
struct CallbackEffectQueueTests {
  @Test("In a concat queue the next begins when the one before has finished")
  func concat() async {
    let works = CallbackWorks()
    let rig = works.rig(in: .concat("q"))
    rig.send("a", "b", "c")
    #expect(works.names == ["a"])
    works["a"]?.send(">from a")
    works["a"]?.finish()
    await rig.flow.callbackRun(until: { works.names.count == 2 })
    #expect(works.names == ["a", "b"])
    works["b"]?.finish(throwing: EffectsFailure("torn"))
    await rig.flow.callbackRun(until: { works.names.count == 3 })
    works["c"]?.finish()
    await rig.store.run()
    #expect(rig.heard == ["a", "b", "c", ">from a"])
    #expect(rig.errors.count == 1)
  }

  @Test("One that ends at its beginning frees its place at once")
  func concatAtOnce() {
    let rig = EffectsRig { message in
      guard message.hasPrefix("go") else { return .none }
      return .callback(in: .concat("q")) { $0.send("did \(message)") }
    }
    rig.send("go 1", "go 2")
    #expect(rig.heard == ["go 1", "did go 1", "go 2", "did go 2"])
    #expect(rig.flow.isIdle)
  }

  @Test("In a bounded queue a cancelled one frees its place, whether it has begun or not, and is kept or not")
  func boundedCancel() async {
    for queue in [EffectQueue.concat("q").capacity(3), .concurrent("q", max: 1).capacity(3), .concat("q")] {
      let works = CallbackWorks()
      let rig = works.rig(in: queue)
      rig.send("a", "b", "c", "-b", "-a")
      #expect(works.names == ["a", "c"])
      #expect(works.cancelled.entries == ["a"])
      works["a"]?.finish()
      works["c"]?.finish()
      await rig.store.run()
      #expect(rig.flow.isIdle)
      #expect(rig.errors == [])
    }
  }

  @Test("At most so many run at a time in a concurrent queue, and what finds no room is reported")
  func concurrent() async {
    let works = CallbackWorks()
    let rig = works.rig(in: .concurrent("q", max: 2).capacity(1))
    rig.send("a", "b", "c", "d")
    #expect(works.names == ["a", "b"])
    #expect(rig.errors.count == 1)
    #expect(rig.errors.first?.contains("`d` was dropped") == true)
    works["b"]?.finish()
    await rig.flow.callbackRun(until: { works.names.count == 3 })
    #expect(works.names == ["a", "b", "c"])
    for name in ["a", "c"] { works[name]?.finish() }
    await rig.store.run()
  }

  @Test("In a latest queue the new one cancels the one that runs, and in an exhaust queue it is dropped")
  func latestAndExhaust() async {
    let works = CallbackWorks()
    let latest = works.rig(in: .latest("q"))
    latest.send("a", "b")
    #expect(works.names == ["a", "b"])
    #expect(works.cancelled.entries == ["a"])
    #expect(works["a"]?.send(">late") == false)
    works["b"]?.send(">in time")
    works["b"]?.finish()
    await latest.store.run()
    #expect(latest.heard == ["a", "b", ">in time"])
    let others = CallbackWorks()
    let exhaust = others.rig(in: .exhaust("q"))
    exhaust.send("a", "b")
    others["a"]?.finish()
    await exhaust.store.run()
    exhaust.send("c")
    #expect(others.names == ["a", "c"])
    #expect(others.cancelled.entries == [])
  }

  @Test("In a debounce queue the last one begins after its time, at home")
  func debounce() async {
    let works = CallbackWorks()
    let rig = works.rig(in: .debounce("q", for: .seconds(1)))
    rig.send("a", "b")
    await rig.clock.waitForSleepers(count: 1)
    #expect(works.names == [])
    rig.clock.jump(by: .seconds(1))
    await rig.flow.callbackRun(until: { works.names.count == 1 })
    #expect(works.names == ["b"])
    works["b"]?.finish()
    await rig.store.run()
  }

  @Test("In a sequence the next step waits for callback work, however that ends; a merge begins all")
  func sequence() async {
    let works = CallbackWorks()
    let rig = EffectsRig { message in
      switch message {
      case "go":
        .concatenate(
          .merge(works.effect("a"), works.effect("b")), works.effect("c"), .callback { $0.send("d") },
          .report(EffectsFailure("e")), .send("f"))
      case "-c": .cancel(id: "c")
      default: .none
      }
    }
    rig.send("go")
    #expect(works.names == ["a", "b"])
    works["a"]?.finish()
    works["b"]?.finish(throwing: EffectsFailure("torn"))
    await rig.flow.callbackRun(until: { works.names.count == 3 })
    rig.send("-c")
    #expect(rig.heard == ["go", "-c", "f", "d"] || rig.heard == ["go", "-c", "d", "f"])
    #expect(rig.errors.count == 2)
    #expect(rig.errors.last?.hasPrefix("The store `store` reports: e. Handle it") == true)
    #expect(rig.flow.isIdle)
  }

  @Test("A tap is notified when callback work starts, finishes, fails and is cancelled")
  func taps() async {
    let works = CallbackWorks()
    let rig = works.rig(in: nil)
    let log = EffectsLog<String>()
    func note(_ event: EffectEvent) { log.add("\(event.label.map { "\($0)" } ?? "-") \(event.kind)") }
    let token = rig.flow.tap(effect: note) { $0.effects.forEach(note) }
    rig.send("a", "b", "c", "-c")
    works["a"]?.finish()
    await rig.flow.callbackRun(until: { log.entries.count == 5 })
    works["b"]?.finish(throwing: EffectsFailure("torn"))
    await rig.store.run()
    #expect(
      log.entries == [
        "a started", "b started", "c started", "c cancelled", "a finished", "b failed(\"torn\")",
      ])
    token.cancel()
  }

  @Test("A turn of its message has the effect as its cause")
  func causes() {
    let rig = EffectsRig { message in message == "go" ? .callback { $0.send("answer") } : .none }
    let log = EffectsLog<String>()
    let token = rig.flow.tap { log.add("\($0.cause)") }
    rig.send("go")
    #expect(log.entries.count == 2)
    #expect(log.entries[1].contains("effect"))
    token.cancel()
  }
}
