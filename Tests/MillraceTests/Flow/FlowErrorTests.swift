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
        The store `Search` does not handle the message `typed`, or its part, row or screen does not exist. Handle \
        it in the store's update, or do not send it.
        """
      ),
      (
        .effectFailed(store: "Search", label: "load", error: EffectsFailure("the line is down")),
        """
        The effect `load` of the store `Search` failed: the line is down. Catch the error in the effect, and turn it into a message.
        """
      ),
      (
        .effectFailed(store: "Search", label: nil, error: EffectsFailure("the line is down")),
        """
        An effect without a label of the store `Search` failed: the line is down. Catch the error in the effect, and turn it into a message.
        """
      ),
      (
        .effectFailed(store: "Search", label: "load", error: EffectsFailure("The line is down.")),
        """
        The effect `load` of the store `Search` failed: The line is down. Catch the error in the effect, and turn it into a message.
        """
      ),
      (
        .subscriptionFailed(store: "Search", label: "ticks", error: EffectsFailure("the line is down")),
        """
        The subscription `ticks` of the store `Search` failed and has ended: the line is down. Catch the error in the subscription, and turn it into a message.
        """
      ),
      (
        .reported(store: "Search", error: EffectsFailure("the line is down")),
        """
        The store `Search` reports: the line is down. Handle it in the store's update, or show it from the flow's \
        `errorHandler`.
        """
      ),
      (
        .homeless(flow: "search"),
        """
        The flow `search` was created without an actor, so messages of its effects and timers wait until the program \
        pumps it. Write `@MainActor` before the test, function or type that creates the store, or call `await \
        store.run()` before you need the result.
        """
      ),
      (
        .queueFull(store: "Search", queue: .concat("loads").capacity(3), label: "load"),
        """
        The queue `loads (concat)` of the store `Search` already has 3 waiting effects, which is its capacity, so \
        `load` was dropped. Raise the capacity, or request fewer effects.
        """
      ),
      (
        .queueFull(store: "Search", queue: .concat("loads").capacity(3), label: nil),
        """
        The queue `loads (concat)` of the store `Search` already has 3 waiting effects, which is its capacity, so an \
        effect without a label was dropped. Raise the capacity, or request fewer effects.
        """
      ),
      (
        .invalidQueue(store: "Search", queue: .concurrent("loads", max: 0), problem: "It is so."),
        "The queue `loads` of the store `Search` cannot be used, so its effects start at once, as without a queue: It is so."
      ),
      (
        .gateChangedType(gate: "censor", store: "Search", expected: "SearchMessage", got: "Int"),
        """
        The gate `censor` changed a message for the store `Search` into a `Int`, but the store accepts only \
        `SearchMessage`, so the message was dropped. Return `.change` with a message of the store's type.
        """
      ),
      (
        .lockOfAnotherFlow(flow: "app", lock: "animation", store: "Search"),
        """
        The lock `animation` of the flow `app` received a message for the store `Search`, which is on another flow, \
        so the message was dropped. Send it to that store directly, or through a lock of its flow.
        """
      ),
      (
        .lockAbandoned(flow: "app", lock: "animation"),
        """
        The last reference to the lock `animation` of the flow `app` was released before `release()` was called, so \
        the lock was opened to let the flow continue. Keep the lock until you call `release()`.
        """
      ),
    ])
  nonisolated func texts(error: FlowError, text: String) {
    #expect("\(error)" == text)
  }

  @Test(
    "An update that does not handle a message: reported with store and message, once, and the flow continues")
  func unhandled() {
    let rig = EffectsRig { $0 == "unknown" ? .unhandled : .none }
    rig.send("unknown", "known")
    #expect(
      rig.errors == [
        """
        The store `store` does not handle the message `unknown`, or its part, row or screen does not exist. \
        Handle it in the store's update, or do not send it.
        """
      ])
    #expect(rig.heard == ["unknown", "known"])
  }

  @Test("Unhandled inside of a merge is reported, and the other members are performed")
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
    "An error that is reported inside of a turn may be answered with a message, which waits for the turn's end"
  )
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

  @Test("Errors are reported at the flow's home")
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

  @Test(
    "Without an error handler, each error is a line on standard error, without control characters",
    .realProcess)
  nonisolated func standardError() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let store = Store(0, of: String.self, name: "lonely") { _, message in
        message == "bad" ? .run(label: "work\n\u{1B}[31m") { _ in throw EffectsFailure("torn") } : .unhandled
      }
      store.send("strange")
      store.send("bad")
      await store.run()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        """
        Millrace: The store `lonely` does not handle the message `strange`, or its part, row or screen does not \
        exist. Handle it in the store's update, or do not send it.\n
        """))
    #expect(
      text.contains(
        """
        Millrace: The effect `work\\n\\u{1B}[31m` of the store `lonely` failed: torn. Catch the error in the effect, and turn it into a message.\n
        """))
    #expect(text.split(separator: "\n").filter { $0.hasPrefix("Millrace: ") }.count == 2)
  }
}
