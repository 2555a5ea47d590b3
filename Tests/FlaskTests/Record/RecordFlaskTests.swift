import Flask
import Millrace
import RecordFixture
import Testing

struct RecordCart: Flask.State, Equatable {
  struct Item: Codable, Equatable, Sendable {
    var name: String
    var count: Int
  }

  var items: [Item] = []
  var note: String?
}

/// A context with substances, two of them of one type, and how they are recorded.
@MainActor
final class RecordBench {
  let flask: Flask
  let app: BusReactive
  let cart: Substance<RecordCart>
  let other: Substance<RecordCart>
  let unrecorded: Substance<BusState>
  let owner = Owner()
  let reactor: Reactor<Owner>
  var lines: [String] = []
  var errors: [FlowError] = []

  final class Owner {}

  init(
    name: String = "shop", flow: Flow = Flow(name: "shop"), archives: any ArchiveStorage = MemoryArchives()
  ) {
    flask = Flask(name: name, flow: flow, archives: archives)
    app = BusReactive(name: "app", in: flask)
    cart = flask.newSubstance(definedBy: RecordCart.self)
    other = flask.newSubstance(definedBy: RecordCart.self)
    unrecorded = flask.newSubstance(definedBy: BusState.self, named: "unrecorded")
    reactor = flask.reactor(attachedTo: owner, mixing: [app, cart, other, unrecorded])
    flow.errorHandler = { [weak self] in self?.errors.append($0) }
  }

  var recordable: Recordable<FlaskStates, FlaskCommits> {
    flask.recordable { record in
      record.add(app, RecordSchema("app"))
      record.add(cart, RecordSchema("cart"))
      record.add(other, RecordSchema("cart"), as: "wishes")
    }
  }

  var states: [String] { ["\(app.state)", "\(cart.state)", "\(other.state)"] }

  func add(_ number: Int) {
    reactor.mix(app) { $0.prop.number += number }.andReact()
  }
}

/// A context of substances, as a journal sees it.
@Suite
@MainActor
struct RecordFlaskTests {
  struct Fault: Error {}

  @Test(
    "what the turns of a random history fold to is the live states", arguments: 1...40 as ClosedRange<UInt64>)
  func law(seed: UInt64) throws {
    var random = SeededRandom(seed)
    let live = RecordBench()
    for substance in [live.cart, live.other] { substance.undoLimit = 5 }
    live.add(3)
    let tape = try RecordTape(live.recordable)
    for step in 0..<60 {
      let pick = [live.cart, live.other][Int.random(in: 0..<2, using: &random)]
      switch Int.random(in: 0..<10, using: &random) {
      case 0: pick.undo()
      case 1: pick.redo()
      case 2: pick.captureState(newState: RecordCart(note: "captured \(step)"))
      case 3: pick.rollbackState()
      case 4: live.flask.substances(reactTo: BusMixers.add, payload: ["by": step])
      case 5: live.flask.substances(reactTo: BusMixers.refuse)
      case 6: live.reactor.mix(pick) { $0.prop.note = "lost" }.and(live.app) { _ in throw Fault() }.andReact()
      case 7: live.reactor.mix(live.unrecorded) { $0.prop.number = step }.andReact()
      default:
        live.reactor.mix(pick) { $0.prop.items.append(.init(name: "item \(step)", count: step)) }
          .with(live.app) { $0.prop.text += "x" }.andReact()
      }
    }
    let copy = RecordBench()
    try tape.play(to: copy.recordable)
    #expect(copy.states == live.states, "seed \(seed)")
    #expect(copy.unrecorded.state == BusState(), "seed \(seed)")
    #expect(copy.flask.bus.flow.lastSequence == 0 && copy.errors.isEmpty, "seed \(seed)")
    #expect(tape.problems.isEmpty && tape.rows.count + tape.skipped == 60, "seed \(seed)")
  }

  @Test("states are written by name, each with the kind and the version of its schema")
  func form() throws {
    let bench = RecordBench()
    bench.reactor.mix(bench.cart) { $0.prop.items = [.init(name: "flour", count: 2)] }.andReact()
    let recordable = bench.recordable
    let row = try RecordRow(recordable.state(), recordable.states)
    #expect(row.kind == SchemaKind(name: "substances", version: 1))
    #expect(
      row.json == """
        {"app":{"kind":"app","state":{"_hidden":0,"number":0,"text":""},"version":1},\
        "cart":{"kind":"cart","state":{"items":[{"count":2,"name":"flour"}]},"version":1},\
        "wishes":{"kind":"cart","state":{"items":[]},"version":1}}
        """)
    let states = try row.read(recordable.states)
    #expect(states.names == ["app", "cart", "wishes"])
    #expect(states.state(of: "cart", as: RecordCart.self)?.items.first?.name == "flour")
    #expect(states.state(of: "cart", as: BusState.self) == nil)
    #expect(states.state(of: "nothing", as: BusState.self) == nil)
    #expect(recordable.states.flaws.isEmpty && recordable.messages.flaws.isEmpty)
    #expect(recordable.name == "shop" && recordable.flow === bench.flask.bus.flow)
  }

  @Test("what a turn has committed is kept, of the substances that are recorded; nothing of one that has not")
  func kept() throws {
    let bench = RecordBench()
    let tape = try RecordTape(bench.recordable)
    bench.reactor.mix(bench.other) { $0.prop.note = "a" }.with(bench.app) { $0.prop.number = 1 }
      .with(bench.unrecorded) { $0.prop.number = 1 }.andReact()
    bench.reactor.mix(bench.unrecorded) { $0.prop.number = 2 }.andReact()
    bench.flask.substances(reactTo: BusMixers.refuse)
    bench.app.captureState()
    #expect(
      tape.rows == [
        RecordRow(
          SchemaKind(name: "commits", version: 1),
          """
          {"app":{"kind":"app","state":{"_hidden":0,"number":1,"text":""},"version":1},\
          "wishes":{"kind":"cart","state":{"items":[],"note":"a"},"version":1}}
          """)
      ])
    #expect(tape.skipped == 3)
    let commits = try tape.rows[0].read(bench.recordable.messages)
    #expect(commits.names == ["app", "wishes"])
    #expect(commits.state(of: "app", as: BusState.self)?.number == 1)
    #expect(commits.state(of: "cart", as: RecordCart.self) == nil)
    #expect(bench.recordable.kept("text") == nil)
  }

  @Test("the turns of another context on the same flow are not this one's, and neither are its namesakes")
  func contexts() throws {
    let flow = Flow(name: "both")
    let (bench, other) = (RecordBench(name: "one", flow: flow), RecordBench(name: "two", flow: flow))
    let recordable = bench.recordable
    var kept: [[String]?] = []
    let token = flow.tap { kept.append(recordable.kept($0.message)?.names) }
    other.add(1)
    bench.add(1)
    #expect(kept == [nil, ["app"]])
    token.cancel()
  }

  @Test(
    "a record that is fed back is kept as what it has committed here, also while another context takes it")
  func fed() throws {
    let bench = RecordBench()
    var messages: [FluxMessage] = []
    let token = bench.flask.bus.flow.tap {
      if let message = $0.message as? FluxMessage { messages.append(message) }
    }
    bench.reactor.mix(bench.app) { $0.prop.number = 7 }.with(bench.cart) { $0.prop.note = "b" }.andReact()
    token.cancel()
    let (first, second) = (RecordBench(), RecordBench())
    let tapes = [try RecordTape(first.recordable), try RecordTape(second.recordable)]
    for bench in [first, second] {
      bench.flask.feed(messages[0])
      bench.add(1)
    }
    for (bench, tape) in zip([first, second], tapes) {
      #expect(tape.rows.count == 2)
      let copy = RecordBench()
      try tape.play(to: copy.recordable)
      #expect(copy.states == bench.states && copy.app.state.number == 8)
    }
    // The record is as it was.
    #expect(messages[0].committed.keys.sorted() == ["RecordCart", "app"])
    #expect(bench.recordable.kept(messages[0])?.names == ["app", "cart"])
  }
}
