import Millrace
import MillraceTesting
import Testing

/// A step must not depend on what kind of task takes it.
@Suite struct ExplorerStepTests {
  typealias Box = ExplorerActorTests.Box

  private func outcomes(
    _ first: @escaping @Sendable (Box, Shared<String>) async -> Void,
    _ second: @escaping @Sendable (Box, Shared<String>) async -> Void
  ) async -> Set<String> {
    let all = await ExplorerOutcomes(.none, runs: 20_000) { world in
      let box = Box()
      let shared = world.shared("-", as: "shared")
      let store = ExplorerGapTests.store(
        world, begin: .run(label: "first") { _ in await first(box, shared) },
        other: .run(label: "second") { send in
          await second(box, shared)
          await send(.came(shared.value))
        })
      store.send(.begin)
      store.send(.other)
      return { store.log.joined() }
    }
    #expect(all.exploration.isComplete)
    return all.all
  }

  @Test(
    "others come between an actor's turn and what its caller does next, whatever task that is",
    arguments: [false, true])
  func afterActor(isLoose: Bool) async {
    let all = await outcomes(
      { box, shared in
        let work = { @Sendable in
          let text = await box.text
          shared.value = text
        }
        if isLoose { await Task { await work() }.value } else { await work() }
      },
      { box, shared in
        await box.set("2")
        _ = shared.value
      })
    #expect(all.contains("-") && all.contains("") && all.contains("2"))
  }
}
