import Millrace
import MillraceTesting
import Testing

/// The cancellation of a send's work in a record, and in its replay.
struct ReplayWorkTests {
  static func make(_ flow: Flow) -> Store<[Int], Int> {
    Store([], name: "n", flow: flow) { heard, number in
      heard.append(number)
      guard number > 0 else { return .none }
      return .concatenate(
        .run(in: .latest("load"), label: "first \(number)") {
          try await $0.environment.clock.sleep(for: .seconds(1))
        },
        .run(label: "second") { await $0(-number) })
    }
  }

  @Test(
    "What a handle cancels between turns, with the rest of its sequence, is cancelled in the replay as well")
  func cancelled() async throws {
    let text = try await Task { @ReplayHome in
      let flow = Flow(environment: StoreEnvironment(clock: ImmediateClock()))
      let store = Self.make(flow)
      let recorder = try HistoryRecorder(flow)
      try recorder.record(store)
      store.send(1).cancel()
      await store.send(2).finish()
      store.send(3)
      await store.run()
      try recorder.finish()
      return recorder.text
    }.value
    #expect(text.contains("cancelled"))
    let divergence = try Replay(lines: text).divergence { stage in try stage.add(Self.make(stage.flow)) }
    #expect(divergence == nil)
  }
}
