import Millrace
import MillraceTesting
import Testing

/// Actors of the application hold state out of sight, which must not be taken for the same.
@Suite struct ExplorerActorTests {
  typealias Message = ExplorerGapTests.Message
  typealias State = ExplorerGapTests.State
  typealias Build = ExplorerGapTests.Build

  actor Box {
    var text = ""
    func set(_ new: String) { text = new }
    func add(_ more: String) { text += more }
  }

  /// A client that asks from within.
  actor Client {
    let server: Outside
    var token = ""
    var count = 0

    init(_ server: Outside) { self.server = server }

    func fetch() async -> String {
      count += 1
      let number = count
      if token.isEmpty {
        token = (try? await server.call("token", answers: [.success("good"), .success("bad")])) ?? "none"
      }
      return "\(number)\(token)\(count)"
    }
  }

  /// A loader that keeps a task under way.
  actor Loader {
    let server: Outside
    let done: Shared<[String]>
    private var task: Task<String, Never>?

    init(_ server: Outside, _ done: Shared<[String]>) { (self.server, self.done) = (server, done) }

    func load() async -> String {
      if let task { return "again " + (await task.value) }
      let task = Task { [server] in
        (try? await server.call("x", answers: [.success("a"), .success("b")])) ?? "none"
      }
      self.task = task
      return await task.value
    }

    func start() {
      task = Task { [server, done] in
        let answer = try? await server.call("x", answers: [.success("a")])
        done.withValue { $0.append(answer ?? "cancelled") }
        return ""
      }
    }

    func stop() { task?.cancel() }

    func both() async -> String {
      async let one = server.call("one", answers: [.success("1")])
      async let two = server.call("two", answers: [.success("2")])
      let text = (try? await one + two) ?? "none"
      return text
    }
  }

  static let login: Build = { world in
    let server = world.outside("server")
    let box = Box()
    let store = Store(State(), of: Message.self, flow: world.flow) { state, message in
      switch message {
      case .begin:
        return .run(label: "login") { send in
          let answer = try await server.call("login", answers: [.success("good"), .success("expired")])
          await box.set(answer)
        }
      case .other:
        return .run(label: "profile") { send in await send(.came(await box.text)) }
      case .stop: return .none
      case .came(let text):
        state.log.append(text)
        return .none
      }
    }
    world.user("user", sends: [.begin, .other], to: store)
    return { store.log.joined(separator: " ") }
  }

  static let sum: Build = { world in
    let server = world.outside("server")
    let box = Box()
    let store = ExplorerGapTests.store(
      world,
      begin: .merge(
        .run(label: "one") { _ in
          await box.add(try await server.call("one", answers: [.success("1"), .success("2")]))
        },
        .run(label: "two") { _ in
          await box.add(try await server.call("two", answers: [.success("3")]))
        }),
      other: .run(label: "show") { send in await send(.came(await box.text)) })
    store.send(.begin)
    world.user("user", sends: [.other], to: store)
    return { store.log.joined(separator: " ") }
  }

  static let client: Build = { world in
    let client = Client(world.outside("server"))
    let effects = (0..<2).map { number in
      Effect<Message>.run(label: "fetch \(number)") { send in
        let text = await client.fetch()
        await send(.came("\(number):\(text)"))
      }
    }
    let store = ExplorerGapTests.store(world, begin: effects[0], other: effects[1])
    store.send(.begin)
    store.send(.other)
    return { store.log.joined(separator: " ") }
  }

  static let work: Build = { world in
    let box = Box()
    let store = ExplorerGapTests.store(
      world, begin: .run(label: "write") { _ in await box.set("written") })
    store.send(.begin)
    world.work("reader") { store.send(.came(await box.text)) }
    return { store.log.joined(separator: " ") }
  }

  static let twoWorks: Build = { world in
    let box = Box()
    let store = ExplorerGapTests.store(world, begin: .none)
    for name in ["a", "b"] {
      world.work(name) {
        await box.add(name)
        store.send(.came(await box.text))
      }
    }
    return { store.log.joined(separator: " ") }
  }

  static let task: Build = { world in
    let box = Box()
    let store = ExplorerGapTests.store(
      world,
      begin: .merge(
        (0..<2).map { number in
          .run(label: "effect \(number)") { send in
            let task = Task {
              let old = await box.text
              await box.set(old + "\(number)")
            }
            await task.value
            await send(.came(await box.text))
          }
        }))
    store.send(.begin)
    return { store.log.joined(separator: " ") }
  }

  static let sharedTask: Build = { world in
    let loader = Loader(world.outside("server"), world.shared([], as: "done"))
    let load = Effect<Message>.run(label: "load") { send in await send(.came(await loader.load())) }
    let store = ExplorerGapTests.store(world, begin: load, other: load)
    store.send(.begin)
    world.user("user", sends: [.other], to: store)
    return { store.log.joined(separator: " ") }
  }

  static let stopped: Build = { world in
    let done = world.shared([String](), as: "done")
    let loader = Loader(world.outside("server"), done)
    let store = ExplorerGapTests.store(
      world, begin: .run(label: "start") { _ in await loader.start() },
      other: .run(label: "stop") { _ in await loader.stop() })
    store.send(.begin)
    store.send(.other)
    return { done.value.joined(separator: " ") }
  }

  static let childrenInside: Build = { world in
    let loader = Loader(world.outside("server"), world.shared([], as: "done"))
    let store = ExplorerGapTests.store(
      world, begin: .run(id: "it", label: "both") { send in await send(.came(await loader.both())) })
    store.send(.begin)
    world.user("user", sends: [.stop], to: store)
    return { store.log.joined(separator: " ") }
  }

  actor Flagged {
    var texts: [String] = []
    func note() { texts.append(Task.isCancelled ? "cancelled" : "going") }
  }

  static let cancelledInside: Build = { world in
    let flagged = Flagged()
    let store = ExplorerGapTests.store(
      world, begin: .run(id: "it", label: "note") { _ in await flagged.note() },
      other: .run(label: "show") { send in await send(.came(await flagged.texts.joined(separator: ","))) })
    store.send(.begin)
    world.user("user", sends: [.stop, .other], to: store)
    return { store.log.joined(separator: " ") }
  }

  actor Sleeper {
    var text = ""
    func nap(_ clock: any Clock<Duration>, _ seconds: Int) async {
      Task {
        try? await clock.sleep(for: .seconds(seconds))
        text += "\(seconds)"
      }
    }
  }

  static let napping: Build = { world in
    let sleeper = Sleeper()
    let server = world.outside("server")
    let store = ExplorerGapTests.store(
      world,
      begin: .run(label: "nap") { send in
        let seconds = try await server.call("how long", answers: [.success(1), .success(3)])
        await sleeper.nap(send.environment.clock, seconds)
      },
      other: .run(label: "wake") { send in
        try await send.environment.clock.sleep(for: .seconds(2))
        await send(.came("[" + (await sleeper.text) + "]"))
      })
    store.send(.begin)
    store.send(.other)
    return { store.log.joined(separator: " ") }
  }

  static let posted: Build = { world in
    let server = world.outside("server")
    let store = Store(State(), of: Message.self, flow: world.flow) { state, message in
      switch message {
      case .came(let text) where text.hasPrefix("do "):
        return .run(label: "do") { send in await send(.came(String(text.dropFirst(3)))) }
      case .came(let text):
        state.log.append(text)
        return .none
      case .begin, .other, .stop: return .none
      }
    }
    let sender = store.sender()
    world.user("first", does: [{ Task.detached { _ = sender.send(.came("nothing")) } }])
    world.work("second") {
      let answer = try? await server.call("which", answers: [.success("1"), .success("2")])
      Task.detached { _ = sender.send(.came("do \(answer ?? "")")) }
    }
    return { store.log.joined(separator: " ") }
  }

  static let userTask: Build = { world in
    let box = Box()
    let store = ExplorerGapTests.store(
      world, begin: .run(label: "show") { send in await send(.came(await box.text)) })
    world.user("one", does: [{ Task { await box.add("1") } }])
    world.user("show", sends: [.begin], to: store)
    return { store.log.joined(separator: " ") }
  }

  static let subscription: Build = { world in
    let box = Box()
    let store = ExplorerGapTests.store(
      world,
      begin: .run(label: "ticks") { send in
        try await send.environment.clock.sleep(for: .seconds(1))
        await box.add("t")
      },
      other: .run(label: "look") { send in
        let text = await box.text
        try await send.environment.clock.sleep(for: .seconds(1))
        await send(.came(text + (await box.text)))
      })
    store.send(.begin)
    world.user("user", sends: [.other], to: store)
    return { store.log.joined(separator: " ") }
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let build: Build
  }

  static let cases = [
    Case(testDescription: "a login whose answer an actor keeps", build: login),
    Case(testDescription: "answers that are added up in an actor", build: sum),
    Case(testDescription: "a client that asks from within an actor", build: client),
    Case(testDescription: "work that reads an actor which an effect writes", build: work),
    Case(testDescription: "two works that use one actor", build: twoWorks),
    Case(testDescription: "tasks of effects that use an actor", build: task),
    Case(testDescription: "a task that an actor keeps for all who ask", build: sharedTask),
    Case(testDescription: "a task that an actor keeps and cancels", build: stopped),
    Case(testDescription: "children of an effect, begun within an actor", build: childrenInside),
    Case(testDescription: "a cancellation noticed within an actor", build: cancelledInside),
    Case(testDescription: "a task that sleeps within an actor", build: napping),
    Case(testDescription: "posted messages that begin effects with what they carry", build: posted),
    Case(testDescription: "tasks of a user that use an actor", build: userTask),
    Case(testDescription: "timers that change an actor", build: subscription),
  ]

  @Test("nothing that an actor holds is lost by what is left out", arguments: cases)
  func losesNothing(_ example: Case) async {
    await ExplorerOutcomes.expectNothingLost(example.build)
  }
}
