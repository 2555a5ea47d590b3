import Flask
import Testing

/// Does at random whatever can be asked for, from inside of whatever calls out.
private final class BusChaos {
  let bench: ContextBench
  var random: SeededRandom
  var budget = 300
  var substances: [ContextReactive] = []
  var owners: [ContextOwner] = []
  var reactors: [Reactor<ContextOwner>] = []
  var locks: [FluxLock] = []

  init(seed: Int) {
    bench = ContextBench()
    random = SeededRandom(UInt64(seed))
  }

  func make() -> ContextReactive {
    let substance = ContextReactive(name: "s\(substances.count)", in: bench.flask)
    substance.undoLimit = 3
    return substance
  }

  func attach() {
    let known = Bool.random(using: &random) ? owners.randomElement(using: &random) : nil
    let owner = known ?? ContextOwner()
    if !owners.contains(where: { $0 === owner }) { owners.append(owner) }
    let mixed = substances.shuffled(using: &random).prefix(3)
    let end = ContextEnd { [unowned self] in act() }
    let reactor = bench.flask.reactor(attachedTo: owner, mixing: Array(mixed))
    reactor.handler = { [unowned self, end] _, reaction in
      withExtendedLifetime(end) { act() }
      reaction.on("counter") { _ in act() }
      reaction.on(\ContextState.counter) { _ in act() }
      if let lock = reaction.onLock, Bool.random(using: &random) { locks.append(lock) }
    }
    reactor.on("counter") { [unowned self] _, _ in act() }
    reactor.on(\ContextState.list) { [unowned self] _, _ in act() }
    reactors.append(reactor)
  }

  func act() {
    if budget <= 0 { return }
    budget -= 1
    let flask = bench.flask
    switch Int.random(in: 0..<22, using: &random) {
    case 0: attach()
    case 1: if let owner = owners.randomElement(using: &random) { flask.detachReactor(from: owner) }
    // What goes is held until the array has been changed: its end acts, too.
    case 2:
      let owner = owners.randomElement(using: &random)
      withExtendedLifetime(owner) { owners.removeAll { $0 === owner } }
    case 3:
      let reactor = reactors.randomElement(using: &random)
      withExtendedLifetime(reactor) { reactors.removeAll { $0 === reactor } }
    case 4:
      if substances.count < 2 { return }
      withExtendedLifetime(substances.randomElement(using: &random)) { gone in
        substances.removeAll { $0 === gone }
      }
    case 5: substances.append(make())
    case 6: locks.append(flask.lock(autorelease: true))
    case 7: locks.append(flask.lock(withMixer: ContextMixers.load, autorelease: Bool.random(using: &random)))
    case 8: flask.lock(withMixer: ContextMixers.load, autorelease: true)
    case 9: if let lock = locks.popLast() { lock.release() }
    case 10:
      let lock = flask.lock(autorelease: true)
      lock.onRelease = { [unowned self] _ in act() }
      locks.append(lock)
    case 11: if Int.random(in: 0..<4, using: &random) == 0 { flask.removeLocks() }
    case 12: if Int.random(in: 0..<4, using: &random) == 0 { flask.purgeFluxQueue() }
    case 13: if Int.random(in: 0..<8, using: &random) == 0 { flask.endReactors() }
    case 14: substances.randomElement(using: &random)?.undo()
    case 15: substances.randomElement(using: &random)?.captureState { [unowned self] in act() }
    case 16: substances.randomElement(using: &random)?.rollbackState { [unowned self] in act() }
    case 17: flask.bus.performInFluxQueue { [unowned self] in act() }
    case 18:
      let reactor = reactors.randomElement(using: &random)
      if reactor?.isBound == true { reactor?.unbind() } else { reactor?.bind() }
    case 19: flask.substances(reactTo: ContextMixers.add)
    default: chain()
    }
  }

  func chain() {
    guard let reactor = reactors.randomElement(using: &random),
      let substance = substances.randomElement(using: &random),
      let other = substances.randomElement(using: &random)
    else { return }
    struct Fault: Error {}
    let fails = Int.random(in: 0..<5, using: &random) == 0
    let end = ContextEnd { [unowned self] in act() }
    let chain = reactor.mix(substance) { [unowned self] substance in
      substance.prop.counter += 1
      act()
      substance.prop.list.append("a text that lies on the heap \(substance.prop.counter)")
      if fails { throw Fault() }
    }.with(other) { [unowned self, end] other in
      withExtendedLifetime(end) { act() }
      other.prop.counter += 1
    }
    switch Int.random(in: 0..<8, using: &random) {
    case 0: chain.andAbort()
    case 1: break
    default: chain.andReact()
    }
  }

  /// Releases everything that holds up the bus, outside of all calls.
  func calm() {
    budget = 0
    while let lock = locks.popLast() { lock.release() }
    bench.flask.removeLocks()
  }
}

@MainActor
struct BusReentryTests {
  @Test("whatever is asked for from inside of whatever calls out, the bus goes on")
  func chaos() async {
    for seed in 0..<200 {
      let chaos = BusChaos(seed: seed)
      chaos.substances = (0..<3).map { _ in chaos.make() }
      chaos.attach()
      while chaos.budget > 0 { chaos.act() }
      chaos.calm()
      await chaos.bench.flask.run()
      chaos.calm()
      let flask = chaos.bench.flask
      #expect(!flask.bus.isLocked && flask.bus.waiting.isEmpty && !flask.bus.flow.isInTurn, "seed \(seed)")
      let owner = ContextOwner()
      let last = flask.newSubstance(definedBy: ContextState.self, named: "last")
      var told = 0
      let reactor = flask.reactor(attachedTo: owner, mixing: last) { _, _ in told += 1 }
      reactor.mix(last) { $0.prop.counter = 1 }.andReact()
      #expect(told == 1 && last.state.counter == 1, "seed \(seed)")
      flask.endReactors()
      weak let substance = chaos.substances.first
      chaos.substances = []
      chaos.reactors = []
      chaos.owners = []
      await flask.run()
      #expect(substance == nil, "seed \(seed)")
    }
  }
}
