import Millrace
import MillraceTesting
import Testing

/// The work of a send, races and time-outs, in every order.
@Suite("Work, races and time-outs in every order")
struct ExplorerWorkTests {
  struct Page: Hashable {
    var log: [String] = []
    var isOver = false
    var hasLeft = false
  }

  enum Message: Sendable {
    case refresh, loaded(String), over, left
  }

  /// Keeps a handle between the steps of a scenario; at the world's home only.
  final class Handle {
    var work: SentWork?
  }

  /// A reader refreshes and waits; another one may leave at any time, which cancels the work.
  static func refreshing(leaves: Bool) -> @Sendable (isolated World) throws -> Void {
    { world in
      let server = world.outside("server")
      let handle = Handle()
      let store = Store(Page(), of: Message.self, flow: world.flow) { page, message in
        switch message {
        case .refresh:
          return .concatenate(
            .run(in: .concat("load"), label: "first") { send in
              await send(.loaded(try await server.call("first", answers: [.success("first")])))
            },
            .run(in: .concat("load"), label: "second") { send in
              await send(.loaded(try await server.call("second", answers: [.success("second")])))
            })
        case .loaded(let text):
          page.log.append(page.isOver || page.hasLeft ? "late \(text)" : text)
        case .over: page.isOver = true
        case .left: page.hasLeft = true
        }
        return .none
      }
      world.work("reader") {
        let work = store.send(.refresh)
        handle.work = work
        await work.finish()
        store.send(.over)
      }
      if leaves {
        world.user(
          "leaver",
          does: [
            {
              guard let work = handle.work else { return }
              work.cancel(isolation: world)
              store.send(.left)
            }
          ])
      }
      world.always("nothing of the work arrives after its end or its cancellation") {
        !store.log.contains { $0.hasPrefix("late") }
      }
      world.finally("the wait ends, with everything loaded unless the work was cancelled") {
        store.isOver && (store.hasLeft || store.log == ["first", "second"])
      }
    }
  }

  @Test(
    "`finish` against `cancel`: the wait always ends, and nothing arrives afterwards",
    arguments: [true, false])
  func finishAndCancel(leaves: Bool) async {
    let exploration = await Explorer().explore(Self.refreshing(leaves: leaves))
    #expect(exploration.isProven, "\(exploration)")
    #expect(exploration.runs > (leaves ? 3 : 0))
  }

  @Test("The same by random orders without any reduction")
  func finishAndCancelAtRandom() async {
    let exploration = await Explorer(.random(seed: 24, runs: 300)).explore(Self.refreshing(leaves: true))
    #expect(exploration.finding == nil, "\(exploration)")
  }

  // MARK: One outcome

  struct Down: Error {}

  /// Asks in one of several ways; the outcome is an answer or a failure.
  static func asking(
    _ make: @escaping @Sendable (Outside, Outside) -> Effect<String>
  ) -> @Sendable (isolated World) throws -> Void {
    { world in
      let (one, other) = (world.outside("one"), world.outside("other"))
      let store = Store([String](), of: String.self, flow: world.flow) { outcomes, message in
        if message == "ask" { return make(one, other) }
        outcomes.append(message)
        return .none
      }
      world.user("user", sends: ["ask"], to: store)
      world.always("there is at most one outcome") { store.state.count <= 1 }
      world.finally("there is an outcome") { store.state.count == 1 }
    }
  }

  static func ask(_ server: Outside) -> Effect<String> {
    .run { send in
      await send(try await server.call("ask", answers: [.success("from \(server.name)"), .failure(Down())]))
    }
  }

  static let strategies: [Explorer.Strategy] = [
    .exhaustive(preemptions: 1), .random(seed: 5, runs: 300), .prioritised(seed: 5, runs: 300),
  ]

  @Test("A race of two servers has exactly one outcome", arguments: 0..<3)
  func race(strategy: Int) async {
    let exploration = await Explorer(Self.strategies[strategy], reduction: .none).explore(
      Self.asking { Effect.race(Self.ask($0), Self.ask($1), label: "race").catching { _ in "all down" } })
    #expect(exploration.finding == nil, "\(exploration)")
  }

  @Test("Two servers without a race are found to have two outcomes")
  func noRace() async {
    let exploration = await Explorer().explore(
      Self.asking { Effect.merge(Self.ask($0), Self.ask($1)).catching { _ in "down" } })
    #expect(exploration.finding != nil)
  }

  @Test("A time-out has exactly one outcome, whenever the answer comes", arguments: 0..<3)
  func timeout(strategy: Int) async {
    let exploration = await Explorer(Self.strategies[strategy], reduction: .none).explore(
      Self.asking { server, _ in
        Effect.run(label: "ask") { send in
          await send(try await server.call("ask", answers: [.success("answer"), .never]))
        }.timeout(.seconds(1)).catching { _ in "too late" }
      })
    #expect(exploration.finding == nil, "\(exploration)")
  }

  /// Operators around work that answers, each with a limit of time around them.
  static let limited: [@Sendable (Effect<String>) -> Effect<String>] = [
    { $0.timeout(.seconds(2)) }, { .race($0) }, { .race($0.timeout(.seconds(2))) },
    {
      .race(
        .merge($0, .none), .concatenate(.run { try await $0.environment.clock.sleep(for: .seconds(9)) }, $0))
    },
    { $0.retry(1).repeating(1) }, { $0.map { $0 }.delay(.seconds(1)) },
  ]

  @Test(
    "A time-out has exactly one outcome around other operators, also when the store takes the answer",
    arguments: limited.indices)
  func nestedTimeout(_ number: Int) async {
    let exploration = await Explorer(.random(seed: 5, runs: 100), reduction: .none).explore(
      Self.asking { server, _ in
        let ask = Effect<String>.run(label: "ask") { send in
          await send(try await server.call("ask", answers: [.success("answer"), .never]))
        }
        return Self.limited[number](ask).timeout(.seconds(1)).catching { _ in "too late" }
      })
    #expect(exploration.finding == nil, "\(exploration)")
  }
}
