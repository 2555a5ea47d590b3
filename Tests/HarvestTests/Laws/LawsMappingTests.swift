import Harvest
import Testing

struct LawsMappingTests {
  @Test("Mappings are a monoid under +, with zero", arguments: UInt64(0)..<100)
  func addition(seed: UInt64) {
    var random = LawsRandom(seed)
    let (a, b, c) = (lawsMapping(&random), lawsMapping(&random), lawsMapping(&random))
    #expect(lawsTable((a + b) + c) == lawsTable(a + (b + c)), "seed \(seed)")
    #expect(lawsTable(a + .zero) == lawsTable(a), "seed \(seed)")
    #expect(lawsTable(.zero + a) == lawsTable(a), "seed \(seed)")
    #expect(lawsTable(.empty + a) == lawsTable(a), "seed \(seed)")
    #expect(lawsTable(a + a) == lawsTable(a), "seed \(seed)")
  }

  @Test("Mappings are a monoid under *, with one, and zero annihilates", arguments: UInt64(0)..<100)
  func multiplication(seed: UInt64) {
    var random = LawsRandom(seed)
    let (a, b, c) = (lawsMapping(&random), lawsMapping(&random), lawsMapping(&random))
    #expect(lawsTable((a * b) * c) == lawsTable(a * (b * c)), "seed \(seed)")
    #expect(lawsTable(a * .one) == lawsTable(a), "seed \(seed)")
    #expect(lawsTable(.one * a) == lawsTable(a), "seed \(seed)")
    #expect(lawsTable(.zero * a) == lawsTable(.zero), "seed \(seed)")
    #expect(lawsTable(a * .zero) == lawsTable(.zero), "seed \(seed)")
  }

  @Test("A sum on the left is not distributed, but one on the right is", arguments: UInt64(0)..<100)
  func distribution(seed: UInt64) {
    var random = LawsRandom(seed)
    let (a, b, c) = (lawsMapping(&random), lawsMapping(&random), lawsMapping(&random))
    #expect(lawsTable(a * (b + c)) == lawsTable(a * b + a * c), "seed \(seed)")
  }

  @Test("+ and * do what their words say", arguments: UInt64(0)..<100)
  func definitions(seed: UInt64) {
    var random = LawsRandom(seed)
    let (left, right) = (LawsModel(&random), LawsModel(&random))
    let (a, b) = (left.mapping(random.below(2)), right.mapping(random.below(2)))
    for input in lawsInputs {
      for state in lawsStates {
        #expect(
          (a + b).run(input, state) == left.run(input, state) ?? right.run(input, state), "seed \(seed)")
        #expect(
          (a * b).run(input, state) == left.run(input, state).flatMap { right.run(input, $0) }, "seed \(seed)"
        )
      }
    }
  }

  @Test("reduce does what its strategy says", arguments: UInt64(0)..<100)
  func reduce(seed: UInt64) {
    var random = LawsRandom(seed)
    let models = (0..<random.below(5)).map { _ in LawsModel(&random) }
    let mappings = models.map { $0.mapping(random.below(2)) }
    for input in lawsInputs {
      for state in lawsStates {
        let first = models.compactMap { $0.run(input, state) }.first
        var (all, some, isEvery) = (state, false, true)
        var tried = state
        for model in models {
          if let next = model.run(input, all) {
            all = next
            some = true
          }
          if isEvery, let next = model.run(input, tried) { tried = next } else { isEvery = false }
        }
        #expect(LawsMapping.reduce(.first, mappings).run(input, state) == first, "seed \(seed)")
        #expect(LawsMapping.reduce(.all, mappings).run(input, state) == (some ? all : nil), "seed \(seed)")
        #expect(
          LawsMapping.reduce(.tryAll, mappings).run(input, state) == (isEvery ? tried : nil), "seed \(seed)")
      }
    }
  }

  @Test("run and apply agree, and a rejected input leaves the state as it was", arguments: UInt64(0)..<100)
  func apply(seed: UInt64) {
    var random = LawsRandom(seed)
    for mapping in [lawsMapping(&random), lawsMapping(&random)] {
      for input in lawsInputs {
        for state in lawsStates {
          var changed = state
          let isAccepted = mapping.apply(input, to: &changed)
          #expect(mapping.run(input, state) == (isAccepted ? changed : nil), "seed \(seed)")
          if !isAccepted { #expect(changed == state, "seed \(seed)") }
        }
      }
    }
  }

  @Test("makeInout changes in place and accepts every input")
  func makeInout() {
    let mapping = Harvester<Int, [Int]>.Mapping.makeInout { $1.append($0) }
    var state = Array(0..<10)
    state.reserveCapacity(100)
    let buffer = lawsBuffer(state)
    #expect(mapping.apply(10, to: &state))
    #expect(state == Array(0...10))
    #expect(lawsBuffer(state) == buffer)
  }

  @Test("Without effects, an effect mapping does the same", arguments: UInt64(0)..<50)
  func toEffectMapping(seed: UInt64) {
    var random = LawsRandom(seed)
    let mapping = lawsMapping(&random)
    let other: LawsEffectMapping = mapping.toEffectMapping()
    #expect(lawsTable(other) == lawsTable(mapping).map { next in next.map { "\($0) []" } }, "seed \(seed)")
  }
}

/// A mapping of all kinds, put together of parts.
func lawsMapping(_ random: inout LawsRandom, depth: Int = 2) -> LawsMapping {
  func part() -> LawsMapping { lawsMapping(&random, depth: depth - 1) }
  switch random.below(depth > 0 ? 10 : 4) {
  case 0, 1, 2, 3: return LawsModel(&random).mapping(random.below(2))
  case 4: return part() + part()
  case 5: return part() * part()
  case 6: return .reduce(ReduceStrategy.allCases[random.below(3)], [part(), part(), part()])
  case 7: return .one
  case 8: return .zero
  default: return .makeInout { $1 = ($1 + $0) % 5 }
  }
}

/// The address of an array's elements.
func lawsBuffer<Element>(_ array: [Element]) -> UnsafeRawPointer? {
  array.withUnsafeBytes { $0.baseAddress }
}
