import Harvest
import MillraceTesting
import Testing

/// The home of a machine, and its end.
@Suite struct ScenarioHomeTests {
  @Test("A sender takes inputs from other tasks, and none is lost") @MainActor
  func senders() async {
    let harvester = Harvester(state: 0, mapping: Harvester<Int, Int>.Mapping.makeInout { $1 += $0 })
    let sender = harvester.sender()
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for number in 1...100 { sender.send(number) }
        }
      }
    }
    await harvester.run()
    #expect(harvester.state == 8 * 5050)
  }

  @Test("An input from the home has changed the state when send returns") @MainActor
  func mainActor() {
    let harvester = Harvester(state: 0, mapping: Harvester<Int, Int>.Mapping.makeInout { $1 += $0 })
    harvester.send(5)
    #expect(harvester.state == 5)
  }

  private actor Room {
    private var harvester: ScenarioHarvester?
    private let world = ScenarioWorld()

    func work() async -> [String] {
      let harvester = ScenarioHarvester(
        state: [], mapping: ScenarioRig.mapping { $0 == "go" ? ScenarioEffect { _ in "answered" } : .empty },
        world: world)
      self.harvester = harvester
      harvester.send("go")
      let now = harvester.state
      await harvester.run()
      return now + harvester.state
    }
  }

  @Test("A machine lives in an actor")
  func actor() async {
    #expect(await Room().work() == ["go", "go", "answered"])
  }

  @Test("A machine without a home is pumped by hand")
  func pumped() {
    let harvester = Harvester(
      state: 0, mapping: Harvester<Int, Int>.Mapping.makeInout { $1 += $0 }, isolation: nil)
    let sender = harvester.sender(isolation: nil)
    sender.send(3)
    sender.send(4)
    #expect(harvester.state == 0)
    #expect(harvester.store.pump() == 2)
    #expect(harvester.state == 7)
    harvester.send(1, isolation: nil)
    #expect(harvester.state == 8)
  }

  @Test("A tap of the flow sees the inputs, the rejected ones, too, and the ends of the machine") @MainActor
  func tap() async {
    let flow = Flow(name: "tapped")
    var seen: [String] = []
    var effects: [String] = []
    let token = flow.tap { record in
      if let message = record.message as? HarvesterMessage<String> { seen.append("\(message)") }
      effects += record.effects.map { "\($0.label?.description ?? "-")" }
    }
    let harvester = ScenarioHarvester(
      state: [],
      mapping: ScenarioRig.mapping { $0 == "go" ? ScenarioEffect(label: "work") { _ in "done" } : .empty },
      world: ScenarioWorld(), name: "machine", flow: flow)
    harvester.send("go")
    harvester.send("no")
    await harvester.run()
    harvester.finish()
    #expect(seen == ["start", "go", "no", "done", "finish"])
    #expect(effects.contains("work"))
    token.cancel()
  }

  @Test("A machine that ends before, while and after its effect runs leaves nothing behind", arguments: 0..<3)
  @MainActor
  func end(when: Int) async throws {
    let clock = ManualClock()
    let world = ScenarioWorld()
    var harvester: ScenarioHarvester? = ScenarioHarvester(
      state: [],
      mapping: ScenarioRig.mapping { input in
        guard input == "go" else { return .empty }
        return ScenarioEffect(sending: .plain) { world, send in
          try await send.environment.clock.sleep(for: .seconds(1))
          world.log.add("slept")
          await send("over")
        }
      }, world: world, environment: StoreEnvironment(clock: clock))
    weak let gone = harvester
    harvester?.send("go")
    if when > 0 { await clock.waitForSleepers(count: 1) }
    if when > 1 {
      clock.jump(by: .seconds(1))
      await harvester?.run()
      #expect(harvester?.state == ["go", "over"])
    }
    harvester = nil
    #expect(gone == nil)
    try await clock.waitUntil { clock.sleepers.isEmpty }
    clock.jump(by: .seconds(5))
    #expect(world.log.entries == (when > 1 ? ["slept"] : []))
  }

  @Test("Two machines take part in one flow, and their ids and queues do not meet") @MainActor
  func shared() async {
    let world = ScenarioWorld()
    let flow = Flow(environment: StoreEnvironment(clock: world.clock))
    func machine(_ name: String) -> ScenarioHarvester {
      ScenarioHarvester(
        state: [],
        mapping: ScenarioRig.mapping { input in
          switch input {
          case "go": scenarioWait(1, "over", queue: .newest, id: "x")
          case "stop": .cancel("x")
          default: .empty
          }
        }, world: world, name: name, flow: flow)
    }
    let (one, other) = (machine("one"), machine("other"))
    one.send("go")
    other.send("go")
    await world.clock.waitForSleepers(count: 2)
    one.send("stop")
    world.clock.jump(by: .seconds(1))
    await flow.run()
    #expect(one.state == ["go", "stop"])
    #expect(other.state == ["go", "over"])
  }

  @Test("States are given as a sequence") @MainActor
  func states() async {
    let harvester = Harvester(state: 0, mapping: Harvester<Int, Int>.Mapping.makeInout { $1 += $0 })
    var states = harvester.states().makeAsyncIterator()
    #expect(await states.next() == 0)
    harvester.send(2)
    #expect(await states.next() == 2)
  }
}
