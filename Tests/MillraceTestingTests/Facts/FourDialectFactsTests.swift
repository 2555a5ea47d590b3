import Aftermath
import Flask
import Harvest
import Katana
import Millrace
import MillraceTesting
import MillraceToolkit
import Testing

private struct Counter: Katana.Model, Equatable { var value = 0 }
private struct Step: Katana.Message, Equatable {}
private struct Beep: Katana.Command, Equatable {}

private struct Beeping: Katana.CommandInterpreter {
  func interpret(dispatch: Dispatcher, command: Beep) {}
}

private struct Save: Aftermath.Command { typealias Output = Int }

private struct Title: FlaskState, Equatable { var text = "" }

private final class Owner: ReactionProducer {
  let engine: Engine
  init(_ engine: Engine) { self.engine = engine }
}

/// One flow with a store of each dialect, and one of the kernel.
@MainActor
struct FourDialectFactsTests {
  private enum Door: Sendable { case open, closed }
  private enum Push: Sendable { case push }

  @Test("One call tells what is inside of every store on a flow, whatever its dialect")
  func all() throws {
    let flow = Flow(name: "app", environment: StoreEnvironment(clock: ManualClock()))
    let plain = Millrace.Store(0, of: Int.self, name: "plain", flow: flow) {
      $0 += $1; return .none
    }
    let katana = try Katana.Store(
      model: Counter(),
      updater: FunctionUpdater { (model: inout Counter, _: Step) in
        model.value += 1
        return [Beep()]
      }, interpreters: [Beeping()], name: "katana", flow: flow)
    let harvest = Harvester<Push, Door>(
      state: .closed,
      mapping: .reduce(.first, [.push | .closed => .open, .push | .open => .closed]), name: "harvest",
      flow: flow)
    let engine = Engine(name: "aftermath", flow: flow)
    engine.use(Save.self) { _ in .data(1) }
    let owner = Owner(engine)
    owner.react(to: Save.self, { (_: Int) in })
    let flask = Flask(name: "flask", flow: flow, archives: MemoryArchives())
    let title = flask.newSubstance(definedBy: Title.self, named: "title")
    let reactor = flask.reactor(attachedTo: owner, mixing: [title]) { _, _ in }

    let tap = flow.tap { _ in }
    let token = plain.observe(\.self) { _ in }
    plain.send(1)
    katana.dispatch(Step())
    harvest.send(.push)
    engine.execute(command: Save())
    reactor.mix(title) { $0.prop.text = "mill" }.andReact()
    let lock = flow.lock("sheet")
    plain.send(2)

    let facts = FlowInternals(flow).facts()
    #expect(facts.map(\.store) == ["plain", "katana", "harvest", "aftermath", "flask"])
    #expect(facts.map(\.number) == [1, 2, 3, 4, 5])
    #expect(facts.map(\.facts.dialect) == [nil, "Katana", "Harvest", "Aftermath", "Flask"])
    #expect(facts[0].facts.tables.map(\.title) == ["Messages", "Observers", "Locks"])
    #expect(facts[0].facts.table("Observers")?.rows.map { Array($0.dropFirst()) } == [["value", "1", "1"]])
    #expect(facts[1].facts.table("Interpreters")?.rows.first?.last == "1")
    #expect(facts[2].facts.table("Coverage")?.rows == [["1", "1", "0", "2", "1"]])
    #expect(facts[2].facts.diagram?.nodes.filter(\.isActive).map(\.title) == ["open"])
    #expect(facts[3].facts.table("Commands")?.rows.map { $0[0] } == ["Save"])
    #expect(facts[3].facts.table("Events")?.rows == [["Save", "1"]])
    #expect(facts[4].facts.table("Substances")?.rows.map { $0[0] } == ["title"])
    #expect(facts.allSatisfy { $0.facts.table("Locks")?.rows == [["sheet"]] })
    lock.release()
    #expect(plain.state == 3)
    withExtendedLifetime((tap, token)) {}
  }
}
