import Katana
import KatanaTesting
import Millrace
import MillraceTesting
import Testing

/// Is carried out by an effect of the kernel.
private struct DemoDeed: Command, Equatable {
  let text: String
}

/// Makes an effect of a deed as a test says.
private struct DemoDoing: EffectCommandInterpreter {
  let make: (String) -> Effect<any Message>

  func effect(of command: DemoDeed) -> Effect<any Message> { make(command.text) }
}

/// Commands that are carried out by effects of the kernel.
@MainActor
struct EffectTests {
  private func rig(
    queue: EffectQueue? = nil, id: EffectID? = nil, _ make: @escaping (String) -> Effect<any Message>
  ) throws -> DemoRig {
    try DemoRig(interpreters: [DemoDoing(make: make)]) { text in
      if text.hasPrefix("-") { return [CancelCommand(id: EffectID(String(text.dropFirst())))] }
      return text.hasPrefix(">") ? [] : [DemoDeed(text: text).queued(in: queue, id: id)]
    }
  }

  /// Work that is held in `shelf`.
  private func held(
    by shelf: DemoShelf, in queue: EffectQueue? = nil, id: EffectID? = nil, label: EffectLabel? = nil
  ) -> Effect<any Message> {
    .callback(in: queue, id: id, label: label) { shelf.keep(Dispatcher($0)) }
  }

  @Test(
    "A command is carried out by the effect that its interpreter makes of it, in the turn that asks for it")
  func carriesOut() throws {
    let rig = try rig { .merge(.send(DemoText(">\($0) 1")), .send(DemoText(">\($0) 2"))) }
    rig.dispatch("a")
    #expect(rig.heard == ["a", ">a 1", ">a 2"])
  }

  @Test("What an effect does goes on as it would in any store, and is over when it says so")
  func goesOn() async throws {
    let rig = try rig { text in
      .concatenate(
        .run { send in await send(DemoText(">\(text) first")) },
        .run { send in await send(DemoText(">\(text) second")) })
    }
    rig.dispatch("a")
    await rig.store.run()
    #expect(rig.heard == ["a", ">a first", ">a second"])
  }

  @Test("The queue of the command is that of all work in the effect, whichever it had itself")
  func queue() throws {
    let shelf = DemoShelf()
    let rig = try rig(queue: .concat("q")) { _ in held(by: shelf, in: .merge("other")) }
    rig.dispatch("a", "b")
    #expect(shelf.kept.count == 1)
    #expect(rig.store.effectsInFlight.map { $0.queue } == ["q", "q"])
  }

  @Test("Without a queue of the command the effect stands in its own")
  func ownQueue() throws {
    let shelf = DemoShelf()
    let rig = try rig { _ in held(by: shelf, in: .latest("own")) }
    rig.dispatch("a", "b")
    #expect(shelf.kept.map { $0(DemoText(">late")) } == [false, true])
  }

  @Test("Work without a label is called as the command is; a label of its own stays")
  func label() throws {
    let shelf = DemoShelf()
    let rig = try rig { $0 == "a" ? held(by: shelf) : held(by: shelf, label: "own") }
    rig.dispatch("a", "b")
    #expect(rig.store.effectsInFlight.map { "\($0.label ?? "none")" } == [#"DemoDeed(text: "a")"#, "own"])
  }

  @Test("An id that the effect has as well cancels it, and nothing is reported")
  func id() throws {
    let shelf = DemoShelf()
    let rig = try rig(id: "x") { _ in .merge(held(by: shelf, id: "x"), held(by: shelf, id: "x")) }
    rig.dispatch("a", "-x")
    #expect(shelf.kept.map { $0(DemoText(">late")) } == [false, false])
    #expect(rig.errors.entries.isEmpty)
  }

  @Test("An id of the command that some of the effect lacks is reported, and the effect is begun")
  func idNotCarried() throws {
    let shelf = DemoShelf()
    let rig = try rig(id: "x") { _ in .concatenate(held(by: shelf, id: "x"), held(by: shelf)) }
    rig.dispatch("a")
    let expected = KatanaError.idNotCarried(command: String(reflecting: DemoDeed.self), id: "x")
    #expect(
      rig.errors.entries.map { error -> KatanaError? in
        if case .reported(store: "store", let error) = error { error as? KatanaError } else { nil }
      } == [expected])
    #expect(shelf.kept.count == 1)
  }

  @Test("A second interpreter of another sort for the same commands is an error")
  func second() {
    struct Other: CommandInterpreter {
      func interpret(dispatch: Dispatcher, command: DemoDeed) {}
    }
    #expect(throws: KatanaError.self) {
      try DemoRig(interpreters: [DemoDoing { _ in .none }, Other()])
    }
  }
}
