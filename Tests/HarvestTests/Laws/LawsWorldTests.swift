import Harvest
import HarvestOptics
import HarvestTesting
import MillraceTesting
import Testing

@MainActor
struct LawsWorldTests {
  struct World: Sendable {
    var year: Int
    var name = ""
  }

  typealias Machine = Harvester<String, Int>
  typealias Mapping = Machine.EffectMapping<World, BasicEffectQueue, Never>

  static let dated = Mapping.makeInout { input, state, world in
    guard input == "date" else { return nil }
    state = world.year
    return world.name.isEmpty ? .empty : Effect(world.name)
  }

  static let named = Mapping { input, state, world in input == world.name ? (state + 1, .empty) : nil }

  @Test("A closure receives the machine's world, in a turn and in its effects")
  func machine() {
    let machine = Machine(state: 0, mapping: Self.dated + Self.named, world: World(year: 2019, name: "Ada"))
    machine.send("date")
    #expect(machine.state == 2020)
    machine.send("Bob")
    #expect(machine.state == 2020)
  }

  @Test("A mapping is tried with a world, and its closures are skipped without one")
  func run() {
    let both = Self.dated + Mapping { input, state in input == "date" ? (-1, .empty) : nil }
    #expect(both.run("date", 0, World(year: 7))?.0 == 7)
    #expect(both.run("date", 0)?.0 == -1)
    var state = 0
    #expect(both.apply("date", to: &state, in: World(year: 3)) != nil && state == 3)
    let void = Machine.EffectMapping<Void, BasicEffectQueue, Never>.makeInout { _, state, _ in
      state += 1
      return .empty
    }
    #expect(void.run("any", 1)?.0 == 2)
  }

  @Test(
    "The world reaches a closure through products, all, lifting, a larger world, queues and a part",
    arguments: 0..<8)
  func ways(way: Int) {
    let world = World(year: 5)
    let mapping: Mapping? =
      switch way {
      case 0: Self.dated * .one
      case 1: .reduce(.all, [Self.dated, .zero])
      case 2: .reduce(.first, of: Set([1]).lazy.map { _ in Self.dated })
      case 3: Self.dated.mapQueue { $0 }
      case 4: Self.dated.lift(input: { (whole: String) in whole }, embed: { _, input in input })
      case 5: Self.dated.transform(state: Lens<Int, Int>.id)
      case 6: Mapping.zero.embedding(Self.dated, while: { _ in true }, identity: { $0 })
      default: nil
      }
    let result =
      mapping.map { $0.run("date", 0, world)?.0 }
      ?? Self.dated.contramapWorld { (year: Int) in World(year: year) }.run("date", 0, 5)?.0
    #expect(result == 5)
  }

  @Test("A world made with a value of the state has it before the input in closures, and after it in effects")
  func reading() async {
    let told = Mapping { input, state in
      guard input == "tell" else { return nil }
      return (state + 1, Effect { world in "\(world.name) \(world.year)" })
    }
    let noted = Mapping { input, state in input.hasPrefix("Ada ") ? (state * 10, .empty) : nil }
    let mapping: Machine.EffectMapping<String, BasicEffectQueue, Never> = (Self.dated + told + noted)
      .contramapWorld(reading: { $0 }) { name, year in World(year: year, name: name) }
    #expect(mapping.run("date", 5, "Ada")?.0 == 5)
    #expect(mapping.run("date", 5) == nil && mapping.run("other", 5, "Ada") == nil)
    let machine = Machine(state: 6, mapping: mapping, world: "Ada")
    let test = TestStore(machine.store, mode: .relaxed)
    machine.send("tell")
    #expect(machine.state == 7)
    await test.finish()
    #expect(machine.state == 70)
  }

  @Test("A graph with a world draws the closure; without one the report says that it was skipped")
  func graph() {
    let drawn = Self.dated.graph(states: [0], inputs: ["date"], initial: 0, world: World(year: 1))
    #expect(drawn.edges.map(\.to) == [1] && drawn.rules[0].isHidden == false)
    let skipped = Self.dated.graph(states: [0], inputs: ["date"], initial: 0)
    #expect(skipped.edges.isEmpty && skipped.rules[0].isHidden)
    #expect(
      skipped.report().notes.contains(
        "Rule 1 asks for the world and was skipped; pass one to the graph to include it."))
  }

  @Test("A model check passes its world")
  func logic() {
    let logic = Logic(0, mapping: Self.dated, world: World(year: 4))
    let report = ModelCheck(logic, messages: ["date"]).always("in its year") { $0 == 0 || $0 == 4 }.run()
    #expect(report.isSuccess, "\(report)")
  }
}
