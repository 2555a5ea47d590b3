import Millrace
import MillraceTesting
import TestResources
import Testing

/// Errors on a flow, and their reports.
@EffectsHome
struct FlowErrorTests {
  @Test(
    "Each error is a sentence that says what happened, why, and what to do",
    arguments: [
      (
        FlowError.unhandledMessage(store: "Search", message: "typed"),
        """
        The store `Search` knows nothing of the message `typed`; handle it in the store's update, or do not \
        send it there.
        """
      ),
      (
        .effectFailed(store: "Search", label: "load", error: EffectsFailure("the line is down")),
        """
        The effect `load` of the store `Search` failed: the line is down. Catch the error where the work \
        is, and make a message of it.
        """
      ),
      (
        .effectFailed(store: "Search", label: nil, error: EffectsFailure("the line is down")),
        """
        An effect without a label of the store `Search` failed: the line is down. Catch the error where \
        the work is, and make a message of it.
        """
      ),
      (
        .effectFailed(store: "Search", label: "load", error: EffectsFailure("The line is down.")),
        """
        The effect `load` of the store `Search` failed: The line is down. Catch the error where the work is, and make a \
        message of it.
        """
      ),
      (
        .subscriptionFailed(store: "Search", label: "ticks", error: EffectsFailure("the line is down")),
        """
        The subscription `ticks` of the store `Search` failed and listens no more: the line is down. Catch the error where \
        it listens, and make a message of it.
        """
      ),
      (
        .reported(store: "Search", error: EffectsFailure("the line is down")),
        """
        The store `Search` reports: the line is down. Handle it where it is reported, or show it from the flow's \
        `errorHandler`.
        """
      ),
      (
        .homeless(flow: "search"),
        """
        The flow `search` was made where there is no actor, so what its effects and timers send waits until the \
        program takes it. Write `@MainActor` before the test, function or type that makes the store, or call \
        `await store.run()` where the result is needed.
        """
      ),
      (
        .queueFull(store: "Search", queue: .concat("loads").capacity(3), label: "load"),
        """
        The queue `loads (concat)` of the store `Search` holds 3 waiting effects and has no room for more, \
        so `load` was dropped. Raise the queue's capacity, or ask for less.
        """
      ),
      (
        .queueFull(store: "Search", queue: .concat("loads").capacity(3), label: nil),
        """
        The queue `loads (concat)` of the store `Search` holds 3 waiting effects and has no room for more, \
        so an effect without a label was dropped. Raise the queue's capacity, or ask for less.
        """
      ),
      (
        .invalidQueue(store: "Search", queue: .concurrent("loads", max: 0), problem: "It is so."),
        "The queue `loads` of the store `Search` cannot be used: It is so."
      ),
      (
        .gateChangedType(gate: "censor", store: "Search", expected: "SearchMessage", got: "Int"),
        """
        The gate `censor` changed a message for the store `Search` into a `Int`, but that store takes \
        `SearchMessage`; the message was dropped. Answer `.change` with a message of the store's own type.
        """
      ),
      (
        .lockOfAnotherFlow(flow: "app", lock: "animation", store: "Search"),
        """
        The lock `animation` of the flow `app` was given a message for the store `Search`, which takes its \
        turns on another flow, so the message was dropped. Send it to that store itself, or through a lock of \
        its own flow.
        """
      ),
      (
        .lockAbandoned(flow: "app", lock: "animation"),
        """
        The lock `animation` of the flow `app` was still shut when the last reference to it went away; it \
        was released so that the flow goes on. Keep the lock until you call `release()`.
        """
      ),
    ])
  nonisolated func texts(error: FlowError, text: String) {
    #expect("\(error)" == text)
  }

  @Test("An update that knows nothing of a message: told with store and message, once, and the flow goes on")
  func unhandled() {
    let rig = EffectsRig { $0 == "unknown" ? .unhandled : .none }
    rig.send("unknown", "known")
    #expect(
      rig.errors == [
        """
        The store `store` knows nothing of the message `unknown`; handle it in the store's update, or do not \
        send it there.
        """
      ])
    #expect(rig.heard == ["unknown", "known"])
  }

  @Test("Unhandled inside of a merge is told, and the other members are performed")
  func unhandledInMerge() {
    let rig = EffectsRig { $0 == "unknown" ? .merge(.unhandled, .send("now")) : .none }
    rig.send("unknown")
    #expect(rig.heard == ["unknown", "now"])
    #expect(rig.errors.count == 1)
  }

  @Test("A mapped unhandled is unhandled by the parent")
  func unhandledMapped() {
    let rig = EffectsRig { $0 == "unknown" ? Effect<Int>.unhandled.map { "\($0)" } : .none }
    rig.send("unknown")
    #expect(rig.errors.count == 1)
  }

  @Test(
    "An error that is told inside of a turn may be answered with a message, which waits for the turn's end")
  func handlerSendsInTurn() {
    let rig = EffectsRig { $0 == "unknown" ? .unhandled : .none }
    var inTurn: Bool?
    rig.flow.errorHandler = { [unowned store = rig.store, unowned flow = rig.flow] _ in
      inTurn = flow.isInTurn
      store.send("answer")
    }
    rig.send("unknown", "next")
    #expect(inTurn == true)
    #expect(rig.heard == ["unknown", "answer", "next"])
  }

  @Test("Errors are told at the flow's home")
  func atHome() async {
    let rig = EffectsRig { _ in .run(in: .concat("q")) { _ in throw EffectsFailure("torn") } }
    var told = 0
    rig.flow.errorHandler = { _ in
      EffectsHome.shared.assertIsolated()
      told += 1
    }
    rig.send("a", "b")
    await rig.store.run()
    #expect(told == 2)
  }

  @Test("Where nobody handles errors, each is a line on standard error", .realProcess)
  nonisolated func standardError() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let store = Store(0, of: String.self, name: "lonely") { _, message in
        message == "bad" ? .run(label: "work") { _ in throw EffectsFailure("torn") } : .unhandled
      }
      store.send("strange")
      store.send("bad")
      await store.run()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        """
        Millrace: The store `lonely` knows nothing of the message `strange`; handle it in the store's \
        update, or do not send it there.\n
        """))
    #expect(
      text.contains(
        """
        Millrace: The effect `work` of the store `lonely` failed: torn. Catch the error where the work is, \
        and make a message of it.\n
        """))
    #expect(text.split(separator: "\n").filter { $0.hasPrefix("Millrace: ") }.count == 2)
  }
}
