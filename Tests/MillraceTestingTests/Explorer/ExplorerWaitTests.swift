import Dispatch
import Millrace
import MillraceTesting
import TestResources
import Testing

/// Stories of work that waits for ever, or is resumed more often than it waits.
@Suite("A wait that goes wrong") struct ExplorerWaitTests {
  typealias Message = ExplorerGapTests.Message

  /// A lock as applications write it: an actor with a queue of continuations.
  actor Lock {
    private var isHeld = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    func take() async {
      if !isHeld {
        isHeld = true
      } else {
        await withCheckedContinuation { waiters.append($0) }
      }
    }

    func leave() {
      if waiters.isEmpty { isHeld = false } else { waiters.removeFirst().resume() }
    }
  }

  @Test("as of two actors that are locked in opposite orders, is found, and names both effects")
  func deadlock() async {
    var limits = Explorer.Limits()
    limits.runs = 20
    let exploration = await Explorer(limits: limits).explore { world in
      let locks = [Lock(), Lock()]
      func both(_ name: String, _ first: Int, _ second: Int) -> Effect<Message> {
        .run(label: EffectLabel(name)) { send in
          await locks[first].take()
          await locks[second].take()
          await locks[second].leave()
          await locks[first].leave()
          await send(.came(name))
        }
      }
      let store = ExplorerGapTests.store(world, begin: .merge(both("a", 0, 1), both("b", 1, 0)))
      store.send(.begin)
    }
    #expect(exploration.finding?.problem == .leaked(["effect a", "effect b"]), "\(exploration)")
    let text = exploration.finding?.story.description ?? ""
    let waits = text.split(separator: "\n").suffix(2)
    for (name, line) in zip(["a", "b"], waits) {
      #expect(line.contains("  effect \(name) "), "\(exploration)")
      #expect(
        line.hasSuffix("waits for a continuation, or in an actor, and nothing in the run resumes it"),
        "\(exploration)")
    }
  }

  @Test("as for a task that waits for ever, names the task")
  func child() async {
    let exploration = await Explorer().explore { world in
      let store = ExplorerGapTests.store(
        world,
        begin: .run(label: "parent") { _ in
          async let child: Void = withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
          await child
        })
      store.send(.begin)
    }
    #expect(exploration.finding?.problem == .leaked(["effect parent"]), "\(exploration)")
    #expect(
      "\(exploration)".contains("waits for the end of a task of effect parent, which does not come"),
      "\(exploration)")
  }

  @Test("as by a continuation that is resumed twice, names the task that it was made for")
  func twice() async {
    let exploration = await Explorer().explore { world in
      let waiting = Log<UnsafeContinuation<Void, Never>>()
      world.work("waiter") { await withUnsafeContinuation { waiting.append($0) } }
      // The waiter is tried first, and has suspended when this comes.
      world.user(
        "other",
        does: [
          {
            waiting.entries.first?.resume()
            waiting.entries.first?.resume()
          }
        ])
    }
    guard case .uncontrolled(let what) = exploration.finding?.problem else {
      return #expect(Bool(false), "\(exploration)")
    }
    #expect(what == "“waiter” was resumed a second time in one wait: its continuation was used twice")
  }

  @Test("as by a checked continuation that is resumed twice, ends the process by name", .realProcess)
  func checkedTwice() async {
    let ended = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = await Explorer().explore { world in
        let store = ExplorerGapTests.store(
          world,
          begin: .run(label: "work") { _ in
            await withCheckedContinuation { continuation in
              continuation.resume()
              continuation.resume()
            }
          })
        store.send(.begin)
      }
    }
    let text = String(decoding: ended?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("in a step of “effect work”"), "\(text)")
  }

  @Test("as by sleep on a real clock in a task of its own, is named at once")
  func sleeps() async {
    let exploration = await Explorer().explore { world in
      let store = ExplorerGapTests.store(
        world,
        begin: .run(label: "work") { send in
          Task {
            let clock = ContinuousClock()
            try await clock.sleep(for: .seconds(3_600))
            await send(.other)
          }
        })
      store.send(.begin)
    }
    guard case .uncontrolled(let what) = exploration.finding?.problem else {
      return #expect(Bool(false), "\(exploration)")
    }
    #expect(what.contains("a task of effect work” sleeps on the `ContinuousClock`"), "\(what)")
  }
}
