import Harvest
import MillraceTesting
import Testing

/// A random chart: its states are numbers.
struct RandomChart {
  typealias Chart = Statechart<Int, RandomChartState, Void, BasicEffectQueue, Int>

  var random: ChartRandom
  var count = 0
  let inputCount = 4

  init(seed: UInt64) { random = ChartRandom(state: seed) }

  /// The content of each state, decided first, so that transitions may lead forward.
  struct Shape {
    var name: Int
    var isParallel = false
    var isFinal = false
    var inner: [Shape] = []

    var names: [Int] { [name] + inner.flatMap(\.names) }
    var compounds: [Int] { (inner.isEmpty ? [] : [name]) + inner.flatMap(\.compounds) }
  }

  mutating func shape(depth: Int, mayBeLeaf: Bool) -> Shape {
    var shape = Shape(name: count)
    count += 1
    let isLeaf = mayBeLeaf && (depth == 0 || random.below(3) == 0)
    if isLeaf { return shape }
    shape.isParallel = depth > 1 && random.below(3) == 0
    let width = 1 + random.below(3)
    for _ in 0..<width {
      shape.inner.append(
        self.shape(depth: depth - 1, mayBeLeaf: !shape.isParallel && depth <= 2 || depth <= 1))
    }
    if !shape.isParallel, random.below(3) == 0 {
      shape.inner.append(Shape(name: count, isFinal: true))
      count += 1
    }
    return shape
  }

  /// A chart, or nil when what was drawn is one that is refused.
  mutating func chart() -> Chart? {
    let shapes = (0..<3).map { _ in shape(depth: 3, mayBeLeaf: true) }
    let names = shapes.flatMap(\.names)
    let compounds = shapes.flatMap(\.compounds)
    return try? Chart(initial: RandomChartState()) {
      for (index, shape) in shapes.enumerated() {
        node(shape, isInitial: index == 0, names, compounds)
      }
    }
  }

  mutating func node(_ shape: Shape, isInitial: Bool, _ names: [Int], _ compounds: [Int]) -> Chart.Node {
    if shape.isFinal { return finalState(shape.name) }
    var parts: [Chart.Part] = []
    for _ in 0..<random.below(3) {
      let input = random.below(inputCount)
      switch random.below(5) {
      case 0 where !compounds.isEmpty:
        parts.append(onInput(input, to: .deepHistory(compounds[random.below(compounds.count)])))
      case 1 where !compounds.isEmpty:
        parts.append(onInput(input, to: .history(compounds[random.below(compounds.count)])))
      case 2: parts.append(onInput(input))
      case 3: parts.append(onInput(input, to: names[random.below(names.count)], internal: true))
      default: parts.append(onInput(input, to: names[random.below(names.count)]))
      }
    }
    if shape.inner.contains(where: \.isFinal), random.below(2) == 0 {
      parts.append(onDone(to: names[random.below(names.count)]))
    }
    var inner: [Chart.Node] = []
    for (index, child) in shape.inner.enumerated() {
      inner.append(node(child, isInitial: !shape.isParallel && index == 0, names, compounds))
    }
    let name = shape.name
    if shape.isParallel {
      return parallelState(name, initial: isInitial) {
        chartLogging(name)
        for part in parts { part }
        for node in inner { node }
      }
    }
    return Harvest.substate(name, initial: isInitial) {
      chartLogging(name)
      for part in parts { part }
      for node in inner { node }
    }
  }
}

struct RandomChartState: StatechartState, Hashable {
  var configuration = StatechartConfiguration<Int>()
  /// The number of times that each was entered without having been left.
  var inside: [Int: Int] = [:]
}

struct ChartRandom {
  var state: UInt64

  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }
}

/// An effect without an end, that is there while the state is active.
private func chartLogging(_ name: Int) -> RandomChart.Chart.Part {
  onEntry { chart in
    chart.inside[name, default: 0] += 1
    return RandomChart.Chart.Effect(sending: .default, id: name) { _, send in
      try await send.environment.clock.sleep(for: .seconds(1 + name))
    }
  }
}

@MainActor
struct ChartPropertyTests {
  @Test(
    "whatever the chart and the inputs, the configuration is legal, and what is entered balances what is left"
  )
  func legal() throws {
    var charts = 0
    var turns = 0
    for seed in UInt64(0)..<1500 {
      var random = RandomChart(seed: seed)
      guard let chart = random.chart() else { continue }
      charts += 1
      var now = chart.initialState
      var inside = chart.beginning.entered.reduce(into: [:]) { $0[$1, default: 0] += 1 }
      let mapping = chart.mapping
      for _ in 0..<40 {
        let input = random.random.below(random.inputCount)
        guard let reaction = chart.react(to: input, in: now) else {
          #expect(mapping.run(input, now) == nil, "seed \(seed)")
          continue
        }
        turns += 1
        #expect(mapping.run(input, now)?.0 == reaction.state, "seed \(seed)")
        #expect(chart.isLegal(reaction.state.configuration), "seed \(seed), input \(input)")
        for step in reaction.steps {
          switch step {
          case .exited(let name):
            inside[name, default: 0] -= 1
            #expect(inside[name] == 0, "seed \(seed)")
          case .entered(let name):
            inside[name, default: 0] += 1
            #expect(inside[name] == 1, "seed \(seed)")
          case .took: break
          }
        }
        let active = Set(inside.filter { $0.value == 1 }.keys)
        #expect(active == Set(reaction.state.configuration.active), "seed \(seed)")
        now = reaction.state
        if reaction.error != nil { break }
      }
    }
    #expect(charts > 100 && turns > 1000, "\(charts) charts, \(turns) turns")
  }

  @Test("whatever the chart and the inputs, the effects that run are those of the active states")
  func effects() async throws {
    var turns = 0
    for seed in UInt64(0)..<250 {
      var random = RandomChart(seed: seed)
      guard let chart = random.chart() else { continue }
      let clock = ManualClock()
      let harvester = Harvester(
        state: chart.initialState, effect: chart.initialEffect, mapping: chart.mapping, world: (),
        environment: StoreEnvironment(clock: clock))
      for _ in 0..<8 {
        let input = random.random.below(random.inputCount)
        if chart.react(to: input, in: harvester.state)?.error != nil { break }
        harvester.send(input)
        turns += 1
        let active = harvester.state.configuration.active
        // A final state has no entry.
        let running = active.filter { chart.hasEntry($0) }.map {
          ManualClock.Instant.start.advanced(by: .seconds(1 + $0))
        }
        try await clock.waitUntil { clock.sleepers == running.sorted() }
      }
      harvester.finish()
    }
    #expect(turns > 300)
  }
}

extension Statechart where Name == Int {
  /// Returns true if it is not a final state.
  fileprivate func hasEntry(_ name: Int) -> Bool {
    func find(_ all: [StatechartOutline<Int>]) -> Bool {
      all.contains { $0.name == name && $0.kind != .final || find($0.children) }
    }
    return find(outline)
  }
}
