import Testing

@testable import Harvest

struct LawsEffectTests {
  @Test("Effects are a monoid under +", arguments: UInt64(0)..<200)
  func monoid(seed: UInt64) async {
    var random = LawsRandom(seed)
    let (a, b, c) = (lawsEffect(&random), lawsEffect(&random), lawsEffect(&random))
    #expect(lawsText((a + b) + c) == lawsText(a + (b + c)), "seed \(seed)")
    #expect(lawsText(a + .empty) == lawsText(a), "seed \(seed)")
    #expect(lawsText(.empty + a) == lawsText(a), "seed \(seed)")
    #expect(lawsText(a + b) == lawsText(a) + lawsText(b), "seed \(seed)")
    #expect((a + b).isEmpty == (a.isEmpty && b.isEmpty), "seed \(seed)")
    let (ofA, ofB) = (lawsEffect(&random, isQuiet: true), lawsEffect(&random, isQuiet: true))
    let both = await lawsInputs(of: ofA, in: 3) + lawsInputs(of: ofB, in: 3)
    #expect(await lawsInputs(of: ofA + ofB, in: 3) == both.sorted(), "seed \(seed)")
  }

  @Test("empty and none ask for nothing")
  func nothing() {
    #expect(LawsEffect.empty.isEmpty)
    #expect((LawsEffect.empty + .empty).isEmpty)
    #expect(!LawsEffect(1).isEmpty)
  }

  @Test("mapInput keeps identity and composition", arguments: UInt64(0)..<100)
  func mapInput(seed: UInt64) async {
    var random = LawsRandom(seed)
    let effect = lawsEffect(&random)
    let same = effect.mapInput { $0 }
    #expect(lawsText(same) == lawsText(effect), "seed \(seed)")
    let twice = effect.mapInput { $0 + 1 }.mapInput { "<\($0)>" }
    let once = effect.mapInput { "<\($0 + 1)>" }
    #expect(lawsText(twice) == lawsText(once), "seed \(seed)")
    let given = await lawsInputs(of: effect, in: 2)
    #expect(
      await lawsInputs(of: once, in: 2) == given.map { "<\((Int($0) ?? 0) + 1)>" }.sorted(), "seed \(seed)")
    #expect(
      await lawsInputs(of: twice, in: 2) == given.map { "<\((Int($0) ?? 0) + 1)>" }.sorted(), "seed \(seed)")
  }

  @Test("mapQueue keeps identity and composition", arguments: UInt64(0)..<100)
  func mapQueue(seed: UInt64) async {
    var random = LawsRandom(seed)
    let effect = lawsEffect(&random)
    @Sendable func turn(_ queue: LawsQueue) -> LawsQueue {
      switch queue {
      case .plain: .latest
      case .latest: .waiting
      case .waiting: .plain
      }
    }
    let turned = effect.mapQueue(turn)
    #expect(lawsText(effect.mapQueue { $0 }) == lawsText(effect), "seed \(seed)")
    #expect(lawsText(turned.mapQueue(turn)) == lawsText(effect.mapQueue { turn(turn($0)) }), "seed \(seed)")
    #expect(lawsText(turned.mapQueue(turn).mapQueue(turn)) == lawsText(effect), "seed \(seed)")
    #expect(
      lawsText(turned)
        == lawsText(effect).map { line in
          LawsQueue.allCases.first { line.hasPrefix("task \($0) ") }
            .map { "task \(turn($0))" + line.dropFirst("task \($0)".count) } ?? line
        }, "seed \(seed)")
    let quiet = lawsEffect(&random, isQuiet: true)
    let others = quiet.mapQueue { $0 == .plain ? LawsQueue.waiting : .plain }
    #expect(await lawsInputs(of: others, in: 2) == lawsInputs(of: quiet, in: 2), "seed \(seed)")
  }

  @Test("transformID keeps identity and composition, also in what is cancelled", arguments: UInt64(0)..<100)
  func transformID(seed: UInt64) async {
    var random = LawsRandom(seed)
    let effect = lawsEffect(&random)
    #expect(lawsText(effect.transformID({ $0 }, { $0 })) == lawsText(effect), "seed \(seed)")
    let twice = effect.transformID({ Int($0) ?? -1 }, { "\($0)" }).transformID({ $0 * 2 }, { $0 / 2 })
    let once = effect.transformID({ (Int($0) ?? -1) * 2 }, { "\($0 / 2)" })
    #expect(lawsText(twice) == lawsText(once), "seed \(seed)")
    #expect(lawsCancelled(by: twice, of: 0..<20) == lawsCancelled(by: once, of: 0..<20), "seed \(seed)")
    let cancelled = lawsCancelled(by: effect, of: (0..<10).map { "\($0)" })
    let even = lawsCancelled(by: once, of: (0..<10).map { $0 * 2 })
    #expect(even == cancelled.map { (Int($0) ?? -1) * 2 }, "seed \(seed)")
    #expect(await lawsInputs(of: once, in: 2) == lawsInputs(of: effect, in: 2), "seed \(seed)")
  }

  @Test("An id that transformID does not find is not asked for")
  func foreignID() {
    let all = LawsEffect.cancel { _ in true }
    let mapped = all.transformID({ "mine \($0)" }, { $0.hasPrefix("mine ") ? String($0.dropFirst(5)) : nil })
    #expect(lawsCancelled(by: mapped, of: ["mine 1", "1", "yours 1"]) == ["mine 1"])
  }

  @Test("contramapWorld keeps identity and composition", arguments: UInt64(0)..<100)
  func contramapWorld(seed: UInt64) async {
    var random = LawsRandom(seed)
    let effect = lawsEffect(&random)
    #expect(lawsText(effect.contramapWorld { $0 }) == lawsText(effect), "seed \(seed)")
    let once = effect.contramapWorld { (world: String) in world.count + 1 }
    let twice = effect.contramapWorld { (world: Int) in world + 1 }.contramapWorld { (world: String) in
      world.count
    }
    let given = await lawsInputs(of: effect, in: 5)
    #expect(await lawsInputs(of: once, in: "four") == given, "seed \(seed)")
    #expect(await lawsInputs(of: twice, in: "four") == given, "seed \(seed)")
    #expect(
      lawsText(effect.contramapWorld { $0 + 1 }, world: 4) == lawsText(effect, world: 5), "seed \(seed)")
  }
}

/// Returns those of these ids that an effect cancels.
func lawsCancelled<Input, Queue, ID>(
  by effect: Effect<Int, Input, Queue, ID>, of ids: some Sequence<ID>
) -> [ID] {
  ids.filter { candidate in
    effect.kinds.contains { kind in
      switch kind {
      case .cancel(let id): id == candidate
      case .cancelMatching(let predicate): predicate(candidate)
      case .deferred(let make): lawsCancelled(by: make(7), of: [candidate]) == [candidate]
      case .part(_, let effect): lawsCancelled(by: effect, of: [candidate]) == [candidate]
      case .next, .task, .leave: false
      }
    }
  }
}
