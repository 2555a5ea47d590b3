import Millrace
import MillraceCore
import MillraceTesting
import Testing

/// Performs nothing.
private struct StillDriver: Driver {
  func start(
    _ job: DriverJob, _ operation: @escaping @Sendable @isolated(any) () async -> Void
  ) -> DriverHandle {
    DriverHandle {}
  }
}

/// The results that a store receives of effects that the replay does not perform.
struct ReplayKernelTests {
  private let clock = ManualClock()
  private let store: Store<[String], String>

  init() {
    store = Store(
      [], name: "s", flow: Flow(environment: StoreEnvironment(clock: clock), driver: StillDriver())
    ) { heard, message in
      heard.append(message)
      let words = message.split(separator: " ")
      guard let word = words.first, let name = words.last.map({ EffectID(String($0)) }) else { return .none }
      return switch word {
      case "concat": .run(in: .concat("q"), id: name, label: "concat") { _ in }
      case "late": .run(in: .debounce("d", for: .seconds(5)), id: name, label: "late") { _ in }
      case "cancel": .cancel(id: name)
      default: .none
      }
    }
  }

  private var heard: [String] { store.withState { $0 } }
  private var phases: [EffectPhase] { store.effectsInFlight.map(\.phase) }

  @Test("A message of an effect is welcome while the effect runs, and only then")
  func welcome() {
    store.send("concat a")
    store.send("concat b")
    #expect(store.lastEffect == 2 && phases == [.running, .waiting])
    #expect(store.replay("one", from: .effect(1, turn: 1)))
    #expect(!store.replay("two", from: .effect(2, turn: 1)))
    #expect(!store.replay("three", from: .effect(3, turn: 1)))
    #expect(store.replayEnd(ofEffect: 1))
    #expect(!store.replayEnd(ofEffect: 1))
    #expect(!store.replay("one", from: .effect(1, turn: 1)))
    #expect(store.replay("two", from: .effect(2, turn: 1)))
    #expect(heard == ["concat a", "concat b", "one", "two"])
  }

  @Test("A cancelled effect holds its place until it is reported to have returned")
  func stopping() {
    store.send("concat a")
    store.send("concat b")
    store.send("cancel a")
    #expect(store.stoppingEffects == [1] && phases == [.stopping, .waiting])
    #expect(store.replayEnd(ofEffect: 1))
    #expect(store.stoppingEffects.isEmpty && phases == [.running])
  }

  @Test("One whose body has returned already gives its place back when it is cancelled")
  func returned() {
    store.send("concat a")
    store.send("concat b")
    store.replayReturn(ofEffect: 1)
    #expect(phases == [.running, .waiting])
    store.send("cancel a")
    #expect(store.stoppingEffects.isEmpty && phases == [.running])
  }

  @Test("A queue that waits for a time names the time, and starts its effect when the record reaches it")
  func time() {
    #expect(store.effectTime == nil && store.nextEffectTime == nil)
    store.send("late a")
    #expect(store.effectTime == .zero && store.nextEffectTime == .seconds(5))
    store.replayTimer()
    #expect(phases == [.waiting])
    clock.jump(by: .seconds(5))
    store.replayTimer()
    #expect(phases == [.running])
    #expect(store.effectTime == .seconds(5))
  }

  @Test("A message that is played back passes the gates")
  func gates() {
    let gate = store.flow.gate("shut") { _ in .drop }
    store.send("live")
    #expect(store.replay("replayed", from: .sent))
    #expect(heard == ["replayed"])
    gate.cancel()
  }
}
