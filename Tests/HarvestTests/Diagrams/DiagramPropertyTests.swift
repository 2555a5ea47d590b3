import Harvest
import Testing

/// A generator that gives the same numbers for the same seed.
struct DiagramSeed: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

@Suite("Graphs and checks of random tables")
struct DiagramPropertyTests {
  typealias Table = Harvester<Int, Int>.Mapping
  typealias Graph = TransitionGraph<Int, Int>

  /// A table with the patterns of its rows, in so many states and inputs.
  struct Sample {
    let mapping: Table
    let rows: [(input: Pattern<Int>, from: Pattern<Int>)]
    let states: Range<Int>
    let inputs: Range<Int>

    init(seed: UInt64) {
      var random = DiagramSeed(state: seed)
      states = 0..<Int.random(in: 1...6, using: &random)
      inputs = 0..<Int.random(in: 1...4, using: &random)
      var rows: [(input: Pattern<Int>, from: Pattern<Int>)] = []
      var tables: [Table] = []
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        let input = Self.pattern(inputs, &random)
        let from = Self.pattern(states, &random)
        rows.append((input, from))
        tables.append(input | from => Int.random(in: states, using: &random))
      }
      self.rows = rows
      mapping = .reduce(.first, tables)
    }

    static func pattern(_ values: Range<Int>, _ random: inout DiagramSeed) -> Pattern<Int> {
      switch Int.random(in: 0..<5, using: &random) {
      case 0: return .any
      case 1:
        let chosen = Set(values.filter { _ in Bool.random(using: &random) })
        return matching("some") { chosen.contains($0) }
      default: return .value(Int.random(in: values, using: &random), isEqual: ==)
      }
    }

    var graph: Graph { mapping.graph(states: states, inputs: inputs, initial: 0) }

    /// The rows that take an input in a state, first to last.
    func takers(_ input: Int, _ state: Int) -> [Int] {
      rows.indices.filter { rows[$0].input.matches(input) && rows[$0].from.matches(state) }
    }
  }

  @Test(
    "The edges are what the mapping gives, no more and no less", arguments: 1...200 as ClosedRange<UInt64>)
  func edges(seed: UInt64) {
    let sample = Sample(seed: seed)
    var expected: [[Int]] = []
    for state in sample.states {
      for input in sample.inputs {
        if let next = sample.mapping.run(input, state) {
          expected.append([state, input, next, sample.takers(input, state)[0]])
        }
      }
    }
    #expect(sample.graph.edges.map { [$0.from, $0.input, $0.to, $0.rule] } == expected, "seed \(seed)")
  }

  @Test(
    "The states that cannot be reached are those that a search does not meet",
    arguments: 1...200 as ClosedRange<UInt64>)
  func unreachable(seed: UInt64) {
    let sample = Sample(seed: seed)
    var met: Set<Int> = []
    var line = [0]
    while !line.isEmpty {
      let state = line.removeFirst()
      guard met.insert(state).inserted else { continue }
      line += sample.inputs.compactMap { sample.mapping.run($0, state) }
    }
    let found = sample.graph.report(checking: [.unreachable]).findings
    #expect(
      found == sample.states.filter { !met.contains($0) }.map { .unreachable($0, initial: 0) }, "seed \(seed)"
    )
  }

  @Test("A state must be reached from where no search meets it", arguments: 1...200 as ClosedRange<UInt64>)
  func mustReach(seed: UInt64) {
    let sample = Sample(seed: seed)
    let missing = sample.states.filter { start in
      var met: Set<Int> = [start]
      for _ in sample.states {
        for state in met { met.formUnion(sample.inputs.compactMap { sample.mapping.run($0, state) }) }
      }
      return !met.contains(0)
    }
    let found = sample.graph.report(mustReach: [0], checking: [.cannotReach]).findings
    #expect(found == missing.map { .cannotReach(0, from: $0) }, "seed \(seed)")
  }

  @Test(
    "Rows are shadowed, never match, or overlap as counting by hand says",
    arguments: 1...200 as ClosedRange<UInt64>)
  func rows(seed: UInt64) {
    let sample = Sample(seed: seed)
    var matching: Set<Int> = []
    var deciding: Set<Int> = []
    for input in sample.inputs {
      for state in sample.states {
        let takers = sample.takers(input, state)
        matching.formUnion(takers)
        deciding.formUnion(takers.prefix(1))
      }
    }
    var overlapping: Set<[Int]> = []
    for input in sample.inputs {
      for state in sample.states {
        let takers = sample.takers(input, state).filter(deciding.contains)
        for later in takers.dropFirst() { overlapping.insert([takers[0], later]) }
      }
    }
    var shadowed: Set<Int> = []
    var never: Set<Int> = []
    var overlaps: Set<[Int]> = []
    for finding in sample.graph.report(checking: [.shadowed, .neverMatching, .overlap]).findings {
      switch finding {
      case .shadowed(let row, _): shadowed.insert(row.number - 1)
      case .neverMatching(let row): never.insert(row.number - 1)
      case .overlap(let first, let second, _): overlaps.insert([first.number - 1, second.number - 1])
      default: Issue.record("not asked for: \(finding), seed \(seed)")
      }
    }
    #expect(shadowed == matching.subtracting(deciding), "seed \(seed)")
    #expect(never == Set(sample.rows.indices).subtracting(matching), "seed \(seed)")
    #expect(overlaps == overlapping, "seed \(seed)")
  }
}
