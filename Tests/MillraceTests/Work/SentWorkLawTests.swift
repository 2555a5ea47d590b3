import MillraceTesting
import Testing

@testable import Millrace

/// The work of sends, compared with messages that carry the names of the sends which have led to them.
@EffectsHome
struct SentWorkLawTests {
  /// A message that knows where it comes from: the kernel's own numbers are compared with its tags.
  struct Message: Sendable {
    let id: Int
    /// The outer and the inner send.
    let tags: [Int]
    let generation: Int

    /// Returns a message that an effect of this one sends.
    func child(_ number: Int) -> Message {
      Message(id: id * 7 + number + 1, tags: tags, generation: generation + 1)
    }
  }

  final class World {
    let driver = EffectsScriptedDriver()
    let flow: Flow
    var stores: [Store<[Int], Message>] = []
    var works: [SentWork] = []
    var arrived: [Message] = []
    var token: [ObservationToken] = []
    let seed: UInt64
    /// The tags of each effect, by its label.
    let effects = EffectsLog<(label: String, tags: [Int])>()
    var problems: [String] = []

    init(seed: UInt64, isolation: isolated (any Actor)? = #isolation) {
      self.seed = seed
      flow = Flow(name: "law", driver: driver)
      for index in 0..<2 {
        stores.append(
          Store([], of: Message.self, name: "store \(index)", flow: flow) { [unowned self] _, message in
            effect(of: message, index)
          })
      }
      for (index, store) in stores.enumerated() {
        token.append(
          store.observe(messages: Message.self) { [unowned self] message in
            arrived.append(message)
            // Sometimes an observer sends to the other store, or to its own.
            if message.generation < 3 && chance(message.id, 1) % 4 == 0 {
              send(to: (index + message.id) % 2, outer: message.tags[0], message.generation + 1)
            }
          })
      }
    }

    /// A number that looks random and depends on the seed and a message alone.
    func chance(_ id: Int, _ salt: UInt64) -> UInt64 {
      RandomSource.scrambled(seed &* 1_000_003 &+ UInt64(truncatingIfNeeded: id) &* 31 &+ salt) >> 7
    }

    func effect(of message: Message, _ store: Int) -> Effect<Message> {
      guard message.generation < 4 else { return .none }
      func run(_ number: Int, in queue: EffectQueue? = nil) -> Effect<Message> {
        let label = "\(store).\(message.tags).\(message.id).\(number)"
        effects.add((label, message.tags))
        return .run(in: queue, label: EffectLabel(label)) { await $0(message.child(number)) }
      }
      return switch chance(message.id, 2) % 9 {
      case 0: .none
      case 1: .send(message.child(0))
      case 2: run(0)
      case 3: .merge(run(0), .send(message.child(1)), run(2))
      case 4: run(0, in: .latest("latest"))
      case 5: .merge(run(0, in: .concat("line")), run(1, in: .concat("line")))
      case 6: .concatenate(run(0), .merge(run(1), .send(message.child(2))), run(3))
      case 7: run(0, in: .exhaust("exhaust"))
      default: .concatenate(.send(message.child(0)), run(1, in: .newest("newest", max: 2)))
      }
    }

    /// Sends a message, and remembers its handle under a new tag.
    @discardableResult
    func send(to store: Int, outer: Int? = nil, _ generation: Int = 0) -> Int {
      let tag = works.count
      works.append(SentWork(flow.gateway, 0))
      works[tag] = stores[store].send(
        Message(id: tag * 101, tags: [outer ?? tag, tag], generation: generation))
      return tag
    }

    func tags(of label: EffectLabel?) -> [Int] {
      let text = label.map { "\($0)" } ?? ""
      return effects.entries.first { $0.label == text }?.tags ?? []
    }

    /// The tags of everything that is in flight or waits, by the messages and labels.
    var tagsInFlight: Set<Int> {
      var tags: Set<Int> = []
      for store in stores {
        for effect in store.effectsInFlight where effect.phase != .stopping {
          tags.formUnion(self.tags(of: effect.label))
        }
        for message in store.waitingMessages { tags.formUnion(message.tags) }
      }
      return tags
    }

    func check(_ step: String, isolation: isolated (any Actor)? = #isolation) {
      let expected = tagsInFlight.subtracting(cancelledWhileWaiting)
      let actual = Set(works.indices.filter { flow.isWorking(on: works[$0].number) })
      if expected != actual {
        problems.append("\(step): in flight \(expected.sorted()), working \(actual.sorted())")
      }
    }

    /// The tags that were cancelled while a message waited, which shows until the message's place comes.
    var cancelledWhileWaiting: Set<Int> = []
  }

  @Test("Random lives agree with the messages' own tags after every step", arguments: [UInt64](1...60))
  func lives(seed: UInt64) async {
    let world = World(seed: seed)
    var random = RandomSource.seeded(seed)
    var cancelled: [(tag: Int, arrived: Int)] = []
    var finished: [Task<Bool, Never>] = []
    for step in 0..<40 where world.problems.isEmpty {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<3:
        let tag = world.send(to: Int.random(in: 0..<2, using: &random))
        let work = world.works[tag]
        finished.append(
          Task { @EffectsHome in
            await work.finish()
            return !world.flow.isWorking(on: work.number)
          })
      case 3..<9:
        guard let name = world.driver.pending.randomElement(using: &random) else { continue }
        await world.driver.perform(name)
      default:
        guard let tag = world.works.indices.randomElement(using: &random) else { continue }
        let others = world.stores.flatMap(\.effectsInFlight).filter {
          $0.phase != .stopping && !world.tags(of: $0.label).contains(tag)
        }.map(\.label)
        world.works[tag].cancel()
        // Exactly its own effects are cancelled; places that become free may let others start, never end.
        let left = world.stores.flatMap(\.effectsInFlight).filter { $0.phase != .stopping }.map(\.label)
        if Set(others) != Set(left) { world.problems.append("step \(step): \(others) became \(left)") }
        cancelled.append((tag, world.arrived.count))
      }
      world.check("step \(step)")
    }
    // Nothing of a cancelled send arrives afterwards.
    while let name = world.driver.pending.first { await world.driver.perform(name) }
    await world.flow.run()
    for (tag, count) in cancelled {
      let late = world.arrived.dropFirst(count).filter { $0.tags.contains(tag) }
      #expect(late.isEmpty, "seed \(seed): \(late) came after the cancellation of \(tag)")
    }
    world.check("end")
    #expect(world.problems.isEmpty, "seed \(seed)")
    for task in finished { #expect(await task.value, "seed \(seed)") }
  }

  @Test(
    "Under a lock, what is cancelled is dropped at its place, and the rest keeps its order",
    arguments: [UInt64](1...20))
  func locked(seed: UInt64) async {
    let clock = ManualClock()
    var random = RandomSource.seeded(seed)
    let flow = Flow(environment: StoreEnvironment(clock: clock))
    var heard: [String] = []
    let stores = (0..<2).map { index in
      Store(0, of: Int.self, name: "\(index)", flow: flow) { _, message in
        heard.append("\(index).\(message)")
        return .none
      }
    }
    let lock = flow.lock("law")
    var works: [(text: String, work: SentWork)] = []
    for number in 0..<30 {
      let store = Int.random(in: 0..<2, using: &random)
      works.append(("\(store).\(number)", stores[store].send(number)))
    }
    var expected = works.map(\.text)
    for (text, work) in works where Bool.random(using: &random) {
      work.cancel()
      expected.removeAll { $0 == text }
    }
    lock.release()
    #expect(heard == expected, "seed \(seed)")
    for (_, work) in works { await work.finish() }
  }
}
