import Millrace
import Testing

@testable import MillraceTesting

@MainActor @Suite struct TestStoreEffectTests {
  /// A store that asks for what its messages say.
  private func store() -> Store<Int, TestStoreEffectSample> {
    Store(0) { _, message in
      switch message {
      case .concat(let label):
        .run(in: .concat("lane"), id: EffectID(label), label: EffectLabel(label)) { _ in await never() }
      case .exhaust(let label): .run(in: .exhaust("one"), label: EffectLabel(label)) { _ in await never() }
      case .bare: .run { _ in await never() }
      case .cancel(let id): .cancel(id: EffectID(id))
      case .nothing: .none
      }
    }
  }

  @Test("What a turn starts, lets wait, drops and cancels is asserted by label, id and queue")
  func asserted() async {
    let reports = await testStoreReports {
      let test = TestStore(store())
      test.send(.concat("a"), effects: [.starts("a", id: "a", in: "lane")])
      test.send(.concat("b"), effects: [.waits("b", id: "b", in: "lane")])
      test.send(.concat("c"), effects: [.waits(id: "c")])
      test.send(.cancel("b"), effects: [.drops("b", in: "lane")])
      test.send(.cancel("a"), effects: [.cancels("a")])
      test.send(.exhaust("d"), effects: [.starts("d", in: "one")])
      test.send(.exhaust("e"), effects: [.drops("e")])
      test.send(.bare, effects: [.starts()])
      test.send(.nothing, effects: [])
      test.skipInFlightEffects()
      await test.finish()
    }
    #expect(reports == [])
  }

  @Test("Effects that are not as expected are shown line by line")
  func different() async {
    let failures = await testStoreFailures {
      let test = TestStore(store())
      test.send(.concat("a"), effects: [.starts("b", id: "b", in: "other")])
      test.send(.concat("b"), effects: [])
      test.send(.cancel("b"), effects: [.drops("b"), .starts("c"), .cancels()])
      test.send(.bare, effects: [.waits()])
      test.send(.exhaust("d"), effects: [.starts(in: "two")])
      test.skipInFlightEffects()
      await test.finish()
    }
    #expect(
      failures == [
        """
        The effects of `.concat("a")` (turn 1) differ from the expected ones (- expected, + actual):
        - starts `b`, id "b", in the queue "other"
        + starts `a`, id "a", in the queue "lane" (concat)
        """,
        """
        The effects of `.concat("b")` (turn 2) differ from the expected ones (- expected, + actual):
        + waits `b`, id "b", in the queue "lane" (concat)
        """,
        """
        The effects of `.cancel("b")` (turn 3) differ from the expected ones (- expected, + actual):
          drops `b`, id "b", in the queue "lane" (concat)
        - starts `c`
        - cancels an effect
        """,
        """
        The effects of `.bare` (turn 4) differ from the expected ones (- expected, + actual):
        - waits an effect
        + starts an effect
        """,
        """
        The effects of `.exhaust("d")` (turn 5) differ from the expected ones (- expected, + actual):
        - starts an effect, in the queue "two"
        + starts `d`, in the queue "one" (exhaust)
        """,
      ])
  }

  @Test("Effects in flight are listed with their queues, in the order in which they were asked for")
  func list() async {
    let failures = await testStoreFailures {
      let test = TestStore(store(), patience: .milliseconds(1))
      test.send(.bare)
      test.send(.concat("a"))
      test.send(.concat("b"))
      await test.finish()
      test.skipInFlightEffects()
    }
    #expect(
      failures == [
        """
        3 effects are in flight at the end:
          the effect without a label of turn 1 runs
          the effect `a` of turn 2, id "a", runs in the queue "lane" (concat)
          the effect `b` of turn 3, id "b", waits in the queue "lane" (concat)
        Let each end, cancel it, or allow it to continue with `test.skipInFlightEffects()`.
        """
      ])
  }
}

private enum TestStoreEffectSample: Sendable, Equatable {
  case concat(String)
  case exhaust(String)
  case bare
  case cancel(String)
  case nothing
}

/// Goes on until the task is cancelled.
private func never() async {
  let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
  for await _ in stream {}
  withExtendedLifetime(continuation) {}
}
