import Millrace
import MillraceTesting
import Testing

struct News: Equatable {
  var lines: [String] = []
  var isRefreshing = false
}

enum NewsMessage: Sendable {
  case refresh
  case arrived([String])
  case failed(String)
}

protocol NewsAgency: Sendable {
  func latest() async throws -> [String]
}

struct NewsUpdate {
  let agency: any NewsAgency

  func update(_ news: inout News, _ message: NewsMessage) -> Effect<NewsMessage> {
    switch message {
    case .refresh:
      news.isRefreshing = true
      return .run(in: .latest("refresh"), label: "refresh") { [agency] send in
        await send(.arrived(try await agency.latest()))
      } catch: {
        .failed("\($0)")
      }
    case .arrived(let lines): news = News(lines: lines)
    case .failed: news.isRefreshing = false
    }
    return .none
  }
}

struct QuickAgency: NewsAgency {
  func latest() async throws -> [String] { ["Rain", "Sun"] }
}

@MainActor
@Suite("Work of one send") struct WorkSamples {
  let quick = QuickAgency()

  @Test("A handle waits for the work of its message, or cancels it")
  func handle() async {
    let store = Store(News(), update: NewsUpdate(agency: quick).update)
    store.send(.refresh)

    let work = store.send(.refresh)
    await work.finish()
    #expect(store.state == News(lines: ["Rain", "Sun"]))

    store.send(.refresh).cancel()
    await store.run()
    #expect(store.isRefreshing)
  }

  @Test("A request handler waits for the work of what it posts")
  func handler() async {
    func handle(_ news: Sender<NewsMessage>) async -> String {
      await news.sendAndFinish(.refresh) ? "refreshed" : "closed"
    }
    let store = Store(News(), update: NewsUpdate(agency: quick).update)
    let sender = store.sender()
    let answer = await handle(sender)
    #expect(answer == "refreshed")
    #expect(store.lines == ["Rain", "Sun"])
  }

  @Test("A test store returns the handle")
  func testStore() async {
    let test = TestStore(Store(News(), update: NewsUpdate(agency: quick).update))
    let refreshed = test.send(.refresh) { $0.isRefreshing = true }
    await refreshed?.finish()
    await test.receive(NewsMessage.arrived) { news, lines in
      news = News(lines: lines)
    }
    await test.finish()
  }
}
