import Flask

struct MixingPair: Flask.State {
  var left = 0
  var right = 0
}

/// The operations on a context, as values.
enum MixingScript {
  /// The substance that hears no mixers without a reactor.
  static let deaf = 2

  enum Word: SubstanceMixer { case mix }

  /// A reactor's substances, and the keys that it listens to.
  struct Reactor {
    var substances: [Int] = []
    var declared: [String] = []
    var asked: [String] = []

    init(_ random: inout SeededRandom) {
      substances = (0..<3).shuffled(using: &random).dropLast(random.below(3)).map { $0 }
      declared = ["left", "right"].filter { _ in random.isOneIn(3) }
      asked = ["right", "left"].filter { _ in !random.isOneIn(3) }
    }
  }

  /// A change of a state; 0 changes nothing.
  struct Change: Sendable {
    let left: Int
    let right: Int

    init(_ random: inout SeededRandom) {
      left = random.below(3) - 1
      right = random.below(3) - 1
    }

    func apply(_ pair: inout MixingPair) {
      pair.left += left
      pair.right += right
    }
  }

  struct Mix: Sendable {
    let substance: Int
    let change: Change
    let throwsAfter: Bool
    /// The operations asked for inside of the mix.
    let inner: [Deed]
  }

  struct Mixer: Sendable {
    enum End: Sendable { case react, abort, nothing, both }

    let change: Change
    let end: End
  }

  enum End: Sendable { case react, abort, drop }

  struct Box: Sendable {
    let deed: Deed
  }

  indirect enum Deed: Sendable {
    /// A chain of a reactor; the reply is what the first handler that is told does.
    case chain(Int, [Mix], reply: [Deed], End)
    case mixer([Mixer], reply: [Deed])
    case bind(Int)
    case unbind(Int)

    init(_ random: inout SeededRandom, depth: Int) {
      switch random.below(10) {
      case 0..<6:
        let mixes = (0...random.below(4)).map { _ in
          Mix(
            substance: random.below(3), change: Change(&random), throwsAfter: random.isOneIn(12),
            inner: Deed.few(&random, depth: depth, oneIn: 6))
        }
        let end: End = random.isOneIn(6) ? .abort : random.isOneIn(6) ? .drop : .react
        self = .chain(random.below(4), mixes, reply: Deed.few(&random, depth: depth, oneIn: 2), end)
      case 6..<8:
        let mixers = (0..<3).map { _ in
          let end: Mixer.End = random.isOneIn(4) ? .abort : random.isOneIn(8) ? .nothing : .react
          return Mixer(change: Change(&random), end: random.isOneIn(8) ? .both : end)
        }
        self = .mixer(mixers, reply: Deed.few(&random, depth: depth, oneIn: 2))
      case 8: self = .bind(random.below(4))
      default: self = .unbind(random.below(4))
      }
    }

    private static func few(_ random: inout SeededRandom, depth: Int, oneIn count: Int) -> [Deed] {
      depth > 0 && random.isOneIn(count) ? [Deed(&random, depth: depth - 1)] : []
    }
  }
}

/// The expected behaviour of a context, in the plainest way: copies of all states, and a queue.
struct MixingModel {
  private let plans: [MixingScript.Reactor]
  private(set) var pairs = [MixingPair](repeating: MixingPair(), count: 3)
  var lines: [String] = []
  /// The reactors of each substance, in the order of binding.
  private var bound: [[Int]] = [[], [], []]
  private var isBound = [Bool](repeating: false, count: 4)
  /// The transaction during whose reactions each reactor was bound; it does not receive it; 0 for none.
  private var began = [Int](repeating: 0, count: 4)
  private var turn = 0
  private var tellingTurn = 0
  /// The substances that have had reactors, in the order in which they got the first.
  private var order: [Int] = []
  private var queue: [MixingScript.Deed] = []
  private var isBusy = false
  private var reply: [MixingScript.Deed] = []

  var states: [[Int]] { pairs.map { [$0.left, $0.right] } }

  init(_ plans: [MixingScript.Reactor]) {
    self.plans = plans
    for reactor in plans.indices { bind(reactor) }
  }

  mutating func run(_ deed: MixingScript.Deed) {
    switch deed {
    case .bind(let reactor): return bind(reactor)
    case .unbind(let reactor): return unbind(reactor)
    case .chain(_, _, _, .abort): return
    case .chain(_, _, _, .drop): return lines.append("dropped")
    case .chain(let reactor, let mixes, _, .react):
      let foreign = mixes.first { !plans[reactor].substances.contains($0.substance) }
      if let foreign { return lines.append("not bound \(foreign.substance)") }
    case .mixer: break
    }
    queue.append(deed)
    if isBusy { return }
    isBusy = true
    while !queue.isEmpty { take(queue.removeFirst()) }
    isBusy = false
  }

  private mutating func take(_ deed: MixingScript.Deed) {
    var touched: [Int] = []
    let before = pairs
    switch deed {
    case .chain(_, let mixes, let reply, _):
      for mix in mixes {
        self.reply = reply
        if !touched.contains(mix.substance) { touched.append(mix.substance) }
        mix.change.apply(&pairs[mix.substance])
        if let inner = mix.inner.first { run(inner) }
        guard mix.throwsAfter else { continue }
        lines.append("failed")
        pairs = before
        return
      }
    case .mixer(let plans, let reply):
      let all = order + (0..<3).filter { !order.contains($0) }
      let missing = all.filter { $0 == MixingScript.deaf && bound[$0].isEmpty }
      let hearing = all.filter { !missing.contains($0) }
      for substance in hearing {
        if !reply.isEmpty { self.reply = reply }
        if plans[substance].end == .nothing { lines.append("unresolved \(substance)") }
        if plans[substance].end == .both { lines.append("twice \(substance)") }
        if plans[substance].end == .abort || plans[substance].end == .nothing { continue }
        plans[substance].change.apply(&pairs[substance])
        touched.append(substance)
      }
      if let missing = missing.first {
        lines.append("missed \(missing)")
      } else if hearing.isEmpty {
        lines.append("not heard")
      }
    case .bind, .unbind: break
    }
    turn += 1
    tellingTurn = turn
    for substance in touched { tell(substance, before[substance], pairs[substance]) }
    tellingTurn = 0
  }

  private mutating func tell(_ substance: Int, _ old: MixingPair, _ new: MixingPair) {
    let having = plans.filter { $0.substances.contains(substance) }
    // Keys in the order in which they were first declared for the substance.
    let isRightFirst = having.first { !$0.declared.isEmpty }?.declared.first == "right"
    for key in isRightFirst ? ["right", "left"] : ["left", "right"] {
      let path = key == "left" ? \MixingPair.left : \MixingPair.right
      if old[keyPath: path] == new[keyPath: path] { continue }
      for reactor in plans.indices where plans[reactor].substances.contains(substance) {
        if !isTold(reactor) || !plans[reactor].declared.contains(key) { continue }
        lines.append("\(reactor) declared \(substance) \(key) \(old[keyPath: path]) \(new[keyPath: path])")
      }
    }
    for reactor in bound[substance] where !plans[reactor].asked.isEmpty && isTold(reactor) {
      for key in plans[reactor].asked {
        let path = key == "left" ? \MixingPair.left : \MixingPair.right
        if old[keyPath: path] == new[keyPath: path] { continue }
        lines.append("\(reactor) \(substance) \(key) \(old[keyPath: path]) \(new[keyPath: path])")
      }
      guard let deed = reply.popLast() else { continue }
      run(deed)
      lines.append("\(reactor) replied")
    }
  }

  private func isTold(_ reactor: Int) -> Bool {
    isBound[reactor] && (tellingTurn == 0 || began[reactor] != tellingTurn)
  }

  private mutating func bind(_ reactor: Int) {
    if isBound[reactor] { return }
    isBound[reactor] = true
    began[reactor] = tellingTurn
    for substance in plans[reactor].substances {
      bound[substance].append(reactor)
      if !order.contains(substance) { order.append(substance) }
    }
  }

  private mutating func unbind(_ reactor: Int) {
    if !isBound[reactor] { return }
    isBound[reactor] = false
    for substance in plans[reactor].substances { bound[substance].removeAll { $0 == reactor } }
  }
}
