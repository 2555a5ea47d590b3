import Millrace
import Testing

/// An effect describes itself without being run.
struct EffectValueTests {
  private func work(
    _ label: EffectLabel? = nil, id: EffectID? = nil, in queue: EffectQueue? = nil
  )
    -> Effect<String>
  {
    .run(in: queue, id: id, label: label) { _ in }
  }

  @Test("No effect is nothing: it has no outline, no messages and says so")
  func none() {
    let effect = Effect<String>.none
    #expect(effect.isNone)
    #expect(effect.outline == [])
    #expect(effect.messages == [])
    #expect(!Effect.send("now").isNone)
    #expect(!work().isNone)
    #expect(!Effect<String>.unhandled.isNone)
    #expect(!Effect<String>.cancel(id: "a").isNone)
  }

  @Test("Many effects without the empty ones: none of them is none, and one is itself")
  func emptyMembers() {
    #expect(Effect<String>.merge([]).isNone)
    #expect(Effect<String>.merge(.none, .none).isNone)
    #expect(Effect<String>.concatenate([]).isNone)
    #expect(Effect<String>.concatenate(.none, .none, .none).isNone)
    #expect(Effect.merge(.none, .send("a")).outline == [.message("a")])
    #expect(Effect.concatenate(.none, .send("a"), .none).outline == [.message("a")])
    #expect(
      Effect.concatenate(.send("a"), .none, .send("b")).outline
        == [.sequence([[.message("a")], [.message("b")]])])
  }

  @Test("The outline names everything in order, with label, id and queue, and compares by them")
  func outline() {
    let effect = Effect<String>.merge(
      .send("now"),
      work("load", id: EffectID(7), in: .latest("loads")),
      .concatenate(work("one"), .merge(work("two"), .cancel(id: "old"))),
      .cancel { _ in true },
      .unhandled)
    #expect(
      effect.outline == [
        .message("now"),
        .run(label: "load", id: EffectID(7), queue: .latest("loads")),
        .sequence([[.run(label: "one")], [.run(label: "two"), .cancel(id: "old")]]),
        .cancelMatching,
        .unhandled,
      ])
    #expect(work("a").outline != work("b").outline)
    #expect(work("a", id: EffectID(1)).outline != work("a", id: EffectID(2)).outline)
    #expect(work("a", in: .latest("q")).outline != work("a", in: .concat("q")).outline)
    #expect(work().outline == [.run(label: nil, id: nil, queue: nil)])
    #expect(
      Effect.concatenate(.send("a"), .send("b")).outline != Effect.merge(.send("a"), .send("b")).outline)
  }

  @Test("The outline reads as a line for people")
  func outlineText() {
    func text(_ effect: Effect<String>) -> [String] { effect.outline.map(\.description) }
    #expect(text(.send("now")) == ["send now"])
    #expect(text(work()) == ["run unlabelled"])
    #expect(text(work("load", id: EffectID(7), in: .latest("loads"))) == ["run load id 7 in loads (latest)"])
    #expect(text(.cancel(id: "old")) == ["cancel old"])
    #expect(text(.cancel { _ in true }) == ["cancel by predicate"])
    #expect(text(.unhandled) == ["unhandled"])
    #expect(text(.concatenate(work("a"), .send("b"))).first?.hasPrefix("one after another: ") == true)
  }

  @Test("The messages are those that are sent without running anything, in order, from inside of everything")
  func messages() {
    let effect = Effect.merge(
      .send("a"), work(), .concatenate(.send("b"), .merge(.send("c"), .cancel(id: EffectID(1))), .send("d")),
      .unhandled)
    #expect(effect.messages == ["a", "b", "c", "d"])
  }

  @Test("Mapping messages keeps the shape: labels, ids, queues, cancellations and order")
  func mapKeepsShape() {
    let effect = Effect<String>.merge(
      work("load", id: EffectID(7), in: .latest("loads")), .concatenate(work("one"), .cancel(id: "old")),
      .cancel { _ in true }, .unhandled)
    #expect(effect.map { $0.count }.outline == effect.outline)
    #expect(Effect.merge(.send("ab"), .send("c")).map { $0.count }.messages == [2, 1])
    #expect(Effect<String>.none.map { $0.count }.isNone)
  }

  @Test("Mapping ids reaches every member and every cancellation by id; nil takes the id away")
  func mapID() {
    let effect = Effect<String>.merge(
      work("a", id: "x"), .concatenate(work("b", id: "y"), .cancel(id: "x")), work("c"), .send("m"))
    #expect(
      effect.mapID { EffectID("child \($0)") }.outline == [
        .run(label: "a", id: "child x"),
        .sequence([[.run(label: "b", id: "child y")], [.cancel(id: "child x")]]),
        .run(label: "c"),
        .message("m"),
      ])
    #expect(
      effect.mapID { $0 == "y" ? $0 : nil }.outline == [
        .run(label: "a"), .sequence([[.run(label: "b", id: "y")], []]), .run(label: "c"), .message("m"),
      ])
  }

  @Test("Mapping queues reaches every member; nil takes it out of its queue")
  func mapQueue() {
    let effect = Effect<String>.merge(work("a"), .concatenate(work("b", in: .latest("q")), .send("m")))
    #expect(
      effect.mapQueue { $0 ?? .concat("new") }.outline == [
        .run(label: "a", queue: .concat("new")),
        .sequence([[.run(label: "b", queue: .latest("q"))], [.message("m")]]),
      ])
    #expect(
      effect.mapQueue { _ in nil }.outline
        == [.run(label: "a"), .sequence([[.run(label: "b")], [.message("m")]])])
  }

  @Test("A label is given to every member that has none")
  func labelled() {
    let effect = Effect<String>.merge(work(), work("own"), .concatenate(work(), .send("m"))).labelled("given")
    #expect(
      effect.outline == [
        .run(label: "given"), .run(label: "own"), .sequence([[.run(label: "given")], [.message("m")]]),
      ])
  }

  @Test("Ids and labels are equal when their values are, and of one type")
  func names() {
    enum Name: Hashable, Sendable { case one, two(Int) }
    #expect(EffectID(Name.two(1)) == EffectID(Name.two(1)))
    #expect(EffectID(Name.two(1)) != EffectID(Name.two(2)))
    #expect(EffectID(1) != EffectID("1"))
    #expect(EffectID(Int8(1)) != EffectID(1))
    #expect(EffectID(EffectID("a")) == "a")
    #expect(EffectID("a").value as? String == "a")
    #expect(
      Set([EffectID(Name.one), EffectID(Name.one), "a", EffectID("a"), EffectID(3), EffectID(3)]).count == 3)
    #expect("\(EffectID(Name.one)) \(EffectID(3)) \(EffectID("a"))" == "one 3 a")
    #expect(EffectLabel(Name.one) == EffectLabel(Name.one))
    #expect(EffectLabel(Name.one).value as? Name == .one)
    let number = 3
    #expect("\(EffectLabel("load \(number)"))" == "load 3")
  }

  @Test("A queue says its name and strategy; a capacity is part of what it is")
  func queues() {
    #expect("\(EffectQueue.latest("search"))" == "search (latest)")
    #expect(EffectQueue.concat("q") == EffectQueue("q", .concat))
    #expect(EffectQueue.concat("q").capacity(2) != EffectQueue.concat("q"))
    #expect(
      EffectQueue.concat("q").capacity(2, overflow: .dropOldest).policy
        == QueuePolicy(.concat, capacity: 2, overflow: .dropOldest))
    #expect(
      EffectQueue.throttle("q", for: .seconds(1)).policy.strategy == .throttle(for: .seconds(1), latest: true)
    )
    #expect(EffectQueue.merge("q").policy.strategy == .merge)
    #expect(EffectQueue.exhaust("q").policy.strategy == .exhaust)
    #expect(EffectQueue.concurrent("q", max: 3).policy.strategy == .concurrent(max: 3))
    #expect(EffectQueue.debounce("q", for: .seconds(2)).policy.strategy == .debounce(for: .seconds(2)))
  }

  @Test("A way back that is a closure lets a test run a body without a store")
  func sendOfATest() async {
    let log = EffectsLog<String>()
    let send = Send<String>(environment: StoreEnvironment()) { log.add($0) }
    await send("a")
    await send.map { (number: Int) in "number \(number)" }(2)
    #expect(log.entries == ["a", "number 2"])
  }
}
