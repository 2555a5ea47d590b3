import Flask
import Millrace
import Testing

@MainActor
@Suite("Keys that a reactor declares")
struct MixingDeclaredTests {
  private let bench = MixingBench()

  @Test("are reported for a case, a name or a path, before the handlers")
  func spellings() {
    let app = bench.app()
    let reactor = bench.flask.reactor(attachedTo: bench.diary, mixing: app) { diary, _ in
      diary.lines.append("handler")
    }
    reactor.on(MixingState.prop.counter) { diary, change in
      diary.lines.append("case \(change.newValue() ?? -1)")
    }
    .on("info.nest.foo") { diary, change in diary.lines.append("name \(change.key())") }
    .on(\MixingState.title) { diary, change in diary.lines.append("path \(change.newValue())") }
    reactor.mix(app) {
      $0.prop.counter = 1
      $0.prop.title = "new"
      $0.prop.info.nest.foo = "new"
    }.andReact()
    #expect(bench.lines() == ["case 1", "name info.nest.foo", "path new", "handler"])
    reactor.mix(app) { $0.prop.title = "other" }.andReact()
    #expect(bench.lines() == ["path other", "handler"])
    #expect(bench.errors == [])
  }

  @Test("call those alone that listen to what has changed")
  func fanout() {
    let app = bench.app()
    let keys = ["counter", "title", "info.count", "info.nest.foo"]
    let owners = (0..<100).map { _ in MixingDiary() }
    for (number, owner) in owners.enumerated() {
      bench.flask.reactor(attachedTo: owner, mixing: app).on(keys[number % 4]) { owner, change in
        owner.lines.append(change.key())
      }
    }
    bench.flask.getReactor(attachedTo: owners[0]).mix(app) { $0.prop.info.count = 1 }.andReact()
    for (number, owner) in owners.enumerated() {
      #expect(owner.lines == (number % 4 == 2 ? ["info.count"] : []))
    }
  }

  @Test("are compared once a transaction, however many listen")
  func comparedOnce() {
    let app = bench.flask.newSubstance(definedBy: MixingCounted.self)
    for _ in 0..<50 {
      bench.flask.reactor(attachedTo: bench.diary, mixing: app) { _, reaction in reaction.on("part") { _ in }
      }
      .on("part") { _, _ in }.on(\MixingCounted.other) { _, _ in }
    }
    let reactor = bench.flask.getReactor(attachedTo: bench.diary)
    let before = MixingCounted.comparisons
    reactor.mix(app) { $0.prop.part.number = 1 }.andReact()
    // Two declared parts, and the one that has changed with itself.
    #expect(MixingCounted.comparisons == before + 3)
  }

  @Test("that no reactor observes are not compared")
  func notCompared() {
    let app = bench.flask.newSubstance(definedBy: MixingCounted.self)
    let before = MixingCounted.comparisons
    bench.flask.reactor(attachedTo: bench.diary, mixing: app) { _, _ in }.mix(app) { $0.prop.part.number = 1 }
      .andReact()
    #expect(MixingCounted.comparisons == before)
  }

  @Test("are of all substances of the reactor that have them")
  func allSubstances() {
    let (app, cart, other) = (bench.app(), bench.app("cart"), bench.other())
    let reactor = bench.flask.reactor(attachedTo: bench.diary, mixing: app, cart, other)
    reactor.on("counter") { diary, change in diary.lines.append("counter of \(change.substance().name())") }
      .on("price") { diary, _ in diary.lines.append("price") }
      .on(\MixingState.title) { diary, change in diary.lines.append("title of \(change.substance().name())") }
    reactor.mix(app) { $0.prop.counter = 1 }
      .and(other) {
        $0.prop.counter = 1
        $0.prop.price = 2
      }
      .and(cart) { $0.prop.title = "x" }.andReact()
    #expect(bench.lines() == ["counter of app", "counter of other", "price", "title of cart"])
    #expect(bench.errors == [])
  }

  @Test("are reported while the reactor is bound, and forgotten when it has ended")
  func ends() {
    let app = bench.app()
    weak var image: MixingImage?
    let reactor = bench.flask.reactor(attachedTo: bench.diary, mixing: app)
    do {
      let held = MixingImage()
      image = held
      reactor.on("counter") { [held] diary, _ in
        _ = held
        diary.lines.append("told")
      }
    }
    func mix() { reactor.mix(app) { $0.prop.counter += 1 }.andReact() }
    mix()
    reactor.unbind()
    mix()
    reactor.bind()
    mix()
    #expect(bench.lines() == ["told", "told"])
    bench.flask.detachReactor(from: bench.diary)
    #expect(image == nil)
  }

  @Test("that do not exist are an error when they are declared, reported once")
  func unknown() {
    let app = bench.app()
    let reactor = bench.flask.reactor(attachedTo: bench.diary, mixing: app)
    reactor.on("countr") { _, _ in }.on("countr") { _, _ in }.on(\MixingState._cache) { _, _ in }
    #expect(bench.errors.count == 2)
    #expect(
      bench.errors.first?.hasSuffix(
        "has no key `countr`, so changes of it cannot be observed; use `counter`.")
        == true)
  }

  @Test("of a state that no substance of the reactor has are an error")
  func noSubstance() {
    bench.flask.reactor(attachedTo: bench.diary, mixing: bench.app()).on(\MixingOther.price) { _, _ in }
    #expect(
      bench.errors == [
        """
        The reactor of `MixingDiary` observes a path of `MixingOther`, but none of its substances has that state; \
        name the substance when the reactor is created.
        """
      ])
  }

  @Test("may be declared, and their reactor ended, inside of a reaction")
  func inReaction() {
    let app = bench.app()
    let flask = bench.flask
    let guest = MixingDiary()
    flask.reactor(attachedTo: guest, mixing: app).on("title") { guest, _ in guest.lines.append("title") }
    let reactor = flask.reactor(attachedTo: bench.diary, mixing: app)
    reactor.on("counter") { [unowned reactor] diary, _ in
      diary.lines.append("counter")
      flask.detachReactor(from: guest)
      reactor.on("title") { diary, _ in diary.lines.append("title") }
    }
    reactor.mix(app) {
      $0.prop.counter = 1
      $0.prop.info.count = 1
    }.andReact()
    reactor.mix(app) { $0.prop.title = "x" }.andReact()
    #expect(bench.lines() == ["counter", "title"])
    #expect(guest.lines == [])
  }
}

/// A state whose parts count how often they are compared.
struct MixingCounted: Flask.State {
  var part = Part()
  var other = Part()

  private static let tally = Locked(0)
  static var comparisons: Int { tally.withLock { $0 } }

  struct Part: Codable, Sendable, Equatable {
    var number = 0

    static func == (left: Part, right: Part) -> Bool {
      tally.withLock { $0 += 1 }
      return left.number == right.number
    }
  }
}
