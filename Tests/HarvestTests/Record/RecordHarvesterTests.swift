import Harvest
import RecordFixture
import Testing

import class Millrace.Locked

/// A machine as a journal sees it.
@MainActor
@Suite struct RecordHarvesterTests {
  enum Input: Codable, Equatable, Sendable { case login(String), loginOK, logout, tick, renamed(by: Int) }

  struct Session: Codable, Equatable, Sendable {
    enum Phase: Codable, Equatable, Sendable { case loggedOut, loggingIn, loggedIn }

    var phase = Phase.loggedOut
    var user = ""
    var ticks = 0
  }

  typealias Machine = Harvester<Input, Session>

  /// The world of a machine, which keeps what it has seen.
  final class World: Sendable {
    private let made = Locked<[String]>([])
    var lines: [String] { made.withLock { $0 } }
    func add(_ line: String) { made.withLock { $0.append(line) } }
  }

  private static let mapping = Machine.EffectMapping<World, BasicEffectQueue, Never>.makeInout {
    input, session in
    switch (input, session.phase) {
    case (.login(let user), .loggedOut):
      session.phase = .loggingIn
      session.user = user
      return Harvest.Effect(world: { world in
        world.add("make login \(user)")
        return Harvest.Effect { world in
          world.add("login \(user)")
          return .loginOK
        }
      })
    case (.loginOK, .loggingIn): session.phase = .loggedIn
    case (.logout, .loggedIn): session = Session(ticks: session.ticks)
    case (.tick, _):
      session.ticks += 1
      return session.ticks.isMultiple(of: 3) ? Harvest.Effect(.renamed(by: session.ticks)) : .empty
    case (.renamed(let ticks), _): session.user += "\(ticks)"
    default: return nil
    }
    return .empty
  }

  private func machine(_ world: World = World()) -> Machine {
    Machine(state: Session(), mapping: Self.mapping, world: world, name: "session")
  }

  private func recordable(_ machine: Machine) -> Recordable<Session, Input> {
    machine.recordable(state: RecordSchema("session"), inputs: RecordSchema("input"))
  }

  @Test(
    "what the inputs of a random history fold to is the live state", arguments: 1...25 as ClosedRange<UInt64>)
  func law(seed: UInt64) async throws {
    var random = RecordRandom(seed)
    let live = machine()
    let tape = try RecordTape(recordable(live))
    for step in 0..<40 {
      switch random.below(5) {
      case 0: live.send(.login("user \(step)"))
      case 1: live.send(.logout)
      case 2: await live.run()
      default: live.send(.tick)
      }
      if seed.isMultiple(of: 5) && step == 30 { live.finish() }
    }
    await live.run()
    let world = World()
    let other = machine(world)
    try tape.play(to: recordable(other))
    #expect(other.store.withState { copy $0 } == live.store.withState { copy $0 }, "seed \(seed)")
    #expect(recordable(other).state() == live.state, "seed \(seed)")
    await other.run()
    #expect(world.lines.isEmpty, "seed \(seed)")
    #expect(tape.problems.isEmpty, "seed \(seed)")
  }

  @Test("inputs are kept, the rejected ones, too, and what is no input is not")
  func kept() throws {
    let live = machine()
    let tape = try RecordTape(recordable(live))
    live.send(.login("ada"))
    live.send(.logout)
    #expect(tape.rows.count == 2)
    let recordable = recordable(live)
    #expect(recordable.name == "session")
    #expect(recordable.flow === live.store.flow)
    #expect(recordable.kept(HarvesterMessage<Input>.start) == nil)
    #expect(recordable.kept(HarvesterMessage<Input>.input(.tick)) == .tick)
    #expect(recordable.kept(Input.tick) == nil)
  }

  @Test("the inputs of a machine that has finished change nothing, and are not kept")
  func finished() throws {
    let live = machine()
    let tape = try RecordTape(recordable(live))
    live.send(.tick)
    live.finish()
    live.send(.tick)
    #expect(live.store.withState { copy $0 }.ticks == 1)
    #expect(tape.rows.count == 1)
    #expect(tape.skipped == 2)
    let other = machine()
    try tape.play(to: recordable(other))
    #expect(other.store.withState { copy $0 }.ticks == 1)
    #expect(!other.isFinished)
    other.send(.tick)
    #expect(other.store.withState { copy $0 }.ticks == 2)
  }

  @Test("playing tells no replies, makes and begins no effects, and leaves the live machine as it is")
  func change() async {
    let world = World()
    let live = machine(world)
    var replies: [String] = []
    let token = live.onReply { replies.append("\($0.input)") }
    live.send(.tick)
    let recordable = recordable(live)
    var played = Session()
    recordable.change(&played, .login("eve"))
    recordable.change(&played, .loginOK)
    #expect(played == Session(phase: .loggedIn, user: "eve"))
    #expect(live.store.withState { copy $0 } == Session(ticks: 1))
    live.finish()
    recordable.change(&played, .logout)
    #expect(played == Session())
    #expect(live.isFinished)
    await live.run()
    #expect(world.lines.isEmpty)
    #expect(replies == ["tick"])
    token.cancel()
  }

  @Test("a state that is put in place is reported to those who look at it, and has no reply")
  func replace() async {
    let live = machine()
    var heard: [String] = []
    let tokens = [
      live.onReply { heard.append("reply \($0.input)") },
      live.store.observe(\.ticks) { heard.append("ticks \($0)") },
    ]
    let replies = live.replies
    live.send(.tick)
    recordable(live).replace(Session(ticks: 8))
    live.send(.tick)
    #expect(
      heard == ["reply tick", "ticks 1", "ticks 8", "reply tick", "ticks 9", "reply renamed(by: 9)"])
    live.finish()
    var read: [Int?] = []
    for await reply in replies { read.append(reply.toState?.ticks) }
    #expect(read == [1, 9, 9])
    for token in tokens { token.cancel() }
  }

  @Test("feedbacks neither hear what is played nor what is put in place; what they have sent is kept")
  func feedback() async throws {
    typealias Loop = Feedback<Reply<Input, Session>.Success, Input>
    let heard = World()
    func machine() -> Machine {
      let each = Loop(
        tryGet: { $0.input == .tick ? $0.toState.ticks : nil },
        produce: { ticks, send in
          heard.add("each \(ticks)")
          await send(.renamed(by: ticks))
        })
      let stream = Loop(
        transform: { replies in replies.filter { $0.input == .logout } },
        produce: { _, _ in heard.add("stream") })
      return Machine(
        state: Session(),
        mapping: Machine.Mapping { input, session in
          var session = session
          switch input {
          case .tick: session.ticks += 1
          case .renamed(let ticks): session.user += "\(ticks)"
          default: break
          }
          return session
        }, feedback: each + stream, name: "session")
    }
    let live = machine()
    let tape = try RecordTape(recordable(live))
    for _ in 0..<3 {
      live.send(.tick)
      await live.run()
    }
    #expect(live.store.withState { copy $0 } == Session(user: "123", ticks: 3))
    let before = heard.lines
    let other = machine()
    try tape.play(to: recordable(other))
    recordable(other).replace(Session(user: "123", ticks: 3))
    await other.run()
    #expect(other.store.withState { copy $0 } == live.store.withState { copy $0 })
    #expect(heard.lines == before && before == ["each 1", "each 2", "each 3"])
    #expect(tape.kinds == Array(repeating: "input@1", count: 6))
  }
}
