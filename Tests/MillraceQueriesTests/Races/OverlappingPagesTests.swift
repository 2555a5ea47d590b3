import Millrace
import MillraceQueries
import MillraceTesting
import Testing

struct Scroll: Hashable, Sendable {
  var isOpen = false
  var list = QueryCache<Int, QueryPages<Int, ScrollRow>>()
}

struct ScrollRow: Identifiable, Hashable, Sendable {
  var id: Int
}

enum ScrollMessage: Sendable {
  case open
  case next
  case changed
  case list(QueryMessage<Int, QueryPages<Int, ScrollRow>>)
}

@Suite("Overlapping pages") struct OverlappingPagesTests {
  static func scenario(
    inserting: (row: Int, at: Int), scrolls: Int
  ) -> @Sendable (isolated World) throws -> Void {
    { world in
      let server = world.outside("server")
      let rows = world.shared([1, 2, 3, 4], as: "the list at the server")
      let query = StoreQuery(
        pagesOf: "list", at: \Scroll.list, { ScrollMessage.list($0) }, wanted: { $0.isOpen ? [1] : [] },
        policy: QueryPolicy(keepTime: nil, retry: .never)
      ) { (_: Int, cursor: Int?, _: QueryContext) in
        try await server.call(
          "after \(cursor ?? 0)",
          answers: [
            .result {
              let all = rows.value
              let start = cursor.flatMap { all.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
              let page = Array(all[start...].prefix(1))
              return QueryPage(
                page.map(ScrollRow.init), next: start + page.count < all.count ? page.last : nil)
            }
          ])
      }
      let store = Store(
        Scroll(), of: ScrollMessage.self, flow: world.flow, subscriptions: { query.subscriptions($0) }
      ) { scroll, message in
        switch message {
        case .open: scroll.isOpen = true
        case .next: return query.fetchNext(1, in: &scroll)
        case .changed: return query.invalidate(1, in: &scroll)
        case .list(let message): return query.update(&scroll, message)
        }
        return .none
      }
      world.user("reader", sends: [.open] + [ScrollMessage](repeating: .next, count: scrolls), to: store)
      world.user(
        "author",
        does: [
          {
            rows.withValue { $0.insert(inserting.row, at: inserting.at) }
            store.send(.changed)
          }
        ])
      func shown() -> [Int] { store.list[1]?.rows.map(\.id) ?? [] }
      world.always("no row is shown twice") { Set(shown()).count == shown().count }
      world.always("no row is left out between others") {
        let old = [1, 2, 3, 4]
        var new = old
        new.insert(inserting.row, at: inserting.at)
        return old.starts(with: shown()) || new.starts(with: shown())
      }
      world.finally("what is shown is the beginning of the list at the server") {
        !shown().isEmpty && rows.value.starts(with: shown())
      }
    }
  }

  @Test("pages that load while rows are inserted have no row twice and none left out", arguments: [0, 1, 2])
  func inserting(position: Int) async {
    let exploration = await Explorer().explore(Self.scenario(inserting: (9, at: position), scrolls: 2))
    #expect(exploration.isProven, "\(exploration)")
  }
}
