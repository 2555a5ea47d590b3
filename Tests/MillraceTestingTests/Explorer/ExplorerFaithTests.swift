import Foundation
import Millrace
import MillraceTesting
import Synchronization
import Testing

/// The reduction must not depend on how applications hash, describe and queue their values.
@Suite struct ExplorerFaithTests {
  typealias Message = ExplorerGapTests.Message

  private func expectNothingLost(
    passing: Explorer.Passing = .anyMoment, _ build: @escaping ExplorerGapTests.Build
  ) async {
    let naive = await ExplorerOutcomes(.none, passing: passing, build)
    for reduction in [.independentSteps, .knownStates, .all] as [Explorer.Reduction] {
      let all = await ExplorerOutcomes(reduction, passing: passing, build).all
      #expect(all == naive.all, "\(reduction.rawValue)")
    }
  }

  /// Equal by all it has, hashed by its identifier alone, as is usual.
  struct Book: Hashable {
    var id = 1
    var title = ""
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  @Test("states whose hash leaves something out are distinguished")
  func partialHash() async {
    await expectNothingLost { world in
      let store = Store(Book(), of: String.self, flow: world.flow) { book, title in
        book.title = title == "!" ? book.title + title : title
        return .none
      }
      world.user("a", sends: ["a"], to: store)
      world.user("b", sends: ["b"], to: store)
      world.user("c", sends: ["!"], to: store)
      return { store.title }
    }
  }

  @Test("long data are distinguished, in a state and in what is shared")
  func data() async {
    await expectNothingLost { world in
      let shared = world.shared(Data(), as: "shared")
      let store = Store(Data(repeating: 0, count: 200), of: UInt8.self, flow: world.flow) { data, byte in
        if byte > 2 { return .run(label: "share") { [data] _ in shared.value = data } }
        data[150] = byte == 0 ? data[150] * 2 : byte
        return .none
      }
      world.user("a", sends: [1], to: store)
      world.user("b", sends: [2], to: store)
      world.user("c", sends: [0, 3], to: store)
      return { "\(store.state[150]) \(shared.value.last ?? 9)" }
    }
  }

  @Test("a notification in a state keeps states from being recognised, and a remark says so")
  func notification() async {
    let exploration = await Explorer().explore { world in
      let store = Store(
        Notification(name: Notification.Name("a")), of: String.self, flow: world.flow
      ) { notification, text in
        notification.userInfo = ["text": text]
        return .none
      }
      world.user("a", sends: ["a"], to: store)
      world.user("b", sends: ["b"], to: store)
      world.finally("it has a text") { store.state.userInfo != nil }
    }
    #expect(exploration.isProven && exploration.pruned == 0 && exploration.remarks.count == 1)
  }

  enum Save: Sendable { case hold, save(String), saved(String) }

  @Test("the order in which effects of one name wait in a queue counts")
  func queueOrder() async {
    await expectNothingLost(passing: .whenIdle) { world in
      let store = Store([String](), of: Save.self, flow: world.flow) { saved, message in
        switch message {
        case .hold:
          return .run(in: .concat("q"), label: "hold") { send in
            try await send.environment.clock.sleep(for: .seconds(1))
          }
        case .save(let text):
          return .run(in: .concat("q"), label: "save") { send in await send(.saved(text)) }
        case .saved(let text):
          saved.append(text)
          return .none
        }
      }
      store.send(.hold)
      world.user("a", sends: [.save("a")], to: store)
      world.user("b", sends: [.save("b")], to: store)
      return { "\(store.state)" }
    }
  }

  struct Hidden: CustomStringConvertible {
    let text: String
    let description = "hidden"
  }

  @Test("messages that a gate delays are distinguished though they describe themselves alike")
  func described() async {
    await expectNothingLost(passing: .whenIdle) { world in
      let store = Store([String](), of: Hidden.self, flow: world.flow) { texts, message in
        texts.append(message.text)
        return .none
      }
      let token = world.flow.gate("late") { _ in .delay(.seconds(1)) }
      for name in ["a", "b", "c"] { world.user(name, sends: [Hidden(text: name)], to: store) }
      return { withExtendedLifetime(token) { "\(store.state)" } }
    }
  }

  final class Signal: Sendable {
    let waiting = Mutex<[UnsafeContinuation<Void, Never>]>([])
    func wait() async { await withUnsafeContinuation { next in waiting.withLock { $0.append(next) } } }
    func fire() {
      for next in waiting.withLock({ all in
        defer { all = [] }; return all
      }) { next.resume() }
    }
  }

  @Test("a signal that is given before anybody waits for it is found to be lost", arguments: [true, false])
  func lostSignal(isAtHome: Bool) async {
    let exploration = await Explorer().explore { world in
      let signal = Signal()
      let store = ExplorerGapTests.store(
        world, begin: .run(label: "waits") { _ in await signal.wait() },
        other: .run(label: "fires") { _ in signal.fire() })
      store.send(.begin)
      if isAtHome { world.user("user", does: [{ signal.fire() }]) } else { store.send(.other) }
    }
    #expect(exploration.finding?.problem == .leaked(["effect waits"]), "\(exploration)")
  }

  @Test("an effect that tries again whatever happens ends a run by its bound, and is released")
  func stubborn() async {
    var limits = Explorer.Limits()
    (limits.runs, limits.steps) = (2, 50)
    let exploration = await Explorer(limits: limits).explore { world in
      let server = world.outside("server")
      let store = ExplorerGapTests.store(
        world,
        begin: .run(id: "it", label: "retry") { _ in
          while true { _ = try? await server.call("x", answers: [Answer<Int>.success(1)]) }
        },
        other: .run(id: "it", label: "sleep") { send in
          while true { try? await send.environment.clock.sleep(for: .seconds(1)) }
        })
      store.send(.begin)
      store.send(.other)
      world.user("user", sends: [.stop], to: store)
    }
    #expect(!exploration.isComplete, "\(exploration)")
  }
}
