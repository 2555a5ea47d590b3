import Millrace
import MillraceTesting
import Testing

/// Scenarios in which what is left out for independence could matter.
@Suite struct ExplorerGapTests {
  enum Message: Hashable {
    case begin
    case other
    case stop
    case came(String)
  }

  struct State: Hashable {
    var log: [String] = []
  }

  typealias Body = @Sendable (Send<Message>) async throws -> Void
  typealias Build = @Sendable (isolated World) -> () -> String

  /// A store whose effects note what they have seen.
  static func store(
    _ world: isolated World, begin: Effect<Message>, other: Effect<Message> = .none
  ) -> Store<State, Message> {
    let store = Store(State(), of: Message.self, flow: world.flow) { state, message in
      switch message {
      case .begin: return begin
      case .other: return other
      case .stop: return .cancel(id: "it")
      case .came(let text):
        state.log.append(text)
        return .none
      }
    }
    // A store without an owner ends with its scenario's building, and its effects with it.
    world.finally("the store has lived") { store.log.count >= 0 }
    return store
  }

  static let timerAndCancel: Build = { world in
    let seen = world.shared("nothing", as: "seen")
    let store = store(
      world,
      begin: .run(id: "it", label: "sleeper") { send in
        do {
          try await send.environment.clock.sleep(for: .seconds(1))
          seen.value = "woken"
        } catch { seen.value = "cancelled" }
      })
    store.send(.begin)
    world.user("user", sends: [.stop], to: store)
    return { seen.value }
  }

  static let child: Build = { world in
    let server = world.outside("server")
    let a = world.shared(0, as: "a")
    let seen = world.shared("nothing", as: "seen")
    let store = store(
      world,
      begin: .run(label: "parent") { send in
        async let answer: Void = { _ = try? await server.call("x", answers: [.success(1)]) }()
        _ = try await server.call("y", answers: [.success(1)])
        a.value = 1
        await answer
        a.value = 2
      }, other: .run(label: "looker") { send in seen.value = "\(a.value)" })
    store.send(.begin)
    store.send(.other)
    return { seen.value }
  }

  static let childFirst: Build = { world in
    let server = world.outside("server")
    let a = world.shared(0, as: "a")
    let seen = world.shared("nothing", as: "seen")
    let store = store(
      world,
      begin: .run(label: "parent") { send in
        async let answer: Void = {}()
        _ = try await server.call("y", answers: [.success(1)])
        a.value = 1
        await answer
        a.value = 2
      }, other: .run(label: "looker") { send in seen.value = "\(a.value)" })
    store.send(.begin)
    store.send(.other)
    return { seen.value }
  }

  static let workWaits: Build = { world in
    let server = world.outside("server")
    let store = store(world, begin: .none)
    world.work("worker") {
      let task = Task { _ = try? await server.call("x", answers: [.success(1)]) }
      _ = try await server.call("y", answers: [.success(1)])
      store.send(.came("first"))
      await task.value
      store.send(.came("second"))
    }
    world.user("user", sends: [.came("user")], to: store)
    return { store.log.joined(separator: " ") }
  }

  static let childCancelled: Build = { world in
    let server = world.outside("server")
    let seen = world.shared(0, as: "seen")
    let store = store(
      world,
      begin: .run(id: "it", label: "parent") { send in
        async let answer: Void = {
          _ = try? await server.call("x", answers: [.success(1)])
          if !Task.isCancelled { seen.value += 1 }
        }()
        await answer
      })
    store.send(.begin)
    world.user("user", sends: [.stop], to: store)
    return { "\(seen.value)" }
  }

  static let taskCancelled: Build = { world in
    let server = world.outside("server")
    let seen = world.shared(0, as: "seen")
    let store = store(
      world,
      begin: .run(label: "parent") { send in
        let task = Task {
          _ = try await server.call("x", answers: [.success(1)])
          seen.value = 1
        }
        _ = try await server.call("y", answers: [.success(1)])
        task.cancel()
        _ = try? await task.value
      })
    store.send(.begin)
    return { "\(seen.value)" }
  }

  static let group: Build = { world in
    let server = world.outside("server")
    let store = store(
      world,
      begin: .run(label: "parent") { send in
        await withTaskGroup(of: String.self) { group in
          for name in ["x", "y"] {
            group.addTask { (try? await server.call(name, answers: [.success(name)])) ?? "none" }
          }
          for await answer in group { await send(.came(answer)) }
        }
      })
    store.send(.begin)
    world.user("user", sends: [.came("user")], to: store)
    return { store.log.joined(separator: " ") }
  }

  actor Cache {
    var value = 0
    func read() -> Int { value }
    func write(_ new: Int) { value = new }
  }

  static let cache: Build = { world in
    let server = world.outside("server")
    let cache = Cache()
    let store = store(
      world,
      begin: .merge(
        (0..<2).map { number in
          .run(label: "add \(number)") { send in
            let old = await cache.read()
            await cache.write(old + 1)
            let new = await cache.read()
            await send(.came("\(new)"))
          }
        }))
    store.send(.begin)
    return { store.log.joined(separator: " ") }
  }

  static let sender: Build = { world in
    let store = store(world, begin: .none)
    let sender = store.sender()
    world.work("poster") {
      await Task.detached {
        _ = sender.send(.came("posted")); _ = sender.send(.came("again"))
      }.value
    }
    world.user("user", sends: [.came("one"), .came("two")], to: store)
    return { store.log.joined(separator: " ") }
  }

  static let latest: Build = { world in
    let server = world.outside("server")
    let touched = world.shared([Int](), as: "touched")
    let store = Store(State(), of: Message.self, flow: world.flow) { state, message in
      if case .came(let text) = message {
        state.log.append(text)
        return .none
      }
      return .run(in: .latest("q"), label: "\(message)") { send in
        touched.withValue { $0.append(0) }
        _ = try? await server.call("a", answers: [.success(1)])
        touched.withValue { $0.append(Task.isCancelled ? 1 : 2) }
        await send(.came("\(message)"))
      }
    }
    world.user("user", sends: [.begin, .other], to: store)
    return { "\(store.log) \(touched.value)" }
  }

  static let timeout: Build = { world in
    let server = world.outside("server")
    let store = store(
      world,
      begin: .merge(
        .run(id: "it", label: "call") { send in
          let answer = try await server.call("a", answers: [.success("answer"), .never])
          await send(.came(answer))
        },
        .run(label: "timeout") { send in
          try await send.environment.clock.sleep(for: .seconds(5))
          await send(.came("timeout"))
          await send(.stop)
        }))
    store.send(.begin)
    return { "\(store.log)" }
  }

  static let twoFlows: Build = { world in
    let first = store(world, begin: .none)
    let second = Store(State(), of: Message.self, flow: world.flow(named: "second")) { state, message in
      if case .came(let text) = message { state.log.append(text + "\(first.log.count)") }
      return .none
    }
    let sender = second.sender()
    world.user(
      "one",
      does: [
        {
          first.send(.came("x")); _ = sender.send(.came("posted"))
        }, { first.send(.came("y")) },
      ])
    world.user("two", sends: [.came("direct")], to: second)
    return { "\(first.log) \(second.log)" }
  }

  static let callback: Build = { world in
    let server = world.outside("server")
    let store = store(
      world,
      begin: .callback(id: "it", label: "callback") { continuation in
        let task = Task {
          _ = try await server.call("a", answers: [.success(1)])
          continuation.send(.came("answer"))
          continuation.finish()
        }
        continuation.onCancel { task.cancel() }
      })
    store.send(.begin)
    world.user("user", sends: [.stop, .came("later")], to: store)
    return { "\(store.log)" }
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let build: Build
  }

  static let cases = [
    Case(testDescription: "a cancellation racing a timer", build: timerAndCancel),
    Case(testDescription: "a child that is waited for", build: child),
    Case(testDescription: "a child that may be over when it is waited for", build: childFirst),
    Case(testDescription: "work at home that waits for a task", build: workWaits),
    Case(testDescription: "a child cancelled with its parent", build: childCancelled),
    Case(testDescription: "a task cancelled by its maker", build: taskCancelled),
    Case(testDescription: "a group of tasks", build: group),
    Case(testDescription: "an actor as a cache", build: cache),
    Case(testDescription: "messages posted", build: sender),
    Case(testDescription: "the latest of a queue", build: latest),
    Case(testDescription: "a timeout racing an answer", build: timeout),
    Case(testDescription: "two flows", build: twoFlows),
    Case(testDescription: "a callback", build: callback),
  ]

  @Test("nothing is lost by what is left out", arguments: cases)
  func losesNothing(_ example: Case) async {
    let naive = await ExplorerOutcomes(.none, runs: 20_000, example.build)
    #expect(naive.exploration.isProven, "\(naive.exploration)")
    for reduction in [.independentSteps, .knownStates, .all] as [Explorer.Reduction] {
      let reduced = await ExplorerOutcomes(reduction, example.build)
      #expect(reduced.exploration.isComplete, "\(reduced.exploration)")
      #expect(reduced.all == naive.all, "\(reduction.rawValue)")
      #expect(reduced.exploration.finalStates == naive.exploration.finalStates, "\(reduction.rawValue)")
    }
  }
}
