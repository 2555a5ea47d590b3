import Harvest
import HarvestTesting
import Testing

@testable import MillraceTesting

private enum DoorState: Hashable {
  case closed, opening, open
}

private enum DoorInput: Hashable {
  case push, done, pull
}

private typealias Door = Harvester<DoorInput, DoorState>.EffectMapping<Void, BasicEffectQueue, Never>

@MainActor @Suite struct TestStoreHarvestTests {
  private func door() -> Harvester<DoorInput, DoorState> {
    let motor = Door.Effect(label: "motor") { _ in .done }
    return Harvester(
      state: .closed,
      mapping: Door.reduce(
        .first,
        [
          .push | .closed => .opening | motor,
          .done | .opening => .open | .empty,
        ]), world: ())
  }

  @Test(
    "A table is tested by its inputs, states and effects; a rejected input changes nothing, and its reply says so"
  )
  func table() async {
    let door = door()
    var replies: [String] = []
    let token = door.onReply { replies.append("\($0)") }
    let reports = await testStoreReports {
      let test = TestStore(door)
      test.send(.push, effects: [.starts("motor")]) { $0 = .opening }
      await test.receive(.done) { $0 = .open }
      test.send(.pull)
      await test.finish()
    }
    #expect(reports == [])
    #expect(replies == ["push: closed => opening", "done: opening => open", "pull: open, rejected"])
    token.cancel()
  }

  @Test("A table that goes elsewhere than expected fails with both states")
  func otherState() async {
    let failures = await testStoreFailures {
      let test = TestStore(door())
      test.send(.push) { $0 = .open }
      await test.receive(.pull)
      await test.finish()
    }
    #expect(
      failures == [
        """
        After `.push` was sent (turn 2) the state differs from the expected one (- expected, + actual):
        - .open
        + .opening
        """,
        "Expected to receive `.pull`, but received `.done` (turn 3), from the effect `motor` of turn 2.",
      ])
  }
}
