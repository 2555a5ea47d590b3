import Flask
import Testing

@MainActor
@Suite("A substance")
struct MixingSubstanceTests {
  private let bench = MixingBench()

  private final class Plain: Substance<MixingState> {}
  private final class Named: ReactiveSubstance<MixingState, MixingMixers> {}

  @Test("starts from the defaults of its state")
  func defaults() {
    let app = bench.app()
    #expect(app.state.counter == 0)
    #expect(app.state.info.nest.foo == "mutable")
    #expect(app.flask === bench.flask)
    #expect(bench.errors == [])
  }

  @Test("is called what it is given, or as its state, or as its own class")
  func names() {
    #expect(bench.app("cart").name() == "cart")
    #expect(bench.flask.newSubstance(definedBy: MixingState.self).name() == "MixingState")
    #expect(Plain(in: bench.flask).name() == "Plain")
    #expect(Named(in: bench.flask).name() == "Named")
    #expect(Named(name: "given", in: bench.flask).name() == "given")
  }

  @Test("equals itself alone, whatever it is called")
  func identity() {
    let first = bench.app("same")
    let second = bench.app("same")
    #expect(first == first)
    #expect(first != second)
    #expect(Set<SubstanceConcrete>([first, second, first]).count == 2)
  }

  @Test("gives in `prop` what the transaction has made so far, and in `state` what was committed")
  func inside() {
    let app = bench.app()
    let reactor = bench.watch(app)
    var seen: [Int] = []
    reactor.mix(app) {
      $0.prop.counter = 1
      seen.append($0.prop.counter)
    }.andReact()
    #expect(seen == [1])
    #expect(app.state.counter == 1)
    #expect(bench.errors == [])
  }

  @Test("reports `prop` outside of a transaction, reads the state, and drops what is written")
  func propOutside() {
    let app = bench.app()
    #expect(app.prop.counter == 0)
    app.prop.counter = 5
    app.prop.list.append(MixingState.Item(name: "lost"))
    #expect(app.state.counter == 0)
    #expect(app.state.list == [])
    let sentence = """
      `prop` of the substance `app` was used outside of a transaction, so its changes are lost; change it inside of \
      `mix`, `with`, `and` or a mixer, and read `state` outside of them.
      """
    #expect(bench.errors == [sentence, sentence, sentence])
  }

  @Test("reports `prop` inside of a reaction, and in the transaction of others")
  func propElsewhere() {
    let app = bench.app()
    let cart = bench.app("cart")
    let reactor = bench.flask.reactor(attachedTo: bench.diary, mixing: app) { _, _ in app.prop.counter = 7 }
    reactor.mix(app) {
      $0.prop.counter = 1
      cart.prop.counter = 7
    }.andReact()
    #expect(app.state.counter == 1)
    #expect(cart.state.counter == 0)
    #expect(bench.errors.count == 2)
    #expect(bench.errors.allSatisfy { $0.hasPrefix("`prop` of the substance") })
  }

  @Test("reports `state` inside of its transaction, and gives what was committed before it")
  func stateInside() {
    let app = bench.app()
    let cart = bench.app("cart")
    var seen: [Int] = []
    bench.watch(app).mix(app) {
      $0.prop.counter = 1
      seen.append($0.state.counter)
      seen.append(cart.state.counter)
    }.andReact()
    #expect(seen == [0, 0])
    #expect(
      bench.errors == [
        """
        `state` of the substance `app` was read inside of a transaction that changes it, so it has the value from \
        before the transaction; read `prop` there.
        """
      ])
  }

  @Test("is released with its state when it has no references")
  func ends() {
    weak var substance: SubstanceConcrete?
    weak var image: MixingImage?
    do {
      let app = bench.app()
      let held = MixingImage()
      (substance, image) = (app, held)
      let reactor = bench.watch(app)
      reactor.mix(app) { $0.prop.image = FlaskRef(held) }.andReact()
      reactor.mix(app) { $0.prop.counter = 1 }.andReact()
      bench.flask.detachReactor(from: bench.diary)
      #expect(substance != nil)
    }
    #expect(substance == nil)
    #expect(image == nil)
    #expect(bench.errors == [])
  }

  @Test("may be made by a transaction's reaction, and mixed in the next")
  func madeInReaction() {
    let app = bench.app()
    let diary = bench.diary
    let flask = bench.flask
    var made: Substance<MixingState>?
    bench.flask.reactor(attachedTo: diary, mixing: app) { diary, reaction in
      let late = flask.newSubstance(definedBy: MixingState.self, named: "late")
      made = late
      flask.reactor(attachedTo: diary, mixing: late).mix(late) { $0.prop.counter = 3 }.andReact()
      #expect(late.state.counter == 0)
    }.mix(app) { $0.prop.counter = 1 }.andReact()
    #expect(made?.state.counter == 3)
    #expect(bench.errors == [])
  }

  @Test("a substance of a context that was released keeps it, and works")
  func keepsContext() {
    let app = MixingBench().app()
    let diary = MixingDiary()
    app.flask.reactor(attachedTo: diary, mixing: app).mix(app) { $0.prop.counter = 1 }.andReact()
    #expect(app.state.counter == 1)
    app.flask.endReactors()
  }

  @Test("a context that is released by its error handler ends after the turn")
  func endsInTurn() {
    let flow = Flow(name: "outer")
    weak var bus: Flux?
    var flask: Flask? = Flask(name: "short", flow: flow, archives: MemoryArchives())
    bus = flask?.bus
    flow.errorHandler = { _ in flask = nil }
    let sender = flask?.sender()
    sender?.substances(reactTo: MixingMixers.silent)
    flow.pump()
    #expect(flask == nil)
    #expect(bus == nil)
    #expect(sender?.substances(reactTo: MixingMixers.silent) == false)
  }

  @Test("a context ends when there are no references to it, its substances and its reactors")
  func contextEnds() {
    let (flask, bus) = useContext()
    #expect(flask() == nil)
    #expect(bus() == nil)
  }

  /// Uses a context, drops it, and gives what would still find it.
  private func useContext() -> (flask: () -> Flask?, bus: () -> Flux?) {
    let bench = MixingBench()
    let app = bench.app()
    let reactor = bench.watch(app)
    reactor.mix(app) { $0.prop.counter = 1 }.andReact()
    bench.flask.endReactors()
    return ({ [weak flask = bench.flask] in flask }, { [weak bus = bench.flask.bus] in bus })
  }
}
