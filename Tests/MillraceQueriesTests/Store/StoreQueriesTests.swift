import Millrace
import MillraceQueries
import TestResources
import Testing

struct StoreQueriesTests {
  private struct Shelf: Sendable {
    var a = QueryCache<Int, Int>()
    var b = QueryCache<Int, Int>()
  }

  private enum Message: Sendable {
    case a(QueryMessage<Int, Int>)
    case b(QueryMessage<Int, Int>)
  }

  @Test("Two queries of one name stop the program with a sentence, also in a group in a group", .realProcess)
  func names() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let first = StoreQuery("shelf", at: \Shelf.a, { Message.a($0) }) { key, _ in key }
      let second = StoreQuery("shelf", at: \Shelf.b, { Message.b($0) }) { key, _ in key }
      _ = StoreQueries(StoreQueries(first), second)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Two members of a `StoreQueries` are the query `shelf`; name each differently."))
  }
}
