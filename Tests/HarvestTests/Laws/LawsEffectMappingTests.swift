import Harvest
import Testing

struct LawsEffectMappingTests {
  @Test("Effect mappings are a monoid under +, with zero", arguments: UInt64(0)..<100)
  func addition(seed: UInt64) {
    var random = LawsRandom(seed)
    let (a, b, c) = (lawsEffectMapping(&random), lawsEffectMapping(&random), lawsEffectMapping(&random))
    #expect(lawsTable((a + b) + c) == lawsTable(a + (b + c)), "seed \(seed)")
    #expect(lawsTable(a + .zero) == lawsTable(a), "seed \(seed)")
    #expect(lawsTable(.zero + a) == lawsTable(a), "seed \(seed)")
    #expect(lawsTable(.empty + a) == lawsTable(a), "seed \(seed)")
  }

  @Test("Effect mappings are a monoid under *, with one, and zero annihilates", arguments: UInt64(0)..<100)
  func multiplication(seed: UInt64) {
    var random = LawsRandom(seed)
    let (a, b, c) = (lawsEffectMapping(&random), lawsEffectMapping(&random), lawsEffectMapping(&random))
    #expect(lawsTable((a * b) * c) == lawsTable(a * (b * c)), "seed \(seed)")
    #expect(lawsTable(a * .one) == lawsTable(a), "seed \(seed)")
    #expect(lawsTable(.one * a) == lawsTable(a), "seed \(seed)")
    #expect(lawsTable(.zero * a) == lawsTable(.zero), "seed \(seed)")
    #expect(lawsTable(a * .zero) == lawsTable(.zero), "seed \(seed)")
  }

  @Test("reduce does what its strategy says, and adds the effects", arguments: UInt64(0)..<100)
  func reduce(seed: UInt64) {
    var random = LawsRandom(seed)
    let models = (0..<random.below(5)).map { _ in LawsModel(&random) }
    let mappings = models.enumerated().map { $1.effectMapping(random.below(3), "m\($0) ") }
    for input in lawsInputs {
      for state in lawsStates {
        var first: String?
        var (all, allEffects) = (state, [String]())
        var (tried, triedEffects, isEvery) = (state, [String](), true)
        for (index, model) in models.enumerated() {
          if first == nil, let next = model.run(input, state) {
            first = "\(next) \(["cancel m\(index) \(input)\(state)"])"
          }
          if let next = model.run(input, all) {
            allEffects.append("cancel m\(index) \(input)\(all)")
            all = next
          }
          if isEvery, let next = model.run(input, tried) {
            triedEffects.append("cancel m\(index) \(input)\(tried)")
            tried = next
          } else {
            isEvery = false
          }
        }
        func run(_ strategy: ReduceStrategy) -> String? {
          LawsEffectMapping.reduce(strategy, mappings).run(input, state).map { "\($0.0) \(lawsText($0.1))" }
        }
        #expect(run(.first) == first, "seed \(seed)")
        #expect(run(.all) == (allEffects.isEmpty ? nil : "\(all) \(allEffects)"), "seed \(seed)")
        #expect(run(.tryAll) == (isEvery ? "\(tried) \(triedEffects)" : nil), "seed \(seed)")
      }
    }
  }

  @Test("run and apply agree, and a rejected input leaves the state as it was", arguments: UInt64(0)..<100)
  func apply(seed: UInt64) {
    var random = LawsRandom(seed)
    for mapping in [lawsEffectMapping(&random), lawsEffectMapping(&random)] {
      for input in lawsInputs {
        for state in lawsStates {
          var changed = state
          let effect = mapping.apply(input, to: &changed)
          let ran = mapping.run(input, state)
          #expect(ran?.0 == (effect == nil ? nil : changed), "seed \(seed)")
          #expect(ran.map { lawsText($0.1) } == effect.map { lawsText($0) }, "seed \(seed)")
          if effect == nil { #expect(changed == state, "seed \(seed)") }
        }
      }
    }
  }

  @Test("`then` puts the state back when the second rejects what the first has changed in place")
  func rollback() {
    typealias Mapping = Harvester<Int, [Int]>.EffectMapping<Int, LawsQueue, String>
    let append = Mapping.makeInout { input, state in
      state.append(input)
      return .empty
    }
    let fewOnly = Mapping { _, state in state.count < 3 ? (state, .empty) : nil }
    var state = [0, 1]
    #expect((append * fewOnly).apply(2, to: &state) == nil)
    #expect(state == [0, 1])
    #expect(Mapping.reduce(.tryAll, [append, append, fewOnly]).apply(2, to: &state) == nil)
    #expect(state == [0, 1])
    #expect(Mapping.reduce(.all, [fewOnly, append, fewOnly]).apply(2, to: &state) != nil)
    #expect(state == [0, 1, 2])
    #expect(Mapping.reduce(.all, [fewOnly, fewOnly]).apply(2, to: &state) == nil)
    #expect(state == [0, 1, 2])
  }

  @Test("The maps of effects keep what a mapping accepts, and compose", arguments: UInt64(0)..<50)
  func maps(seed: UInt64) {
    var random = LawsRandom(seed)
    let mapping = lawsEffectMapping(&random)
    #expect(lawsTable(mapping.mapQueue { $0 }) == lawsTable(mapping), "seed \(seed)")
    #expect(lawsTable(mapping.transformID({ $0 }, { $0 })) == lawsTable(mapping), "seed \(seed)")
    #expect(lawsTable(mapping.contramapWorld { $0 }) == lawsTable(mapping), "seed \(seed)")
    #expect(lawsTable(mapping.mapEffect { $0 }) == lawsTable(mapping), "seed \(seed)")
    let twice = mapping.transformID({ "b\($0)" }, { String($0.dropFirst()) })
      .transformID({ "a\($0)" }, { String($0.dropFirst()) })
    let once = mapping.transformID({ "ab\($0)" }, { String($0.dropFirst(2)) })
    #expect(lawsTable(twice) == lawsTable(once), "seed \(seed)")
    #expect(
      lawsTable(once) != lawsTable(mapping) || !lawsTable(mapping).contains { $0?.contains("[\"") == true })
    let queued = mapping.mapQueue { _ in LawsQueue.latest }
    #expect(
      lawsTable(queued) == lawsTable(mapping.mapEffect { $0.mapQueue { _ in .latest } }), "seed \(seed)")
  }

  @Test("makeInout that answers nil has rejected, and no effect is not a rejection")
  func nilIsRejection() {
    let mapping = LawsEffectMapping.makeInout { input, state in
      guard input > 1 else { return nil }
      state += 1
      return .empty
    }
    #expect(mapping.run(1, 0) == nil)
    #expect(mapping.run(2, 0).map { $0.0 == 1 && $0.1.isEmpty } == true)
  }
}

/// An effect mapping of all kinds, put together of parts.
func lawsEffectMapping(_ random: inout LawsRandom, depth: Int = 2) -> LawsEffectMapping {
  func part() -> LawsEffectMapping { lawsEffectMapping(&random, depth: depth - 1) }
  let name = ["x", "y", "z"][random.below(3)]
  switch random.below(depth > 0 ? 10 : 4) {
  case 0, 1, 2: return LawsModel(&random).effectMapping(random.below(3), name)
  case 3: return LawsModel(&random).mapping(random.below(2)) | lawsEffect(&random)
  case 4: return part() + part()
  case 5: return part() * part()
  case 6: return .reduce(ReduceStrategy.allCases[random.below(3)], [part(), part(), part()])
  case 7: return .one
  case 8: return .zero
  default: return part() + part() * part()
  }
}
