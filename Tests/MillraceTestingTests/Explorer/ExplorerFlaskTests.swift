import Flask
import Millrace
import MillraceTesting
import Testing

private struct Stock: FlaskState, Hashable {
  var left = 1
  var sold = 0
}

private enum StockMixer: SubstanceMixer {
  case sell
}

private final class Shelf: ReactiveSubstance<Stock, StockMixer> {
  private let isCareful: Bool

  init(isCareful: Bool, in flask: Flask) {
    self.isCareful = isCareful
    super.init(in: flask)
  }

  override func defineMixers() {
    define(mix: .sell) { _, react, abort in
      if self.isCareful, self.prop.left == 0 { return abort() }
      self.prop.left -= 1
      self.prop.sold += 1
      react()
    }
  }
}

/// Substances of Flask hold their states themselves, so that a scenario has to follow them.
@Suite struct ExplorerFlaskTests {
  private func scenario(isCareful: Bool) -> @Sendable (isolated World) -> Void {
    { world in
      let flask = Flask(name: "shop", flow: world.flow, archives: MemoryArchives())
      let shelf = Shelf(isCareful: isCareful, in: flask)
      let reactor = flask.reactor(attachedTo: shelf, mixing: shelf)
      world.follow("stock") { shelf.state }
      for name in ["Ada", "Ben"] {
        world.user(name, does: [{ flask.substances(reactTo: StockMixer.sell, isolation: world) }])
      }
      world.always("nothing is sold that is not there") { shelf.state.left >= 0 }
      world.finally("somebody has it") { [reactor] in
        withExtendedLifetime(reactor) { shelf.state.sold >= 1 }
      }
    }
  }

  @Test("A mixer without a check is found, and its story shows the followed state")
  func careless() async {
    let exploration = await Explorer().explore(scenario(isCareful: false))
    #expect(
      exploration.finding?.problem == .broken(rule: "nothing is sold that is not there", atEnd: false),
      "\(exploration)")
    #expect(exploration.finding?.schedule.count == 2)
    #expect(exploration.finding.map { "\($0)".contains("stock.left: 0 → -1") } == true, "\(exploration)")
  }

  @Test("A mixer that aborts is proven")
  func careful() async {
    let exploration = await Explorer().explore(scenario(isCareful: true))
    #expect(exploration.isProven, "\(exploration)")
  }
}
