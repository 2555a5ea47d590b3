import Aftermath
import Flask
import Harvest
import Katana
import Millrace
import MillraceLogging
import MillraceTesting
import Testing

private struct Counter: Katana.Model, Equatable { var value = 0 }
private struct Step: Katana.Message, Equatable { var by = 1 }
private struct Beep: Katana.Command, Equatable {}

private struct Beeping: Katana.CommandInterpreter {
  func interpret(dispatch: Dispatcher, command: Beep) {}
}

private struct Save: Aftermath.Command, Equatable {
  typealias Output = Int
  var title = "mill"
  var password = "pearl"
}

private struct Title: FlaskState, Equatable {
  var text = ""
  var token = ""
}

private final class Owner: ReactionProducer {
  let engine: Engine
  init(_ engine: Engine) { self.engine = engine }
}

/// One printer for a flow with a store of each dialect.
@MainActor
@Suite struct PrintChangesDialectTests {
  private enum Door: Sendable { case open, closed }
  private enum Push: Sendable { case push }

  private let lines = Lines()
  private let flow = Flow(name: "app", environment: StoreEnvironment(clock: ManualClock()))

  @Test("Katana: the message, the model and the command")
  func katana() throws {
    let store = try Katana.Store(
      model: Counter(),
      updater: FunctionUpdater { (model: inout Counter, step: Step) in
        model.value += step.by
        return [Beep()]
      }, interpreters: [Beeping()], name: "katana", flow: flow)
    let token = flow.printChanges(to: lines.add)
    store.dispatch(Step(by: 2))
    #expect(lines.all.prefix(2) == ["  1 katana  Step(by: 2)", "      value: 0 → 2"])
    #expect(lines.all.contains { $0.contains("Beep") })
    withExtendedLifetime(token) {}
  }

  @Test("Harvest: the input and the transition")
  func harvest() {
    let machine = Harvester<Push, Door>(
      state: .closed,
      mapping: .reduce(.first, [.push | .closed => .open, .push | .open => .closed]), name: "harvest",
      flow: flow)
    let token = flow.printChanges(to: lines.add)
    machine.send(.push)
    #expect(lines.all.first == "  2 harvest  .input(.push)")
    #expect(lines.all.contains { $0.contains("closed → .open") })
    withExtendedLifetime(token) {}
  }

  @Test("Flask: the mix and the committed states by substance")
  func flask() {
    let engine = Engine(name: "aftermath", flow: flow)
    let owner = Owner(engine)
    let flask = Flask(name: "flask", flow: flow, archives: MemoryArchives())
    let title = flask.newSubstance(definedBy: Title.self, named: "title")
    let reactor = flask.reactor(attachedTo: owner, mixing: [title]) { _, _ in }
    let token = flow.printChanges(to: lines.add)
    reactor.mix(title) {
      $0.prop.text = "mill"
      $0.prop.token = "pearl"
    }.andReact()
    #expect(lines.all.first?.hasPrefix("  1 flask      mix title") == true)
    #expect(
      lines.all.dropFirst() == [#"      title.text: "" → "mill""#, "    + title.token: <redacted> (changed)"])
    withExtendedLifetime(token) {}
  }

  @Test("Aftermath: the command and the event by their names, with what they carry")
  func aftermath() {
    let engine = Engine(name: "aftermath", flow: flow)
    engine.use(Save.self) { _ in .data(7) }
    let owner = Owner(engine)
    owner.react(to: Save.self, { (_: Int) in })
    let token = flow.printChanges(to: lines.add)
    engine.execute(command: Save())
    #expect(lines.all.first == #"  1 aftermath  Save(title: "mill", password: <redacted>)"#)
    #expect(lines.all.contains("  2 aftermath  Save.data 7  ← turn 1"))
    withExtendedLifetime(token) {}
  }
}
