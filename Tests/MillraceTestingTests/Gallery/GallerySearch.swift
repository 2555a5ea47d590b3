import Millrace
import MillraceTesting

/// A search as one types: each key asks the server, and an answer may be overtaken by the next one.
///
/// Wrong: the searches stand in no queue, so that a late answer overwrites the newer one.
enum GallerySearch {
  struct Search: Hashable {
    var query = ""
    var results = ""
  }

  enum Message: Hashable {
    case typed(String)
    case found(String)
    case failed
  }

  struct Timeout: Error {}

  static func scenario(isRight: Bool) -> @Sendable (isolated World) throws -> Void {
    let queue: EffectQueue? = isRight ? .latest("search") : nil
    return { world in
      let server = world.outside("server")
      let store = Store(Search(), of: Message.self, flow: world.flow) { search, message in
        switch message {
        case .typed(let query):
          search.query = query
          return .run(in: queue, label: "search \(query)") { send in
            let results = try await server.call(
              "search \(query)", answers: [.success("books on \(query)"), .failure(Timeout())])
            await send(.found(results))
          } catch: { _ in
            .failed
          }
        case .found(let results):
          search.results = results
          return .none
        case .failed:
          search.results = "none"
          return .none
        }
      }
      world.user("typist", sends: [.typed("s"), .typed("sw")], to: store)
      world.finally("the results belong to the query") {
        store.results == "none" || store.results == "books on \(store.query)"
      }
    }
  }
}
