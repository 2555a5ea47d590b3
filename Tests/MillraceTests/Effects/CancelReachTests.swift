import Millrace
import MillraceTesting
import Testing

/// The places in which a request can be held, and the ways to cancel it there.
@EffectsHome
@Suite("A cancellation reaches a request in each place that holds it")
struct CancelReachTests {
  /// A place that holds the work `x`, which would send `x`.
  enum Place: String, CaseIterable {
    case running, laterStep, laterStepOfNested, stepInMerge, stepBehindDelay, delayed, retried, repeated,
      timed
    case raced, concat, concurrent, debounced, spaced, throttled, callback, messageAtGate
  }

  enum Way: CaseIterable {
    case none, id, predicate, all, work
  }

  private static func effect(in place: Place, _ attempts: EffectsLog<Int>) -> Effect<String> {
    let work = Effect<String>.run(id: "x", label: "x") { await $0("x") }
    let slow = Effect<String>.run(id: "x", label: "x") { send in
      try await send.sleep(1)
      await send("x")
    }
    let pause = Effect<String>.run(id: "other") { try await $0.sleep(1) }
    func queued(_ queue: EffectQueue) -> Effect<String> {
      .merge(pause.mapQueue { _ in queue }, work.mapQueue { _ in queue })
    }
    return switch place {
    case .running: slow
    case .laterStep: .concatenate(pause, work)
    case .laterStepOfNested:
      .concatenate(.merge(.none, .concatenate(pause, .send("step"))), .concatenate(.send("step"), work))
    case .stepInMerge: .merge(.concatenate(pause, .merge(.send("step"), work)), .none)
    case .stepBehindDelay: .concatenate(pause, work).delay(.seconds(1))
    case .delayed: work.delay(.seconds(1))
    case .retried:
      Effect.run(id: "x") { send in
        attempts.add(1)
        if attempts.entries.count == 1 { throw EffectsFailure("first") }
        await send("x")
      }.retry(3, backoff: .constant(.seconds(1)))
    case .repeated:
      Effect.run(id: "x") { send in
        attempts.add(1)
        if attempts.entries.count > 1 { await send("x") }
      }.repeating(2, pause: .seconds(1))
    case .timed: slow.timeout(.seconds(5))
    case .raced: .race(slow, .run { try await $0.sleep(3) }, id: "x")
    case .concat: queued(.concat("q"))
    case .concurrent: queued(.concurrent("q", max: 1))
    case .debounced: work.mapQueue { _ in .debounce("q", for: .seconds(1)) }
    case .spaced: queued(.spaced("q", by: .seconds(1)))
    case .throttled: queued(.throttle("q", for: .seconds(1), latest: true))
    case .callback:
      .callback(id: "x") { continuation in
        let clock = continuation.environment.clock
        Task {
          try? await clock.sleep(for: .seconds(1))
          continuation.send("x")
        }
      }
    case .messageAtGate: work
    }
  }

  /// Lets time pass until nothing is in flight.
  private func finish(_ rig: EffectsRig) async {
    let clock = rig.clock
    let mover = Task.detached {
      while (try? await clock.waitUntil { !clock.sleepers.isEmpty }) != nil, !Task.isCancelled {
        clock.jump(by: .seconds(1))
      }
    }
    await rig.store.run()
    mover.cancel()
  }

  @Test("also after a later turn", arguments: Place.allCases, Way.allCases)
  func reach(place: Place, way: Way) async {
    let attempts = EffectsLog<Int>()
    let rig = EffectsRig { message in
      switch message {
      case "go": Self.effect(in: place, attempts)
      case "id": .cancel(id: "x")
      case "predicate": .cancel { $0 == "x" }
      case "all": .cancelAll
      default: .none
      }
    }
    let gate = rig.store.gate("delays") { message in
      place == .messageAtGate && message == "x" ? .delay(.seconds(1)) : .pass
    }
    let sent = rig.store.send("go")
    await rig.clock.waitForSleepers(count: 1)
    #expect(!rig.heard.contains("x"))
    switch way {
    case .none: break
    case .work: sent.cancel()
    case .id, .predicate, .all: rig.send("\(way)")
    }
    await finish(rig)
    #expect(rig.heard.contains("x") == (way == .none))
    #expect(rig.errors == [])
    gate.cancel()
  }

  @Test("A sequence of a cancellation and new work restarts the work, at any depth")
  func restart() async {
    let rig = EffectsRig { message in
      guard message == "go" else { return .none }
      func work(_ name: String) -> Effect<String> { .run(id: "x", label: "x") { await $0(name) } }
      return .concatenate(
        .send("begin"), .concatenate(.send("inner"), .cancel(id: "x"), work("inner work")), work("outer work")
      )
    }
    rig.send("go")
    await rig.store.run()
    #expect(rig.heard == ["go", "begin", "inner", "inner work", "outer work"])
  }

  @Test("A cancellation in one sequence reaches the later steps of another")
  func acrossSequences() async {
    let rig = EffectsRig { message in
      switch message {
      case "first":
        .concatenate(.run { try await $0.sleep(1) }, .run(id: "x") { await $0("x") }, .send("first is over"))
      case "second": .concatenate(.send("step"), .cancel(id: "x"), .run(id: "x") { await $0("new x") })
      default: .none
      }
    }
    rig.send("first")
    await rig.clock.waitForSleepers(count: 1)
    rig.send("second")
    await finish(rig)
    #expect(rig.heard.filter { $0 != "first is over" } == ["first", "second", "step", "new x"])
    #expect(rig.heard.contains("first is over"))
  }

  @Test(
    "The ids of a part reach its own later steps, and no others of the same name", arguments: [false, true])
  func parts(cancelsAll: Bool) async {
    let rig = EffectsRig { message in
      let work = Effect<String>.run(id: "x") { await $0("x of the part") }
      let outer = Effect<String>.run(id: "x") { await $0("x of the whole") }
      return switch message {
      case "go":
        .concatenate(
          Effect<String>.run(id: "pause") { try await $0.sleep(1) }, work.within(part: "part", identity: "1"),
          outer)
      case "begin": Effect<String>.run(id: "y") { try await $0.sleep(1) }.within(part: "part", identity: "1")
      case "stop":
        (cancelsAll ? Effect<String>.cancelAll : .cancel(id: "x")).within(part: "part", identity: "1")
      default: .none
      }
    }
    rig.flow.errorHandler = { _ in }
    rig.send("begin", "go")
    await rig.clock.waitForSleepers(count: cancelsAll ? 1 : 2)
    rig.send("stop")
    await finish(rig)
    #expect(rig.heard == ["begin", "go", "stop", "x of the whole"])
  }
}
