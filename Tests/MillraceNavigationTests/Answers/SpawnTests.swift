import Millrace
import MillraceTesting
import Testing

/// Children that are begun while the program runs, and answer their parent.
@MainActor
@Suite struct SpawnTests {
  struct Pool: Hashable, Codable, Sendable {
    var workers: RowTable<Int, Worker> = [:]
    var results: [String] = []
    var lastID = 0
  }

  struct Worker: Hashable, Codable, Sendable {
    var task: String
    var progress = 0
  }

  enum WorkerMessage: Hashable, Codable, Sendable {
    case start, progress(Int), done
    case answer(Answer)
  }

  enum Answer: Hashable, Codable, Sendable { case halfway, finished(String) }

  enum PoolMessage: Hashable, Codable, Sendable {
    case spawn(String)
    case worker(Int, WorkerMessage)
    case stop(Int)
  }

  private nonisolated static func part(
    _ work: @escaping @Sendable (String) -> Effect<WorkerMessage>
  ) -> RowPart<Pool, PoolMessage, Int, WorkerMessage> {
    RowPart("worker", at: \Pool.workers, { .worker($0, $1) }) { worker, message in
      switch message {
      case .start: return work(worker.task)
      case .progress(let progress):
        worker.progress = progress
        return progress == 50 ? .answer(.answer(.halfway)) : .none
      case .done: return .answer(.answer(.finished(worker.task)))
      case .answer: return .unhandled
      }
    }
  }

  private nonisolated static func update(
    _ part: RowPart<Pool, PoolMessage, Int, WorkerMessage>
  ) -> (inout Pool, PoolMessage) -> Effect<PoolMessage> {
    { pool, message in
      switch message {
      case .spawn(let task):
        pool.lastID += 1
        pool.workers[pool.lastID] = Worker(task: task)
        return .send(.worker(pool.lastID, .start))
      case .worker(let id, .answer(.halfway)): pool.results.append("\(id) halfway")
      case .worker(let id, .answer(.finished(let task))):
        pool.results.append(task)
        pool.workers.remove(id: id)
      case .worker(let id, let message): return part.update(&pool, id, message)
      case .stop(let id): pool.workers.remove(id: id)
      }
      return .none
    }
  }

  @Test("Children are spawned, answer their parent once or often, and end as a whole")
  func spawning() {
    let work = WorkByHand<WorkerMessage>()
    let part = Self.part { work.effect($0) }
    let store = Store(Pool(), parts: [part], update: Self.update(part))
    for task in ["a", "b", "c"] { store.send(.spawn(task)) }
    #expect(store.effectsInFlight.count == 3)
    work.send("a", .progress(50))
    work.send("b", .done)
    store.pump()
    #expect(store.results == ["1 halfway", "b"])
    // Its parent has removed it, so what it had begun is over.
    #expect(store.effectsInFlight.count == 2)
    store.send(.stop(1))
    #expect(!work.send("a", .done))
    #expect(Array(store.withState { $0.workers.ids }) == [3])
  }

  @Test("A test store receives an answer like any other message")
  func tested() async {
    let part = Self.part { _ in
      .run { send in await send(.done) }
    }
    let test = TestStore(Store(Pool(), parts: [part], update: Self.update(part)))
    test.send(.spawn("a")) {
      $0.lastID = 1
      $0.workers[1] = Worker(task: "a")
    }
    await test.receive(.worker(1, .start))
    await test.receive(.worker(1, .done))
    await test.receive(.worker(1, .answer(.finished("a")))) {
      $0.results = ["a"]
      $0.workers[1] = nil
    }
    await test.finish()
  }

  @Test("In every order, each child answers once, or is stopped")
  func everyOrder() async {
    let exploration = await Explorer().explore { world in
      let server = world.outside("server")
      let part = Self.part { task in
        .run(label: EffectLabel(task)) { send in
          await send(try await server.call("work", answers: [.success(WorkerMessage.done)]))
        }
      }
      let store = Store(Pool(), flow: world.flow, parts: [part], update: Self.update(part))
      world.user("parent", sends: [.spawn("a"), .spawn("b")], to: store)
      world.user("other", sends: [.stop(1)], to: store)
      world.always("each answers at most once") { Set(store.results).count == store.results.count }
      world.finally("each has answered or was stopped") {
        store.withState { $0.workers.isEmpty && $0.results.contains("b") }
      }
    }
    #expect(exploration.isProven, "\(exploration)")
  }

  @Test("A model check sends answers as a store does", arguments: [true, false])
  func model(isAnswered: Bool) {
    let part = Self.part { Effect<WorkerMessage>.run(label: EffectLabel($0)) { _ in } }
    let update = Self.update(part)
    let logic = Logic(Pool(), parts: [part]) { pool, message in
      let effect = update(&pool, message)
      // The child is gone when its turn is over.
      if case .worker(let id, .done) = message, isAnswered { pool.workers.remove(id: id) }
      return effect
    }
    let report = ModelCheck(logic, messages: [.spawn("a")])
      .answers { _ in [.sends(.worker(1, .done))] }
      .always("there is no result") { $0.results.isEmpty }
      .allowingErrors()
      .run(ModelBounds(states: 100, depth: 3, inFlight: 2))
    #expect(!report.failures.isEmpty, "\(report)")
  }
}
