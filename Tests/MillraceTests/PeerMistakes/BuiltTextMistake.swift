import Millrace
import MillraceTesting
import Testing

/// Counts how often its name is asked for.
private struct PeerMistakesName: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
  let number: Int
  let asked: ConcurrencyCount

  var description: String {
    asked.add()
    return "number \(number)"
  }

  var debugDescription: String { description }

  static func == (left: Self, right: Self) -> Bool { left.number == right.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// A message and an error that count the same.
private struct PeerMistakesNews: Sendable, Error, CustomStringConvertible {
  let name: PeerMistakesName
  let isResult: Bool

  var description: String { name.description }
}

extension PeerMistakesTests {
  private func asks(_ use: @Sendable (Flow, Int, isolated ConcurrencyHome) -> ObservationToken?) async -> Int
  {
    let asked = ConcurrencyCount()
    let count = 200
    await ConcurrencyHome().run { home in
      let flow = Flow()
      let store = Store(0, of: PeerMistakesNews.self, flow: flow) { state, news in
        state += 1
        if news.isResult { return .none }
        let queue: [EffectQueue?] = [
          nil, .latest("a"), .concat("b"), .exhaust("c"), .concurrent("d", max: 2), .merge("e"),
        ]
        let effect = Effect<PeerMistakesNews>.run(
          in: queue[state % queue.count], id: EffectID(news.name), label: EffectLabel(news.name),
          { send in
            let result = PeerMistakesNews(name: news.name, isResult: true)
            if news.name.number.isMultiple(of: 3) { throw result }
            await send(result)
          }, catch: { $0 as? PeerMistakesNews })
        let cancellation = PeerMistakesName(number: news.name.number - 1, asked: asked)
        return state.isMultiple(of: 4) ? .merge(effect, .cancel(id: EffectID(cancellation))) : effect
      }
      let token = use(flow, count, home)
      for number in 0..<count {
        store.send(PeerMistakesNews(name: PeerMistakesName(number: number, asked: asked), isResult: false))
        if number.isMultiple(of: 10) { await letOthersRun() }
      }
      await store.run()
      token?.cancel()
    }
    return asked.value
  }

  @Test(
    "Log texts built although logging is off: without a tap no label, id or message is described")
  func untapped() async {
    #expect(await asks { _, _, _ in nil } == 0)
  }

  @Test(
    "Log texts built although logging is off: a tap that prints nothing builds nothing, one that prints does")
  func tapped() async {
    #expect(await asks { flow, _, _ in flow.tap(effect: { _ in }) { _ in } } == 0)
    #expect(await asks { flow, _, _ in flow.tap { _ = "\($0.message)" } } >= 200)
  }
}
