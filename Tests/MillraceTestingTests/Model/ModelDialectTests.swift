import Harvest
import HarvestTesting
import Katana
import KatanaTesting
import Millrace
import MillraceTesting
import Testing

@Suite("A model check of the dialects")
struct ModelDialectTests {
  // MARK: Katana

  private struct Books: Model, Hashable {
    var isLoading = false
    var count = 0
    var isBannerShown = false
  }

  private enum BookMessage: Katana.Message, Hashable {
    case load
    case loaded(Int)
    case hideBanner
    case leave
  }

  private struct LoadBooks: Command, Equatable {
    var effectQueue: Millrace.EffectQueue? { .latest("books") }
    var effectID: Millrace.EffectID? { "books" }
  }

  private struct BookUpdater: TypedUpdater {
    func update(model: inout Books, message: BookMessage) -> [any Command] {
      switch message {
      case .load:
        model.isLoading = true
        return [LoadBooks()]
      case .loaded(let count):
        model = Books(count: count, isBannerShown: true)
        return [DelayCommand(for: .seconds(3), then: BookMessage.hideBanner, effectQueue: .latest("banner"))]
      case .hideBanner:
        model.isBannerShown = false
        return []
      case .leave:
        model.isLoading = false
        return [CancelCommand(id: "books")]
      }
    }
  }

  @Test("takes an updater of Katana, with its commands answered")
  func katana() {
    let logic = Logic(Books(), updater: BookUpdater()) { command in
      command is LoadBooks ? [.sends(BookMessage.loaded(1)), .sends(BookMessage.loaded(2))] : nil
    }
    let report = ModelCheck(logic, messages: [BookMessage.load, BookMessage.leave])
      .always("loading means that there is a load") { model, effects in
        model.isLoading == effects.contains { $0.id == "books" }
      }
      .always("a banner goes by itself") { model, effects in
        model.isBannerShown == effects.contains { "\($0.label, default: "")".hasPrefix("DelayCommand") }
      }
      .neverStuck("the banner can go") { !$0.isBannerShown }
      .run()
    #expect(report.isSuccess, "\(report)")
    #expect(report.states > 6)
  }

  // MARK: Harvest

  private enum Door: Hashable, Sendable {
    case open
    case closed
    case locked
  }

  private enum DoorInput: Hashable, Sendable {
    case push
    case pull
    case lock
    case opened
  }

  private enum DoorQueue: EffectQueueProtocol {
    case `default`
    var flattenStrategy: FlattenStrategy { .latest }
    static var defaultEffectQueue: DoorQueue { .default }
  }

  private typealias DoorMapping = Harvester<DoorInput, Door>.EffectMapping<Void, DoorQueue, String>

  private static var doors: DoorMapping {
    .reduce(
      .first,
      [
        .push | .open => .closed | .empty,
        .pull | .closed => .closed | Harvest.Effect(label: "motor", answers: [.opened]) { _ in .opened },
        .opened | .closed => .open | .empty,
        .lock | .closed => .locked | .empty,
        .pull | .locked => .open | .empty,
      ])
  }

  @Test("takes a table of Harvest, and names the rows that nothing used")
  func table() {
    let check = ModelCheck(Logic(.open, mapping: Self.doors, world: ()), messages: [.push, .pull])
      .eventually("locked") { $0 == .locked }
    let report = check.run()
    #expect(report.failures.map(\.kind) == [.unreached])
    #expect(report.unusedRows == ["row 4 (`lock | closed`)", "row 5 (`pull | locked`)"])
    #expect(report.unusedMessages.isEmpty)
    let all = ModelCheck(Logic(.open, mapping: Self.doors, world: ()), messages: [.push, .pull, .lock])
      .neverStuck("open") { $0 == .open }
      .run()
    #expect(all.isSuccess, "\(all)")
    #expect(all.unusedRows.isEmpty)
  }

  @Test("gives test paths of a machine's graph")
  func graphPaths() {
    let graph = ModelGraph(
      Self.doors.graph(
        states: [.open, .closed, .locked], inputs: [.push, .pull, .lock, .opened], initial: .open))
    let paths = graph.paths()
    #expect(paths.map(\.description) == ["1: push → pull → lock → pull → push → opened"])
  }

  private enum Place: Hashable, Sendable {
    case off
    case playing
    case fading
  }

  private enum Button: Hashable, Sendable {
    case power
    case quiet
    case tooLong
  }

  private typealias Chart = Statechart<Button, StatechartConfiguration<Place>, Void, BasicEffectQueue, Never>

  @Test("takes a statechart of Harvest, whose delays race with inputs")
  func statechart() throws {
    let chart = try Chart {
      substate(.off, initial: true) { onInput(.power, to: .playing) }
      substate(.playing) {
        onInput(.power, to: .off)
        onInput(.quiet, to: .fading)
        onInput(.tooLong, to: .fading)
        onDelay(.seconds(10), .quiet)
        onDelay(.seconds(30), .tooLong)
      }
      substate(.fading) {
        onInput(.power, to: .off)
        onDelay(.seconds(5), .power)
      }
    }
    let report = ModelCheck(Logic(chart, world: ()), messages: [.power])
      .always("a delay ends with its state") { configuration, effects in
        effects.count == (configuration.contains(.off) ? 0 : configuration.contains(.playing) ? 2 : 1)
      }
      .eventually("fading by itself") { $0.contains(.fading) }
      .neverStuck("off") { $0.contains(.off) }
      .run()
    #expect(report.isSuccess, "\(report)")
    #expect(report.states == 3)
    // Both ways out of playing: the button, and the shorter of the two delays, which ends the longer one.
    let names = report.graph.edges.map(\.name)
    #expect(
      names == [
        "power", "power", "quiet, from after 10.0 seconds", "power", "power, from after 5.0 seconds",
      ])
    #expect(report.unusedRows.count == 1, "too long is never reached: \(report)")
  }

  @Test("counts the rows of all regions that take a message together")
  func regions() throws {
    let chart = try Chart {
      parallelState(.playing, initial: true) {
        substate(.off) { onInput(.power, to: .off) }
        substate(.fading) { onInput(.power, to: .fading) }
      }
    }
    let report = ModelCheck(Logic(chart, world: ()), messages: [.power]).run()
    #expect(report.isSuccess && report.unusedRows.isEmpty, "\(report)")
  }
}
