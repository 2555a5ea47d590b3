import Flask
import Testing

@MainActor
@Suite("A reaction")
struct MixingReactionTests {
  private let bench = MixingBench()

  /// Mixes one substance and asks the reaction.
  private func react(
    _ mixing: @escaping (Substance<MixingState>) -> Void,
    _ asking: @escaping (MixingDiary, FlaskReaction, Substance<MixingState>) -> Void
  ) -> [String] {
    let app = bench.app()
    bench.flask.reactor(attachedTo: bench.diary, mixing: app) { asking($0, $1, app) }.mix(app, mixing)
      .andReact()
    return bench.lines()
  }

  @Test("is asked by a case, a name or a path, which are the same key")
  func spellings() {
    let lines = react({
      $0.prop.counter = 1
      $0.prop.info.nest.foo = "new"
    }) { diary, reaction, app in
      reaction.on(MixingState.prop.counter) { diary.lines.append("case \($0.key()) \($0.newValue() ?? -1)") }
      reaction.on("counter") { diary.lines.append("name \($0.key()) \($0.oldValue() ?? -1)") }
      reaction.on(\MixingState.counter) { diary.lines.append("path \($0.key()) \($0.oldValue())") }
      reaction.at(app)?.on(MixingState.prop.counter) { diary.lines.append("at case \($0.key())") }
      reaction.at(app)?.on("info.nest.foo") { diary.lines.append("at name \($0.newValue() ?? "")") }
      reaction.at(app)?.on(\.info.nest.foo) {
        diary.lines.append("at path \($0.key()) \($0.oldValue()) \($0.newValue())")
      }
    }
    #expect(
      lines == [
        "case counter 1", "name counter 0", "path counter 0", "at case counter", "at name new",
        "at path info.nest.foo mutable new",
      ])
    #expect(bench.errors == [])
  }

  @Test("calls for what has changed alone")
  func onlyChanged() {
    let lines = react({
      $0.prop.counter = 0
      $0.prop.title = "new"
    }) { diary, reaction, app in
      reaction.on("counter") { _ in diary.lines.append("counter") }
      reaction.on(\MixingState.counter) { _ in diary.lines.append("counter") }
      reaction.at(app)?.on(\.info) { _ in diary.lines.append("info") }
      reaction.on("title") { _ in diary.lines.append("title") }
    }
    #expect(lines == ["title"])
  }

  @Test("tells of a structure when a part of it has changed, and of no part that has not")
  func nested() {
    let lines = react({ $0.prop.info.nest.foo = "new" }) { diary, reaction, _ in
      for key in ["info", "info.count", "info.nest", "info.nest.foo"] {
        reaction.on(key) { diary.lines.append($0.key()) }
      }
    }
    #expect(lines == ["info", "info.nest", "info.nest.foo"])
  }

  @Test("is given by `at` for its own substance alone, with what its type knows")
  func at() {
    let (app, cart) = (bench.app(), bench.app("cart"))
    let reactor = bench.flask.reactor(attachedTo: bench.diary, mixing: app, cart) { diary, reaction in
      #expect(reaction.at(app) == nil || reaction.at(cart) == nil)
      if let found = reaction.at(cart) {
        diary.lines.append("\(found.substance.name()) \(found.changed()) \(found.onLock == nil)")
        found.on(\.counter) { diary.lines.append("\($0.substance() === cart)") }
      }
    }
    reactor.mix(app) { $0.prop.counter = 1 }.andReact()
    #expect(bench.lines() == [])
    reactor.mix(cart) { $0.prop.counter = 1 }.andReact()
    #expect(bench.lines() == ["cart true true", "true"])
  }

  @Test("has changed if anything that is not internal has")
  func changed() {
    let mixes: [(Substance<MixingState>) -> Void] = [
      { _ in }, { $0.prop.counter = 0 }, { $0.prop._cache = 1 }, { $0.prop.info._hidden = 1 },
      { $0.prop.info.nest.foo = "new" }, { $0.prop.list.append(MixingState.Item()) },
    ]
    let lines = mixes.flatMap { mix in
      react(mix) { diary, reaction, _ in diary.lines.append("\(reaction.changed())") }
    }
    #expect(lines == ["false", "false", "false", "false", "true", "true"])
  }

  @Test("never tells of a property with a leading underscore, at any depth")
  func underscore() {
    let lines = react({
      $0.prop._cache = 1
      $0.prop.info._hidden = 1
    }) { diary, reaction, _ in
      reaction.on("info") { _ in diary.lines.append("info") }
      reaction.on(\MixingState.info) { _ in diary.lines.append("info by path") }
      reaction.on("_cache") { _ in diary.lines.append("cache") }
      reaction.on(\MixingState._cache) { _ in diary.lines.append("cache by path") }
    }
    #expect(lines == [])
    #expect(bench.errors.count == 2)
    #expect(bench.errors.allSatisfy { $0.contains("The key `_cache` of `MixingState` is internal") })
  }

  @Test("for a key that does not exist is an error that lists the nearest, reported once")
  func unknown() {
    let app = bench.app()
    let reactor = bench.flask.reactor(attachedTo: bench.diary, mixing: app) { diary, reaction in
      reaction.on(MixingState.prop.counted) { _ in diary.lines.append("counted") }
      reaction.on("info.nest.fooo") { _ in diary.lines.append("fooo") }
      reaction.on("counter") { _ in diary.lines.append("counter") }
    }
    for number in 1...3 { reactor.mix(app) { $0.prop.counter = number }.andReact() }
    #expect(bench.lines() == ["counter", "counter", "counter"])
    #expect(
      bench.errors == [
        """
        A reactor of the substance `app` cannot observe a key. `MixingState` has no key `counted`, so changes of it cannot be observed; use `counter`.
        """,
        """
        A reactor of the substance `app` cannot observe a key. `MixingState` has no key `info.nest.fooo`, so changes of it cannot be observed; use `info.nest.foo`.
        """,
      ])
  }

  @Test("of several substances reports a key that none of them has, and none that any has")
  func unknownToAll() {
    let (app, other) = (bench.app(), bench.other())
    let reactor = bench.flask.reactor(attachedTo: bench.diary, mixing: app, other) { _, reaction in
      reaction.on("prise") { _ in }
      reaction.on("price") { _ in }
    }
    reactor.mix(app) { $0.prop.counter = 1 }.andReact()
    #expect(bench.errors.count == 1)
    #expect(bench.errors.allSatisfy { $0.contains("no key `prise`") })
  }

  @Test("reads a value as the type that is asked for, and as nil where it is another")
  func types() {
    let lines = react({ $0.prop.counter = 1 }) { diary, reaction, _ in
      reaction.on("counter") { change in
        let text: String? = change.newValue()
        let number: Int? = change.newValue()
        diary.lines.append("\(text ?? "nil") \(number ?? -1)")
      }
    }
    #expect(lines == ["nil 1"])
  }

  @Test("asked after its handler has returned says so, and calls nothing")
  func later() {
    let app = bench.app()
    var kept: [FlaskReaction] = []
    let reactor = bench.flask.reactor(attachedTo: bench.diary, mixing: app) { _, reaction in
      kept.append(reaction)
    }
    reactor.mix(app) { $0.prop.counter = 1 }.andReact()
    kept[0].on("counter") { _ in bench.diary.lines.append("late") }
    kept[0].on(\MixingState.counter) { _ in bench.diary.lines.append("late") }
    kept[0].at(app)?.on(\.counter) { _ in bench.diary.lines.append("late") }
    #expect(!kept[0].changed())
    reactor.handler = { diary, _ in kept[0].on("counter") { _ in diary.lines.append("in the next") } }
    reactor.mix(app) { $0.prop.counter = 2 }.andReact()
    #expect(bench.lines() == [])
    #expect(bench.errors.count == 5)
    #expect(
      bench.errors.first == """
        A reaction was queried for `counter` after its handler had returned, when the state before the transaction is \
        no longer stored; query it inside of the handler, and store the change.
        """)
    #expect(bench.errors.count { $0.contains("queried for `changed`") } == 1)
  }

  @Test("leaves changes that hold their values and may be kept")
  func keptChanges() {
    let app = bench.app()
    var named: [SubstanceChange] = []
    var typed: [KeyPathChange<MixingState, Int>] = []
    let reactor = bench.flask.reactor(attachedTo: bench.diary, mixing: app) { _, reaction in
      reaction.on("counter") { named.append($0) }
      reaction.at(app)?.on(\.counter) { typed.append($0) }
    }
    for number in 1...3 { reactor.mix(app) { $0.prop.counter = number }.andReact() }
    #expect(named.map { $0.oldValue() ?? -1 } == [0, 1, 2])
    #expect(named.map { $0.newValue() ?? -1 } == [1, 2, 3])
    #expect(typed.map { $0.oldValue() } == [0, 1, 2])
    #expect(typed.map { $0.newValue() } == [1, 2, 3])
  }
}
