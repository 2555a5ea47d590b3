import Millrace
import Observation
import RecordFixture
import Testing

/// A store as a journal sees it.
@MainActor
@Suite
struct RecordableTests {
  struct Notes: Codable, Equatable, Sendable {
    var lines: [String] = []
    var count = 0
  }

  enum NoteMessage: Codable, Equatable, Sendable { case add(String), drop, load, note(Int) }

  @MainActor
  private final class Bench {
    let flow = Flow(name: "notes")
    let store: Store<Notes, NoteMessage>
    /// The effects that have begun.
    var begun: [String] = []

    init(_ name: String = "notes", subscriptions: ((Notes) -> [StoreSubscription<NoteMessage>])? = nil) {
      store = Store(Notes(), name: name, flow: flow, subscriptions: subscriptions) { notes, message in
        switch message {
        case .add(let line): notes.lines.append(line)
        case .drop: if notes.lines.isEmpty { return .unhandled } else { notes.lines.removeLast() }
        case .load: return .run(label: "load") { send in await send(.add("loaded")) }
        case .note(let number):
          notes.count += number
          return number > 0 ? .send(.note(number - 1)) : .none
        }
        return .none
      }
      flow.errorHandler = { _ in }
    }

    var recordable: Recordable<Notes, NoteMessage> {
      store.recordable(state: RecordSchema("notes"), messages: RecordSchema("note"))
    }
  }

  @Test("it has the store's name, its flow, and what was said of the writing")
  func description() {
    let bench = Bench("mine")
    let recordable = bench.recordable
    #expect(recordable.name == "mine")
    #expect(recordable.flow === bench.flow)
    #expect(recordable.states.kinds.map(\.name) == ["notes"])
    #expect(recordable.messages.kinds.map(\.name) == ["note"])
    #expect(recordable.kept("text") == nil)
    #expect(recordable.kept(NoteMessage.drop) == .drop)
  }

  @Test(
    "what the messages of a random history fold to is the live state",
    arguments: 1...25 as ClosedRange<UInt64>)
  func law(seed: UInt64) async throws {
    var random = RecordRandom(seed)
    let bench = Bench()
    let tape = try RecordTape(bench.recordable)
    for _ in 0..<40 {
      switch random.below(5) {
      case 0: bench.store.send(.drop)
      case 1: bench.store.send(.load)
      case 2: bench.store.send(.note(random.below(4)))
      case 3: await bench.store.run()
      default: bench.store.send(.add("line \(random.below(100))"))
      }
    }
    await bench.store.run()
    let other = Bench()
    try tape.play(to: other.recordable)
    #expect(other.store.withState { copy $0 } == bench.recordable.state(), "seed \(seed)")
    #expect(other.store.withState { copy $0 } == bench.store.withState { copy $0 }, "seed \(seed)")
    #expect(other.flow.isIdle && other.flow.lastSequence == 0, "seed \(seed)")
    #expect(tape.problems.isEmpty && tape.skipped == 0, "seed \(seed)")
  }

  @Test("playing does nothing to the live state, and begins no effect")
  func change() {
    let bench = Bench()
    bench.store.send(.add("live"))
    var state = Notes()
    let recordable = bench.recordable
    recordable.change(&state, .add("played"))
    recordable.change(&state, .load)
    recordable.change(&state, .note(2))
    #expect(state == Notes(lines: ["played"], count: 2))
    #expect(bench.store.withState { copy $0 } == Notes(lines: ["live"]))
    #expect(bench.flow.isIdle && bench.flow.lastSequence == 1)
  }

  @Test("a replaced state is reported to observers of the whole and of what has changed, and to no tap")
  func replace() {
    let bench = Bench()
    var heard: [String] = []
    let tokens = [
      bench.store.observe { heard.append("state \($0.count)") },
      bench.store.observe(\.lines) { heard.append("lines \($0.count)") },
      bench.store.observe(\.count) { heard.append("count \($0)") },
      bench.store.observe(messages: NoteMessage.self) { heard.append("message \($0)") },
      bench.flow.tap { heard.append("turn \($0.sequence)") },
    ]
    bench.recordable.replace(Notes(count: 3))
    #expect(heard == ["state 3", "count 3"])
    #expect(bench.flow.lastSequence == 0)
    for token in tokens { token.cancel() }
  }

  @Test("a state that is replaced right after a turn, or twice, is reported each time")
  func replaceAgain() {
    let bench = Bench()
    let heard = Locked<[Int]>([])
    let token = bench.store.observe { state in heard.withLock { $0.append(state.count) } }
    bench.store.send(.note(0))
    withObservationTracking {
      _ = bench.store.state
    } onChange: {
      heard.withLock { $0.append(-1) }
    }
    for count in 1...2 { bench.recordable.replace(Notes(count: count)) }
    bench.store.send(.note(0))
    #expect(heard.withLock { $0 } == [0, 1, -1, 2, 2])
    token.cancel()
  }

  @Test("a sequence of states that was begun inside of a turn has the state that is put in place after it")
  func replaceInSequence() async throws {
    let bench = Bench()
    var states: AsyncStream<Notes>?
    let token = bench.store.observe(\.lines) { [unowned store = bench.store] _ in
      if states == nil { states = store.states() }
    }
    bench.store.send(.add("a"))
    bench.recordable.replace(Notes(count: 7))
    token.cancel()
    var read: [Int] = []
    for await state in try #require(states) {
      read.append(state.count)
      if state.count == 7 { break }
    }
    #expect(read == [0, 7])
  }

  @Test("a state that is read back from its written form is reported to those who look at rows")
  func rows() throws {
    struct Rows: Codable, Sendable { var table = RowTable<Int, String>() }
    let store = Store(Rows(), of: String.self) { rows, text in
      rows.table[text.count] = text
      return .none
    }
    let recordable = store.recordable(state: RecordSchema("rows"), messages: RecordSchema("text"))
    store.send("a")
    store.send("bb")
    let row = try RecordRow(recordable.state(), recordable.states)
    store.send("c")
    var heard: [String?] = []
    let token = store.observe(\.table, row: 1) { heard.append($0) }
    recordable.replace(try row.read(recordable.states))
    #expect(heard == ["a"])
    token.cancel()
  }

  @Test("subscriptions follow a replaced state")
  func subscriptions() {
    let log = Locked<[String]>([])
    let bench = Bench(subscriptions: { notes in
      notes.lines.map { line in
        .listening(EffectID(line)) { _ in
          log.withLock { $0.append("begin \(line)") }
          return { log.withLock { $0.append("end \(line)") } }
        }
      }
    })
    bench.recordable.replace(Notes(lines: ["a", "b"]))
    bench.recordable.replace(Notes(lines: ["b"]))
    #expect(log.withLock { $0 } == ["begin a", "begin b", "end a"])
  }

  @Test(
    "messages of observers of a replaced state have their turns after all notifications, before replacing returns"
  )
  func sending() {
    let bench = Bench()
    var heard: [String] = []
    let store = bench.store
    let tokens = [
      store.observe(\.count) { [unowned store] count in
        heard.append("first \(count)")
        if count == 3 { store.send(.note(0)); store.send(.add("sent")) }
      },
      store.observe(\.count) { heard.append("second \($0)") },
      bench.flow.tap { heard.append("turn \($0.sequence) \($0.message)") },
    ]
    bench.recordable.replace(Notes(count: 3))
    #expect(heard == ["first 3", "second 3", "turn 1 note(0)", "turn 2 add(\"sent\")"])
    #expect(store.withState { copy $0 } == Notes(lines: ["sent"], count: 3))
    for token in tokens { token.cancel() }
  }

  @Test("a state is replaced while the flow is locked, and what observers send waits for the release")
  func locked() {
    let bench = Bench()
    let store = bench.store
    let token = store.observe(\.count) { [unowned store] in if $0 == 3 { store.send(.add("sent")) } }
    let lock = bench.flow.lock("pause")
    bench.recordable.replace(Notes(count: 3))
    #expect(store.withState { copy $0 } == Notes(count: 3))
    lock.release()
    #expect(store.withState { copy $0 } == Notes(lines: ["sent"], count: 3))
    token.cancel()
  }

  // MARK: Going on

  @Test("turns are numbered on from the end of a history")
  func resume() {
    let bench = Bench()
    var numbers: [UInt64] = []
    let token = bench.flow.tap { numbers.append($0.sequence) }
    bench.flow.resume(after: 41)
    #expect(bench.flow.lastSequence == 41)
    bench.store.send(.add("a"))
    bench.store.send(.note(1))
    #expect(numbers == [42, 43, 44])
    token.cancel()
  }

  @Test("a flow that is further on already stays where it is")
  func resumeBehind() {
    let bench = Bench()
    bench.store.send(.add("a"))
    bench.store.send(.add("b"))
    bench.flow.resume(after: 1)
    #expect(bench.flow.lastSequence == 2)
    bench.flow.resume(after: 2)
    bench.store.send(.add("c"))
    #expect(bench.flow.lastSequence == 3)
  }
}
