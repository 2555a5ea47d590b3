import Millrace
import MillraceTesting
import Testing

/// An effect that is cancelled at any moment, and writes down how far it has come.
private enum GalleryCancel: String, CaseIterable, CustomTestStringConvertible {
  case asleep, afterItsEnd, inAGroup

  var testDescription: String { rawValue }

  enum Message: Hashable {
    case begin, cancel
  }

  func work(_ send: Send<Message>, _ server: Outside, _ log: Shared<String>, _ news: Shared<String>) async {
    switch self {
    case .asleep:
      log.value += "sleeps "
      do {
        try await send.environment.clock.sleep(for: .seconds(1))
        log.value += Task.isCancelled ? "late" : "awake"
      } catch {
        log.value += "woken"
      }
    case .afterItsEnd:
      await withTaskCancellationHandler {
        try? await server.call("a", answers: [.success(())])
      } onCancel: {
        news.value = "cancelled"
      }
      log.value = news.value
    case .inAGroup:
      await withTaskGroup(of: Void.self) { group in
        for (name, note) in [("a", log), ("b", news)] {
          group.addTask {
            let answer: Void? = try? await server.call(name, answers: [.success(())])
            note.value = answer == nil ? "cancelled" : "answered"
          }
        }
        await group.next()
        group.cancelAll()
      }
    }
  }

  var scenario: @Sendable (isolated World) throws -> Void {
    { world in
      let server = world.outside("server")
      let log = world.shared("", as: "log")
      let news = world.shared("", as: "news")
      let store = Store(0, of: Message.self, flow: world.flow) { begun, message in
        switch message {
        case .begin:
          begun += 1
          // Another one sleeps, so that the clock has a task to wake in any case.
          return .merge(
            .run(id: "work", label: "work") { send in await work(send, server, log, news) },
            .run(label: "other") { send in try await send.environment.clock.sleep(for: .seconds(1)) })
        case .cancel:
          return .cancel(id: "work")
        }
      }
      world.user("user", sends: [.begin, .cancel], to: store)
    }
  }
}

@Suite struct GalleryCancelTests {
  @Test("A cancellation is tried at each moment that makes a difference", arguments: GalleryCancel.allCases)
  fileprivate func moments(_ cancel: GalleryCancel) async {
    var limits = Explorer.Limits()
    limits.runs = 20_000
    let all = await Explorer(reduction: .knownStates, limits: limits).explore(cancel.scenario)
    for reduction: Explorer.Reduction in [.independentSteps, .all] {
      let some = await Explorer(reduction: reduction).explore(cancel.scenario)
      #expect(some.isComplete)
      #expect(some.finalStates == all.finalStates, "\(reduction.rawValue): \(some)\n\(all)")
    }
  }
}
