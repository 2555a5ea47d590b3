import Flask
import MillraceTesting
import Testing

@MainActor
@Suite("The owner of a reactor")
struct MixingOwnerTests {
  private let bench = MixingBench()

  /// Keeps its reactor in a property.
  private final class Keeper {
    var reactor: Reactor<Keeper>?
  }

  private final class View: FlaskReactor {
    let diary: MixingDiary

    init(_ diary: MixingDiary) {
      self.diary = diary
    }

    func flaskReactions(reaction: FlaskReaction) { diary.lines.append("told") }
  }

  @Test("is held weakly, and after its end it is never called again", arguments: [false, true])
  func weakly(attached: Bool) {
    let app = bench.app()
    let diary = bench.diary
    let mixing = bench.flask.reactor(attachedTo: diary, mixing: app)
    var view: View? = View(diary)
    weak let held = view
    if let view {
      if attached {
        bench.flask.attachReactor(to: view, mixing: [app])
      } else {
        _ = bench.flask.reactor(attachedTo: view, mixing: app) { view, _ in view.diary.lines.append("told") }
          .on("counter") { view, _ in view.diary.lines.append("told") }
      }
    }
    mixing.mix(app) { $0.prop.counter = 1 }.andReact()
    #expect(bench.lines() == Array(repeating: "told", count: attached ? 1 : 2))
    view = nil
    #expect(held == nil)
    mixing.mix(app) { $0.prop.counter = 2 }.andReact()
    #expect(bench.lines() == [])
    #expect(bench.errors == [])
  }

  @Test("that ends between the commit and its reaction is not called")
  func duringReaction() {
    let app = bench.app()
    let diary = bench.diary
    var view: View? = View(diary)
    let first = bench.flask.reactor(attachedTo: diary, mixing: app) { _, _ in view = nil }
    if let view { bench.flask.attachReactor(to: view, mixing: [app]) }
    first.mix(app) { $0.prop.counter = 1 }.andReact()
    #expect(view == nil)
    #expect(bench.lines() == [])
  }

  @Test("that keeps its reactor lets go at once of what that holds")
  func keeps() {
    let flask = bench.flask
    weak var image: MixingImage?
    weak var substance: SubstanceConcrete?
    do {
      let keeper = Keeper()
      let app = bench.app()
      let held = MixingImage()
      (image, substance) = (held, app)
      keeper.reactor = flask.reactor(attachedTo: keeper, mixing: app) { _, _ in _ = held }
      #expect(keeper.reactor?.owner === keeper)
    }
    // Where no loop runs the work of the home's queue, the flow does before its next turn.
    flask.bus.flow.pump()
    #expect(image == nil)
    #expect(substance == nil)
    #expect(bench.errors == [])
  }

  @Test("that keeps its reactor on an actor lets go without anybody looking")
  func keepsOnActor() async {
    actor Room {
      lazy var flask = Flask(name: "room", archives: MemoryArchives())

      func fill() -> MixingWeakly {
        let keeper = Keeper()
        let image = MixingImage()
        let app = flask.newSubstance(definedBy: MixingState.self)
        keeper.reactor = flask.reactor(attachedTo: keeper, mixing: app) { _, _ in _ = image }
        keeper.reactor?.mix(app) { $0.prop.counter = 1 }.andReact()
        return MixingWeakly(image)
      }
    }
    let room = Room()
    let image = await room.fill()
    await eventually { image.object == nil }
    #expect(image.object == nil)
  }

  @Test("that does not keep its reactor is released when the context next tells it of something")
  func swept() {
    let (app, diary) = (bench.app(), bench.diary)
    let reactor = bench.flask.reactor(attachedTo: diary, mixing: app)
    weak var image: MixingImage?
    do {
      let owner = MixingDiary()
      let held = MixingImage()
      image = held
      _ = bench.flask.reactor(attachedTo: owner, mixing: app) { _, _ in _ = held }
    }
    reactor.mix(app) { $0.prop.counter = 1 }.andReact()
    #expect(image == nil)
  }

  @Test("comes and goes 10,000 times, and what is left does not grow")
  func many() {
    let app = bench.app()
    let marks = (0..<10_000).map { _ in
      let owner = MixingDiary()
      let image = MixingImage()
      _ = bench.flask.reactor(attachedTo: owner, mixing: app) { _, _ in _ = image }
      return MixingWeakly(image)
    }
    #expect(marks.count { $0.object != nil } < 50)
    bench.watch(app).mix(app) { $0.prop.counter = 1 }.andReact()
    #expect(marks.count { $0.object != nil } == 0)
    #expect(bench.lines() == ["app 0 1"])
  }

  @Test("is the object, and not another that comes to lie at its address")
  func addresses() {
    let app = bench.app()
    for _ in 0..<100 {
      let owner = MixingDiary()
      bench.flask.detachReactor(from: owner)
      _ = bench.flask.reactor(attachedTo: owner, mixing: app)
      #expect(bench.flask.getReactor(attachedTo: owner).owner === owner)
    }
    #expect(bench.errors.count == 100)
  }
}

/// A mark that does not keep its object.
final class MixingWeakly: Sendable {
  // Sound: a weak reference is read atomically, and this one is never written after the initialiser.
  nonisolated(unsafe) private(set) weak var object: MixingImage?

  init(_ object: MixingImage) {
    self.object = object
  }
}
